// RecipeReader: what the recipes of all formats have in common: texts that may
// lie about their length, numbers, bytes, attributes.

#ifndef LOADGATE_CRAFT_RECIPE_READER_H_
#define LOADGATE_CRAFT_RECIPE_READER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "craft/recipe_lexer.h"

namespace loadgate::craft {

// kMostRecipeData is the most data, of a GGUF file for each tensor, and the
// most padding that a recipe which does not spell it has.
inline constexpr uint64_t kMostRecipeData = uint64_t{1} << 20;

class RecipeReader {
 public:
  // RecipeReader(recipe, most_bytes) reads `recipe`, which must outlive it, and
  // refuses to make more than `most_bytes` out of `zeros` and `fill`.
  RecipeReader(std::string_view recipe, uint64_t most_bytes)
      : lexer_(recipe), budget_(most_bytes) {}

  RecipeLexer& lexer() { return lexer_; }

  // SkipLines passes over ends of lines and returns whether a statement
  // follows. In a set, a file ends where the statement `file` begins the next.
  bool SkipLines();

  // InSet says that what follows are the files of a set.
  void InSet() { in_set_ = true; }

  // EndStatement passes over the end of a line, which must be next.
  bool EndStatement();

  // Next returns whether the next word is of `kind` and, for a name, reads
  // `text`.
  bool Next(WordKind kind, std::string_view text = {}) const;

  // TryName passes over the name `text` if it is next and returns whether.
  bool TryName(std::string_view text) {
    return lexer_.TryPass(WordKind::kName, text);
  }

  // ReadUnsigned reads a number of up to `width` bytes, which must be next.
  bool ReadUnsigned(size_t width, uint64_t* out);

  // ReadEqualsUnsigned reads `=` and such a number.
  bool ReadEqualsUnsigned(size_t width, uint64_t* out);

  // ReadText reads a text, which must be next, with `length=N` in front of it
  // if it lies about its length.
  bool ReadText(std::string* text, std::optional<uint64_t>* length);

  // ReadBytes reads bytes up to the end of the line or, behind a `[`, up to its
  // `]`: any number of texts, x"..", `zeros N` and `fill BYTE N`.
  bool ReadBytes(std::string* out);

  // ReadOnlyBytes reads the bytes that are all there is of a file.
  bool ReadOnlyBytes(std::string* out);

  // Fail ends the recipe with an error at the next word and returns false.
  bool Fail(std::string message) { return lexer_.Fail(std::move(message)); }

 private:
  bool ReadPiece(std::string* out);
  bool ReadFill(uint64_t byte, std::string* out);

  RecipeLexer lexer_;
  uint64_t budget_;
  bool in_set_ = false;
};

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_READER_H_
