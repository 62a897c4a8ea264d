#include "tests/support/rewrite.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "loadgate/byte_sink.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"
#include "loadgate/tensor_stream.h"

namespace loadgate::testing_support {
namespace {

constexpr std::string_view kAlignment = "general.alignment";

ByteSpan Part(ByteSpan bytes, uint64_t offset, uint64_t length) {
  Cursor cursor(bytes);
  ByteSpan part;
  LG_CHECK(cursor.Skip(offset) && cursor.ReadBytes(length, &part));
  return part;
}

// Writes `layout` with data that `data_of` gives for a number of adding.
template <typename DataOf>
absl::StatusOr<std::vector<std::byte>> Stream(const FileLayout& layout,
                                              DataOf&& data_of) {
  MemorySink sink;
  TensorStream stream(&layout, &sink);
  absl::Status status = stream.Begin();
  for (size_t i = 0; i < layout.tensors.size() && status.ok(); ++i) {
    status = stream.Write(i, data_of(layout.tensors[i].added));
  }
  if (status.ok()) status = stream.Finish();
  if (!status.ok()) return status;
  LG_CHECK(sink.bytes().size() == layout.file_bytes);
  return sink.bytes();
}

bool IsZero(ByteSpan bytes) {
  return std::ranges::all_of(bytes,
                             [](std::byte b) { return b == std::byte{0}; });
}

}  // namespace

absl::StatusOr<GgufWriter> WriterOf(const GgufFile& file) {
  auto writer = GgufWriter::Create(
      {.alignment = static_cast<uint32_t>(file.alignment())});
  if (!writer.ok()) return writer;
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const GgufKeyValue pair = file.key_value(i);
    if (pair.key() == kAlignment) continue;
    const absl::Status status = writer->CopyKeyValue(pair);
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    const absl::Status status = writer->AddTensor(tensor.name, tensor.Shape(),
                                                  tensor.type_id, tensor.bytes);
    if (!status.ok()) return status;
  }
  return writer;
}

absl::StatusOr<SafetensorsWriter> WriterOf(const SafetensorsFile& file) {
  SafetensorsWriter writer;
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    const auto [key, value] = file.metadata(i);
    const absl::Status status = writer.SetMetadata(key, value);
    if (!status.ok()) return status;
  }
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const SafetensorsTensor tensor = file.tensor(i);
    const absl::Status status = writer.AddTensor(tensor.name, *tensor.dtype,
                                                 tensor.shape, tensor.bytes());
    if (!status.ok()) return status;
  }
  return writer;
}

absl::StatusOr<std::vector<std::byte>> Rewrite(ByteSpan bytes,
                                               const GgufFile& file) {
  const auto writer = WriterOf(file);
  if (!writer.ok()) return writer.status();
  const auto layout = writer->Layout();
  if (!layout.ok()) return layout.status();
  return Stream(*layout, [&](size_t i) {
    const GgufTensor tensor = file.tensor(i);
    return Part(bytes, file.data_offset() + tensor.offset, tensor.bytes);
  });
}

absl::StatusOr<std::vector<std::byte>> Rewrite(ByteSpan bytes,
                                               const SafetensorsFile& file) {
  const auto writer = WriterOf(file);
  if (!writer.ok()) return writer.status();
  const auto layout = writer->Layout();
  if (!layout.ok()) return layout.status();
  return Stream(*layout, [&](size_t i) {
    const SafetensorsTensor tensor = file.tensor(i);
    return Part(bytes, file.data_offset() + tensor.begin, tensor.bytes());
  });
}

bool IsCanonical(ByteSpan bytes, const GgufFile& file) {
  if (file.version() != 3 || file.order() != ByteOrder::kLittle) return false;
  if (bytes.size() != file.tail_offset()) return false;
  if (!IsZero(Part(bytes, file.header_bytes(),
                   file.data_offset() - file.header_bytes()))) {
    return false;
  }
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    if (file.key_value(i).key() != kAlignment) continue;
    if (i > 0 || file.alignment() == kGgufDefaultAlignment) return false;
  }
  uint64_t end = 0;
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    if (tensor.n_dims == 0 ||
        !IsZero(Part(bytes, file.data_offset() + end, tensor.offset - end))) {
      return false;
    }
    end = tensor.offset + tensor.bytes;
  }
  return IsZero(Part(bytes, file.data_offset() + end,
                     bytes.size() - file.data_offset() - end));
}

}  // namespace loadgate::testing_support
