// JSON numbers, as far as a header's rules need them.
//
// Source: RFC 8259, section 6.

#ifndef LOADGATE_FORMATS_JSON_NUMBER_H_
#define LOADGATE_FORMATS_JSON_NUMBER_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace loadgate {

// JsonNumberKind is what the text of a number is good for.
enum class JsonNumberKind : uint8_t {
  kNone,      // No number of JSON stands here.
  kUnsigned,  // Digits alone, at most 2^64-1: a size.
  kOther,     // Any other number, which a double can hold.
  kTooLarge,  // A number that rounds to infinity in a double.
};

// JsonNumber is the number at the front of a text: what it is and how many
// bytes it takes.
struct JsonNumber {
  JsonNumberKind kind = JsonNumberKind::kNone;
  size_t length = 0;
};

// ReadJsonNumber reads the number at the front of `text`, which may go on
// behind it. Time is linear in the number's length.
JsonNumber ReadJsonNumber(std::string_view text);

// ParseUnsigned returns the value of `digits`, all of which must be digits, or
// nullopt when it passes 2^64-1.
std::optional<uint64_t> ParseUnsigned(std::string_view digits);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_NUMBER_H_
