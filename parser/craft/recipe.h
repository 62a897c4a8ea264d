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
//
// A recipe whose first word is `set` describes several files. One whose first
// word is `bundle` describes the same files as one, of which file_set.h says
// what it is.

#ifndef LOADGATE_CRAFT_RECIPE_H_
#define LOADGATE_CRAFT_RECIPE_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "craft/file_set.h"
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

// DescribesSet returns whether the first word of `recipe` is `set`. Assemble
// refuses such a recipe.
bool DescribesSet(std::string_view recipe);

// AssembleSet returns the files that such a recipe describes, in its order and
// with the names it gives them, which may be any bytes. Else it is as Assemble;
// `most_bytes` is what the files may have together.
std::optional<std::vector<NamedFile>> AssembleSet(
    std::string_view recipe, RecipeError* error,
    uint64_t most_bytes = uint64_t{1} << 30);

// DisassembleSet returns the recipe of `files`, and it is as Disassemble:
//
//   AssembleSet(DisassembleSet(files)) == files
std::string DisassembleSet(const std::vector<NamedFile>& files);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_H_
