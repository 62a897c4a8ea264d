// Rules about the content of GGUF values: text and bools, in a value of their
// own or in an array.
//
// Source: the GGUF specification, "File Structure", gguf_string_t ("UTF-8",
// not null-terminated) and GGUF_METADATA_VALUE_TYPE_BOOL ("1-byte value where 0
// is false and 1 is true; anything else is invalid").

#ifndef LOADGATE_FORMATS_GGUF_TEXT_H_
#define LOADGATE_FORMATS_GGUF_TEXT_H_

#include <cstdint>
#include <string_view>

#include "base/message.h"
#include "formats/field_reader.h"
#include "loadgate/finding.h"
#include "loadgate/utf8.h"

namespace loadgate {

// kGgufStringRule is how a string value or array element is judged before it is
// read: the cap is the reference's (GGUF_MAX_STRING_LENGTH).
inline constexpr StringRule kGgufStringRule = {
    .field = "string",
    .max_length = uint64_t{1} << 30,
    .too_long = Code::kGgufStringTooLong,
    .past_end = Code::kGgufStringPastEnd};

// TextRules says which rules the text of one key is under.
struct TextRules {
  Code not_utf8 = Code::kGgufStringNotUtf8;
  Code nul = Code::kGgufStringNul;
  bool nul_allowed = false;
};

// RulesForText returns the rules of the text of `key`: stricter for the keys
// that decide how a file is loaded, and without the rule on NUL for token
// lists, whose entries are stored with their length by every loader.
TextRules RulesForText(std::string_view key);

// CheckGgufText checks a string whose length field stands at `offset`. `where`
// takes nothing and returns where it is; it is called for a finding only.
template <typename Where>
void CheckGgufText(std::string_view text, uint64_t offset,
                   const TextRules& rules, Where&& where, FindingSink* sink) {
  const TextTraits traits = ScanText(text);
  const uint64_t start = offset + sizeof(uint64_t);
  if (!traits.utf8) {
    const uint64_t at = start + Utf8PrefixLength(text);
    sink->Report(rules.not_utf8, at, [&] {
      return FindingText{
          where(), Message({"The string ", Quoted(text), " is not UTF-8."})};
    });
  }
  if (traits.has_nul && !rules.nul_allowed) {
    sink->Report(rules.nul, start + text.find('\0'), [&] {
      return FindingText{
          where(), Message({"The string ", Quoted(text), " holds a NUL."})};
    });
  }
}

// CheckGgufBool checks the byte of a bool, which stands at `offset`.
template <typename Where>
void CheckGgufBool(uint8_t byte, uint64_t offset, Where&& where,
                   FindingSink* sink) {
  if (byte <= 1) return;
  sink->Report(Code::kGgufBoolInvalid, offset, [&] {
    return FindingText{where(), Message({"The bool is the byte ", Number(byte),
                                         ", neither 0 nor 1."})};
  });
}

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_GGUF_TEXT_H_
