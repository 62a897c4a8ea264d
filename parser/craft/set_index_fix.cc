#include "craft/set_index_fix.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "craft/json_structure.h"

namespace loadgate::craft {
namespace {

using Tokens = std::vector<JsonToken>;

// The values in the object `within` that stand behind `key`, in their order.
std::vector<JsonRange> ValuesOf(std::string_view key, JsonRange within,
                                const JsonStructure& structure,
                                const Tokens& tokens) {
  std::vector<JsonRange> values;
  for (const IndexMember& member : IndexMembers(tokens, structure, within)) {
    if (member.key == key) values.push_back(member.value);
  }
  return values;
}

// The values of total_size in every metadata.
std::vector<JsonRange> TotalSizes(const JsonStructure& structure,
                                  const Tokens& tokens) {
  std::vector<JsonRange> totals;
  const std::optional<JsonRange> top = structure.WholeObject();
  if (!top.has_value()) return totals;
  for (const JsonRange metadata :
       ValuesOf(kIndexMetadata, *top, structure, tokens)) {
    for (const JsonRange total :
         ValuesOf(kIndexTotalSize, metadata, structure, tokens)) {
      totals.push_back(total);
    }
  }
  return totals;
}

std::optional<uint64_t> NumberAt(JsonRange value, const Tokens& tokens) {
  if (value.end - value.begin != 1) return std::nullopt;
  return JsonUnsigned(tokens[value.begin]);
}

}  // namespace

void FixWeightMap(const ShardIndex& right, Tokens* tokens) {
  const JsonStructure structure(*tokens);
  const std::optional<JsonRange> top = structure.WholeObject();
  std::vector<JsonRange> maps;
  if (top.has_value()) {
    maps = ValuesOf(kIndexWeightMap, *top, structure, *tokens);
  }
  if (maps.size() == 1 && !maps.front().empty()) {
    if (ReadWeightMap(*tokens, structure, maps.front()) == right.weight_map) {
      return;
    }
    return ReplaceJson(maps.front(), WeightMapText(right.weight_map), tokens);
  }
  ShardIndex anew = right;
  const std::vector<JsonRange> totals = TotalSizes(structure, *tokens);
  if (!totals.empty()) {
    const auto total = NumberAt(totals.back(), *tokens);
    if (total.has_value()) anew.total_size = total;
  }
  *tokens = TokenizeJson(IndexText(anew));
}

void FixTotalSize(const ShardIndex& right, Tokens* tokens) {
  if (!right.total_size.has_value()) return;
  const std::vector<JsonRange> totals =
      TotalSizes(JsonStructure(*tokens), *tokens);
  // From the last on, so that the places of the others stay.
  for (auto total = totals.rbegin(); total != totals.rend(); ++total) {
    if (NumberAt(*total, *tokens) == right.total_size) continue;
    ReplaceJson(*total, std::to_string(*right.total_size), tokens);
  }
}

}  // namespace loadgate::craft
