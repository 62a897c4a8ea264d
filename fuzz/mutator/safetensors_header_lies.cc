#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "craft/json_tokens.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/number_forms.h"
#include "fuzz/mutator/safetensors_lies.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::mutator {
namespace {

using craft::JsonToken;
using craft::JsonTokenKind;
using Tokens = std::vector<JsonToken>;
using std::string_view_literals::operator""sv;

constexpr std::array<std::string_view, 16> kOddTexts = {
    "\0"sv,       "\x1f"sv,         "\x7f"sv,         "\xff"sv,
    "\xc0\x80"sv, "\xed\xa0\x80"sv, "\xef\xbb\xbf"sv, "\\ud800"sv,
    "\\udc00"sv,  "\\u0000"sv,      "\\q"sv,          "\\u12"sv,
    "../"sv,      "\\u0061"sv,      "\""sv,           "\xf4\x90\x80\x80"sv};

// In the place of a text, of a list of numbers, of an object.
constexpr std::array<std::string_view, 18> kOddValues = {
    "null",   "true",     "[]",     "{}",       R"("")",      "0",
    R"("0")", "[0]",      "[[0]]",  "[0,0,0]",  R"({"a":0})", "-1",
    "1.5",    R"(["0"])", "[null]", "[true,1]", R"("[0,0]")", "NaN"};

constexpr std::array<std::string_view, 5> kSpaces = {" ", "\n", "\t", "\r\n",
                                                     "    "};

// Indices of the tokens of `kind`.
std::vector<size_t> TokensOf(const Tokens& tokens, JsonTokenKind kind) {
  std::vector<size_t> found;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == kind) found.push_back(i);
  }
  return found;
}

// Puts `text` at a random place within a random string. One time in four the
// header ends behind it: what a reader looks ahead for is not there.
void InsertInString(std::string_view text, Random* random, Tokens* tokens) {
  const auto strings = TokensOf(*tokens, JsonTokenKind::kString);
  if (strings.empty()) return;
  const size_t token = random->Pick(strings);
  std::string& string = (*tokens)[token].text;
  if (string.empty()) return;
  const auto at = static_cast<size_t>(random->Below(string.size())) + 1;
  string.insert(at, text);
  if (!random->OneIn(4)) return;
  string.resize(at + text.size());
  tokens->resize(token + 1);
}

// One number in another form; or, as a writer does that has its own way with
// numbers, all of a list in the same.
void LieInNumber(Random* random, Tokens* tokens) {
  const auto numbers = TokensOf(*tokens, JsonTokenKind::kNumber);
  if (numbers.empty()) return;
  size_t at = random->Pick(numbers);
  if (random->OneIn(2)) {
    (*tokens)[at].text = NumberForm((*tokens)[at].text, random);
    return;
  }
  while (at > 0 && !(*tokens)[at].Is('[')) --at;
  const uint64_t form = random->Bits();
  for (; at < tokens->size() && !(*tokens)[at].Is(']'); ++at) {
    JsonToken& token = (*tokens)[at];
    if (token.kind != JsonTokenKind::kNumber) continue;
    Random same(form);
    token.text = NumberForm(token.text, &same);
  }
}

// The token behind the value that begins at `at`.
size_t EndOfValue(const Tokens& tokens, size_t at) {
  size_t depth = 0;
  for (; at < tokens.size(); ++at) {
    if (tokens[at].Is('[') || tokens[at].Is('{')) ++depth;
    if (tokens[at].Is(']') || tokens[at].Is('}')) {
      if (depth <= 1) return at + (depth == 1 ? 1 : 0);
      --depth;
    } else if (depth == 0) {
      return at + 1;
    }
  }
  return at;
}

// Where the members' keys stand.
std::vector<size_t> KeysIn(const Tokens& tokens) {
  std::vector<size_t> keys;
  for (size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind == JsonTokenKind::kString && tokens[i + 1].Is(':')) {
      keys.push_back(i);
    }
  }
  return keys;
}

auto At(size_t i, Tokens* tokens) {
  return tokens->begin() + static_cast<std::ptrdiff_t>(i);
}

// Writes the character behind a string's quote as an escape, if it can be one.
void EscapeFirst(std::string* string) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  if (string->size() <= 2) return;
  const auto byte = static_cast<unsigned char>((*string)[1]);
  if (byte >= 0x80 || byte == '\\') return;
  const std::string escape = {
      '\\', 'u', '0', '0', kDigits[byte >> 4], kDigits[byte & 15]};
  string->replace(1, 1, escape);
}

// A member that stands twice in its object: with the same value, with one of
// its numbers changed, or with another dtype. One time in six the second key is
// written with an escape.
void RepeatMember(Random* random, Tokens* tokens) {
  const std::vector<size_t> keys = KeysIn(*tokens);
  if (keys.empty()) return;
  const size_t key = random->Pick(keys);
  const size_t end = EndOfValue(*tokens, key + 2);
  Tokens copy = {{JsonTokenKind::kPunctuation, ","}};
  for (size_t i = key; i < end; ++i) copy.push_back((*tokens)[i]);
  const auto numbers = TokensOf(copy, JsonTokenKind::kNumber);
  if (!numbers.empty() && random->Percent(70)) {
    std::string& number = copy[random->Pick(numbers)].text;
    number = NumberForm(number, random);
  } else if (copy.back().kind == JsonTokenKind::kString) {
    const std::string_view other = random->Pick(AllSafetensorsDtypes()).name;
    copy.back() = craft::MakeJsonString(other);
  }
  if (random->OneIn(6)) EscapeFirst(&copy[1].text);
  tokens->insert(At(end, tokens), copy.begin(), copy.end());
}

// The value of a member becomes one of another kind, or another member's.
void ReplaceValue(Random* random, Tokens* tokens) {
  const std::vector<size_t> keys = KeysIn(*tokens);
  if (keys.empty()) return;
  const size_t from = random->Pick(keys) + 2;
  Tokens value(At(from, tokens), At(EndOfValue(*tokens, from), tokens));
  if (!random->OneIn(3)) {
    value = craft::TokenizeJson(random->Pick(kOddValues));
  }
  const size_t into = random->Pick(keys) + 2;
  tokens->erase(At(into, tokens), At(EndOfValue(*tokens, into), tokens));
  tokens->insert(At(into, tokens), value.begin(), value.end());
}

// Puts what does not belong there in front of the object or behind it.
void AddAtEnds(Random* random, Tokens* tokens) {
  const std::string_view text =
      random->OneIn(2) ? random->Pick(kSpaces) : random->Pick(kOddTexts);
  const JsonToken token = {JsonTokenKind::kRaw, std::string(text)};
  tokens->insert(random->OneIn(2) ? tokens->begin() : tokens->end(), token);
}

}  // namespace

void LieInHeader(Random* random, std::string* header) {
  Tokens tokens = craft::TokenizeJson(*header);
  if (tokens.empty()) return;
  const auto at = static_cast<size_t>(random->Below(tokens.size()));
  switch (random->Below(9)) {
    case 8:
      ReplaceValue(random, &tokens);
      break;
    case 0:
    case 1:
      LieInNumber(random, &tokens);
      break;
    case 7:
      RepeatMember(random, &tokens);
      break;
    case 5:
      return header->resize(static_cast<size_t>(random->Below(header->size())));
    case 2:
      InsertInString(random->Pick(kOddTexts), random, &tokens);
      break;
    case 3:
      tokens[at].text = std::string(random->Pick(kOddTexts));
      break;
    case 4:
      EditList(tokens.size() + 1, random, &tokens);
      break;
    default:
      AddAtEnds(random, &tokens);
  }
  *header = craft::JsonText(tokens);
}

void VaryHeader(Random* random, std::string* header) {
  Tokens tokens = craft::TokenizeJson(*header);
  const uint64_t changes = 1 + random->Small(6);
  for (uint64_t i = 0; i < changes && !tokens.empty(); ++i) {
    JsonToken& token = random->Pick(tokens);
    if (token.kind == JsonTokenKind::kPunctuation && &token != &tokens[0]) {
      token.text += random->Pick(kSpaces);
    } else if (token.kind == JsonTokenKind::kString &&
               token.text.find('\\') == std::string::npos) {
      EscapeFirst(&token.text);
    }
  }
  *header = craft::JsonText(tokens);
}

}  // namespace loadgate::mutator
