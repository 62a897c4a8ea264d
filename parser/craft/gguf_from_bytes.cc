#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_data.h"
#include "craft/gguf_model.h"
#include "formats/gguf_header.h"
#include "loadgate/cursor.h"
#include "loadgate/gguf_file.h"

namespace loadgate::craft {
namespace {

constexpr uint32_t kOldVersion = 1;  // Its lengths and counts are u32.
constexpr uint32_t kSwappedMask = 0xffff;

// Reads one file's items off a Cursor. Each Read function returns whether it
// got to the end of its item; what it could not read stays with the cursor.
class LenientReader {
 public:
  LenientReader(ByteSpan bytes, GgufModel* model)
      : rest_(bytes), model_(*model) {}

  void ReadFile() {
    if (ReadHeader() && ReadPairs() && ReadTensors()) {
      DealData(AsText(rest_.rest()), &model_);
    } else {
      model_.raw = std::string(AsText(rest_.rest()));
    }
  }

 private:
  bool ReadHeader();
  bool ReadPairs();
  bool ReadTensors();
  bool ReadPair(GgufPair* pair);
  bool ReadValue(uint32_t type, GgufAnyValue* value);
  bool ReadArray(GgufArray* array);
  bool ReadNumbers(size_t width, uint64_t count, GgufArray* array);
  bool ReadTexts(uint64_t count, GgufArray* array);
  bool ReadInfo(GgufTensor* tensor);

  bool Read(std::optional<uint32_t>* field) {
    uint32_t value = 0;
    if (!rest_.ReadU32(&value, model_.order)) return false;
    *field = value;
    return true;
  }
  bool Read(std::optional<uint64_t>* field) {
    uint64_t value = 0;
    if (!rest_.ReadU64(&value, model_.order)) return false;
    *field = value;
    return true;
  }
  bool Read(GgufText* text) {
    std::string_view bytes;
    if (!rest_.ReadString(&bytes, model_.order)) return false;
    *text = GgufText::Of(bytes);
    return true;
  }

  Cursor rest_;
  GgufModel& model_;
};

bool LenientReader::ReadHeader() {
  // A file may end within its magic.
  const size_t length = std::min(rest_.remaining(), kGgufMagic.size());
  ByteSpan magic;
  if (!rest_.PeekBytes(length, &magic) ||
      AsText(magic) != kGgufMagic.substr(0, length) || !rest_.Skip(length)) {
    return false;
  }
  model_.magic = std::string(AsText(magic));
  uint32_t version = 0;
  // A version whose low half is zero is one in the other byte order.
  if (rest_.Peek(&version) && version != 0 && (version & kSwappedMask) == 0) {
    model_.order = ByteOrder::kBig;
  }
  return Read(&model_.version) && *model_.version != kOldVersion &&
         Read(&model_.tensor_count) && Read(&model_.pair_count);
}

bool LenientReader::ReadPairs() {
  for (uint64_t i = 0; i < *model_.pair_count; ++i) {
    GgufPair pair;
    if (!Read(&pair.key)) return false;
    const bool whole = ReadPair(&pair);
    model_.pairs.push_back(std::move(pair));
    if (!whole) return false;
  }
  return true;
}

bool LenientReader::ReadPair(GgufPair* pair) {
  return Read(&pair->type) && ReadValue(*pair->type, &pair->value);
}

bool LenientReader::ReadValue(uint32_t type, GgufAnyValue* value) {
  if (type >= kGgufValueTypeCount) return false;
  const auto known = static_cast<GgufValueType>(type);
  if (known == GgufValueType::kString) {
    GgufText text;
    if (!Read(&text)) return false;
    *value = std::move(text);
    return true;
  }
  if (known == GgufValueType::kArray) {
    GgufArray array;
    const bool whole = ReadArray(&array);
    *value = std::move(array);
    return whole;
  }
  const uint64_t width = GgufFixedSize(known);
  ByteSpan bytes;
  if (!rest_.ReadBytes(width, &bytes)) return false;
  *value = GgufNumber{bytes.size(), GetNumber(AsText(bytes), model_.order)};
  return true;
}

bool LenientReader::ReadArray(GgufArray* array) {
  if (!Read(&array->element_type) || !Read(&array->count)) return false;
  const uint32_t type = *array->element_type;
  if (type >= kGgufValueTypeCount) return false;
  const auto known = static_cast<GgufValueType>(type);
  if (known == GgufValueType::kArray) return false;
  if (known == GgufValueType::kString) return ReadTexts(*array->count, array);
  return ReadNumbers(static_cast<size_t>(GgufFixedSize(known)), *array->count,
                     array);
}

bool LenientReader::ReadNumbers(size_t width, uint64_t count,
                                GgufArray* array) {
  ByteSpan bytes;
  if (count > rest_.remaining() / width ||
      !rest_.ReadBytes(count * width, &bytes)) {
    return false;
  }
  array->elements = GgufNumbers{width, std::string(AsText(bytes))};
  return true;
}

bool LenientReader::ReadTexts(uint64_t count, GgufArray* array) {
  std::vector<GgufText> texts;
  bool whole = true;
  for (uint64_t i = 0; i < count && whole; ++i) {
    GgufText text;
    whole = Read(&text);
    if (whole) texts.push_back(std::move(text));
  }
  array->elements = std::move(texts);
  return whole;
}

bool LenientReader::ReadTensors() {
  for (uint64_t i = 0; i < *model_.tensor_count; ++i) {
    GgufTensor tensor;
    if (!Read(&tensor.name)) return false;
    const bool whole = ReadInfo(&tensor);
    model_.tensors.push_back(std::move(tensor));
    if (!whole) return false;
  }
  return true;
}

bool LenientReader::ReadInfo(GgufTensor* tensor) {
  if (!Read(&tensor->dimension_count)) return false;
  const uint32_t count = *tensor->dimension_count;
  // A file may end within its dimensions, but not even begin an absurd many.
  if (count > kGgufMaxDimensions &&
      count > rest_.remaining() / sizeof(uint64_t)) {
    return false;
  }
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t ne = 0;
    if (!rest_.ReadU64(&ne, model_.order)) return false;
    tensor->dimensions.push_back(ne);
  }
  return Read(&tensor->type) && Read(&tensor->offset);
}

}  // namespace

GgufModel GgufFromBytes(ByteSpan bytes) {
  GgufModel model;
  LenientReader(bytes, &model).ReadFile();
  return model;
}

}  // namespace loadgate::craft
