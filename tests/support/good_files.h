// GGUF files that are well formed.
//
// Each one is accepted: it may earn warnings and notes, but no error. Tests cut
// them at every byte, set every field to its boundary values, feed them in
// pieces, and take one as the nearest good neighbour of a bad file.

#ifndef LOADGATE_TESTS_SUPPORT_GOOD_FILES_H_
#define LOADGATE_TESTS_SUPPORT_GOOD_FILES_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/field_values.h"
#include "tests/support/gguf_recipe.h"

namespace loadgate::testing_support {

// GoodFile is one file. `bytes`, `fields` and `boundaries` are those of
// Build(recipe); change a copy of the recipe to make a bad neighbour.
struct GoodFile {
  std::string name;
  GgufRecipe recipe;
  std::vector<std::byte> bytes;
  std::vector<Field> fields;
  std::vector<uint64_t> boundaries;
};

// GoodGgufFiles returns the little-endian files, smallest ideas first. Nearly
// all are under 4 KiB. They live for ever.
const std::vector<GoodFile>& GoodGgufFiles();

// BigEndianGgufFiles returns the big-endian twin of each version 3 file, named
// NAME_big_endian. They are rejected with gguf-big-endian and no other error.
const std::vector<GoodFile>& BigEndianGgufFiles();

// GoodGgufFile returns the file of that name, which must be in one of the two
// lists.
const GoodFile& GoodGgufFile(std::string_view name);

// TinyLlama returns the description of a file like a language model's: the
// usual keys, a vocabulary of eight tokens and two tensors. It earns no finding
// of the container's rules at all.
GgufRecipe TinyLlama();

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GOOD_FILES_H_
