#ifndef LOADGATE_TESTS_NAIVE_UTF8_H_
#define LOADGATE_TESTS_NAIVE_UTF8_H_

#include <string>

namespace naive {

// IsUtf8 says whether `text` is UTF-8 by RFC 3629: no code point in more bytes
// than it needs, no surrogate, none above U+10FFFF.
bool IsUtf8(const std::string& text);

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_UTF8_H_
