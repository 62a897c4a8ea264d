// Objects, members and arrays in a list of tokens, as far as they can be made
// out.
//
// The list may be of anything: brackets that do not match, a comma too many, no
// comma at all. What cannot be made out is passed over, never refused.

#ifndef LOADGATE_CRAFT_JSON_STRUCTURE_H_
#define LOADGATE_CRAFT_JSON_STRUCTURE_H_

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "craft/json_tokens.h"
#include "loadgate/attributes.h"

namespace loadgate::craft {

// JsonRange is the tokens from `begin` up to `end`, which is not among them.
struct JsonRange {
  size_t begin = 0;
  size_t end = 0;
  bool empty() const { return begin == end; }
  bool operator==(const JsonRange&) const = default;
};

// JsonMember is a key, which is a string token, and the range of its value,
// which is empty where there is none.
struct JsonMember {
  size_t key = 0;
  JsonRange value = {};
  bool operator==(const JsonMember&) const = default;
};

// JsonStructure knows where each value of a list of tokens ends. It views the
// tokens: it is of no use once one is added or removed, but one may be given
// another text. Making it, and asking for the members of every object, is
// linear in the tokens.
class JsonStructure {
 public:
  explicit JsonStructure(
      const std::vector<JsonToken>& tokens LG_LIFETIME_BOUND);

  // Top returns the first value of all, or nullopt where the first token that
  // is no space begins none.
  std::optional<JsonRange> Top() const;

  // IsObject and IsArray return whether `value` is one.
  bool IsObject(JsonRange value) const { return Begins(value, '{'); }
  bool IsArray(JsonRange value) const { return Begins(value, '['); }

  // WholeObject returns that value where it is an object that has its closing
  // bracket, at `end` - 1.
  std::optional<JsonRange> WholeObject() const;

  // Members returns the members of the object `value`: each string with a colon
  // behind it. Of anything else it returns none.
  std::vector<JsonMember> Members(JsonRange value) const;

  // Scalars returns the elements of the array `value`, or nullopt where it is
  // none, or one with an object or array in it. An element is one token that is
  // neither a space nor a punctuation mark, whatever it says.
  std::optional<std::vector<size_t>> Scalars(JsonRange value) const;

 private:
  bool Begins(JsonRange value, char mark) const;
  bool BeginsValue(size_t i) const;
  size_t SkipSpace(size_t i) const;
  std::optional<JsonMember> MemberAt(size_t key) const;

  const std::vector<JsonToken>& tokens_;
  std::vector<size_t> ends_;  // Of the value that begins with each token.
};

// ReplaceJson puts the tokens of `text` in the place of those in `range`.
void ReplaceJson(JsonRange range, std::string_view text,
                 std::vector<JsonToken>* tokens);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_JSON_STRUCTURE_H_
