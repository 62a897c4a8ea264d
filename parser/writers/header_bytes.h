// Building a header's bytes: numbers little endian, texts behind their length.

#ifndef LOADGATE_WRITERS_HEADER_BYTES_H_
#define LOADGATE_WRITERS_HEADER_BYTES_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate {

// AppendBytes adds `bytes` to `*out`.
inline void AppendBytes(ByteSpan bytes, std::vector<std::byte>* out) {
  out->insert(out->end(), bytes.begin(), bytes.end());
}

// AppendNumber adds `value`, little endian whatever the host is.
template <Scalar T>
void AppendNumber(T value, std::vector<std::byte>* out) {
  using U = typename bytes_internal::UnsignedOfSize<sizeof(T)>::type;
  auto raw = std::bit_cast<U>(value);
  if constexpr (std::endian::native == std::endian::big) {
    raw = bytes_internal::Swap(raw);
  }
  AppendBytes(std::as_bytes(std::span(&raw, 1)), out);
}

// AppendText adds the length of `text`, a u64, and its bytes.
inline void AppendText(std::string_view text, std::vector<std::byte>* out) {
  AppendNumber(uint64_t{text.size()}, out);
  AppendBytes(AsBytes(text), out);
}

}  // namespace loadgate

#endif  // LOADGATE_WRITERS_HEADER_BYTES_H_
