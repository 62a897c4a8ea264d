#include "harness/worker/worker_safetensors.h"

#include <string>
#include <string_view>
#include <utility>

#include "harness/gate/text_pieces.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

void SendFacts(const SafetensorsFile& file, const std::optional<uint64_t>& size,
               const RecordSink& sink) {
  const auto number = [&sink](std::string name, uint64_t value) {
    sink(SummaryFact{.group = "", .name = std::move(name), .value = value});
  };
  number("metadata", file.metadata_count());
  number("tensors", file.tensor_count());
  number("header_bytes", file.header_bytes());
  if (file.layout_known()) number("data_bytes", file.data_bytes());
  if (size.has_value()) number("file_size", *size);
}

void SendText(std::string_view text, bool all, const RecordSink& sink) {
  bool joins = false;
  do {
    const size_t length =
        WholeCharacters(text, all ? kTextChunkBytes : kFirstTextBytes);
    ArrayChunk chunk;
    chunk.joins = joins;
    chunk.values.push_back(
        TextPiece{.bytes = std::string(text.substr(0, length)),
                  .left = text.size() - length});
    sink(chunk);
    text.remove_prefix(length);
    joins = true;
  } while (all && !text.empty());
}

void SendLayout(const SafetensorsFile& file,
                const std::optional<uint64_t>& size, const RecordSink& sink) {
  const auto region = [&sink](std::string_view kind, uint64_t begin,
                              uint64_t end) {
    if (begin >= end) return;
    sink(RegionRecord{.kind = std::string(kind), .begin = begin, .end = end});
  };
  const uint64_t data = file.data_offset();
  const uint64_t end = SaturatingAdd(data, file.data_bytes());
  region("header", 0, data);
  if (!file.layout_known()) return;
  region("data", data, end);
  if (size.has_value()) region("tail", end, *size);
}

}  // namespace

void AddTypes(const SafetensorsFile& file, TypeBytes* bytes_of_type) {
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const SafetensorsDtype* dtype = file.DtypeOf(i);
    if (dtype == nullptr) continue;  // An entry with an error.
    uint64_t& bytes = (*bytes_of_type)[std::string(dtype->name)];
    bytes = SaturatingAdd(bytes, file.BytesOf(i));
  }
}

void SendMetadata(const SafetensorsFile& file, bool all, FileNumber number,
                  const RecordSink& sink) {
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    const auto [key, value] = file.metadata(i);
    sink(KeyValueRecord{.key = std::string(key),
                        .type = "string",
                        .is_array = false,
                        .count = 1,
                        .offset = file.MetadataOffset(i),
                        .bytes = value.size(),
                        .key_left = 0,
                        .file = number});
    SendText(value, all, sink);
  }
}

void SendTensors(const SafetensorsFile& file, FileNumber number,
                 const RecordSink& sink) {
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    SafetensorsTensor tensor = file.tensor(i);
    TensorRecord record = {.name = std::string(tensor.name),
                           .type = {},
                           .shape = std::nullopt,
                           .info_offset = tensor.info_offset,
                           .data_offset = std::nullopt,
                           .bytes = std::nullopt,
                           .name_left = 0,
                           .shape_left = 0,
                           .file = number};
    // Of an entry with an error only its name is kept.
    if (tensor.dtype != nullptr) {
      record.type = tensor.dtype->name;
      record.shape = std::move(tensor.shape);
      record.data_offset = CheckedAdd(file.data_offset(), tensor.begin);
      record.bytes = tensor.bytes();
    }
    sink(record);
  }
}

void SendSafetensors(const SafetensorsFile& file,
                     const std::optional<uint64_t>& size,
                     const WorkerRequest& request, const RecordSink& sink) {
  SendFacts(file, size, sink);
  TypeBytes types;
  AddTypes(file, &types);
  SendTypes(types, sink);
  if (!request.inspect) return;
  SendMetadata(file, request.all_values, std::nullopt, sink);
  SendTensors(file, std::nullopt, sink);
  SendLayout(file, size, sink);
}

}  // namespace loadgate
