// Building the sentences of findings, with the standard library alone.

#ifndef LOADGATE_BASE_MESSAGE_H_
#define LOADGATE_BASE_MESSAGE_H_

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace loadgate {

// Message returns the pieces, one after another.
std::string Message(std::initializer_list<std::string_view> pieces);

// Number returns `value` in decimal.
inline std::string Number(uint64_t value) { return std::to_string(value); }

// Count returns `value` and what it counts, "1 byte" or "2 bytes". The noun is
// one whose plural adds an s.
std::string Count(uint64_t value, std::string_view noun);

// Agree returns the verb for `value` things: `one` for 1, else `many`.
inline std::string_view Agree(uint64_t value, std::string_view one,
                              std::string_view many) {
  return value == 1 ? one : many;
}

// HexByte returns `byte` in two hexadecimal digits.
std::string HexByte(char byte);

// Quoted returns `name` between quotes, cut to 96 bytes and an ellipsis:
// 'name', or "name" where it holds a single quote, with every double quote in
// it doubled. So a name cannot be taken for the words behind it. Its bytes are
// as raw as the file's: whoever prints them escapes them.
std::string Quoted(std::string_view name);

// Item returns where one of several things is, such as "tensor[3] 'output'".
std::string Item(std::string_view kind, uint64_t index, std::string_view name);

}  // namespace loadgate

#endif  // LOADGATE_BASE_MESSAGE_H_
