// SafetensorsWriter: lays out a safetensors file.
//
// Source: the safetensors README, "Format", and the reference writer
// (tensor.rs, prepare): tensors lie and are listed with the larger dtypes
// first, as the reference numbers them, and then by name; the header is padded
// with spaces to a multiple of 8.
//
// It collects tensors and metadata and refuses what SafetensorsReader would
// reject, by having that reader judge each of them. It never sees tensor data:
// a TensorStream or ModelFileWriter takes it in the order of the layout, which
// is not that of adding; see TensorExtent::added.

#ifndef LOADGATE_SAFETENSORS_WRITER_H_
#define LOADGATE_SAFETENSORS_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/limits.h"
#include "loadgate/model_file_writer.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/shard_plan.h"
#include "loadgate/tensor_stream.h"
#include "loadgate/tensor_view.h"

namespace loadgate {

// SafetensorsWriterOptions is how a file is laid out.
struct SafetensorsWriterOptions {
  // A file over a limit is ResourceExhausted: a reader with the same limits
  // would leave it undecided.
  Limits limits = {};
  // See HashKey; where the names come from files of other people.
  HashKey hash_key = {};
};

// SafetensorsWriter is a value; a copy goes its own way. A call that fails
// changes nothing.
class SafetensorsWriter {
 public:
  explicit SafetensorsWriter(const SafetensorsWriterOptions& options = {});

  // SetMetadata adds a pair of `__metadata__`. Pairs are written in the order
  // of adding. A key that is there already is AlreadyExists; what the reader
  // would reject is InvalidArgument.
  absl::Status SetMetadata(std::string_view key, std::string_view value);

  // AddTensor adds a tensor of `bytes` bytes, which must be exactly what dtype
  // and row-major shape come to. A name that is there is AlreadyExists.
  absl::Status AddTensor(std::string_view name, const SafetensorsDtype& dtype,
                         std::span<const uint64_t> shape, uint64_t bytes);

  // AddTensor adds the tensor of a view, whose bytes are checked, not read.
  absl::Status AddTensor(const TensorView& view);

  // Layout returns the file as it is so far.
  absl::StatusOr<FileLayout> Layout() const;

  // Shards lays the model out as files of at most `rule` each, in the order of
  // the layout, with the metadata in every one: "<prefix>-00001-of-0000N
  // .safetensors" and "<prefix>.safetensors.index.json"; or, if one file holds
  // all, "<prefix>.safetensors" and no index. TensorExtent::added is the number
  // in this writer. `rule.first_without_tensors` must be false.
  absl::StatusOr<ModelFiles> Shards(std::string_view prefix,
                                    const ShardRule& rule) const;

  size_t tensor_count() const { return tensors_.size(); }

 private:
  struct Tensor {
    std::string name;
    size_t rank_of_dtype = 0;  // Its row in the table.
    std::vector<uint64_t> shape;
    uint64_t bytes = 0;
  };

  std::vector<size_t> Order() const;
  absl::StatusOr<FileLayout> LayoutOf(std::span<const size_t> order) const;
  std::string IndexText(const ModelFiles& files) const;

  SafetensorsWriterOptions options_;
  std::vector<std::pair<std::string, std::string>> metadata_;
  NameIndex metadata_index_;
  std::vector<Tensor> tensors_;
  NameIndex tensor_index_;
  uint64_t data_bytes_ = 0;
};

// SafetensorsShardPath returns "<prefix>-<number>-of-<count>.safetensors", both
// numbers with five digits or more; `number` counts from 1.
std::string SafetensorsShardPath(std::string_view prefix, uint64_t number,
                                 uint64_t count);

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_WRITER_H_
