// GGUF files as recipes.

#ifndef LOADGATE_CRAFT_GGUF_RECIPE_H_
#define LOADGATE_CRAFT_GGUF_RECIPE_H_

#include <optional>
#include <string>

#include "craft/gguf_model.h"
#include "craft/recipe_reader.h"

namespace loadgate::craft {

// kGgufRecipeFix is what is as it must be where a recipe does not say
// otherwise.
inline constexpr GgufFix kGgufRecipeFix = {.last_padding = true};

// AssembleGguf reads the statements behind the word `gguf` up to the end of the
// recipe. It returns nullopt when they make no sense, and `reader` has the
// error.
std::optional<GgufModel> AssembleGguf(RecipeReader* reader,
                                      uint64_t most_bytes);

// DisassembleGguf returns the recipe of `model`, the word `gguf` included.
std::string DisassembleGguf(const GgufModel& model);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_GGUF_RECIPE_H_
