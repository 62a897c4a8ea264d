// A GGUF file of one tensor, written out byte by byte.

#ifndef TESTS_INSTALL_TINY_MODEL_H_
#define TESTS_INSTALL_TINY_MODEL_H_

#include <cstddef>
#include <string>

namespace tiny_model {

// kTypeOffset is where the number of the tensor's type stands in the file: 99
// there is a type that nobody knows.
inline constexpr std::size_t kTypeOffset = 64;

// File returns the file: a key-value, "k", and a tensor, "weight", of two I8.
inline std::string File() {
  using std::string_literals::operator""s;
  std::string file =
      "GGUF\3\0\0\0"s                      // Magic, version.
      "\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0"s  // One tensor, one key-value.
      "\1\0\0\0\0\0\0\0k\0\0\0\0\7"s       // "k", a u8, 7.
      "\6\0\0\0\0\0\0\0weight\1\0\0\0"s    // "weight", of one dimension,
      "\2\0\0\0\0\0\0\0\30\0\0\0"s         // 2; of type 24, I8;
      "\0\0\0\0\0\0\0\0"s;                 // where the data begins.
  file.resize(96, '\0');
  file += "\1\2";
  file.resize(128, '\0');
  return file;
}

}  // namespace tiny_model

#endif  // TESTS_INSTALL_TINY_MODEL_H_
