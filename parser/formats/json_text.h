// JsonText: the text of a JSON header, made safe for the JSON reader.
//
// RapidJSON reads the header, but not everything about it can be left to that
// reader: as Debian ships it, it takes a NUL for the end of input, accepts a
// lone low surrogate, and its number conversion has integer overflows on
// record. One pass in front of it therefore checks the encoding, control bytes,
// escapes of surrogates and nesting, and keeps every number that is not a plain
// size away from it: such a number is overwritten with "-0", which the reader
// passes on without conversion, and blanks.
//
// Source: RFC 8259, and the reference's behaviour (serde_json) where that text
// leaves a choice: nesting of at most 127 levels, no lone surrogates, numbers
// that a double can hold.

#ifndef LOADGATE_FORMATS_JSON_TEXT_H_
#define LOADGATE_FORMATS_JSON_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate {

// kRewrittenNumber is what a number that is no plain size is overwritten with.
inline constexpr std::string_view kRewrittenNumber = "-0";

// kJsonMaxDepth is how deep objects and arrays may nest: serde_json's limit.
inline constexpr size_t kJsonMaxDepth = 127;

// JsonTextFault is what is wrong with a text before its grammar is looked at.
enum class JsonTextFault : uint8_t {
  kByteOrderMark,
  kNotUtf8,
  kControlByte,
  kLoneSurrogate,
  kNesting,
  kNumberTooLarge,
};

// JsonTextError is a fault and the byte of the text it is at.
struct JsonTextError {
  JsonTextFault fault;
  size_t offset;
};

// JsonNumbers says which numbers a text may hold: those that a double can, or
// all that the grammar has.
enum class JsonNumbers : uint8_t { kFinite, kAny };

// RewrittenNumbers remembers the first few of the numbers that were
// overwritten, for findings about them.
class RewrittenNumbers {
 public:
  // Add takes a number and where it stood in the text.
  void Add(size_t offset, std::string_view number);

  // At returns the number that stood at `offset`, of a long one the first 96
  // bytes; empty if it is not remembered.
  std::string_view At(size_t offset) const;

 private:
  struct Number {
    size_t offset = 0;
    std::string text;
  };
  std::vector<Number> numbers_;
};

// PrepareJsonText checks `text` and rewrites its numbers as said above. It
// returns the first fault, or nullopt. Strings are left as they are. What is no
// JSON at all passes; the reader refuses it. Some of the numbers go into
// `*rewritten`. Linear, without recursion and without allocation that grows
// with the text.
std::optional<JsonTextError> PrepareJsonText(
    std::span<std::byte> text, RewrittenNumbers* rewritten,
    JsonNumbers numbers = JsonNumbers::kFinite);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_TEXT_H_
