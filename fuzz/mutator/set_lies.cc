#include "fuzz/mutator/set_lies.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/mutator/byte_share.h"
#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/safetensors_parts.h"
#include "fuzz/mutator/set_names.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::GgufTensor;
using craft::GgufText;
using craft::SafetensorsModel;
using craft::SetFile;
using craft::SetModel;

constexpr uint64_t kTensorBytes = 64;
constexpr size_t kMostParts = 64;

// The contents of one kind.
template <typename Model>
std::vector<Model*> AllOf(SetModel* set) {
  std::vector<Model*> found;
  for (SetFile& file : set->files) {
    if (auto* const model = std::get_if<Model>(&file.content)) {
      found.push_back(model);
    }
  }
  return found;
}

// What a file needs to be accepted again.
void LayOutAgain(GgufModel* model) { craft::Fix(craft::GgufFix{}, model); }

GgufPair OfAnotherType(const GgufPair& pair, Random* random) {
  const auto* const number = std::get_if<GgufNumber>(&pair.value);
  const uint64_t bits = number == nullptr ? 0 : number->bits;
  const GgufValueType type = RandomScalarType(random);
  if (type == GgufValueType::kString) {
    return craft::MakePair(pair.key.bytes, type,
                           GgufText::Of(std::to_string(bits)));
  }
  GgufNumber made = RandomNumber(type, random);
  if (made.width > 1 || bits < 256) made.bits = bits;
  return craft::MakePair(pair.key.bytes, type, made);
}

// --- Tensors of two parts --------------------------------------------------

// The lists of two parts: a tensor of `*from` goes to `*to`. `change` gives it
// another dtype and shape.
template <typename Tensor, typename Change>
void Disagree(std::vector<Tensor>* from, std::vector<Tensor>* to,
              Random* random, Change change) {
  if (from->empty()) return;
  const auto at = static_cast<size_t>(random->Below(from->size()));
  Tensor tensor = (*from)[at];
  const uint64_t how = random->Below(4);
  if (how >= 2) from->erase(from->begin() + static_cast<std::ptrdiff_t>(at));
  if (how == 3) return;
  if (how == 1) change(&tensor);
  InsertAnywhere(std::move(tensor), random, to);
}

void DisagreeInGguf(GgufModel* from, GgufModel* to, Random* random) {
  Disagree(&from->tensors, &to->tensors, random, [&](GgufTensor* tensor) {
    tensor->type = RandomTensorType(random);
    tensor->dimensions = RandomShape(*tensor->type, kTensorBytes, random);
  });
  LayOutAgain(from);
  LayOutAgain(to);
}

SafetensorsModel FileOfParts(SafetensorsParts* parts) {
  LayOut(kTensorBytes * kMostParts, parts);
  const std::string file = FileOf(HeaderOf(*parts), parts->data);
  return craft::SafetensorsFromBytes(AsBytes(file));
}

void DisagreeInShards(SafetensorsModel* from, SafetensorsModel* to,
                      Random* random) {
  if (from == to) return;
  SafetensorsParts first = PartsOf(*from);
  SafetensorsParts second = PartsOf(*to);
  Disagree(&first.parts, &second.parts, random, [&](SafetensorsPart* part) {
    RandomDtypeShape(kTensorBytes, random, part);
  });
  *from = FileOfParts(&first);
  *to = FileOfParts(&second);
}

}  // namespace

void LieInTensors(Random* random, SetModel* set) {
  const std::vector<GgufModel*> splits = AllOf<GgufModel>(set);
  const std::vector<SafetensorsModel*> shards = AllOf<SafetensorsModel>(set);
  if (!splits.empty() && (shards.empty() || random->OneIn(2))) {
    GgufModel* const from = random->Pick(splits);
    DisagreeInGguf(from, random->Pick(splits), random);
  } else if (!shards.empty()) {
    SafetensorsModel* const from = random->Pick(shards);
    DisagreeInShards(from, random->Pick(shards), random);
  }
}

void LieInSplit(Random* random, SetModel* set) {
  constexpr std::array kKeys = {craft::kSplitNumber, craft::kSplitCount,
                                craft::kSplitTotal};
  const std::vector<GgufModel*> parts = AllOf<GgufModel>(set);
  if (parts.empty()) return LieInFiles(random, set);
  GgufModel& part = *random->Pick(parts);
  const std::string_view key = random->Pick(kKeys);
  size_t at = 0;
  while (at < part.pairs.size() && part.pairs[at].key.bytes != key) ++at;
  if (at == part.pairs.size()) {
    part.pairs.push_back(
        craft::MakePair(key, GgufValueType::kU16, GgufNumber{2, 0}));
  }
  GgufPair& pair = part.pairs[at];
  const uint64_t how = random->Below(8);
  if (how == 5) {
    pair = OfAnotherType(pair, random);
  } else if (how == 6) {
    part.pairs.erase(part.pairs.begin() + static_cast<std::ptrdiff_t>(at));
  } else if (how == 7) {
    part.pairs.push_back(GgufPair(pair));
  }
  if (how < 5 || (how == 7 && random->OneIn(2))) {
    GgufPair& lying = how < 5 ? pair : part.pairs.back();
    if (auto* const number = std::get_if<GgufNumber>(&lying.value)) {
      number->bits = LyingNumber({.truth = number->bits,
                                  .remaining = parts.size(),
                                  .unit = 1,
                                  .width = number->width},
                                 random);
    }
  }
  LayOutAgain(&part);
}

void LieInFiles(Random* random, SetModel* set) {
  std::vector<SetFile>& files = set->files;
  if (files.empty()) return;
  const auto at = static_cast<size_t>(random->Below(files.size()));
  switch (random->Below(7)) {
    case 0:
      files.erase(files.begin() + static_cast<std::ptrdiff_t>(at));
      return;
    case 1: {
      SetFile twin = files[at];
      if (random->OneIn(2)) twin.name = OddName(twin.name, random);
      return InsertAnywhere(std::move(twin), random, &files);
    }
    case 2:
      return std::swap(files[at].name, random->Pick(files).name);
    case 3:
      files[at].name = NearName(files[at].name, random);
      return;
    case 4:
      files[at].name = random->Pick(files).name;
      return;
    default:
      files[at].name = OddName(files[at].name, random);
  }
}

void LieInFile(Random* random, SetModel* set) {
  if (set->files.empty()) return;
  SetFile& file = random->Pick(set->files);
  std::string bytes = craft::ContentToBytes(file.content);
  const size_t most = bytes.size() + kTensorBytes;
  if (std::holds_alternative<GgufModel>(file.content)) {
    bytes = MutateGguf(AsBytes(bytes), most, random->Bits());
  } else if (std::holds_alternative<SafetensorsModel>(file.content)) {
    bytes = MutateSafetensors(AsBytes(bytes), most, random->Bits());
  } else {
    bytes = MutateBytes(AsBytes(bytes), most, random, {});
  }
  file.content = craft::ContentFromBytes(file.name, AsBytes(bytes));
}

void LieInSet(Random* random, SetModel* set) {
  const bool is_split =
      !AllOf<GgufModel>(set).empty() &&
      (AllOf<SafetensorsModel>(set).empty() || random->OneIn(2));
  const uint64_t which = random->Below(10);
  if (which < 2) return LieInFiles(random, set);
  if (which < 5) return LieInTensors(random, set);
  return is_split ? LieInSplit(random, set) : LieInIndex(random, set);
}

}  // namespace loadgate::mutator
