// The numbers of a recipe: how they are written and read.

#ifndef LOADGATE_CRAFT_RECIPE_NUMBERS_H_
#define LOADGATE_CRAFT_RECIPE_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "loadgate/gguf_value.h"

namespace loadgate::craft {

// ParseUnsigned reads a decimal number, or 0x and hexadecimal digits, of up to
// `width` bytes; nullopt if `text` is not exactly one.
std::optional<uint64_t> ParseUnsigned(std::string_view text, size_t width = 8);

// FormatNumber writes the bits of a number of `type`, none of strings and
// arrays, so that ParseNumber reads the same bits: integers in decimal, bools
// as false, true or a number, floats with as many digits as they need, and as
// bits, 0x and hexadecimal digits, where they are not a number.
std::string FormatNumber(GgufValueType type, uint64_t bits);

// ParseNumber reads the bits of a number of `type` in one of the forms above;
// hexadecimal digits are bits whatever the type is. It returns nullopt if
// `text` is no such number or has no room in the type.
std::optional<uint64_t> ParseNumber(GgufValueType type, std::string_view text);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_RECIPE_NUMBERS_H_
