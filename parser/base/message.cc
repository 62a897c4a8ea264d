#include "base/message.h"

#include <cstddef>

namespace loadgate {
namespace {

constexpr size_t kMaxQuoted = 96;

}  // namespace

std::string Message(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (std::string_view piece : pieces) text += piece;
  return text;
}

std::string Count(uint64_t value, std::string_view noun) {
  return Message({Number(value), " ", noun, Agree(value, "", "s")});
}

std::string HexByte(char byte) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto value = static_cast<uint8_t>(byte);
  return {kDigits[value >> 4], kDigits[value & 0xf]};
}

std::string Quoted(std::string_view name) {
  const bool cut = name.size() > kMaxQuoted;
  const std::string_view shown = name.substr(0, kMaxQuoted);
  const std::string_view end = cut ? "..." : "";
  const bool single = shown.find('\'') == std::string_view::npos;
  if (single) return Message({"'", shown, end, "'"});
  std::string text = "\"";
  for (const char c : shown) text.append(c == '"' ? 2 : 1, c);
  return Message({text, end, "\""});
}

std::string Item(std::string_view kind, uint64_t index, std::string_view name) {
  return Message({kind, "[", Number(index), "] ", Quoted(name)});
}

}  // namespace loadgate
