// GgufWriter: lays out a GGUF file of version 3.
//
// Source: the GGUF specification, "File Structure"; docs/formats/gguf.md has
// the layout in a page.
//
// It collects key-values and tensors and refuses what GgufReader would reject,
// by having that reader judge each of them. It never sees tensor data:
//
//   auto writer = GgufWriter::Create();
//   writer->Set<std::string_view>("general.architecture", "llama");
//   writer->AddTensor("output.weight", ne, type_id, bytes);
//   auto layout = writer->Layout();
//
// and a TensorStream or ModelFileWriter takes the data, in the order in which
// the tensors were added. Statuses have printable texts.

#ifndef LOADGATE_GGUF_WRITER_H_
#define LOADGATE_GGUF_WRITER_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/bytes.h"
#include "loadgate/ggml_type.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_value.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/tensor_stream.h"
#include "loadgate/tensor_view.h"

namespace loadgate {

// GgufWriterOptions is how a file is laid out.
struct GgufWriterOptions {
  // A power of two and a multiple of 8. Written as the first pair,
  // `general.alignment`, only where it is not 32.
  uint32_t alignment = kGgufDefaultAlignment;
  // A file over a limit is ResourceExhausted: a reader with the same limits
  // would leave it undecided.
  Limits limits = {};
  // See HashKey; where the names come from files of other people.
  HashKey hash_key = {};
};

// GgmlTypeOf returns the type in which GGUF stores tensors of `dtype`, or
// nullptr where it has none: bools, unsigned, complex and small floats.
const GgmlType* GgmlTypeOf(const SafetensorsDtype& dtype);

// GgufWriter is a value; a copy goes its own way. A call that fails changes
// nothing.
class GgufWriter {
 public:
  // Create returns an empty writer, or InvalidArgument for a bad alignment.
  static absl::StatusOr<GgufWriter> Create(
      const GgufWriterOptions& options = {});

  // Set adds a pair; T is the type it is stored as, exactly. A key that is
  // there already is AlreadyExists. `general.alignment` is the writer's own
  // and InvalidArgument, like all that the reader would reject.
  template <GgufCxx T>
  absl::Status Set(std::string_view key, T value) {
    return SetValues<T>(key, *kGgufTypeOf<T>, std::span<const T>(&value, 1));
  }

  // SetArray adds a pair whose value is an array, which may be empty.
  template <GgufCxx T>
  absl::Status SetArray(std::string_view key, std::span<const T> values) {
    return SetValues<T>(key, GgufValueType::kArray, values);
  }

  // CopyKeyValue adds a pair of a file that was read, whatever that file's byte
  // order. Leave out `general.alignment`, which is an option here.
  absl::Status CopyKeyValue(const GgufKeyValue& pair);

  // AddTensor adds a tensor as ggml describes it: 1 to 4 dimensions, the
  // fastest-varying first, and a type's number. `bytes` must be exactly what
  // they come to.
  absl::Status AddTensor(std::string_view name, std::span<const uint64_t> ne,
                         uint32_t type, uint64_t bytes);

  // AddTensor adds a row-major tensor: the dimensions are turned round and the
  // dtype is mapped by GgmlTypeOf. The view's bytes are checked, not read.
  absl::Status AddTensor(const TensorView& view);

  // Layout returns the file as it is so far, every tensor padded, the last one
  // too.
  absl::StatusOr<FileLayout> Layout() const;

  // key_value_count (with general.alignment) and tensor_count return what was
  // added so far; PaddedSizes each tensor's bytes with its padding.
  uint64_t key_value_count() const;
  size_t tensor_count() const { return tensors_.size(); }
  std::vector<uint64_t> PaddedSizes() const;

  // Part returns a writer with the same options and the tensors of `first` and
  // behind, `count` of them, which must be there; and with the same pairs or
  // none. For splits.
  GgufWriter Part(size_t first, size_t count, bool with_pairs) const;

 private:
  struct Tensor {
    std::string name;
    uint32_t n_dims = 0;
    std::array<uint64_t, kGgufMaxDimensions> ne = {1, 1, 1, 1};
    uint32_t type = 0;
    uint64_t bytes = 0;
    uint64_t padding = 0;
    uint64_t offset = 0;
  };

  explicit GgufWriter(const GgufWriterOptions& options);

  template <GgufCxx T>
  absl::Status SetValues(std::string_view key, GgufValueType type,
                         std::span<const T> values);
  absl::Status AddPair(std::string_view key, ByteSpan pair);
  absl::Status PlaceTensor(Tensor tensor);
  static void AppendInfo(const Tensor& tensor, std::vector<std::byte>* out);

  // Where a key stands in pairs_.
  struct KeyPlace {
    uint64_t begin = 0;
    uint64_t length = 0;
  };
  std::string_view KeyOf(uint32_t i) const;

  GgufWriterOptions options_;
  std::vector<std::byte> pairs_;  // Encoded, without general.alignment.
  std::vector<KeyPlace> keys_;
  NameIndex key_index_;
  std::vector<Tensor> tensors_;
  NameIndex tensor_index_;
  uint64_t data_bytes_ = 0;  // With all padding.
};

}  // namespace loadgate

#endif  // LOADGATE_GGUF_WRITER_H_
