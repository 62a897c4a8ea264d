#include "fuzz/other/depth.h"

#include <variant>

#include "craft/gguf_model.h"
#include "craft/safetensors_model.h"
#include "loadgate/bytes.h"

namespace loadgate::other {
namespace {

Depth DepthOfGguf(std::string_view file) {
  const craft::GgufModel model = craft::GgufFromBytes(AsBytes(file));
  Depth depth = {.pairs = model.pairs.size(), .tensors = model.tensors.size()};
  for (const craft::GgufPair& pair : model.pairs) {
    depth.arrays += std::holds_alternative<craft::GgufArray>(pair.value);
  }
  if (depth.pairs > 0 && depth.tensors > 0) {
    depth.header = file.substr(0, craft::GgufHeaderSize(model));
  }
  return depth;
}

Depth DepthOfSafetensors(std::string_view file) {
  const craft::SafetensorsModel model =
      craft::SafetensorsFromBytes(AsBytes(file));
  Depth depth;
  for (const craft::SafetensorsEntry& entry : craft::Entries(model)) {
    if (entry.is_metadata) {
      depth.pairs += entry.members.size();
    } else {
      ++depth.tensors;
    }
  }
  if (depth.tensors > 0) {
    depth.header = file.substr(0, craft::SafetensorsHeaderSize(model));
  }
  return depth;
}

}  // namespace

Depth DepthOf(Format format, std::string_view file) {
  return format == Format::kGguf ? DepthOfGguf(file) : DepthOfSafetensors(file);
}

}  // namespace loadgate::other
