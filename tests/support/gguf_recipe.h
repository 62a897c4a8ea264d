// GgufRecipe: a GGUF file described, with room for lies.
//
// A recipe that says only what is in the file gives a well-formed one: counts,
// lengths, types and offsets are computed. Every `declared_` member that is set
// is written in place of the computed number, and changes nothing else.
//
//   GgufRecipe recipe;
//   recipe.pairs = {{"general.architecture", "llama"},
//                   {"general.alignment", uint32_t{64}}};
//   recipe.alignment = 64;
//   recipe.tensors = {{.name = "w", .ne = {32, 2}, .type = 2}};
//   recipe.tensors[0].declared_offset = 7;
//   const GgufBytes file = Build(recipe);
//
// A number literal is an i32 pair, as `int` is; other widths are spelt out.

#ifndef LOADGATE_TESTS_SUPPORT_GGUF_RECIPE_H_
#define LOADGATE_TESTS_SUPPORT_GGUF_RECIPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::testing_support {

// Item is a value that is no array. The alternatives are in the order of their
// type numbers.
using Item = std::variant<uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t,
                          float, bool, std::string, uint64_t, int64_t, double>;

// TypeIdOf returns the number of the item's type.
uint32_t TypeIdOf(const Item& item);

// Array is an array value. Elements are written as what they are, also where
// `element_type` says something else.
struct Array {
  uint32_t element_type = kU8;
  std::vector<Item> elements = {};
  std::optional<uint64_t> declared_count = {};
};

// ArrayOf returns an array of T, such as ArrayOf<std::string>({"a", "b"}).
template <typename T>
Array ArrayOf(const std::vector<T>& elements) {
  Array array = {.element_type = TypeIdOf(Item(T()))};
  for (const auto& element : elements) {
    array.elements.emplace_back(static_cast<T>(element));
  }
  return array;
}

// RawValue is a value written out by hand: a type number and the bytes that
// follow it. Arrays of arrays and unknown types are spelt this way.
struct RawValue {
  uint32_t type = kU8;
  std::string bytes = {};
};

using Value = std::variant<Item, Array, RawValue>;

// Pair is one key with its value. `declared_value_length` is the length of a
// string value.
struct Pair {
  std::string key = {};
  Value value = {};
  std::optional<uint32_t> declared_type = {};
  std::optional<uint64_t> declared_key_length = {};
  std::optional<uint64_t> declared_value_length = {};
};

// Tensor is one tensor info and its data. The data has `data_bytes` bytes, or
// as many as the shape and the type come to.
struct Tensor {
  std::string name = {};
  std::vector<uint64_t> ne = {};
  uint32_t type = 0;
  std::optional<uint64_t> declared_offset = {};
  std::optional<uint64_t> declared_name_length = {};
  std::optional<uint32_t> declared_dimension_count = {};
  std::optional<uint64_t> data_bytes = {};
};

// GgufRecipe is the whole file. Offsets are the running sum of the padded
// sizes.
struct GgufRecipe {
  uint32_t version = 3;
  ByteOrder order = ByteOrder::kLittle;
  std::optional<uint64_t> declared_tensor_count = {};
  std::optional<uint64_t> declared_kv_count = {};
  std::vector<Pair> pairs = {};
  std::vector<Tensor> tensors = {};
  // The unit that the layout uses. The key general.alignment is a pair like any
  // other: nothing adds it.
  uint64_t alignment = 32;
  std::byte padding = std::byte{0};
  // Whether the last tensor is padded.
  bool pad_last = true;
  // Bytes written after everything else.
  std::string tail = {};
};

// WrappedTensorBytes returns the size of a tensor modulo 2^64, which is what a
// reader that checks nothing computes; 0 for a type without a size.
uint64_t WrappedTensorBytes(const std::vector<uint64_t>& ne, uint32_t type);

// Build writes the file. Tensor data of more than 16 MiB is left out, so that
// absurd shapes can be written down; set `data_bytes` to have some.
GgufBytes Build(const GgufRecipe& recipe);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GGUF_RECIPE_H_
