#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_model.h"

namespace loadgate::craft {
namespace {

// Where the bytes go: one of these writes them, the other counts them.
class Bytes {
 public:
  explicit Bytes(ByteOrder order) : order_(order) {}
  void Number(uint64_t value, size_t width) {
    PutNumber(value, width, order_, &out_);
  }
  void Text(const std::string& text) { out_ += text; }
  std::string Take() { return std::move(out_); }

 private:
  ByteOrder order_;
  std::string out_;
};

class Count {
 public:
  void Number(uint64_t /*value*/, size_t width) { bytes_ += width; }
  void Text(const std::string& text) { bytes_ += text.size(); }
  uint64_t Take() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
};

template <typename Out>
void Write(const std::optional<uint32_t>& field, Out* out) {
  if (field.has_value()) out->Number(*field, sizeof(uint32_t));
}

template <typename Out>
void Write(const std::optional<uint64_t>& field, Out* out) {
  if (field.has_value()) out->Number(*field, sizeof(uint64_t));
}

template <typename Out>
void Write(const GgufText& text, Out* out) {
  out->Number(text.length, sizeof(uint64_t));
  out->Text(text.bytes);
}

template <typename Out>
void Write(const GgufArray& array, Out* out) {
  Write(array.element_type, out);
  Write(array.count, out);
  if (const auto* const numbers = std::get_if<GgufNumbers>(&array.elements)) {
    out->Text(numbers->bytes);
  }
  if (const auto* const texts =
          std::get_if<std::vector<GgufText>>(&array.elements)) {
    for (const GgufText& text : *texts) Write(text, out);
  }
}

template <typename Out>
void Write(const GgufPair& pair, Out* out) {
  Write(pair.key, out);
  Write(pair.type, out);
  if (const auto* const number = std::get_if<GgufNumber>(&pair.value)) {
    out->Number(number->bits, number->width);
  }
  if (const auto* const text = std::get_if<GgufText>(&pair.value)) {
    Write(*text, out);
  }
  if (const auto* const array = std::get_if<GgufArray>(&pair.value)) {
    Write(*array, out);
  }
}

template <typename Out>
void WriteInfo(const GgufTensor& tensor, Out* out) {
  Write(tensor.name, out);
  Write(tensor.dimension_count, out);
  for (const uint64_t ne : tensor.dimensions) out->Number(ne, sizeof(ne));
  Write(tensor.type, out);
  Write(tensor.offset, out);
}

template <typename Out>
void WriteHeader(const GgufModel& model, Out* out) {
  out->Text(model.magic);
  Write(model.version, out);
  Write(model.tensor_count, out);
  Write(model.pair_count, out);
  for (const GgufPair& pair : model.pairs) Write(pair, out);
  for (const GgufTensor& tensor : model.tensors) WriteInfo(tensor, out);
  out->Text(model.raw);
}

template <typename Out>
void WriteFile(const GgufModel& model, Out* out) {
  WriteHeader(model, out);
  out->Text(model.padding);
  for (const GgufTensor& tensor : model.tensors) {
    out->Text(tensor.data);
    out->Text(tensor.padding);
  }
  out->Text(model.tail);
}

}  // namespace

std::string GgufToBytes(const GgufModel& model) {
  Bytes out(model.order);
  WriteFile(model, &out);
  return out.Take();
}

uint64_t GgufSize(const GgufModel& model) {
  Count out;
  WriteFile(model, &out);
  return out.Take();
}

uint64_t GgufHeaderSize(const GgufModel& model) {
  Count out;
  WriteHeader(model, &out);
  return out.Take();
}

}  // namespace loadgate::craft
