#include "craft/recipe_lexer.h"

#include <utility>

#include "base/ascii.h"

namespace loadgate::craft {
namespace {

bool IsNameByte(char c) {
  return IsAsciiDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         c == '_' || c == '.' || c == '+' || c == '-';
}

bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }

// The value of a hexadecimal digit, or -1.
int HexValue(char c) {
  if (IsAsciiDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

RecipeLexer::RecipeLexer(std::string_view recipe) : rest_(recipe) { Read(); }

Word RecipeLexer::Pass() {
  Word passed = std::move(word_);
  Read();
  return passed;
}

bool RecipeLexer::TryPass(WordKind kind, std::string_view text) {
  if (word_.kind != kind) return false;
  if (kind == WordKind::kName && word_.text != text) return false;
  Read();
  return true;
}

bool RecipeLexer::Fail(std::string message) {
  if (!error_.has_value()) error_ = {word_.line, std::move(message)};
  rest_ = {};
  word_ = {.kind = WordKind::kEnd, .text = {}, .line = line_};
  return false;
}

char RecipeLexer::Take() {
  const char c = rest_.front();
  rest_.remove_prefix(1);
  if (c == '\n') ++line_;
  return c;
}

void RecipeLexer::SkipSpace() {
  while (!rest_.empty()) {
    if (At('#')) {
      rest_.remove_prefix(std::min(rest_.find('\n'), rest_.size()));
    } else if (At(' ') || At('\t') || At('\r') || (At('\n') && depth_ > 0)) {
      Take();
    } else {
      return;
    }
  }
}

void RecipeLexer::Read() {
  SkipSpace();
  word_ = {.kind = WordKind::kEnd, .text = {}, .line = line_};
  if (rest_.empty()) {
    if (depth_ > 0) Fail("a bracket is not closed");
    return;
  }
  if (rest_.substr(0, 2) == "x\"") {
    ReadBytes();
  } else if (IsNameByte(rest_.front())) {
    ReadName();
  } else if (At('"')) {
    ReadText();
  } else {
    switch (Take()) {
      case '\n':
        word_.kind = WordKind::kLine;
        return;
      case '=':
        word_.kind = WordKind::kEquals;
        return;
      case '[':
        word_.kind = WordKind::kOpen;
        ++depth_;
        return;
      case ']':
        word_.kind = WordKind::kClose;
        if (depth_ == 0) {
          Fail("a bracket is closed that was not opened");
        } else {
          --depth_;
        }
        return;
      default:
        Fail("a character that begins no word; see docs/recipes.md");
    }
  }
}

void RecipeLexer::ReadName() {
  word_.kind = WordKind::kName;
  while (!rest_.empty() && IsNameByte(rest_.front())) word_.text += Take();
}

void RecipeLexer::ReadText() {
  word_.kind = WordKind::kText;
  Take();
  while (!At('"')) {
    if (rest_.empty() || !IsPrintable(rest_.front())) {
      Fail(
          "a text is not closed on its line, or holds a byte that is not "
          "printable ASCII: write it as \\xNN");
      return;
    }
    const char c = Take();
    if (c != '\\') {
      word_.text += c;
    } else if (!ReadEscape()) {
      return;
    }
  }
  Take();
}

bool RecipeLexer::ReadEscape() {
  if (rest_.empty()) return Fail("a text ends within an escape");
  switch (Take()) {
    case 'n':
      word_.text += '\n';
      return true;
    case 'r':
      word_.text += '\r';
      return true;
    case 't':
      word_.text += '\t';
      return true;
    case '"':
      word_.text += '"';
      return true;
    case '\\':
      word_.text += '\\';
      return true;
    case 'x':
      return ReadHexByte();
    default:
      return Fail("an escape that is none of \\\\ \\\" \\n \\r \\t \\xNN");
  }
}

bool RecipeLexer::ReadHexByte() {
  const int high = rest_.size() < 2 ? -1 : HexValue(rest_[0]);
  const int low = rest_.size() < 2 ? -1 : HexValue(rest_[1]);
  if (high < 0 || low < 0) return Fail("a byte is not two hexadecimal digits");
  rest_.remove_prefix(2);
  word_.text += static_cast<char>(high * 16 + low);
  return true;
}

void RecipeLexer::ReadBytes() {
  word_.kind = WordKind::kBytes;
  rest_.remove_prefix(2);
  while (!At('"')) {
    if (At(' ') || At('\n') || At('\r') || At('\t')) {
      Take();
    } else if (!ReadHexByte()) {
      return;
    }
  }
  Take();
}

}  // namespace loadgate::craft
