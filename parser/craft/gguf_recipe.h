// GGUF files as recipes.

#ifndef LOADGATE_CRAFT_GGUF_RECIPE_H_
#define LOADGATE_CRAFT_GGUF_RECIPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/recipe_reader.h"
#include "craft/set_parts.h"

namespace loadgate::craft {

// kGgufRecipeFix is what of a header is as it must be where a recipe does not
// say otherwise.
inline constexpr GgufFix kGgufRecipeFix = {.totals = false, .padding = false};

// GgufRecipeLayout is how many zeros stand behind the header where a recipe
// does not say otherwise. They may be many times as many as the file has bytes.
struct GgufRecipeLayout {
  struct Tensor {
    uint64_t data = 0;
    uint64_t padding = 0;
  };
  uint64_t padding = 0;
  std::vector<Tensor> tensors = {};
};

// RecipeLayoutOf returns the layout of `model`, whose header is set right and
// whose tensors have the data that the recipe spells. Where the header ends
// early there is nothing behind it.
GgufRecipeLayout RecipeLayoutOf(const GgufModel& model);

// AssembleGguf reads the statements behind the word `gguf` up to the end of the
// file. It returns nullopt when they make no sense, and `reader` has the error.
// In a set, where `splits` is given, it notes there at which pairs each
// statement `split` put the three that say of which set the file is a part;
// those say nothing yet.
std::optional<GgufModel> AssembleGguf(RecipeReader* reader, uint64_t most_bytes,
                                      std::vector<size_t>* splits = nullptr);

// DisassembleGguf returns the recipe of `model`, the word `gguf` included.
// Where it is a part of a split, with that `role`, the three pairs that say so
// stand as `split`.
std::string DisassembleGguf(const GgufModel& model,
                            const std::optional<SplitRole>& role = {});

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_GGUF_RECIPE_H_
