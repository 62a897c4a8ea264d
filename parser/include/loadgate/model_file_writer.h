// ModelFileWriter: writes the file or the shards of a model to a directory.
//
// Each file is an AtomicFile: until Finish all of them lie under temporary
// names, and an error or a crash before leaves what was there. Finish makes
// every file durable before the first gets its name. Names are given from the
// last file to the first, then to the files that stand beside them: so what a
// loader opens first, a GGUF model's first shard or a safetensors index, comes
// last, and is never new where a shard that it names is missing. Files of a set
// that was there under the same names are replaced one by one; only a single
// file is replaced in one step.

#ifndef LOADGATE_MODEL_FILE_WRITER_H_
#define LOADGATE_MODEL_FILE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/atomic_file.h"
#include "loadgate/tensor_stream.h"
#include "loadgate/tensor_view.h"

namespace loadgate {

// NamedLayout is a file that is laid out, and its path.
struct NamedLayout {
  std::string path;
  FileLayout layout;
};

// NamedText is a small file that is known already, such as an index.
struct NamedText {
  std::string path;
  std::string text;
};

// ModelFiles is all the files of a model.
struct ModelFiles {
  std::vector<NamedLayout> shards;  // Or the one file.
  std::vector<NamedText> beside;
};

class ModelFileWriter {
 public:
  // ModelFileWriter will write `files`. Nothing is opened yet.
  explicit ModelFileWriter(ModelFiles files);

  // Write, WriteTensor and CopyRange are those of TensorStream, with tensors
  // numbered through all shards, in their order. A shard is opened when its
  // first byte comes and made durable when its last has come, so there are
  // never two open for writing. After an error of the system all further calls
  // return that error.
  absl::Status Write(size_t i, ByteSpan piece);
  absl::Status WriteTensor(size_t i, const TensorView& view);
  absl::Status CopyRange(size_t i, int fd, uint64_t offset, uint64_t length);

  // Finish gives every file its name, if every tensor is whole. It comes last.
  absl::Status Finish();

  // tensor_count returns how many tensors there are in all shards; tensor(i)
  // the extent of one of them.
  size_t tensor_count() const { return places_.size(); }
  const TensorExtent& tensor(size_t i) const;

 private:
  struct Place {
    size_t shard = 0;
    size_t tensor = 0;  // In the shard.
  };

  template <typename Call>
  absl::Status With(size_t i, Call&& call);
  absl::Status GoTo(size_t shard);
  absl::Status Begin();
  absl::Status End();
  absl::Status Note(absl::Status status);

  ModelFiles files_;
  std::vector<Place> places_;
  absl::Status failure_;
  std::vector<std::unique_ptr<AtomicFile>> written_;
  // The shard that is being written, number written_.size() - 1.
  std::optional<TensorStream> stream_;
};

// WriteModel writes `files` with the tensors `data`, one for each of
// ModelFileWriter's numbers.
absl::Status WriteModel(ModelFiles files, std::span<const ByteSpan> data);

}  // namespace loadgate

#endif  // LOADGATE_MODEL_FILE_WRITER_H_
