#include "fuzz/mutator/safetensors_lies.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/json_tokens.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/number_forms.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::JsonToken;
using craft::JsonTokenKind;
using Tokens = std::vector<JsonToken>;
using std::string_view_literals::operator""sv;

constexpr size_t kMostDepth = 140;

constexpr std::array<std::string_view, 16> kOddTexts = {
    "\0"sv,       "\x1f"sv,         "\x7f"sv,         "\xff"sv,
    "\xc0\x80"sv, "\xed\xa0\x80"sv, "\xef\xbb\xbf"sv, "\\ud800"sv,
    "\\udc00"sv,  "\\u0000"sv,      "\\q"sv,          "\\u12"sv,
    "../"sv,      "\\u0061"sv,      "\""sv,           "\xf4\x90\x80\x80"sv};

constexpr std::array<std::string_view, 5> kSpaces = {" ", "\n", "\t", "\r\n",
                                                     "    "};

constexpr std::array<std::string_view, 10> kOddMembers = {
    R"("x":null)",
    R"("x":[])",
    R"("x":{})",
    R"("x":1e999)",
    R"("x":"")",
    R"("__metadata__":null)",
    R"("__metadata__":{"a":1})",
    R"("":{"dtype":"F32","shape":[],"data_offsets":[0,0]})",
    R"("x":{"dtype":"F32","dtype":"F32","shape":[0],"data_offsets":[0,0]})",
    R"("x":{"dtype":"F32","shape":[0],"data_offsets":[0,0],"more":[{}]})"};

constexpr std::array<std::string_view, 8> kDtypes = {
    "f32", "F33", "", "float32", "BOOL", "F4", "U64", "C64"};

SafetensorsPart& AnyPart(Random* random, SafetensorsParts* parts) {
  if (parts->parts.empty()) parts->parts.push_back(RandomPart(64, random));
  return random->Pick(parts->parts);
}

void LieInShape(Random* random, SafetensorsPart* part) {
  if (part->shape.size() < 2) part->shape.resize(2, 1);
  const auto first = static_cast<size_t>(random->Below(part->shape.size()));
  if (random->OneIn(2)) {
    part->shape[first] = EdgeNumber(8, random);
    return;
  }
  const auto [a, b] = WrappingPair(random);
  part->shape[first] = a;
  part->shape[(first + 1) % part->shape.size()] = b;
}

void LieInSpan(uint64_t data, Random* random, SafetensorsPart* part) {
  uint64_t& end = random->OneIn(2) ? part->span.begin : part->span.end;
  end = LyingNumber({.truth = end, .remaining = data, .unit = 8, .width = 8},
                    random);
  if (random->OneIn(4)) std::swap(part->span.begin, part->span.end);
}

// A span of the right length at another place; or another tensor's.
void MoveSpan(uint64_t data, Random* random, SafetensorsPart* other,
              SafetensorsPart* part) {
  if (random->OneIn(3)) return std::swap(part->span, other->span);
  const uint64_t bytes = part->span.end - part->span.begin;
  part->span.end = LyingNumber({.truth = part->span.end,
                                .remaining = data,
                                .unit = std::max<uint64_t>(bytes, 1),
                                .width = 8},
                               random);
  part->span.begin = part->span.end - bytes;
}

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

// A member that stands twice in its object, with the same value or with one of
// its numbers changed.
void RepeatMember(Random* random, Tokens* tokens) {
  std::vector<size_t> keys;
  for (size_t i = 0; i + 2 < tokens->size(); ++i) {
    if ((*tokens)[i].kind == JsonTokenKind::kString &&
        (*tokens)[i + 1].Is(':')) {
      keys.push_back(i);
    }
  }
  if (keys.empty()) return;
  const size_t key = random->Pick(keys);
  const size_t end = EndOfValue(*tokens, key + 2);
  Tokens copy = {{JsonTokenKind::kPunctuation, ","}};
  for (size_t i = key; i < end; ++i) copy.push_back((*tokens)[i]);
  const auto numbers = TokensOf(copy, JsonTokenKind::kNumber);
  if (!numbers.empty() && random->Percent(70)) {
    std::string& number = copy[random->Pick(numbers)].text;
    number = NumberForm(number, random);
  }
  tokens->insert(tokens->begin() + static_cast<std::ptrdiff_t>(end),
                 copy.begin(), copy.end());
}

// Puts what does not belong there in front of the object or behind it.
void AddAtEnds(Random* random, Tokens* tokens) {
  const std::string_view text =
      random->OneIn(2) ? random->Pick(kSpaces) : random->Pick(kOddTexts);
  const JsonToken token = {JsonTokenKind::kRaw, std::string(text)};
  tokens->insert(random->OneIn(2) ? tokens->begin() : tokens->end(), token);
}

std::string Nested(Random* random) {
  const auto depth = static_cast<size_t>(random->Between(1, kMostDepth));
  const std::string open = random->OneIn(2) ? "[" : R"({"a":)";
  std::string text = R"("deep":)";
  for (size_t i = 0; i < depth; ++i) text += open;
  text += "0";
  return text + std::string(depth, open.size() == 1 ? ']' : '}');
}

}  // namespace

void LieInParts(Random* random, SafetensorsParts* parts) {
  SafetensorsPart& part = AnyPart(random, parts);
  switch (random->Below(11)) {
    case 10:
      return MoveSpan(parts->data.size(), random, &random->Pick(parts->parts),
                      &part);
    case 0:
      part.name =
          random->OneIn(2)
              ? NearName(random->Pick(parts->parts).name, random)
              : ChangeNumberIn(part.name,
                               part.shape.empty() ? 1 : part.shape[0], random);
      return;
    case 1:
      part.name = random->Pick(parts->parts).name;
      return;
    case 2:
      part.dtype = std::string(random->Pick(kDtypes));
      return;
    case 3:
    case 4:
      return LieInShape(random, &part);
    case 5:
    case 6:
      return LieInSpan(parts->data.size(), random, &part);
    case 7:
      InsertAnywhere(SafetensorsPart{.text = Nested(random)}, random,
                     &parts->parts);
      return;
    case 8:
      InsertAnywhere(
          SafetensorsPart{.text = std::string(random->Pick(kOddMembers))},
          random, &parts->parts);
      return;
    default:
      parts->data.resize(
          parts->data.size() / 2 +
          static_cast<size_t>(random->Below(parts->data.size() / 2 + 20)));
  }
}

void LieInHeader(Random* random, std::string* header) {
  Tokens tokens = craft::TokenizeJson(*header);
  if (tokens.empty()) return;
  const auto at = static_cast<size_t>(random->Below(tokens.size()));
  switch (random->Below(8)) {
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
    } else if (token.kind == JsonTokenKind::kString && token.text.size() > 2 &&
               token.text.find('\\') == std::string::npos) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      const auto byte = static_cast<unsigned char>(token.text[1]);
      if (byte >= 0x80) continue;
      const std::string escape = {
          '\\', 'u', '0', '0', kDigits[byte >> 4], kDigits[byte & 15]};
      token.text.replace(1, 1, escape);
    }
  }
  *header = craft::JsonText(tokens);
}

}  // namespace loadgate::mutator
