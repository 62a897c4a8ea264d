#include "harness/worker/worker_gguf.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/text_pieces.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

// What of a value is sent where not all of it is wanted.
constexpr uint64_t kFirstElements = 6;

// How many elements one record carries.
constexpr size_t kChunkElements = 1024;

// Sends one pair's value in chunks.
class ValueSender {
 public:
  ValueSender(bool all, const RecordSink& sink) : all_(all), sink_(sink) {}

  void Send(const GgufKeyValue& pair) {
    GgufElements elements = pair.elements();
    const uint64_t wanted =
        all_ ? pair.count() : std::min(pair.count(), kFirstElements);
    for (uint64_t i = 0; i < wanted; ++i) {
      if (!SendNext(elements, pair.element_type())) break;
    }
    Flush();
  }

 private:
  template <typename T, typename As>
  bool SendAs(GgufElements& elements) {
    T value{};
    if (!elements.Next(&value)) return false;
    Add(static_cast<As>(value), sizeof(value));
    return true;
  }

  bool SendNext(GgufElements& elements, GgufValueType type) {
    switch (type) {
      case GgufValueType::kU8:
        return SendAs<uint8_t, uint64_t>(elements);
      case GgufValueType::kI8:
        return SendAs<int8_t, int64_t>(elements);
      case GgufValueType::kU16:
        return SendAs<uint16_t, uint64_t>(elements);
      case GgufValueType::kI16:
        return SendAs<int16_t, int64_t>(elements);
      case GgufValueType::kU32:
        return SendAs<uint32_t, uint64_t>(elements);
      case GgufValueType::kI32:
        return SendAs<int32_t, int64_t>(elements);
      case GgufValueType::kF32:
        return SendAs<float, float>(elements);
      case GgufValueType::kBool:
        return SendAs<bool, bool>(elements);
      case GgufValueType::kString:
        return SendText(elements);
      case GgufValueType::kU64:
        return SendAs<uint64_t, uint64_t>(elements);
      case GgufValueType::kI64:
        return SendAs<int64_t, int64_t>(elements);
      case GgufValueType::kF64:
        return SendAs<double, double>(elements);
      case GgufValueType::kArray:
        break;
    }
    return false;
  }

  bool SendText(GgufElements& elements) {
    std::string_view text;
    if (!elements.Next(&text)) return false;
    const size_t piece = all_ ? kTextChunkBytes : kFirstTextBytes;
    bool joins = false;
    do {
      const size_t length = WholeCharacters(text, piece);
      std::string bytes(text.substr(0, length));
      text.remove_prefix(length);
      if (joins) Flush();
      chunk_.joins |= joins;
      Add(TextPiece{.bytes = std::move(bytes), .left = text.size()}, length);
      joins = true;
    } while (all_ && !text.empty());
    return true;
  }

  void Add(ScalarValue value, size_t bytes) {
    if (chunk_bytes_ + bytes > 2 * kTextChunkBytes) Flush();
    chunk_.values.push_back(std::move(value));
    chunk_bytes_ += bytes;
    const bool full = chunk_.values.size() >= kChunkElements ||
                      chunk_bytes_ >= kTextChunkBytes;
    // A text of which more is to come ends its chunk in SendText.
    if (full) Flush();
  }

  void Flush() {
    if (!chunk_.values.empty()) sink_(chunk_);
    chunk_ = ArrayChunk();
    chunk_bytes_ = 0;
  }

  bool all_;
  const RecordSink& sink_;
  ArrayChunk chunk_;
  size_t chunk_bytes_ = 0;
};

std::string TypeName(const GgufTensor& tensor) {
  if (tensor.type != nullptr) return std::string(tensor.type->name);
  return absl::StrFormat("type %u", tensor.type_id);
}

// How long a tensor's data is; nullopt where it could not be worked out.
std::optional<uint64_t> BytesOf(const GgufTensor& tensor) {
  const std::span<const uint64_t> shape = tensor.Shape();
  const bool empty = std::find(shape.begin(), shape.end(), 0u) != shape.end();
  if (tensor.type == nullptr || (tensor.bytes == 0 && !empty)) {
    return std::nullopt;
  }
  return tensor.bytes;
}

void SendFacts(const GgufFile& file, const std::optional<uint64_t>& size,
               const RecordSink& sink) {
  const auto number = [&sink](std::string name, uint64_t value) {
    sink(SummaryFact{.group = "", .name = std::move(name), .value = value});
  };
  // Zero is no version: the file ends before it, or is not this far read.
  if (file.version() != 0) {
    number("version", file.version());
    sink(SummaryFact{
        .group = "",
        .name = "byte_order",
        .value = file.order() == ByteOrder::kLittle ? "little" : "big"});
  }
  number("alignment", file.alignment());
  number("key_values", file.key_value_count());
  number("tensors", file.tensor_count());
  number("header_bytes", file.header_bytes());
  if (file.layout_known()) {
    number("data_offset", file.data_offset());
    number("data_bytes", file.data_bytes());
  }
  if (size.has_value()) number("file_size", *size);
}

void SendLayout(const GgufFile& file, const std::optional<uint64_t>& size,
                const RecordSink& sink) {
  const auto region = [&sink](std::string_view kind, uint64_t begin,
                              uint64_t end) {
    if (begin >= end) return;
    sink(RegionRecord{.kind = std::string(kind), .begin = begin, .end = end});
  };
  region("header", 0, file.header_bytes());
  if (!file.layout_known()) return;
  const std::optional<uint64_t> data_end =
      CheckedAdd(file.data_offset(), file.data_bytes());
  if (!data_end.has_value()) return;
  region("padding", file.header_bytes(), file.data_offset());
  region("data", file.data_offset(), *data_end);
  const uint64_t tail = file.tail_offset();
  region("padding", *data_end, tail);
  if (size.has_value()) region("tail", tail, *size);
}

}  // namespace

void AddTypes(const GgufFile& file, TypeBytes* bytes_of_type) {
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    const std::optional<uint64_t> size = BytesOf(tensor);
    if (!size.has_value()) continue;
    uint64_t& bytes = (*bytes_of_type)[TypeName(tensor)];
    // In a rejected file sizes can add up to anything.
    bytes = SaturatingAdd(bytes, *size);
  }
}

void SendMetadata(const GgufFile& file, bool all, FileNumber number,
                  const RecordSink& sink) {
  ValueSender sender(all, sink);
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const GgufKeyValue pair = file.key_value(i);
    sink(KeyValueRecord{.key = std::string(pair.key()),
                        .type = pair.TypeText(),
                        .is_array = pair.is_array(),
                        .count = pair.count(),
                        .offset = pair.offset(),
                        .bytes = pair.value_bytes(),
                        .key_left = 0,
                        .file = number});
    sender.Send(pair);
  }
}

void SendTensors(const GgufFile& file, FileNumber number,
                 const RecordSink& sink) {
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    const std::span<const uint64_t> shape = tensor.Shape();
    std::optional<uint64_t> begin;
    if (file.layout_known()) {
      begin = CheckedAdd(file.data_offset(), tensor.offset);
    }
    if (begin.has_value() && !CheckedAdd(*begin, tensor.bytes).has_value()) {
      begin.reset();
    }
    sink(TensorRecord{.name = std::string(tensor.name),
                      .type = TypeName(tensor),
                      .shape = std::vector(shape.begin(), shape.end()),
                      .info_offset = tensor.info_offset,
                      .data_offset = begin,
                      .bytes = BytesOf(tensor),
                      .name_left = 0,
                      .shape_left = 0,
                      .file = number});
  }
}

void SendGguf(const GgufFile& file, const std::optional<uint64_t>& size,
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
