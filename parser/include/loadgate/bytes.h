// Bytes as the rest of loadgate passes them around.
//
// A file's bytes are a `ByteSpan`; nothing in the library does arithmetic on
// pointers into one. Numbers are loaded by value, in the byte order the file
// is written in and from any alignment, because a header promises neither the
// host's order nor the host's alignment.

#ifndef LOADGATE_BYTES_H_
#define LOADGATE_BYTES_H_

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace loadgate {

// ByteSpan is a view of read-only bytes. It never owns them.
using ByteSpan = std::span<const std::byte>;

// ByteOrder is the order in which a file stores its numbers.
enum class ByteOrder : uint8_t { kLittle, kBig };

// Scalar is any fixed-width number a header can hold.
template <typename T>
concept Scalar = (std::integral<T> ||
                  std::floating_point<T>)&&!std::same_as<T, bool> &&
                 sizeof(T) <= 8;

namespace bytes_internal {

template <size_t kSize>
struct UnsignedOfSize;
template <>
struct UnsignedOfSize<1> {
  using type = uint8_t;
};
template <>
struct UnsignedOfSize<2> {
  using type = uint16_t;
};
template <>
struct UnsignedOfSize<4> {
  using type = uint32_t;
};
template <>
struct UnsignedOfSize<8> {
  using type = uint64_t;
};

constexpr uint8_t Swap(uint8_t v) { return v; }
constexpr uint16_t Swap(uint16_t v) { return __builtin_bswap16(v); }
constexpr uint32_t Swap(uint32_t v) { return __builtin_bswap32(v); }
constexpr uint64_t Swap(uint64_t v) { return __builtin_bswap64(v); }

}  // namespace bytes_internal

// Load returns the number stored in exactly `sizeof(T)` bytes in `order`. The
// bytes need no alignment. It cannot fail: the span's extent is its length.
template <Scalar T>
inline T Load(std::span<const std::byte, sizeof(T)> bytes,
              ByteOrder order = ByteOrder::kLittle) {
  using U = typename bytes_internal::UnsignedOfSize<sizeof(T)>::type;
  U raw;
  std::memcpy(&raw, bytes.data(), sizeof(raw));
  const bool host_is_little = std::endian::native == std::endian::little;
  if ((order == ByteOrder::kLittle) != host_is_little) {
    raw = bytes_internal::Swap(raw);
  }
  return std::bit_cast<T>(raw);
}

// AsText views `bytes` as characters. The text lives as long as the bytes; it
// may hold any byte, NUL included.
inline std::string_view AsText(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// AsBytes views `text` as bytes, which live as long as the text.
inline ByteSpan AsBytes(std::string_view text) {
  return std::as_bytes(std::span<const char>(text));
}

}  // namespace loadgate

#endif  // LOADGATE_BYTES_H_
