#include "tests/support/printed_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/naive/utf8.h"

namespace loadgate::testing_support {
namespace {

struct Range {
  uint32_t first;
  uint32_t last;
};

// What moves a cursor, turns text round or prints as nothing, of Unicode.
constexpr Range kNeverPrinted[] = {
    {0x00, 0x09},     {0x0B, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},
    {0x61C, 0x61C},   {0x200B, 0x200F},  {0x2028, 0x202E}, {0x2060, 0x206F},
    {0xFEFF, 0xFEFF}, {0xE0000, 0xE0FFF}};

// The code points of `text`, which is UTF-8.
std::vector<uint32_t> CodePoints(std::string_view text) {
  std::vector<uint32_t> points;
  for (const char c : text) {
    const auto byte = static_cast<uint8_t>(c);
    if ((byte & 0xC0) == 0x80) {
      points.back() = points.back() << 6 | (byte & 0x3F);
    } else {
      points.push_back(byte < 0x80 ? byte
                                   : byte & (byte < 0xE0   ? 0x1F
                                             : byte < 0xF0 ? 0x0F
                                                           : 0x07));
    }
  }
  return points;
}

void AppendUtf8(uint32_t point, std::string* out) {
  if (point < 0x800) {
    *out += static_cast<char>(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      *out += static_cast<char>(0xE0 | point >> 12);
    } else {
      *out += static_cast<char>(0xF0 | point >> 18);
      *out += static_cast<char>(0x80 | (point >> 12 & 0x3F));
    }
    *out += static_cast<char>(0x80 | (point >> 6 & 0x3F));
  }
  *out += static_cast<char>(0x80 | (point & 0x3F));
}

// The number that `digits` spell in hexadecimal; nullopt if they do not.
std::optional<uint32_t> Hex(std::string_view digits) {
  uint32_t value = 0;
  for (const char c : digits) {
    const size_t digit = std::string_view("0123456789abcdef").find(c);
    if (digit == std::string_view::npos) return std::nullopt;
    value = value << 4 | static_cast<uint32_t>(digit);
  }
  return digits.empty() ? std::nullopt : std::optional(value);
}

// Appends what the escape in front of `text` stands for and returns its length,
// or 0 if there is none.
size_t AppendMeaning(std::string_view text, std::string* out) {
  const std::string_view letter = text.substr(1, 1);
  const size_t simple = std::string_view("nrt\\").find(letter);
  if (!letter.empty() && simple != std::string_view::npos) {
    *out += std::string_view("\n\r\t\\")[simple];
    return 2;
  }
  if (letter == "x" && text.size() >= 4) {
    const std::optional<uint32_t> byte = Hex(text.substr(2, 2));
    if (!byte.has_value()) return 0;
    *out += static_cast<char>(*byte);
    return 4;
  }
  const size_t end = text.substr(0, 10).find('}');
  if (text.substr(1, 2) != "u{" || end == std::string_view::npos) return 0;
  const std::optional<uint32_t> point = Hex(text.substr(3, end - 3));
  if (!point.has_value()) return 0;
  AppendUtf8(*point, out);
  return end + 1;
}

}  // namespace

std::string BrokenPrintedText(const std::string& text) {
  if (!naive::IsUtf8(text)) return "it is no UTF-8";
  for (const uint32_t point : CodePoints(text)) {
    if (point >= 0x20 && point < 0x7F) continue;
    for (const Range& range : kNeverPrinted) {
      if (point >= range.first && point <= range.last) {
        return "it holds character " + std::to_string(point);
      }
    }
  }
  return "";
}

std::optional<std::string> Unescaped(std::string_view escaped) {
  std::string out;
  while (!escaped.empty()) {
    const size_t plain = std::min(escaped.find('\\'), escaped.size());
    out += escaped.substr(0, plain);
    escaped.remove_prefix(plain);
    if (escaped.empty()) break;
    const size_t length = AppendMeaning(escaped, &out);
    if (length == 0) return std::nullopt;
    escaped.remove_prefix(length);
  }
  return out;
}

}  // namespace loadgate::testing_support
