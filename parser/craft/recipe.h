// Recipes: the text form of a model file, however broken it is.
//
// Disassemble turns any bytes into a recipe that says what each of them is, by
// the names of the specification and with its offset; Assemble turns a recipe
// into bytes. For every file
//
//   Assemble(Disassemble(file)) == file
//
// What a recipe does not say is as it must be: lengths, counts, types, offsets,
// padding, and data of zeros. So a recipe that says only what is in a file is
// well formed, and a lie is what it says besides. What cannot be understood is
// spelt out as bytes. The language is in docs/recipes.md.

#ifndef LOADGATE_CRAFT_RECIPE_H_
#define LOADGATE_CRAFT_RECIPE_H_

#include <optional>
#include <string>
#include <string_view>

#include "craft/recipe_lexer.h"
#include "loadgate/bytes.h"

namespace loadgate::craft {

// Assemble returns the bytes that `recipe` describes. If it describes none it
// returns nullopt and says why in `*error`. The file has no more than
// `most_bytes`, whatever `zeros`, `fill` and shapes ask for, and memory is a
// small constant times that and the length of `recipe`.
std::optional<std::string> Assemble(std::string_view recipe, RecipeError* error,
                                    uint64_t most_bytes = uint64_t{1} << 30);

// Disassemble returns a recipe of `file`. Its text is printable ASCII, whatever
// the bytes are. It is a small constant times as long as the file, and time is
// linear.
std::string Disassemble(ByteSpan file);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_H_
