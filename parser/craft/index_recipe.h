// The index of a checkpoint as a recipe: by what it says against what is right.

#ifndef LOADGATE_CRAFT_INDEX_RECIPE_H_
#define LOADGATE_CRAFT_INDEX_RECIPE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "craft/json_tokens.h"
#include "craft/recipe_reader.h"
#include "craft/shard_index.h"

namespace loadgate::craft {

// IndexRecipe is what the statements of an index say. What they do not say is
// right.
struct IndexRecipe {
  std::optional<std::string> json = {};  // The whole text.
  // Within the outer optional, nullopt is an index without a total_size.
  std::optional<std::optional<uint64_t>> total_size = {};
  // Tensors with their shards; without one, the tensor is not in the index.
  std::vector<std::pair<std::string, std::optional<std::string>>> weights = {};
};

// ReadQuoted reads the name of a `what`, which must be next, in quotes.
bool ReadQuoted(std::string_view what, RecipeReader* reader, std::string* name);

// ReadIndexRecipe reads the statements behind the word `index` up to the end of
// the file. It returns false when they make no sense, and `reader` has the
// error.
bool ReadIndexRecipe(RecipeReader* reader, IndexRecipe* index);

// TextOfIndex returns the text of an index that is `right` but for what `told`
// says.
std::string TextOfIndex(const IndexRecipe& told, ShardIndex right);

// DisassembleIndex returns the recipe of the index `tokens`, the word `index`
// included.
std::string DisassembleIndex(const std::vector<JsonToken>& tokens,
                             const ShardIndex& right);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_INDEX_RECIPE_H_
