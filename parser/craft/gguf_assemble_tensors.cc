#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "craft/gguf_assembler.h"
#include "loadgate/ggml_type.h"

namespace loadgate::craft {
namespace {

std::optional<uint32_t> FindTensorType(std::string_view name) {
  for (const GgmlType& type : AllGgmlTypes()) {
    if (type.name == name) return type.id;
  }
  return std::nullopt;
}

}  // namespace

bool GgufAssembler::ReadTensor() {
  const size_t index = model_.tensors.size();
  std::string name;
  std::optional<uint64_t> length;
  if (!in_.ReadText(&name, &length)) return false;
  model_.tensors.push_back({.name = GgufText::Of(name)});
  if (length.has_value()) {
    Tell([index, length](GgufModel* model) {
      model->tensors[index].name.length = *length;
    });
  }
  if (in_.TryName("absent")) return true;
  return ReadDimensions(index) &&
         (in_.TryName("absent") || ReadTensorType(index));
}

bool GgufAssembler::ReadDimensions(size_t tensor) {
  GgufTensor& info = model_.tensors[tensor];
  info.dimension_count = 0;
  std::optional<uint32_t> declared;
  if (!ReadAttribute("n_dimensions", &declared)) return false;
  if (declared.has_value()) {
    Tell([tensor, declared](GgufModel* model) {
      model->tensors[tensor].dimension_count = *declared;
    });
  }
  if (!in_.lexer().TryPass(WordKind::kOpen)) {
    return in_.Fail("expected the dimensions in [ ], or absent");
  }
  while (!in_.lexer().TryPass(WordKind::kClose)) {
    uint64_t ne = 0;
    if (!in_.ReadUnsigned(sizeof(ne), &ne)) return false;
    info.dimensions.push_back(ne);
  }
  return true;
}

bool GgufAssembler::ReadTensorType(size_t tensor) {
  GgufTensor& info = model_.tensors[tensor];
  if (in_.Next(WordKind::kName, "type")) {
    if (!ReadAttribute("type", &info.type)) return false;
  } else {
    info.type = in_.Next(WordKind::kName)
                    ? FindTensorType(in_.lexer().word().text)
                    : std::nullopt;
    if (!info.type.has_value()) {
      return in_.Fail(
          "expected the name of a ggml type, type=NUMBER or "
          "absent");
    }
    in_.lexer().Pass();
  }
  info.offset = 0;
  return !in_.TryName("offset") || ReadOffset(tensor);
}

bool GgufAssembler::ReadOffset(size_t tensor) {
  if (!in_.lexer().TryPass(WordKind::kEquals)) return in_.Fail("expected a =");
  std::optional<uint64_t> offset;
  if (!in_.TryName("absent")) {
    offset = 0;
    if (!in_.ReadUnsigned(sizeof(*offset), &*offset)) return false;
  }
  Tell([tensor, offset](GgufModel* model) {
    model->tensors[tensor].offset = offset;
  });
  return true;
}

}  // namespace loadgate::craft
