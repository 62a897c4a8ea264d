#include <cstddef>
#include <cstdint>
#include <optional>

#include "craft/gguf_data.h"
#include "craft/gguf_recipe.h"

namespace loadgate::craft {

GgufRecipeLayout RecipeLayoutOf(const GgufModel& model) {
  GgufRecipeLayout layout;
  layout.tensors.resize(model.tensors.size());
  if (model.tensors.empty() || !GgufIsWhole(model)) return layout;
  const uint64_t alignment = GgufAlignment(model);
  const auto padding = [alignment](uint64_t before) {
    const uint64_t length = PaddingTo(before, alignment);
    return length <= kMostRecipeData ? length : 0;
  };
  layout.padding = padding(GgufHeaderSize(model));
  for (size_t i = 0; i < model.tensors.size(); ++i) {
    const GgufTensor& tensor = model.tensors[i];
    const std::optional<uint64_t> bytes = GgufDataSize(tensor);
    const bool is_made = bytes.has_value() && *bytes <= kMostRecipeData;
    layout.tensors[i].data = is_made ? *bytes : 0;
    layout.tensors[i].padding = padding(is_made ? *bytes : tensor.data.size());
  }
  return layout;
}

}  // namespace loadgate::craft
