// Sets of files as recipes.

#ifndef LOADGATE_CRAFT_SET_RECIPE_H_
#define LOADGATE_CRAFT_SET_RECIPE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "craft/file_set.h"
#include "craft/recipe_reader.h"
#include "craft/set_model.h"

namespace loadgate::craft {

// AssembleFiles reads the statements behind the word `set` or `bundle` up to
// the end of the recipe, and returns the files; of a bundle also what stands
// behind them. It returns nullopt when they make no sense, or would have more
// than `most_bytes` together, and `reader` has the error.
std::optional<Bundle> AssembleFiles(RecipeReader* reader, uint64_t most_bytes,
                                    bool is_bundle);

// DisassembleFiles returns the recipe of the files of `set`, which are as
// ContentFromBytes makes them, with a statement `file` in front of each.
std::string DisassembleFiles(const SetModel& set);

// DisassembleContent returns the recipe of a file that is no index.
std::string DisassembleContent(const SetContent& content,
                               const std::optional<SplitRole>& role = {});

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SET_RECIPE_H_
