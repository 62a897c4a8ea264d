#include "craft/recipe_writer.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace loadgate::craft {
namespace {

constexpr size_t kColumns = 79;
constexpr size_t kBytesInLine = 16;
constexpr size_t kShortestFill = 16;
constexpr size_t kShortestText = 6;
constexpr size_t kLongestText = 64;
constexpr std::string_view kIndent = "  ";

bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }

char HexDigit(unsigned value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  return kDigits[value & 0xf];
}

void AppendHex(char c, std::string* out) {
  const auto byte = static_cast<unsigned char>(c);
  *out += HexDigit(byte >> 4);
  *out += HexDigit(byte);
}

std::string HexOffset(uint64_t offset) {
  std::array<char, 24> text;
  const int n = std::snprintf(text.data(), text.size(), "0x%04llx",
                              static_cast<unsigned long long>(offset));
  return std::string(text.data(), static_cast<size_t>(n));
}

// How many of the first bytes are the same.
size_t FillLength(std::string_view bytes) {
  return std::min(bytes.find_first_not_of(bytes.front()), bytes.size());
}

// How many of the first bytes are text that reads as one.
size_t TextLength(std::string_view bytes) {
  bytes = bytes.substr(0, kLongestText);
  const auto end = std::find_if_not(bytes.begin(), bytes.end(), IsPrintable);
  const auto length = static_cast<size_t>(end - bytes.begin());
  return length < kShortestText ? 0 : length;
}

// How many of the first bytes are neither, up to a line.
size_t HexLength(std::string_view bytes) {
  size_t length = 0;
  const size_t most = std::min(bytes.size(), kBytesInLine);
  while (length < most) {
    const std::string_view rest = bytes.substr(length);
    if (FillLength(rest) >= kShortestFill || TextLength(rest) > 0) break;
    ++length;
  }
  return length;
}

std::string Hex(std::string_view bytes) {
  std::string text = "x\"";
  for (const char c : bytes) {
    if (text.size() > 2) text += ' ';
    AppendHex(c, &text);
  }
  return text + '"';
}

// The first bytes of `*rest` as one piece of a recipe, which it takes.
std::string TakePiece(std::string_view* rest) {
  const size_t fill = FillLength(*rest);
  size_t length = 0;
  std::string piece;
  if (fill >= kShortestFill) {
    const auto byte = static_cast<unsigned char>(rest->front());
    piece = (byte == 0 ? "zeros " : "fill " + std::to_string(byte) + " ") +
            std::to_string(fill);
    length = fill;
  } else if ((length = TextLength(*rest)) > 0) {
    piece = QuotedText(rest->substr(0, length));
  } else {
    length = HexLength(*rest);
    piece = Hex(rest->substr(0, length));
  }
  rest->remove_prefix(length);
  return piece;
}

// The first line of `*rest`, which it takes, or as much as fits on one.
std::string TakeLine(std::string_view* rest) {
  const std::string_view front = rest->substr(0, kLongestText);
  const size_t length = std::min(front.find('\n'), front.size() - 1) + 1;
  std::string text = QuotedText(rest->substr(0, length));
  rest->remove_prefix(length);
  return text;
}

}  // namespace

std::string QuotedText(std::string_view bytes) {
  std::string text = "\"";
  for (const char c : bytes) {
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (IsPrintable(c)) {
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\r') {
      text += "\\r";
    } else if (c == '\t') {
      text += "\\t";
    } else {
      text += "\\x";
      AppendHex(c, &text);
    }
  }
  return text + '"';
}

void RecipeWriter::Begin(std::string_view word, uint64_t offset) {
  line_ = word;
  offset_ = HexOffset(offset);
}

void RecipeWriter::Word(std::string_view word) {
  const size_t left = kColumns - std::min(kColumns, line_.size());
  if (open_ && word.size() >= left && line_ != kIndent) NewLine();
  if (!line_.empty() && line_ != kIndent) line_ += ' ';
  line_ += word;
}

void RecipeWriter::Attribute(std::string_view name, uint64_t value) {
  Word(std::string(name) + "=" + std::to_string(value));
}

void RecipeWriter::Open() {
  Word("[");
  open_ = true;
}

void RecipeWriter::Close() {
  Word("]");
  open_ = false;
}

void RecipeWriter::NewLine() {
  out_ += line_;
  if (!offset_.empty()) out_ += "  # " + std::exchange(offset_, {});
  out_ += '\n';
  line_ = kIndent;
}

void RecipeWriter::Bytes(std::string_view bytes, uint64_t offset) {
  Pieces(bytes, offset, TakePiece);
}

void RecipeWriter::Lines(std::string_view text, uint64_t offset) {
  Pieces(text, offset, TakeLine);
}

void RecipeWriter::Pieces(std::string_view bytes, uint64_t offset,
                          TakeOne take) {
  if (bytes.empty()) return Word("\"\"");
  std::string_view rest = bytes;
  const std::string first = take(&rest);
  if (rest.empty()) return Word(first);
  Open();
  rest = bytes;
  while (!rest.empty()) {
    NewLine();
    offset_ = HexOffset(offset + (bytes.size() - rest.size()));
    Word(take(&rest));
  }
  NewLine();
  line_.clear();
  Close();
}

void RecipeWriter::End(std::string_view note) {
  out_ += line_;
  if (!offset_.empty() || !note.empty()) out_ += "  # ";
  out_ += std::exchange(offset_, {});
  if (!note.empty()) out_ += ' ';
  out_ += note;
  out_ += '\n';
  line_.clear();
}

void RecipeWriter::Comment(std::string_view text) {
  out_ += "# ";
  out_ += text;
  out_ += '\n';
}

}  // namespace loadgate::craft
