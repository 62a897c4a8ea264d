#include "writers/json_append.h"

#include <array>
#include <cstdint>

namespace loadgate {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

void AppendEscaped(char c, std::string* out) {
  switch (c) {
    case '"':
      *out += "\\\"";
      return;
    case '\\':
      *out += "\\\\";
      return;
    case '\b':
      *out += "\\b";
      return;
    case '\t':
      *out += "\\t";
      return;
    case '\n':
      *out += "\\n";
      return;
    case '\f':
      *out += "\\f";
      return;
    case '\r':
      *out += "\\r";
      return;
    default:
      break;
  }
  const auto byte = static_cast<uint8_t>(c);
  if (byte >= 0x20) {
    out->push_back(c);
    return;
  }
  *out += "\\u00";
  out->push_back(kDigits[byte >> 4]);
  out->push_back(kDigits[byte & 0xf]);
}

}  // namespace

void AppendJsonString(std::string_view text, std::string* out) {
  out->push_back('"');
  for (const char c : text) AppendEscaped(c, out);
  out->push_back('"');
}

}  // namespace loadgate
