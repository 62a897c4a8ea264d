// What our programs may print, and what stands behind it.
//
// Knows nothing of the escaper: the ranges and the escapes are written down
// here once more.

#ifndef LOADGATE_TESTS_SUPPORT_PRINTED_TEXT_H_
#define LOADGATE_TESTS_SUPPORT_PRINTED_TEXT_H_

#include <optional>
#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenPrintedText returns what is wrong with `text`, in words, or an empty
// text: it is UTF-8, and nothing in it moves a cursor, turns text round or
// prints as nothing, line ends aside.
std::string BrokenPrintedText(const std::string& text);

// Unescaped returns the text whose escaped form (escape.h) is `escaped`, or
// nullopt if it is that of none.
std::optional<std::string> Unescaped(std::string_view escaped);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_PRINTED_TEXT_H_
