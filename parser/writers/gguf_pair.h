// One GGUF key-value pair as bytes.

#ifndef LOADGATE_WRITERS_GGUF_PAIR_H_
#define LOADGATE_WRITERS_GGUF_PAIR_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "loadgate/gguf_value.h"
#include "writers/header_bytes.h"

namespace loadgate {

// AppendGgufElement adds one value without its type.
template <GgufCxx T>
void AppendGgufElement(T value, std::vector<std::byte>* out) {
  if constexpr (std::same_as<T, std::string_view>) {
    AppendText(value, out);
  } else if constexpr (std::same_as<T, bool>) {
    AppendNumber(uint8_t{value}, out);
  } else {
    AppendNumber(value, out);
  }
}

// AppendGgufPairStart adds all of a pair but its values: `type` is kArray for
// an array, whose elements are `count` of `element_type`.
void AppendGgufPairStart(std::string_view key, GgufValueType type,
                         GgufValueType element_type, uint64_t count,
                         std::vector<std::byte>* out);

// EncodeGgufPair returns `pair` in little endian, or nullopt if it has another
// number of elements than it says, as in a file that was not accepted.
std::optional<std::vector<std::byte>> EncodeGgufPair(const GgufKeyValue& pair);

}  // namespace loadgate

#endif  // LOADGATE_WRITERS_GGUF_PAIR_H_
