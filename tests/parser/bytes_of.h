// Bytes as a test writes them down.

#ifndef LOADGATE_TESTS_PARSER_BYTES_OF_H_
#define LOADGATE_TESTS_PARSER_BYTES_OF_H_

#include <cstddef>
#include <initializer_list>
#include <vector>

namespace loadgate {

// BytesOf({0x80, 'a'}) returns those bytes.
inline std::vector<std::byte> BytesOf(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

// CountingBytes returns `n` bytes 0x81, 0x82 and so on: none is like another,
// and all are negative where a number's first byte decides that.
inline std::vector<std::byte> CountingBytes(size_t n) {
  std::vector<std::byte> bytes;
  for (size_t i = 0; i < n; ++i) {
    bytes.push_back(static_cast<std::byte>(0x81 + i));
  }
  return bytes;
}

}  // namespace loadgate

#endif  // LOADGATE_TESTS_PARSER_BYTES_OF_H_
