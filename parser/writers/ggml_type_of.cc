#include <array>
#include <string_view>
#include <utility>

#include "loadgate/gguf_writer.h"

namespace loadgate {
namespace {

constexpr auto kTypes =
    std::to_array<std::pair<std::string_view, uint32_t>>({{"F32", 0},
                                                          {"F16", 1},
                                                          {"I8", 24},
                                                          {"I16", 25},
                                                          {"I32", 26},
                                                          {"I64", 27},
                                                          {"F64", 28},
                                                          {"BF16", 30}});

}  // namespace

const GgmlType* GgmlTypeOf(const SafetensorsDtype& dtype) {
  for (const auto& [name, id] : kTypes) {
    if (name == dtype.name) return FindGgmlType(id);
  }
  return nullptr;
}

}  // namespace loadgate
