#include "fuzz/mutator/gguf_repair.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "craft/gguf_data.h"
#include "fuzz/mutator/gguf_values.h"
#include "loadgate/ggml_type.h"

namespace loadgate::mutator {
namespace {

using craft::GgufArray;
using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufNumbers;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;
using Names = std::unordered_set<std::string>;

constexpr size_t kLongestKey = 200;
constexpr size_t kLongestTensorName = 63;
constexpr size_t kMostDimensions = 4;
constexpr uint64_t kLargestAlignment = 4096;
constexpr uint32_t kBool = static_cast<uint32_t>(GgufValueType::kBool);
constexpr uint32_t kU32 = static_cast<uint32_t>(GgufValueType::kU32);
constexpr uint32_t kString = static_cast<uint32_t>(GgufValueType::kString);

// Printable ASCII, and no longer than `longest`.
void MakePlain(size_t longest, std::string* text) {
  if (text->size() > longest) text->resize(longest);
  for (char& c : *text) {
    if (c < ' ' || c > '~') c = '_';
  }
}

// A name that `names` does not have, which gets it.
void MakeUnique(size_t longest, Names* names, std::string* name) {
  if (name->empty()) *name = "x";
  const std::string stem = name->substr(0, longest - 8);
  for (uint64_t i = 0; !names->insert(*name).second; ++i) {
    *name = stem + "." + std::to_string(i);
  }
}

void RepairHeader(Random* random, GgufModel* model) {
  // Most readers take little endian alone. Arrays of numbers are bytes in the
  // file's order; turned round they are other numbers, which does no harm.
  if (!random->OneIn(16)) model->order = ByteOrder::kLittle;
  const GgufModel fresh = craft::NewGguf();
  model->magic = fresh.magic;
  const bool usable = model->version == 2u || model->version == 3u;
  if (!usable || model->order == ByteOrder::kBig) model->version = 3;
  model->tensor_count = 0;
  model->pair_count = 0;
  model->raw.clear();
  // A tail may begin as another file, which the gate refuses.
  if (model->tail.find_first_not_of('\0') != std::string::npos) {
    model->tail.clear();
  }
}

void RepairBools(GgufPair* pair) {
  if (auto* const number = std::get_if<GgufNumber>(&pair->value)) {
    if (pair->type == kBool) number->bits &= 1;
  }
  auto* const array = std::get_if<GgufArray>(&pair->value);
  if (array == nullptr || array->element_type != kBool) return;
  if (auto* const numbers = std::get_if<GgufNumbers>(&array->elements)) {
    for (char& c : numbers->bytes) c = static_cast<char>(c & 1);
  }
}

void RepairAlignment(GgufPair* pair) {
  const auto* const number = std::get_if<GgufNumber>(&pair->value);
  uint64_t alignment = number == nullptr ? 32 : number->bits;
  if (!std::has_single_bit(alignment) || alignment < 8 ||
      alignment > kLargestAlignment) {
    alignment = 32;
  }
  pair->type = kU32;
  pair->value = GgufNumber{4, alignment};
}

// Texts that every reader compares or prints.
bool MustBePlain(std::string_view key) {
  return key == "general.architecture" || key == "tokenizer.ggml.model" ||
         key == "tokenizer.ggml.pre" ||
         key.substr(0, 23) == "tokenizer.chat_template";
}

void RepairPair(Names* names, GgufPair* pair) {
  MakePlain(kLongestKey, &pair->key.bytes);
  MakeUnique(kLongestKey, names, &pair->key.bytes);
  const std::string& key = pair->key.bytes;
  if (key == "general.alignment") RepairAlignment(pair);
  RepairBools(pair);
  if (!MustBePlain(key)) return;
  auto* const text = std::get_if<GgufText>(&pair->value);
  if (text == nullptr) {
    pair->type = kString;
    pair->value = GgufText::Of("llama");
  } else {
    MakePlain(kLongestKey, &text->bytes);
  }
}

void RepairTensor(uint64_t most_bytes, Names* names, Random* random,
                  GgufTensor* tensor) {
  MakePlain(kLongestTensorName, &tensor->name.bytes);
  MakeUnique(kLongestTensorName, names, &tensor->name.bytes);
  const GgmlType* const type =
      tensor->type.has_value() ? FindGgmlType(*tensor->type) : nullptr;
  if (type == nullptr || type->removed()) {
    tensor->type = RandomTensorType(random);
  }
  tensor->dimension_count = 0;
  tensor->offset = 0;
  const std::optional<uint64_t> bytes = craft::GgufDataSize(*tensor);
  if (tensor->dimensions.size() > kMostDimensions || !bytes.has_value() ||
      *bytes > most_bytes) {
    tensor->dimensions = RandomShape(*tensor->type, most_bytes, random);
  }
}

}  // namespace

void RepairGguf(size_t max_size, Random* random, GgufModel* model) {
  RepairHeader(random, model);
  std::erase_if(model->pairs,
                [](const GgufPair& pair) { return !craft::GgufIsWhole(pair); });
  Names keys;
  for (GgufPair& pair : model->pairs) RepairPair(&keys, &pair);
  Names names;
  const uint64_t share =
      max_size / (2 * std::max<size_t>(model->tensors.size(), 1));
  for (GgufTensor& tensor : model->tensors) {
    RepairTensor(share, &names, random, &tensor);
  }
  const craft::GgufFix fix = {.last_padding = !random->OneIn(8),
                              .most_data = max_size};
  craft::Fix(fix, model);
  while (craft::GgufSize(*model) > max_size) {
    const size_t parts = model->pairs.size() + model->tensors.size();
    ShrinkGguf(max_size, random, model);
    craft::Fix(fix, model);
    if (parts == 0) return;
  }
}

void ShrinkGguf(size_t max_size, Random* random, GgufModel* model) {
  const auto erase = [random](auto* list) {
    list->erase(list->begin() +
                static_cast<std::ptrdiff_t>(random->Below(list->size())));
  };
  uint64_t size = craft::GgufSize(*model);
  while (size > max_size) {
    if (!model->tail.empty()) {
      const uint64_t over =
          std::min<uint64_t>(model->tail.size(), size - max_size);
      model->tail.resize(model->tail.size() - static_cast<size_t>(over));
    } else if (!model->raw.empty()) {
      model->raw.clear();
    } else if (!model->tensors.empty()) {
      erase(&model->tensors);
    } else if (!model->pairs.empty()) {
      erase(&model->pairs);
    } else {
      model->padding.clear();
      return;
    }
    size = craft::GgufSize(*model);
  }
}

}  // namespace loadgate::mutator
