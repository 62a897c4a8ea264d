#include "loadgate/safetensors_writer.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "absl/strings/str_format.h"
#include "loadgate/checked_math.h"
#include "loadgate/escape.h"
#include "loadgate/safetensors_reader.h"
#include "writers/header_bytes.h"
#include "writers/json_append.h"
#include "writers/reader_rules.h"

namespace loadgate {
namespace {

constexpr size_t kHeaderUnit = 8;

absl::Status OverLimit(std::string_view what, uint64_t limit) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the file has more %s than the limit of %d", what, limit));
}

absl::Status Exists(std::string_view what, std::string_view name) {
  return absl::AlreadyExistsError(
      absl::StrFormat("%s %s is there already", what, EscapedQuoted(name)));
}

void AppendPair(std::string_view key, std::string_view value,
                std::string* out) {
  AppendJsonString(key, out);
  out->push_back(':');
  AppendJsonString(value, out);
}

void AppendEntry(std::string_view name, const SafetensorsDtype& dtype,
                 std::span<const uint64_t> shape, uint64_t begin, uint64_t end,
                 std::string* out) {
  AppendJsonString(name, out);
  *out += absl::StrFormat(":{\"dtype\":\"%s\",\"shape\":[", dtype.name);
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) out->push_back(',');
    *out += std::to_string(shape[i]);
  }
  *out += absl::StrFormat("],\"data_offsets\":[%d,%d]}", begin, end);
}

}  // namespace

SafetensorsWriter::SafetensorsWriter(const SafetensorsWriterOptions& options)
    : options_(options),
      metadata_index_(options.hash_key),
      tensor_index_(options.hash_key) {}

absl::Status SafetensorsWriter::SetMetadata(std::string_view key,
                                            std::string_view value) {
  if (metadata_.size() >= options_.limits.metadata_pairs) {
    return OverLimit("metadata", options_.limits.metadata_pairs);
  }
  std::string header = "{\"__metadata__\":{";
  AppendPair(key, value, &header);
  header += "}}";
  const absl::Status status =
      CheckSafetensorsHeader("metadata key " + EscapedQuoted(key), header, 0);
  if (!status.ok()) return status;
  const auto number = static_cast<uint32_t>(metadata_.size());
  if (metadata_index_.Insert(key, number, [&](uint32_t i) {
        return std::string_view(metadata_[i].first);
      })) {
    return Exists("metadata key", key);
  }
  metadata_.emplace_back(key, value);
  return absl::OkStatus();
}

absl::Status SafetensorsWriter::AddTensor(std::string_view name,
                                          const SafetensorsDtype& dtype,
                                          std::span<const uint64_t> shape,
                                          uint64_t bytes) {
  if (tensors_.size() >= options_.limits.safetensors_tensors) {
    return OverLimit("tensors", options_.limits.safetensors_tensors);
  }
  const std::string what = "tensor " + EscapedQuoted(name);
  std::string header = "{";
  AppendEntry(name, dtype, shape, 0, bytes, &header);
  header += "}";
  const absl::Status status = CheckSafetensorsHeader(what, header, bytes);
  if (!status.ok()) return status;
  const std::optional<uint64_t> sum = CheckedAdd(data_bytes_, bytes);
  if (!sum.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: with it the data passes 2^63-1 bytes", what));
  }
  const auto number = static_cast<uint32_t>(tensors_.size());
  if (tensor_index_.Insert(name, number, [&](uint32_t i) {
        return std::string_view(tensors_[i].name);
      })) {
    return Exists("tensor", name);
  }
  const auto row = std::ranges::find(AllSafetensorsDtypes(), dtype.name,
                                     &SafetensorsDtype::name);
  tensors_.push_back({.name = std::string(name),
                      .rank_of_dtype = static_cast<size_t>(
                          row - AllSafetensorsDtypes().begin()),
                      .shape = {shape.begin(), shape.end()},
                      .bytes = bytes});
  data_bytes_ = *sum;
  return absl::OkStatus();
}

absl::Status SafetensorsWriter::AddTensor(const TensorView& view) {
  const absl::StatusOr<uint64_t> bytes = ContiguousBytes(view);
  if (!bytes.ok()) return bytes.status();
  return AddTensor(view.name, *view.dtype, view.shape, *bytes);
}

std::vector<size_t> SafetensorsWriter::Order() const {
  std::vector<size_t> order(tensors_.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::sort(order, [&](size_t a, size_t b) {
    const Tensor& left = tensors_[a];
    const Tensor& right = tensors_[b];
    if (left.rank_of_dtype != right.rank_of_dtype) {
      return left.rank_of_dtype > right.rank_of_dtype;
    }
    return left.name < right.name;
  });
  return order;
}

absl::StatusOr<FileLayout> SafetensorsWriter::LayoutOf(
    std::span<const size_t> order) const {
  FileLayout layout;
  std::string header = "{";
  if (!metadata_.empty()) {
    header += "\"__metadata__\":{";
    for (const auto& [key, value] : metadata_) {
      if (header.back() != '{') header.push_back(',');
      AppendPair(key, value, &header);
    }
    header += "}";
  }
  uint64_t offset = 0;
  for (const size_t i : order) {
    const Tensor& tensor = tensors_[i];
    if (header.size() > 1) header.push_back(',');
    AppendEntry(tensor.name, AllSafetensorsDtypes()[tensor.rank_of_dtype],
                tensor.shape, offset, offset + tensor.bytes, &header);
    layout.tensors.push_back({.name = tensor.name,
                              .added = i,
                              .offset = offset,
                              .bytes = tensor.bytes,
                              .padding = 0});
    offset += tensor.bytes;
  }
  header += "}";
  header.resize(
      static_cast<size_t>(*CheckedAlignUp(header.size(), kHeaderUnit)), ' ');
  if (header.size() > kSafetensorsMaxHeader) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the header has %d bytes, more than %d", header.size(),
                        kSafetensorsMaxHeader));
  }
  AppendText(header, &layout.header);
  if (layout.header.size() > options_.limits.header_bytes) {
    return OverLimit("header bytes", options_.limits.header_bytes);
  }
  const auto file_bytes = CheckedAdd(layout.header.size(), offset);
  if (!file_bytes.has_value()) {
    return absl::InvalidArgumentError("the file is larger than 2^63-1");
  }
  layout.file_bytes = *file_bytes;
  return layout;
}

absl::StatusOr<FileLayout> SafetensorsWriter::Layout() const {
  return LayoutOf(Order());
}

}  // namespace loadgate
