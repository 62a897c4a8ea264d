#include <string>

#include "craft/byte_writer.h"
#include "craft/safetensors_model.h"

namespace loadgate::craft {

std::string SafetensorsToBytes(const SafetensorsModel& model) {
  std::string bytes;
  bytes.reserve(static_cast<size_t>(SafetensorsSize(model)));
  if (model.header_length.has_value()) {
    PutNumber(*model.header_length, sizeof(uint64_t), ByteOrder::kLittle,
              &bytes);
  }
  bytes += model.raw;
  for (const JsonToken& token : model.header) bytes += token.text;
  bytes += model.data;
  return bytes;
}

uint64_t SafetensorsSize(const SafetensorsModel& model) {
  return SafetensorsHeaderSize(model) + model.data.size();
}

uint64_t SafetensorsHeaderSize(const SafetensorsModel& model) {
  const uint64_t length =
      model.header_length.has_value() ? sizeof(uint64_t) : 0;
  return length + model.raw.size() + JsonSize(model.header);
}

}  // namespace loadgate::craft
