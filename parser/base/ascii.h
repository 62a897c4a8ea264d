// ASCII characters, whatever the locale says.

#ifndef LOADGATE_BASE_ASCII_H_
#define LOADGATE_BASE_ASCII_H_

namespace loadgate {

// IsAsciiDigit returns whether `c` is 0 to 9.
constexpr bool IsAsciiDigit(char c) { return c >= '0' && c <= '9'; }

// IsAsciiLower returns whether `c` is a to z.
constexpr bool IsAsciiLower(char c) { return c >= 'a' && c <= 'z'; }

// AsciiLower returns `c`, as a small letter if it is A to Z.
constexpr char AsciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace loadgate

#endif  // LOADGATE_BASE_ASCII_H_
