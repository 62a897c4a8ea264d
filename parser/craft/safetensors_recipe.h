// safetensors files as recipes.

#ifndef LOADGATE_CRAFT_SAFETENSORS_RECIPE_H_
#define LOADGATE_CRAFT_SAFETENSORS_RECIPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "craft/recipe_reader.h"
#include "craft/safetensors_model.h"

namespace loadgate::craft {

// RecipeLayout is what a recipe leaves out of a header: where data begins and
// how long it is, as long as each tensor stands behind the one before it.
class RecipeLayout {
 public:
  // Expected returns the span of a tensor of that dtype and shape that says
  // nothing of its offsets.
  SafetensorsSpan Expected(std::string_view dtype,
                           const std::vector<uint64_t>& shape) const;

  // Add notes the span of the next tensor, whatever it is.
  void Add(SafetensorsSpan span);

  // data_size returns how many bytes the data has, or 0 where it would be more
  // than kMostRecipeData.
  size_t data_size() const {
    return furthest_ > kMostRecipeData ? 0 : static_cast<size_t>(furthest_);
  }

 private:
  uint64_t next_ = 0;
  uint64_t furthest_ = 0;
};

// RecipePadding returns the spaces that a header of `size` bytes, its length
// field included, gets at its end.
std::string RecipePadding(uint64_t size);

// AssembleSafetensors reads the statements behind the word `safetensors` up to
// the end of the recipe, and returns the file's bytes. It returns nullopt when
// they make no sense, and `reader` has the error.
std::optional<std::string> AssembleSafetensors(RecipeReader* reader);

// DisassembleSafetensors returns the recipe of `model`, which has a header
// length, the word `safetensors` included.
std::string DisassembleSafetensors(const SafetensorsModel& model);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SAFETENSORS_RECIPE_H_
