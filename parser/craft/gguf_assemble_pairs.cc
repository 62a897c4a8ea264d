#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/gguf_assembler.h"
#include "craft/recipe_numbers.h"
#include "craft/set_parts.h"

namespace loadgate::craft {
namespace {

using Texts = std::vector<GgufText>;

std::optional<GgufValueType> FindValueType(std::string_view name) {
  for (uint32_t id = 0; id < kGgufValueTypeCount; ++id) {
    const auto type = static_cast<GgufValueType>(id);
    if (GgufValueTypeName(type) == name) return type;
  }
  return std::nullopt;
}

}  // namespace

std::optional<GgufValueType> GgufAssembler::TryValueType() {
  if (!in_.Next(WordKind::kName)) return std::nullopt;
  const auto type = FindValueType(in_.lexer().word().text);
  if (type.has_value()) in_.lexer().Pass();
  return type;
}

bool GgufAssembler::ReadPair() {
  const size_t index = model_.pairs.size();
  std::string key;
  std::optional<uint64_t> length;
  if (!in_.ReadText(&key, &length)) return false;
  model_.pairs.push_back({.key = GgufText::Of(key)});
  if (length.has_value()) {
    Tell([index, length](GgufModel* model) {
      model->pairs[index].key.length = *length;
    });
  }
  return in_.TryName("absent") || ReadValue(index);
}

bool GgufAssembler::ReadSplit() {
  if (splits_ == nullptr) {
    return in_.Fail(
        "split stands in a set, where the other parts are; elsewhere the keys "
        "split.no, split.count and split.tensors.count are spelt as kv");
  }
  in_.lexer().Pass();
  splits_->push_back(model_.pairs.size());
  for (GgufPair& pair : SplitPairs({})) {
    model_.pairs.push_back(std::move(pair));
  }
  return true;
}

bool GgufAssembler::ReadValue(size_t pair) {
  const std::optional<GgufValueType> type = TryValueType();
  std::optional<uint32_t> declared;
  if (!ReadAttribute("type", &declared)) return false;
  if (!type.has_value() && !declared.has_value()) {
    return in_.Fail(
        "expected the type of the value: u8 to f64, bool, string, "
        "array, or type=NUMBER");
  }
  if (type.has_value()) model_.pairs[pair].type = static_cast<uint32_t>(*type);
  if (declared.has_value()) {
    model_.pairs[pair].type = *declared;
    Tell([pair, declared](GgufModel* model) {
      model->pairs[pair].type = *declared;
    });
  }
  if (in_.TryName("absent")) return true;
  if (!type.has_value()) {
    return in_.Fail(
        "a value needs the type that it is written as; bytes of "
        "no type are absent here and stand in raw");
  }
  if (*type == GgufValueType::kArray) {
    model_.pairs[pair].value = GgufArray();
    return ReadArray(pair);
  }
  if (*type == GgufValueType::kString) {
    std::string text;
    std::optional<uint64_t> length;
    if (!in_.ReadText(&text, &length)) return false;
    model_.pairs[pair].value = GgufText::Of(text);
    if (length.has_value()) {
      Tell([pair, length](GgufModel* model) {
        std::get<GgufText>(model->pairs[pair].value).length = *length;
      });
    }
    return true;
  }
  const auto bits = ParseNumber(*type, in_.lexer().word().text);
  if (!in_.Next(WordKind::kName) || !bits.has_value()) {
    return in_.Fail("expected a number that has room in the type");
  }
  in_.lexer().Pass();
  model_.pairs[pair].value =
      GgufNumber{static_cast<size_t>(GgufFixedSize(*type)), *bits};
  return true;
}

bool GgufAssembler::ReadArray(size_t pair) {
  if (in_.TryName("absent")) return true;
  const std::optional<GgufValueType> type = TryValueType();
  std::optional<uint32_t> declared;
  if (!ReadAttribute("element_type", &declared)) return false;
  if (!type.has_value() && !declared.has_value()) {
    return in_.Fail(
        "expected the type of the elements, or "
        "element_type=NUMBER, or absent");
  }
  if (type.has_value()) {
    ArrayOf(pair).element_type = static_cast<uint32_t>(*type);
  }
  if (declared.has_value()) {
    ArrayOf(pair).element_type = *declared;
    Tell([pair, declared](GgufModel* model) {
      std::get<GgufArray>(model->pairs[pair].value).element_type = *declared;
    });
  }
  if (in_.TryName("absent")) return true;
  return ReadCount(pair) && ReadElements(pair, type);
}

bool GgufAssembler::ReadCount(size_t pair) {
  ArrayOf(pair).count = 0;
  if (!in_.TryName("count")) return true;
  uint64_t count = 0;
  if (!in_.ReadEqualsUnsigned(sizeof(count), &count)) return false;
  Tell([pair, count](GgufModel* model) {
    std::get<GgufArray>(model->pairs[pair].value).count = count;
  });
  return true;
}

bool GgufAssembler::ReadElements(size_t pair,
                                 std::optional<GgufValueType> type) {
  if (in_.TryName("absent")) return true;
  if (!type.has_value() || *type == GgufValueType::kArray) {
    return in_.Fail(
        "elements need the type that they are written as; else "
        "they are absent here and stand in raw");
  }
  if (!in_.lexer().TryPass(WordKind::kOpen)) return in_.Fail("expected a [");
  if (*type == GgufValueType::kString) return ReadTexts(pair);
  return ReadNumbers(pair, *type);
}

bool GgufAssembler::ReadNumbers(size_t pair, GgufValueType type) {
  GgufNumbers numbers{.width = static_cast<size_t>(GgufFixedSize(type))};
  while (!in_.lexer().TryPass(WordKind::kClose)) {
    const auto bits = ParseNumber(type, in_.lexer().word().text);
    if (!in_.Next(WordKind::kName) || !bits.has_value()) {
      return in_.Fail("expected a number that has room in the type, or a ]");
    }
    PutNumber(*bits, numbers.width, model_.order, &numbers.bytes);
    in_.lexer().Pass();
  }
  ArrayOf(pair).elements = std::move(numbers);
  return true;
}

bool GgufAssembler::ReadTexts(size_t pair) {
  Texts texts;
  while (!in_.lexer().TryPass(WordKind::kClose)) {
    std::string text;
    std::optional<uint64_t> length;
    if (!in_.ReadText(&text, &length)) return false;
    const size_t index = texts.size();
    texts.push_back(GgufText::Of(text));
    if (!length.has_value()) continue;
    Tell([pair, index, length](GgufModel* model) {
      auto& array = std::get<GgufArray>(model->pairs[pair].value);
      std::get<Texts>(array.elements)[index].length = *length;
    });
  }
  ArrayOf(pair).elements = std::move(texts);
  return true;
}

}  // namespace loadgate::craft
