// GGUF key-value metadata: value types, one pair, and its value.
//
// Source: the GGUF specification, "File Structure", gguf_metadata_value_type_t
// and gguf_metadata_kv_t.
//
// Everything here views header bytes that were read and checked by GgufReader.
// Numbers come out by value; strings are views that live as long as the header.

#ifndef LOADGATE_GGUF_VALUE_H_
#define LOADGATE_GGUF_VALUE_H_

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {

// GgufValueType is the type of a value, numbered as in the file.
enum class GgufValueType : uint32_t {
  kU8 = 0,
  kI8 = 1,
  kU16 = 2,
  kI16 = 3,
  kU32 = 4,
  kI32 = 5,
  kF32 = 6,
  kBool = 7,
  kString = 8,
  kArray = 9,
  kU64 = 10,
  kI64 = 11,
  kF64 = 12,
};

// kGgufValueTypeCount is how many types there are; ids are below it.
inline constexpr uint32_t kGgufValueTypeCount = 13;

// GgufValueTypeName returns the type's name, such as "u32" or "string".
std::string_view GgufValueTypeName(GgufValueType type);

// GgufFixedSize returns the bytes of a value of `type`, or 0 for strings and
// arrays, whose size varies.
uint64_t GgufFixedSize(GgufValueType type);

// GgufSmallestSize returns the fewest bytes an array element of `type` takes: a
// string has a length of 8 bytes. It is never 0.
uint64_t GgufSmallestSize(GgufValueType type);

// GgufCxxType says which value type a C++ type stands for, exactly.
template <typename T>
inline constexpr std::optional<GgufValueType> kGgufTypeOf = std::nullopt;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<uint8_t> =
    GgufValueType::kU8;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<int8_t> =
    GgufValueType::kI8;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<uint16_t> =
    GgufValueType::kU16;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<int16_t> =
    GgufValueType::kI16;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<uint32_t> =
    GgufValueType::kU32;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<int32_t> =
    GgufValueType::kI32;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<float> =
    GgufValueType::kF32;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<bool> =
    GgufValueType::kBool;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<std::string_view> =
    GgufValueType::kString;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<uint64_t> =
    GgufValueType::kU64;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<int64_t> =
    GgufValueType::kI64;
template <>
inline constexpr std::optional<GgufValueType> kGgufTypeOf<double> =
    GgufValueType::kF64;

// GgufCxx is any C++ type that a scalar or string value can be read as.
template <typename T>
concept GgufCxx = kGgufTypeOf<T>
.has_value();

// GgufElements iterates over an array's elements, in order and lazily: each
// step reads one element through a Cursor, which checks its bounds again.
class GgufElements {
 public:
  GgufElements(GgufValueType type, Cursor bytes, ByteOrder order)
      : type_(type), bytes_(bytes), order_(order) {}

  // Next reads the next element as T and returns true; it returns false at the
  // end, or when T is not exactly the array's element type.
  template <GgufCxx T>
  [[nodiscard]] bool Next(T* out) {
    if (kGgufTypeOf<T> != type_) return false;
    if constexpr (std::same_as<T, std::string_view>) {
      return bytes_.ReadString(out, order_);
    } else if constexpr (std::same_as<T, bool>) {
      uint8_t byte = 0;
      if (!bytes_.ReadU8(&byte)) return false;
      *out = byte != 0;
      return true;
    } else {
      return bytes_.Read(out, order_);
    }
  }

 private:
  GgufValueType type_;
  Cursor bytes_;
  ByteOrder order_;
};

// GgufKeyValue is one pair, decoded. A plain value: copy it freely.
class GgufKeyValue {
 public:
  GgufKeyValue() = default;

  // Read decodes the pair that `bytes` holds exactly. It returns false, and
  // leaves `*out` alone, when the bytes are no whole pair of a known type.
  [[nodiscard]] static bool Read(Cursor bytes, ByteOrder order,
                                 GgufKeyValue* out);

  // key returns the key.
  std::string_view key() const { return key_; }

  // type returns the value's type, kArray for an array.
  GgufValueType type() const { return type_; }

  // element_type returns the type of an array's elements, and of a scalar or
  // string value the value's own type.
  GgufValueType element_type() const { return element_type_; }

  // count returns the number of an array's elements; 1 for any other value.
  uint64_t count() const { return count_; }

  // is_array returns whether the value is an array.
  bool is_array() const { return type_ == GgufValueType::kArray; }

  // offset and value_offset return where in the file the pair and its value
  // (an array's first element) begin, value_bytes how long the value is.
  uint64_t offset() const { return offset_; }
  uint64_t value_offset() const { return value_.offset(); }
  uint64_t value_bytes() const { return value_.remaining(); }

  // value returns the value's bytes, of an array its elements.
  Cursor value() const { return value_; }

  // elements iterates over an array's elements, or over the one value.
  GgufElements elements() const {
    return GgufElements(element_type_, value_, order_);
  }

  // As returns the value if it is stored as exactly T, else nullopt. Arrays
  // are nullopt.
  template <GgufCxx T>
  std::optional<T> As() const {
    T value{};
    if (is_array() || !elements().Next(&value)) return std::nullopt;
    return value;
  }

  // ConvertTo returns the value as T where nothing is lost in kind: an integer
  // of any width and sign whose value fits T, or a float of either width for a
  // float. bool and string convert to nothing else. Anything else is nullopt.
  template <GgufCxx T>
  std::optional<T> ConvertTo() const {
    if constexpr (std::same_as<T, bool> || std::same_as<T, std::string_view>) {
      return As<T>();
    } else if constexpr (std::floating_point<T>) {
      const std::optional<double> wide = AsDouble();
      if (!wide.has_value() || !FitsFloat<T>(*wide)) return std::nullopt;
      return static_cast<T>(*wide);
    } else {
      if (const auto u = AsUnsigned(); u && std::in_range<T>(*u)) {
        return static_cast<T>(*u);
      }
      if (const auto i = AsSigned(); i && std::in_range<T>(*i)) {
        return static_cast<T>(*i);
      }
      return std::nullopt;
    }
  }

  // TypeText returns the type in words, such as "u32" or "array of 3 string".
  std::string TypeText() const;

 private:
  // FitsFloat returns whether `wide` is in T's range; infinities and NaN are.
  template <std::floating_point T>
  static bool FitsFloat(double wide) {
    return !std::isfinite(wide) ||
           std::abs(wide) <= double{std::numeric_limits<T>::max()};
  }

  // The value widened, if it is an unsigned integer, a signed integer, a float.
  std::optional<uint64_t> AsUnsigned() const;
  std::optional<int64_t> AsSigned() const;
  std::optional<double> AsDouble() const;

  std::string_view key_;
  GgufValueType type_ = GgufValueType::kU8;
  GgufValueType element_type_ = GgufValueType::kU8;
  ByteOrder order_ = ByteOrder::kLittle;
  uint64_t count_ = 0;
  uint64_t offset_ = 0;
  Cursor value_;
};

// GgufLookup is the answer to a request for a key's value as T: the value, or
// a sentence that names the key, what was wanted and what was found.
template <GgufCxx T>
class GgufLookup {
 public:
  GgufLookup(T value) : value_(value) {}  // NOLINT: converts on purpose.
  static GgufLookup Failure(std::string error) {
    GgufLookup lookup;
    lookup.error_ = std::move(error);
    return lookup;
  }

  // has_value returns whether the key is there with a value that fits T.
  bool has_value() const { return value_.has_value(); }
  explicit operator bool() const { return has_value(); }

  // value returns the value as an optional; operator* requires has_value().
  const std::optional<T>& value() const { return value_; }
  const T& operator*() const { return *value_; }

  // error returns the sentence; it is empty when there is a value.
  const std::string& error() const { return error_; }

 private:
  GgufLookup() = default;
  std::optional<T> value_;
  std::string error_;
};

}  // namespace loadgate

#endif  // LOADGATE_GGUF_VALUE_H_
