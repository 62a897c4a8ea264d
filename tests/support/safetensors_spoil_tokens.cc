#include <cstdint>
#include <string>
#include <string_view>

#include "tests/support/safetensors_spoiler.h"

namespace loadgate::testing_support {

using std::string_literals::operator""s;

void Spoiler::Structure(const JsonToken& token) {
  Replace("token dropped", token, "");
  Replace("token doubled", token, Text(token) + Text(token));
  if (token.length != 1) return;
  for (const char other : kJsonStructure) {
    if (other != First(token)) {
      Replace("token exchanged", token, std::string(1, other));
    }
  }
}

// White space, and what is none, between two tokens.
void Spoiler::Spaces(size_t at) {
  for (const std::string& space :
       {" "s, "\t"s, "\r"s, "\n"s, "\0"s, "\v"s, "\f"s, "\x1f"s, "\x7f"s,
        "\xc2\xa0"s, "\xef\xbb\xbf"s, "\xe2\x80\xa8"s, "\xff"s, "/**/"s}) {
    Replace("space", {at, 0}, space);
  }
}

// Other ways to write the first character of a string, and a few that are none.
void Spoiler::Strings(const JsonToken& token) {
  const std::string text = Text(token);
  const std::string inner = text.substr(1, text.size() - 2);
  const auto in_front = [&](const std::string& what) {
    Replace("string", token, "\"" + what + inner + "\"");
  };
  for (const char* escape : {"\\/", "\\\\", "\\\"", "\\b", "\\f", "\\n", "\\r",
                             "\\t", "\\x41", "\\a", "\\'", "\\0", "\\"}) {
    in_front(escape);
  }
  for (const char* escape :
       {"\\u0000", "\\u0041", "\\u00e9", "\\u00E9", "\\u", "\\u12", "\\u12g4",
        "\\u+123", "\\u 123", "\\U0041"}) {
    in_front(escape);
  }
  for (const char* surrogates :
       {"\\ud83d\\ude00", "\\uD83D\\uDE00", "\\ud83d", "\\ude00",
        "\\ude00\\ud83d", "\\ud83d\\u0041", "\\ud83d\\ud83d", "\\ud83d\\n"}) {
    in_front(surrogates);
  }
  for (const std::string& raw :
       {"\0"s, "\x01"s, "\n"s, "\t"s, "\x1f"s, "\x7f"s, "\xc3\xa9"s,
        "\xf0\x9f\x98\x80"s, "\x80"s, "\xc3"s, "\xc0\x80"s, "\xed\xa0\x80"s,
        "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xe2\x82"s, "\xef\xbb\xbf"s,
        "../"s}) {
    in_front(raw);
  }
  Replace("string", token, "\"\"");
  Replace("string", token, inner);
  Replace("string", token, "'" + inner + "'");
  Replace("string", token, "\"" + inner);
  Replace("string", token, inner + "\"");
  Replace("string", token, "\"" + inner + "\\\"");
  for (const char* other : {"null", "true", "0", "-1.5", "{}", "[]", "nul"}) {
    Replace("string", token, other);
  }
  if (inner.empty() || inner[0] == '\\') return;
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(inner[0]);
  const std::string escaped =
      "\\u00"s + kHex[byte >> 4] + kHex[byte & 0xf] + inner.substr(1);
  Replace("string", token, "\"" + escaped + "\"");
}

void Spoiler::Numbers(const JsonToken& token) {
  const std::string text = Text(token);
  const uint64_t value = std::stoull(text);
  for (const uint64_t lie :
       {value + 1, value - 1, value + 8, value * 2, uint64_t{0}, uint64_t{1},
        uint64_t{1} << 31, uint64_t{1} << 32, (uint64_t{1} << 53) + 1,
        (uint64_t{1} << 61) - 1, uint64_t{1} << 61, uint64_t{1} << 62,
        uint64_t{1} << 63, UINT64_MAX - 1, UINT64_MAX}) {
    if (lie != value) Replace("number", token, std::to_string(lie));
  }
  for (const std::string& lie : {"18446744073709551616"s,
                                 "9999999999999999999999"s,
                                 "-0"s,
                                 "-" + text,
                                 text + ".0",
                                 text + "e0",
                                 text + "E+0",
                                 text + "e-1",
                                 text + "e400",
                                 "0" + text,
                                 "00"s,
                                 "+" + text,
                                 text + ".",
                                 "." + text,
                                 text + "e",
                                 "0x" + text,
                                 text + "u",
                                 "NaN"s,
                                 "-Infinity"s,
                                 "1e308"s,
                                 "1e309"s,
                                 std::string(400, '9'),
                                 "\"" + text + "\"",
                                 "null"s,
                                 "true"s,
                                 "{}"s,
                                 "[]"s,
                                 "[" + text + "]",
                                 ""s,
                                 "-"s}) {
    Replace("number form", token, lie);
  }
}

}  // namespace loadgate::testing_support
