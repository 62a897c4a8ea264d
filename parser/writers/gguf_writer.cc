#include "loadgate/gguf_writer.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "formats/gguf_alignment.h"
#include "formats/gguf_tensor_size.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/cursor.h"
#include "loadgate/escape.h"
#include "writers/gguf_pair.h"
#include "writers/header_bytes.h"
#include "writers/reader_rules.h"

namespace loadgate {
namespace {

constexpr uint32_t kVersion = 3;
constexpr uint64_t kFixedHeaderBytes = 24;

std::vector<std::byte> AlignmentPair(uint32_t alignment) {
  std::vector<std::byte> pair;
  AppendGgufPairStart(kGgufAlignmentKey, GgufValueType::kU32,
                      GgufValueType::kU32, 1, &pair);
  AppendNumber(alignment, &pair);
  return pair;
}

absl::Status OverLimit(std::string_view what, uint64_t limit) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the file has more %s than the limit of %d", what, limit));
}

absl::Status BadTensor(std::string_view name, std::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("tensor %s: %s", EscapedQuoted(name), what));
}

}  // namespace

absl::StatusOr<GgufWriter> GgufWriter::Create(
    const GgufWriterOptions& options) {
  const absl::Status status =
      CheckGgufPair(kGgufAlignmentKey, AlignmentPair(options.alignment));
  if (!status.ok()) return status;
  return GgufWriter(options);
}

GgufWriter::GgufWriter(const GgufWriterOptions& options)
    : options_(options),
      key_index_(options.hash_key),
      tensor_index_(options.hash_key) {}

std::string_view GgufWriter::KeyOf(uint32_t i) const {
  Cursor cursor(pairs_);
  ByteSpan key;
  LG_CHECK(cursor.Skip(keys_[i].begin) &&
           cursor.ReadBytes(keys_[i].length, &key));
  return AsText(key);
}

uint64_t GgufWriter::key_value_count() const {
  return keys_.size() + (options_.alignment == kGgufDefaultAlignment ? 0 : 1);
}

absl::Status GgufWriter::AddPair(std::string_view key, ByteSpan pair) {
  if (key == kGgufAlignmentKey) {
    return absl::InvalidArgumentError(
        "general.alignment is an option of the writer, not a pair to be set");
  }
  if (key_value_count() >= options_.limits.key_values) {
    return OverLimit("key-values", options_.limits.key_values);
  }
  if (absl::Status status = CheckGgufPair(key, pair); !status.ok()) {
    return status;
  }
  const auto number = static_cast<uint32_t>(keys_.size());
  if (key_index_.Insert(key, number, [&](uint32_t i) { return KeyOf(i); })) {
    return absl::AlreadyExistsError(
        absl::StrFormat("key %s is there already", EscapedQuoted(key)));
  }
  keys_.push_back(
      {.begin = pairs_.size() + sizeof(uint64_t), .length = key.size()});
  AppendBytes(pair, &pairs_);
  return absl::OkStatus();
}

template <GgufCxx T>
absl::Status GgufWriter::SetValues(std::string_view key, GgufValueType type,
                                   std::span<const T> values) {
  std::vector<std::byte> pair;
  AppendGgufPairStart(key, type, *kGgufTypeOf<T>, values.size(), &pair);
  for (const T& value : values) AppendGgufElement(value, &pair);
  return AddPair(key, pair);
}

// clang-format off
#define LG_SET_VALUES(T)                                              \
  template absl::Status GgufWriter::SetValues<T>(                     \
      std::string_view, GgufValueType, std::span<const T>);
LG_SET_VALUES(uint8_t)
LG_SET_VALUES(int8_t)
LG_SET_VALUES(uint16_t)
LG_SET_VALUES(int16_t)
LG_SET_VALUES(uint32_t)
LG_SET_VALUES(int32_t)
LG_SET_VALUES(uint64_t)
LG_SET_VALUES(int64_t)
LG_SET_VALUES(float)
LG_SET_VALUES(double)
LG_SET_VALUES(bool)
LG_SET_VALUES(std::string_view)
#undef LG_SET_VALUES
// clang-format on

absl::Status GgufWriter::CopyKeyValue(const GgufKeyValue& pair) {
  const auto bytes = EncodeGgufPair(pair);
  if (!bytes.has_value()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "key %s: the array is not whole", EscapedQuoted(pair.key())));
  }
  return AddPair(pair.key(), *bytes);
}

void GgufWriter::AppendInfo(const Tensor& tensor, std::vector<std::byte>* out) {
  AppendText(tensor.name, out);
  AppendNumber(tensor.n_dims, out);
  for (const uint64_t dimension : std::span(tensor.ne).first(tensor.n_dims)) {
    AppendNumber(dimension, out);
  }
  AppendNumber(tensor.type, out);
  AppendNumber(tensor.offset, out);
}

absl::Status GgufWriter::AddTensor(std::string_view name,
                                   std::span<const uint64_t> ne, uint32_t type,
                                   uint64_t bytes) {
  if (ne.empty() || ne.size() > kGgufMaxDimensions) {
    return BadTensor(
        name, absl::StrFormat("it has %d dimensions, and GGUF takes 1 to 4",
                              ne.size()));
  }
  if (tensors_.size() >= options_.limits.tensors) {
    return OverLimit("tensors", options_.limits.tensors);
  }
  Tensor tensor;
  tensor.name = std::string(name);
  tensor.n_dims = static_cast<uint32_t>(ne.size());
  std::ranges::copy(ne, tensor.ne.begin());
  tensor.type = type;
  std::vector<std::byte> info;
  AppendInfo(tensor, &info);
  absl::Status status = CheckGgufTensor(name, info);
  if (!status.ok()) return status;
  tensor.bytes = MeasureGgufTensor(tensor.ne, type).bytes;
  if (tensor.bytes != bytes) {
    return BadTensor(name, absl::StrFormat("it takes %d bytes, not %d",
                                           tensor.bytes, bytes));
  }
  return PlaceTensor(std::move(tensor));
}

absl::Status GgufWriter::PlaceTensor(Tensor tensor) {
  const auto padded = CheckedAlignUp(tensor.bytes, options_.alignment);
  const auto sum =
      padded.has_value() ? CheckedAdd(data_bytes_, *padded) : padded;
  if (!sum.has_value()) {
    return BadTensor(tensor.name, "with it the data passes 2^63-1 bytes");
  }
  const auto number = static_cast<uint32_t>(tensors_.size());
  if (tensor_index_.Insert(tensor.name, number, [&](uint32_t i) {
        return std::string_view(tensors_[i].name);
      })) {
    return absl::AlreadyExistsError(absl::StrFormat(
        "tensor %s is there already", EscapedQuoted(tensor.name)));
  }
  tensor.offset = data_bytes_;
  tensor.padding = *padded - tensor.bytes;
  data_bytes_ = *sum;
  tensors_.push_back(std::move(tensor));
  return absl::OkStatus();
}

absl::Status GgufWriter::AddTensor(const TensorView& view) {
  const absl::StatusOr<uint64_t> bytes = ContiguousBytes(view);
  if (!bytes.ok()) return bytes.status();
  const GgmlType* type = GgmlTypeOf(*view.dtype);
  if (type == nullptr) {
    return BadTensor(view.name, absl::StrFormat("GGUF has no type for %s",
                                                view.dtype->name));
  }
  const std::vector<uint64_t> ne(view.shape.rbegin(), view.shape.rend());
  return AddTensor(view.name, ne, type->id, *bytes);
}

absl::StatusOr<FileLayout> GgufWriter::Layout() const {
  FileLayout layout;
  std::vector<std::byte>& header = layout.header;
  AppendBytes(AsBytes("GGUF"), &header);
  AppendNumber(kVersion, &header);
  AppendNumber(uint64_t{tensors_.size()}, &header);
  AppendNumber(key_value_count(), &header);
  LG_CHECK(header.size() == kFixedHeaderBytes);
  if (options_.alignment != kGgufDefaultAlignment) {
    AppendBytes(AlignmentPair(options_.alignment), &header);
  }
  AppendBytes(pairs_, &header);
  for (const Tensor& tensor : tensors_) AppendInfo(tensor, &header);
  if (header.size() > options_.limits.header_bytes) {
    return OverLimit("header bytes", options_.limits.header_bytes);
  }
  if (!tensors_.empty()) {
    layout.header_padding =
        *CheckedAlignUp(header.size(), options_.alignment) - header.size();
  }
  const auto file_bytes =
      CheckedAdd(header.size() + layout.header_padding, data_bytes_);
  if (!file_bytes.has_value()) {
    return absl::InvalidArgumentError("the file is larger than 2^63-1");
  }
  layout.file_bytes = *file_bytes;
  layout.tensors.reserve(tensors_.size());
  for (const Tensor& tensor : tensors_) {
    layout.tensors.push_back({.name = tensor.name,
                              .added = layout.tensors.size(),
                              .offset = tensor.offset,
                              .bytes = tensor.bytes,
                              .padding = tensor.padding});
  }
  return layout;
}

std::vector<uint64_t> GgufWriter::PaddedSizes() const {
  std::vector<uint64_t> sizes;
  sizes.reserve(tensors_.size());
  for (const Tensor& tensor : tensors_) {
    sizes.push_back(tensor.bytes + tensor.padding);
  }
  return sizes;
}

GgufWriter GgufWriter::Part(size_t first, size_t count, bool with_pairs) const {
  GgufWriter part(options_);
  if (with_pairs) {
    part.pairs_ = pairs_;
    part.keys_ = keys_;
    part.key_index_ = key_index_;
  }
  for (const Tensor& tensor : std::span(tensors_).subspan(first, count)) {
    LG_CHECK(part.PlaceTensor(tensor).ok());
  }
  return part;
}

}  // namespace loadgate
