#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "craft/shard_index.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/safetensors_lies.h"
#include "fuzz/mutator/set_lies.h"
#include "fuzz/mutator/set_names.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::SetFile;
using craft::SetModel;
using craft::ShardIndex;
using Tokens = std::vector<craft::JsonToken>;

constexpr std::array<std::string_view, 12> kOddValues = {
    "-1",     "1.5",  "1e3",
    "\"12\"", "null", "[]",
    "true",   "{}",   "18446744073709551616",
    "0",      "\"\"", "[\"a\"]"};
constexpr std::array<std::string_view, 5> kOddMaps = {
    "[]", "null", "{}", "\"\"", "{\"a\":{\"b\":\"c\"}}"};

// One index of the set, which gets one if it has none.
Tokens& AnyIndex(Random* random, SetModel* set) {
  std::vector<SetFile*> indexes;
  for (SetFile& file : set->files) {
    if (std::holds_alternative<Tokens>(file.content)) indexes.push_back(&file);
  }
  if (indexes.empty()) {
    set->files.push_back({"model.safetensors.index.json", Tokens()});
    indexes.push_back(&set->files.back());
  }
  return std::get<Tokens>(random->Pick(indexes)->content);
}

// Puts `by` in the place of the first `what` from `from` on.
void ReplaceFirst(std::string_view what, std::string_view by, size_t from,
                  std::string* text) {
  const size_t at = text->find(what, from);
  if (at != std::string::npos) text->replace(at, what.size(), by);
}

// Lies in what the index says.
void LieInMap(const SetModel& set, Random* random, ShardIndex* index) {
  auto& map = index->weight_map;
  if (map.empty()) map["w"] = "model-00001-of-00002.safetensors";
  const auto entry = std::next(
      map.begin(), static_cast<std::ptrdiff_t>(random->Below(map.size())));
  switch (random->Below(8)) {
    case 0:
    case 1:
    case 2:
      entry->second = OddName(entry->second, random);
      return;
    case 3:
      if (!set.files.empty()) entry->second = random->Pick(set.files).name;
      return;
    case 4:
      map.erase(entry);
      return;
    case 5:
      map[NearName(entry->first, random)] = entry->second;
      return;
    default: {
      const uint64_t total = index->total_size.value_or(0);
      index->total_size = LyingNumber(
          {.truth = total, .remaining = total, .unit = 8, .width = 8}, random);
    }
  }
}

// Lies in how the index is written.
void LieInText(const ShardIndex& index, Random* random, std::string* text) {
  const size_t map = text->find("weight_map");
  switch (random->Below(6)) {
    case 0:
      return ReplaceFirst(std::to_string(index.total_size.value_or(0)),
                          random->Pick(kOddValues), 0, text);
    case 1: {
      // A member of the map once more, in front of all.
      if (index.weight_map.empty() || map == std::string::npos) return;
      const auto& [tensor, shard] = *index.weight_map.begin();
      return ReplaceFirst(
          "{",
          "{" + craft::EncodeJsonString(tensor) + ":" +
              craft::EncodeJsonString(
                  random->OneIn(2) ? shard : OddName(shard, random)) +
              ",",
          map, text);
    }
    case 2:
      if (index.weight_map.empty()) return;
      return ReplaceFirst(
          craft::EncodeJsonString(index.weight_map.begin()->second),
          random->Pick(kOddValues), 0, text);
    case 3:
      return ReplaceFirst(craft::WeightMapText(index.weight_map),
                          random->Pick(kOddMaps), 0, text);
    case 4: {
      const std::string key = random->OneIn(2) ? "weight_map" : "metadata";
      return ReplaceFirst(key, NearName(key, random), 0, text);
    }
    default:
      return LieInHeader(random, text);
  }
}

}  // namespace

void LieInIndex(Random* random, SetModel* set) {
  Tokens& tokens = AnyIndex(random, set);
  ShardIndex index = craft::ReadIndex(tokens).value_or(craft::RightIndex(*set));
  const bool in_text = random->OneIn(3);
  if (!in_text) LieInMap(*set, random, &index);
  std::string text = craft::IndexText(index);
  if (in_text) LieInText(index, random, &text);
  tokens = craft::TokenizeJson(text);
}

}  // namespace loadgate::mutator
