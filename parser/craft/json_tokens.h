// JSON as a flat list of tokens that gives back every byte it was made from.
//
// The list holds what a parser throws away: white space, the way a string is
// escaped and a number written, a key that stands twice. It also holds what is
// no JSON. So a header can be changed in one of these and in nothing else, and
// a broken one can be read.
//
// Source: RFC 8259.

#ifndef LOADGATE_CRAFT_JSON_TOKENS_H_
#define LOADGATE_CRAFT_JSON_TOKENS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate::craft {

// JsonTokenKind is what the text of a token is.
enum class JsonTokenKind : uint8_t {
  kPunctuation,  // One of {}[]:,
  kString,       // From quote to quote. What is between them may be no JSON.
  kNumber,       // A number as the grammar has it, of any size.
  kLiteral,      // true, false or null.
  kSpace,        // One or more of the four bytes that are white space.
  kRaw,          // Anything else.
};

// JsonToken is one token as it is written. One that is made or changed by hand
// may hold any text; functions that look for structure go by its kind.
struct JsonToken {
  JsonTokenKind kind = JsonTokenKind::kRaw;
  std::string text = {};

  // Is returns whether the token is that punctuation mark.
  bool Is(char mark) const {
    return kind == JsonTokenKind::kPunctuation && text.size() == 1 &&
           text.front() == mark;
  }
  bool operator==(const JsonToken&) const = default;
};

// TokenizeJson splits any bytes whatever into tokens: their texts, one after
// the other, are `text`. What is no token goes up to the next space, quote or
// punctuation mark, and is one raw token; a string that does not end is one up
// to the end of the text. Time and memory are linear.
std::vector<JsonToken> TokenizeJson(std::string_view text);

// JsonText returns the texts of `tokens`, one after the other.
std::string JsonText(const std::vector<JsonToken>& tokens);

// JsonSize returns how many bytes JsonText would return.
uint64_t JsonSize(const std::vector<JsonToken>& tokens);

// JsonObjectEnd returns where the object at the front of `text` ends, or
// nullopt where none begins, white space aside, or none ends. Any bracket
// closes any other.
std::optional<size_t> JsonObjectEnd(std::string_view text);

// MakeJsonPunctuation, MakeJsonString and MakeJsonNumber return a token that
// says `mark`, `value` in the shortest escapes, or `value` in digits.
JsonToken MakeJsonPunctuation(char mark);
JsonToken MakeJsonString(std::string_view value);
JsonToken MakeJsonNumber(uint64_t value);

// JsonUnsigned returns the value of a number of digits alone that is at most
// 2^64-1, or nullopt for any other token.
std::optional<uint64_t> JsonUnsigned(const JsonToken& token);

// DecodeJsonString returns what a string token's text says, without its quotes
// and escapes; or nullopt where there is a quote too few or too many, or an
// escape that JSON does not have. It is lenient otherwise: control bytes and
// bytes that are no UTF-8 come out as they are, half a surrogate pair as the
// three bytes that its code point would have.
std::optional<std::string> DecodeJsonString(std::string_view text);

// EncodeJsonString returns `value` with quotes around it and the fewest escapes
// that JSON allows. It is the inverse of DecodeJsonString, for any bytes.
std::string EncodeJsonString(std::string_view value);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_JSON_TOKENS_H_
