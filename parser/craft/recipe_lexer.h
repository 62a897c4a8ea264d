// RecipeLexer: the words of a recipe, one after the other.
//
// A recipe is lines of words. A word is one of
//
//   name-or-number   letters, digits and _ . + - in any mixture
//   "text"           printable ASCII, and \\ \" \n \r \t \xNN for the rest
//   x"00 01 ff"      bytes, two digits each, white space between them or not
//   [ ] =
//
// A line ends a statement, except within brackets. `#` begins a comment, up to
// the end of its line. The whole grammar is in docs/recipes.md.

#ifndef LOADGATE_CRAFT_RECIPE_LEXER_H_
#define LOADGATE_CRAFT_RECIPE_LEXER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loadgate::craft {

// RecipeError says where a recipe makes no sense and why. Lines count from 1.
struct RecipeError {
  size_t line = 0;
  std::string message = {};
};

// kTooManyBytes is the message of a recipe whose file would be larger than the
// caller lets it be.
inline constexpr std::string_view kTooManyBytes =
    "more bytes than an assembled file may have";

// WordKind is what a word is. `kLine` ends a statement, `kEnd` the recipe.
enum class WordKind : uint8_t {
  kName,
  kText,
  kBytes,
  kOpen,
  kClose,
  kEquals,
  kLine,
  kEnd,
};

// Word is one word. `text` is a name as it is written, or the bytes that a text
// or bytes stand for.
struct Word {
  WordKind kind = WordKind::kEnd;
  std::string text = {};
  size_t line = 0;
};

class RecipeLexer {
 public:
  // RecipeLexer(recipe) stands before the first word. `recipe` must outlive it.
  explicit RecipeLexer(std::string_view recipe);

  // word returns the word that is next.
  const Word& word() const { return word_; }

  // Pass passes over the next word and returns it. At the end of the recipe,
  // and after an error, that is kEnd for ever.
  Word Pass();

  // TryPass passes over the next word if it is of `kind`, and for a name if it
  // reads `text`, and returns whether it did.
  bool TryPass(WordKind kind, std::string_view text = {});

  // Fail notes that the recipe makes no sense at the next word, unless an
  // error was noted before, and ends the recipe. It returns false.
  bool Fail(std::string message);

  // error returns the error that was noted, if one was.
  const std::optional<RecipeError>& error() const { return error_; }

 private:
  void Read();
  void SkipSpace();
  void ReadName();
  void ReadText();
  void ReadBytes();
  bool ReadEscape();
  bool ReadHexByte();
  bool At(char c) const { return !rest_.empty() && rest_.front() == c; }
  char Take();

  std::string_view rest_;
  Word word_;
  size_t line_ = 1;
  size_t depth_ = 0;  // Open brackets.
  std::optional<RecipeError> error_;
};

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_LEXER_H_
