// RecipeWriter: lines of a recipe, each with the offset of what it describes.

#ifndef LOADGATE_CRAFT_RECIPE_WRITER_H_
#define LOADGATE_CRAFT_RECIPE_WRITER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace loadgate::craft {

// QuotedText returns `bytes` as a text of a recipe: printable ASCII, whatever
// they are.
std::string QuotedText(std::string_view bytes);

class RecipeWriter {
 public:
  // Begin begins a statement: its first word, and the offset of its first byte
  // in the file, which the end of its line will say.
  void Begin(std::string_view word, uint64_t offset);

  // Word adds a word to the statement.
  void Word(std::string_view word);

  // Attribute adds NAME=NUMBER.
  void Attribute(std::string_view name, uint64_t value);

  // Text adds a quoted text.
  void Text(std::string_view bytes) { Word(QuotedText(bytes)); }

  // Open and Close add brackets. Between them, words that do not fit on the
  // line go on the next.
  void Open();
  void Close();

  // Bytes adds bytes, as zeros, fills, texts and hexadecimal digits, in
  // brackets where they take more than a line. `offset` is that of the first.
  void Bytes(std::string_view bytes, uint64_t offset);

  // Lines adds `text` as texts, in brackets where they take more than a line.
  // `offset` is that of the first byte.
  void Lines(std::string_view text, uint64_t offset);

  // End ends the statement, with `note` in its comment.
  void End(std::string_view note = {});

  // Comment adds a line that says `text`, which must be printable ASCII.
  void Comment(std::string_view text);

  // Take returns the recipe so far.
  std::string Take() { return std::move(out_); }

 private:
  // Takes what stands on one line from the front of `rest`, as a recipe has it.
  using TakeOne = std::string (*)(std::string_view* rest);

  void NewLine();
  void Pieces(std::string_view bytes, uint64_t offset, TakeOne take);

  std::string out_;
  std::string line_;
  std::string offset_;
  bool open_ = false;
};

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_WRITER_H_
