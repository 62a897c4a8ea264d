#include "craft/recipe_reader.h"

#include "craft/recipe_numbers.h"

namespace loadgate::craft {

bool RecipeReader::SkipLines() {
  while (lexer_.TryPass(WordKind::kLine)) {
  }
  return !Next(WordKind::kEnd) && !(in_set_ && Next(WordKind::kName, "file"));
}

bool RecipeReader::EndStatement() {
  if (Next(WordKind::kEnd)) return !lexer_.error().has_value();
  if (lexer_.TryPass(WordKind::kLine)) return true;
  return Fail("a word that does not belong to this statement");
}

bool RecipeReader::Next(WordKind kind, std::string_view text) const {
  const Word& word = lexer_.word();
  return word.kind == kind && (text.empty() || word.text == text);
}

bool RecipeReader::ReadUnsigned(size_t width, uint64_t* out) {
  const std::optional<uint64_t> value =
      Next(WordKind::kName) ? ParseUnsigned(lexer_.word().text, width)
                            : std::nullopt;
  if (!value.has_value()) {
    return Fail("expected a number of at most " + std::to_string(8 * width) +
                " bits, decimal or 0x and hexadecimal digits");
  }
  *out = *value;
  lexer_.Pass();
  return true;
}

bool RecipeReader::ReadEqualsUnsigned(size_t width, uint64_t* out) {
  if (!lexer_.TryPass(WordKind::kEquals)) return Fail("expected a =");
  return ReadUnsigned(width, out);
}

bool RecipeReader::ReadText(std::string* text,
                            std::optional<uint64_t>* length) {
  if (TryName("length")) {
    uint64_t value = 0;
    if (!ReadEqualsUnsigned(sizeof(value), &value)) return false;
    *length = value;
  }
  if (!Next(WordKind::kText) && !Next(WordKind::kBytes)) {
    return Fail("expected a text in quotes, or bytes as x\"00 01\"");
  }
  *text = lexer_.Pass().text;
  return true;
}

bool RecipeReader::ReadBytes(std::string* out) {
  if (!lexer_.TryPass(WordKind::kOpen)) {
    while (!Next(WordKind::kLine) && !Next(WordKind::kEnd)) {
      if (!ReadPiece(out)) return false;
    }
    return !lexer_.error().has_value();
  }
  while (!lexer_.TryPass(WordKind::kClose)) {
    if (!ReadPiece(out)) return false;
  }
  return true;
}

bool RecipeReader::ReadOnlyBytes(std::string* out) {
  if (!ReadBytes(out) || !EndStatement()) return false;
  return !SkipLines() ||
         Fail(in_set_ ? "bytes are one statement, and the whole file"
                      : "bytes are one statement, and the whole recipe");
}

bool RecipeReader::ReadPiece(std::string* out) {
  if (Next(WordKind::kText) || Next(WordKind::kBytes)) {
    *out += lexer_.Pass().text;
    return true;
  }
  if (TryName("zeros")) return ReadFill(0, out);
  uint64_t byte = 0;
  if (TryName("fill")) {
    return ReadUnsigned(1, &byte) && ReadFill(byte, out);
  }
  return Fail("expected bytes: \"text\", x\"00 01\", zeros N or fill BYTE N");
}

bool RecipeReader::ReadFill(uint64_t byte, std::string* out) {
  uint64_t count = 0;
  if (!ReadUnsigned(sizeof(count), &count)) return false;
  if (count > budget_) {
    return Fail(std::string(kTooManyBytes));
  }
  budget_ -= count;
  out->append(static_cast<size_t>(count), static_cast<char>(byte));
  return true;
}

}  // namespace loadgate::craft
