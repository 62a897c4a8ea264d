#include "craft/shard_index.h"

#include <cstddef>
#include <utility>

#include "loadgate/checked_math.h"

namespace loadgate::craft {
namespace {

using Tokens = std::vector<JsonToken>;
using WeightMap = std::map<std::string, std::string>;

// The value's text, where it is a single token.
std::optional<JsonToken> Scalar(const Tokens& tokens, JsonRange value) {
  if (value.end - value.begin != 1) return std::nullopt;
  return tokens[value.begin];
}

// The total_size that is all of the metadata `value`: of the outer optional
// nullopt where there is anything else.
std::optional<std::optional<uint64_t>> ReadMetadata(
    const Tokens& tokens, const JsonStructure& structure, JsonRange value) {
  if (!structure.IsObject(value)) return std::nullopt;
  const auto members = IndexMembers(tokens, structure, value);
  if (members.empty()) return std::optional<uint64_t>();
  const auto total = Scalar(tokens, members.front().value);
  if (members.size() > 1 || members.front().key != kIndexTotalSize ||
      !total.has_value()) {
    return std::nullopt;
  }
  const std::optional<uint64_t> number = JsonUnsigned(*total);
  if (!number.has_value()) return std::nullopt;
  return number;
}

}  // namespace

void AddShard(std::string_view name, const SafetensorsModel& shard,
              ShardIndex* index) {
  uint64_t total = index->total_size.value_or(0);
  for (const SafetensorsEntry& entry : Entries(shard)) {
    if (entry.is_metadata) continue;
    auto tensor = DecodeJsonString(shard.header[entry.name].text);
    if (!tensor.has_value()) continue;
    index->weight_map.insert_or_assign(std::move(*tensor), std::string(name));
    total = SaturatingAdd(total, SafetensorsDataSize(shard, entry).value_or(0));
  }
  index->total_size = total;
}

std::string WeightMapText(const WeightMap& weight_map) {
  if (weight_map.empty()) return "{}";
  std::string text = "{";
  for (const auto& [tensor, shard] : weight_map) {
    if (text.size() > 1) text += ',';
    text += "\n    " + EncodeJsonString(tensor) + ": ";
    text += EncodeJsonString(shard);
  }
  return text + "\n  }";
}

std::string IndexText(const ShardIndex& index) {
  std::string text = "{\n  \"metadata\": {";
  if (index.total_size.has_value()) {
    text += "\n    \"total_size\": " + std::to_string(*index.total_size);
    text += "\n  ";
  }
  return text + "},\n  \"weight_map\": " + WeightMapText(index.weight_map) +
         "\n}\n";
}

std::vector<IndexMember> IndexMembers(const Tokens& tokens,
                                      const JsonStructure& structure,
                                      JsonRange value) {
  std::vector<IndexMember> members;
  for (const JsonMember& member : structure.Members(value)) {
    auto key = DecodeJsonString(tokens[member.key].text);
    if (key.has_value()) members.push_back({std::move(*key), member.value});
  }
  return members;
}

std::optional<WeightMap> ReadWeightMap(const Tokens& tokens,
                                       const JsonStructure& structure,
                                       JsonRange value) {
  if (!structure.IsObject(value)) return std::nullopt;
  WeightMap map;
  for (IndexMember& member : IndexMembers(tokens, structure, value)) {
    const auto token = Scalar(tokens, member.value);
    if (!token.has_value() || token->kind != JsonTokenKind::kString) {
      return std::nullopt;
    }
    auto shard = DecodeJsonString(token->text);
    if (!shard.has_value() ||
        !map.emplace(std::move(member.key), std::move(*shard)).second) {
      return std::nullopt;
    }
  }
  return map;
}

std::optional<ShardIndex> ReadIndex(const Tokens& tokens) {
  const JsonStructure structure(tokens);
  const std::optional<JsonRange> top = structure.WholeObject();
  if (!top.has_value()) return std::nullopt;
  const auto members = IndexMembers(tokens, structure, *top);
  if (members.size() != 2 || members[0].key != kIndexMetadata ||
      members[1].key != kIndexWeightMap) {
    return std::nullopt;
  }
  const auto total = ReadMetadata(tokens, structure, members[0].value);
  auto map = ReadWeightMap(tokens, structure, members[1].value);
  if (!total.has_value() || !map.has_value()) return std::nullopt;
  return ShardIndex{*total, std::move(*map)};
}

}  // namespace loadgate::craft
