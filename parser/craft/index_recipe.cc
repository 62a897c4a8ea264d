#include "craft/index_recipe.h"

#include <cstddef>
#include <map>
#include <string_view>

#include "craft/recipe_writer.h"

namespace loadgate::craft {
namespace {

using WeightMap = std::map<std::string, std::string>;

constexpr std::string_view kJsonIsAll = "json is the whole text of an index";

// Of how many tensors an index that is told by its lies may say nothing,
// besides as many as it does name. One that says less is shorter as it stands.
constexpr size_t kMostUnnamed = 16;

// One line, which is not at any offset.
std::string Statement(std::string_view words) {
  return std::string(words) + "\n";
}

std::string Verbatim(const std::string& text) {
  RecipeWriter out;
  out.Begin("json", 0);
  out.Lines(text, 0);
  out.End();
  return out.Take();
}

// What `says` has otherwise than `right`, as statements.
std::string Lies(const WeightMap& says, const WeightMap& right) {
  std::string lies;
  for (const auto& [tensor, shard] : says) {
    const auto at = right.find(tensor);
    if (at != right.end() && at->second == shard) continue;
    lies += Statement("weight " + QuotedText(tensor) + " " + QuotedText(shard));
  }
  for (const auto& [tensor, shard] : right) {
    if (says.contains(tensor)) continue;
    lies += Statement("weight " + QuotedText(tensor) + " absent");
  }
  return lies;
}

bool ReadWeight(RecipeReader* reader, IndexRecipe* index) {
  std::string tensor;
  if (!ReadQuoted("tensor", reader, &tensor)) return false;
  std::optional<std::string> shard;
  if (!reader->TryName("absent") &&
      !ReadQuoted("shard", reader, &shard.emplace())) {
    return false;
  }
  index->weights.emplace_back(std::move(tensor), std::move(shard));
  return true;
}

bool ReadIndexStatement(RecipeReader* reader, IndexRecipe* index) {
  if (reader->TryName("weight")) return ReadWeight(reader, index);
  if (reader->TryName("total_size")) {
    std::optional<uint64_t>& total = index->total_size.emplace();
    return reader->TryName("absent") ||
           reader->ReadUnsigned(sizeof(uint64_t), &total.emplace());
  }
  if (!reader->Next(WordKind::kName, "json")) {
    return reader->Fail("expected a statement: total_size, weight or json");
  }
  if (index->total_size.has_value() || !index->weights.empty()) {
    return reader->Fail(std::string(kJsonIsAll));
  }
  reader->TryName("json");
  return reader->ReadBytes(&index->json.emplace());
}

}  // namespace

bool ReadQuoted(std::string_view what, RecipeReader* reader,
                std::string* name) {
  if (!reader->Next(WordKind::kText) && !reader->Next(WordKind::kBytes)) {
    return reader->Fail("expected the name of a " + std::string(what) +
                        ", in quotes");
  }
  *name = reader->lexer().Pass().text;
  return true;
}

bool ReadIndexRecipe(RecipeReader* reader, IndexRecipe* index) {
  if (!reader->EndStatement()) return false;
  while (reader->SkipLines()) {
    if (index->json.has_value()) return reader->Fail(std::string(kJsonIsAll));
    if (!ReadIndexStatement(reader, index) || !reader->EndStatement()) {
      return false;
    }
  }
  return !reader->lexer().error().has_value();
}

std::string TextOfIndex(const IndexRecipe& told, ShardIndex right) {
  if (told.json.has_value()) return *told.json;
  if (told.total_size.has_value()) right.total_size = *told.total_size;
  for (const auto& [tensor, shard] : told.weights) {
    right.weight_map.erase(tensor);
    if (shard.has_value()) right.weight_map[tensor] = *shard;
  }
  return IndexText(right);
}

std::string DisassembleIndex(const std::vector<JsonToken>& tokens,
                             const ShardIndex& right) {
  const std::string text = JsonText(tokens);
  const std::optional<ShardIndex> says = ReadIndex(tokens);
  std::string recipe = Statement("index");
  if (!says.has_value() ||
      right.weight_map.size() > 2 * says->weight_map.size() + kMostUnnamed ||
      IndexText(*says) != text) {
    return recipe + Verbatim(text);
  }
  if (says->total_size != right.total_size) {
    recipe += Statement("total_size " + (says->total_size.has_value()
                                             ? std::to_string(*says->total_size)
                                             : "absent"));
  }
  return recipe + Lies(says->weight_map, right.weight_map);
}

}  // namespace loadgate::craft
