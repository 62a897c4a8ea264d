#include "craft/json_tokens.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "formats/json_number.h"

namespace loadgate::craft {
namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::string_view kMarks = "{}[]:,";
constexpr std::string_view kDelimiters = " \t\r\n{}[]:,\"";
constexpr size_t kNone = std::string_view::npos;

bool IsOneOf(char c, std::string_view set) { return set.find(c) != kNone; }

// The length of the string that `text` begins with, quotes included, or kNone
// where it does not end.
size_t StringLength(std::string_view text) {
  for (size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') return i + 1;
    if (text[i] == '\\') ++i;
  }
  return kNone;
}

// Takes the digits at the front of `rest`, and returns whether there are any.
bool TakeDigits(std::string_view* rest) {
  const auto end = std::find_if_not(rest->begin(), rest->end(), IsAsciiDigit);
  const auto digits = static_cast<size_t>(end - rest->begin());
  rest->remove_prefix(digits);
  return digits > 0;
}

// Takes one character of `set`, and returns whether it is there.
bool TakeOneOf(std::string_view set, std::string_view* rest) {
  if (rest->empty() || !IsOneOf(rest->front(), set)) return false;
  rest->remove_prefix(1);
  return true;
}

bool IsNumber(std::string_view rest) {
  TakeOneOf("-", &rest);
  if (!TakeOneOf("0", &rest) && !TakeDigits(&rest)) return false;
  if (TakeOneOf(".", &rest) && !TakeDigits(&rest)) return false;
  if (TakeOneOf("eE", &rest)) {
    TakeOneOf("+-", &rest);
    if (!TakeDigits(&rest)) return false;
  }
  return rest.empty();
}

JsonTokenKind KindOfWord(std::string_view word) {
  if (word == "true" || word == "false" || word == "null") {
    return JsonTokenKind::kLiteral;
  }
  return IsNumber(word) ? JsonTokenKind::kNumber : JsonTokenKind::kRaw;
}

// The kind of the token at the front of `text`, and how long it is; kNone means
// up to the end.
std::pair<JsonTokenKind, size_t> FirstToken(std::string_view text) {
  if (IsOneOf(text.front(), kMarks)) return {JsonTokenKind::kPunctuation, 1};
  if (IsOneOf(text.front(), kSpaces)) {
    return {JsonTokenKind::kSpace, text.find_first_not_of(kSpaces)};
  }
  if (text.front() == '"') {
    const size_t length = StringLength(text);
    return {length == kNone ? JsonTokenKind::kRaw : JsonTokenKind::kString,
            length};
  }
  const size_t length = text.find_first_of(kDelimiters);
  return {KindOfWord(text.substr(0, length)), length};
}

}  // namespace

std::vector<JsonToken> TokenizeJson(std::string_view text) {
  std::vector<JsonToken> tokens;
  while (!text.empty()) {
    const auto [kind, length] = FirstToken(text);
    const std::string_view token = text.substr(0, length);
    tokens.push_back({kind, std::string(token)});
    text.remove_prefix(token.size());
  }
  return tokens;
}

std::string JsonText(const std::vector<JsonToken>& tokens) {
  std::string text;
  text.reserve(static_cast<size_t>(JsonSize(tokens)));
  for (const JsonToken& token : tokens) text += token.text;
  return text;
}

uint64_t JsonSize(const std::vector<JsonToken>& tokens) {
  uint64_t bytes = 0;
  for (const JsonToken& token : tokens) bytes += token.text.size();
  return bytes;
}

std::optional<size_t> JsonObjectEnd(std::string_view text) {
  size_t depth = 0;
  size_t i = text.find_first_not_of(kSpaces);
  while (i < text.size()) {
    const char c = text[i];
    if (depth == 0 && c != '{') return std::nullopt;
    const size_t length = c == '"' ? StringLength(text.substr(i)) : 1;
    if (length == kNone) return std::nullopt;
    i += length;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return i;
  }
  return std::nullopt;
}

JsonToken MakeJsonPunctuation(char mark) {
  return {JsonTokenKind::kPunctuation, std::string(1, mark)};
}

JsonToken MakeJsonString(std::string_view value) {
  return {JsonTokenKind::kString, EncodeJsonString(value)};
}

JsonToken MakeJsonNumber(uint64_t value) {
  return {JsonTokenKind::kNumber, std::to_string(value)};
}

std::optional<uint64_t> JsonUnsigned(const JsonToken& token) {
  if (token.kind != JsonTokenKind::kNumber || token.text.empty() ||
      !std::all_of(token.text.begin(), token.text.end(), IsAsciiDigit)) {
    return std::nullopt;
  }
  return ParseUnsigned(token.text);
}

}  // namespace loadgate::craft
