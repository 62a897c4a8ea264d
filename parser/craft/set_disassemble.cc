#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_recipe.h"
#include "craft/index_recipe.h"
#include "craft/recipe_writer.h"
#include "craft/safetensors_recipe.h"
#include "craft/set_recipe.h"

namespace loadgate::craft {
namespace {

using Tokens = std::vector<JsonToken>;

bool IsIndex(const SetFile& file) {
  return std::holds_alternative<Tokens>(file.content);
}

}  // namespace

std::string DisassembleContent(const SetContent& content,
                               const std::optional<SplitRole>& role) {
  if (const auto* const gguf = std::get_if<GgufModel>(&content)) {
    return DisassembleGguf(*gguf, role);
  }
  if (const auto* const file = std::get_if<SafetensorsModel>(&content)) {
    return DisassembleSafetensors(*file);
  }
  RecipeWriter out;
  out.Begin("bytes", 0);
  out.Bytes(ContentToBytes(content), 0);
  out.End();
  return out.Take();
}

std::string DisassembleFiles(const SetModel& set) {
  const std::vector<std::optional<SplitRole>> roles = RolesOf(set);
  std::optional<ShardIndex> right;
  std::string recipe;
  for (size_t i = 0; i < set.files.size(); ++i) {
    const SetFile& file = set.files[i];
    recipe += "\nfile " + QuotedText(file.name) + "\n";
    if (!IsIndex(file)) {
      recipe += DisassembleContent(file.content, roles[i]);
      continue;
    }
    if (!right.has_value()) right = RightIndex(set);
    recipe += DisassembleIndex(std::get<Tokens>(file.content), *right);
  }
  return recipe;
}

}  // namespace loadgate::craft
