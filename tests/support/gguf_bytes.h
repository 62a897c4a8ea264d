// GgufBytes: a GGUF file written field by field, truthful or not.
//
// Nothing is checked and nothing is computed behind the caller's back: a count,
// a length, a type or an offset is whatever it is given as, so a test can spell
// out exactly the lie it is about. While it writes, the builder keeps a list of
// every integer field by name and of every place where an item ends; tests
// overwrite the first and cut at the second.
//
//   GgufBytes file;
//   file.Header(3, 1, 1)
//       .PairString("general.architecture", "llama")
//       .TensorInfo("w", {8}, 0, 0)
//       .PadTo(32)
//       .Data(32);
//   file.Set("tensor[0].ne[0]", 9);  // and now it lies
//
// gguf_recipe.h builds whole files from a description.

#ifndef LOADGATE_TESTS_SUPPORT_GGUF_BYTES_H_
#define LOADGATE_TESTS_SUPPORT_GGUF_BYTES_H_

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/support/field_values.h"

namespace loadgate::testing_support {

// GgufTypeId numbers the value types as a file does. It converts to uint32_t,
// which is what every function here takes, so that a lie is just a number.
enum GgufTypeId : uint32_t {
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

// kGgufTypeId is the value type that a C++ number is stored as.
template <Scalar T>
inline constexpr uint32_t kGgufTypeId =
    std::floating_point<T> ? (sizeof(T) == 4 ? kF32 : kF64)
                           : (sizeof(T) == 8   ? kU64
                              : sizeof(T) == 4 ? kU32
                              : sizeof(T) == 2 ? kU16
                                               : kU8) +
                                 (std::signed_integral<T> ? 1u : 0u);

class GgufBytes {
 public:
  explicit GgufBytes(ByteOrder order = ByteOrder::kLittle) : order_(order) {}

  // U8 to I64 write one integer and list it as a field. Without a name they are
  // named by where they stand: "key_value[2].value" after Key,
  // "key_value[2].element[7]" after ArrayHead, else "number@OFFSET".
  GgufBytes& U8(uint8_t v, std::string_view name = {});
  GgufBytes& U16(uint16_t v, std::string_view name = {});
  GgufBytes& U32(uint32_t v, std::string_view name = {});
  GgufBytes& U64(uint64_t v, std::string_view name = {});
  GgufBytes& I8(int8_t v, std::string_view name = {});
  GgufBytes& I16(int16_t v, std::string_view name = {});
  GgufBytes& I32(int32_t v, std::string_view name = {});
  GgufBytes& I64(int64_t v, std::string_view name = {});

  // F32 and F64 write a float. Floats are no fields: no bound hangs on them.
  GgufBytes& F32(float v);
  GgufBytes& F64(double v);

  // Number writes `v` as its own type.
  template <Scalar T>
  GgufBytes& Number(T v) {
    if constexpr (std::same_as<T, float>) {
      return F32(v);
    } else if constexpr (std::same_as<T, double>) {
      return F64(v);
    } else {
      return Integer(static_cast<uint64_t>(v), sizeof(T), {});
    }
  }

  // Str writes a length of 8 bytes and the text. The length, listed as the
  // field NAME.length, is that of the text unless `length` gives another.
  GgufBytes& Str(std::string_view text, std::string_view name = {},
                 std::optional<uint64_t> length = std::nullopt);

  // Raw writes bytes as they are.
  GgufBytes& Raw(ByteSpan bytes);
  GgufBytes& Raw(std::string_view text) { return Raw(AsBytes(text)); }

  // Zeros writes `n` zero bytes.
  GgufBytes& Zeros(uint64_t n) { return Fill(n, std::byte{0}); }

  // Fill writes `n` times the same byte.
  GgufBytes& Fill(uint64_t n, std::byte byte);

  // PadTo writes `byte` up to the next multiple of `alignment`, counted from
  // the start of the file. An alignment of 0 writes nothing.
  GgufBytes& PadTo(uint64_t alignment, std::byte byte = std::byte{0});

  // Data writes `n` bytes that stand for tensor data: always the same, never
  // zero, no NaN or infinity in any float type, no other format's magic.
  GgufBytes& Data(uint64_t n);

  // Header writes the magic, and the fields header.version,
  // header.tensor_count and header.key_value_count.
  GgufBytes& Header(uint32_t version, uint64_t tensor_count,
                    uint64_t key_value_count);

  // Key begins the next pair: key_value[I].key.length and key_value[I].type.
  // What is written next is its value.
  GgufBytes& Key(std::string_view key, uint32_t type,
                 std::optional<uint64_t> length = std::nullopt);

  // PairU8 to PairF64 write a whole pair. A bool that is neither 0 nor 1 is
  // Key(key, kBool).U8(2).
  GgufBytes& PairU8(std::string_view key, uint8_t v);
  GgufBytes& PairI8(std::string_view key, int8_t v);
  GgufBytes& PairU16(std::string_view key, uint16_t v);
  GgufBytes& PairI16(std::string_view key, int16_t v);
  GgufBytes& PairU32(std::string_view key, uint32_t v);
  GgufBytes& PairI32(std::string_view key, int32_t v);
  GgufBytes& PairF32(std::string_view key, float v);
  GgufBytes& PairBool(std::string_view key, bool v);
  GgufBytes& PairString(std::string_view key, std::string_view v);
  GgufBytes& PairU64(std::string_view key, uint64_t v);
  GgufBytes& PairI64(std::string_view key, int64_t v);
  GgufBytes& PairF64(std::string_view key, double v);

  // ArrayHead begins a pair that is an array: key_value[I].element_type and
  // key_value[I].count. What is written next are its elements.
  GgufBytes& ArrayHead(std::string_view key, uint32_t element_type,
                       uint64_t count);

  // ElementsHead is the part of ArrayHead behind Key.
  GgufBytes& ElementsHead(uint32_t element_type, uint64_t count);

  // PairArray, ArrayOfBools and ArrayOfStrings write a whole array, such as
  // PairArray<float>("tokenizer.ggml.scores", {0.0f, -1.0f}).
  template <Scalar T>
  GgufBytes& PairArray(std::string_view key, const std::vector<T>& elements) {
    ArrayHead(key, kGgufTypeId<T>, elements.size());
    for (const T& element : elements) Number(element);
    return *this;
  }
  GgufBytes& ArrayOfBools(std::string_view key,
                          const std::vector<bool>& elements);
  GgufBytes& ArrayOfStrings(std::string_view key,
                            const std::vector<std::string>& elements);

  // TensorInfo writes all of the next tensor's description.
  GgufBytes& TensorInfo(std::string_view name, const std::vector<uint64_t>& ne,
                        uint32_t type, uint64_t offset);

  // TensorName, Dimensions, TensorType and TensorOffset are TensorInfo in four
  // parts, for lies: tensor[I].name.length, tensor[I].dimension_count and
  // tensor[I].ne[D], tensor[I].type, tensor[I].offset.
  GgufBytes& TensorName(std::string_view name,
                        std::optional<uint64_t> length = std::nullopt);
  GgufBytes& Dimensions(const std::vector<uint64_t>& ne,
                        std::optional<uint32_t> count = std::nullopt);
  GgufBytes& TensorType(uint32_t type);
  GgufBytes& TensorOffset(uint64_t offset);

  // Set overwrites the field of that name, which must be there.
  GgufBytes& Set(std::string_view field_name, uint64_t value);

  // Truncate drops all but the first `size` bytes; what was recorded stays.
  GgufBytes& Truncate(uint64_t size);

  // Record turns the recording of fields and boundaries off or on again, for
  // files of a million items. It is on at first.
  GgufBytes& Record(bool on);

  // OffsetOf returns where the field of that name stands; it must be there.
  uint64_t OffsetOf(std::string_view field_name) const;

  const std::vector<std::byte>& bytes() const { return bytes_; }
  uint64_t size() const { return bytes_.size(); }
  ByteOrder order() const { return order_; }

  // fields returns every integer field, in the order of the file.
  const std::vector<Field>& fields() const { return fields_; }

  // boundaries returns the offset after each number, string length, string,
  // element, pair, tensor info and run of raw or padding bytes: rising, each
  // once.
  const std::vector<uint64_t>& boundaries() const { return boundaries_; }

 private:
  // What an unnamed number is.
  enum class Place { kElsewhere, kValue, kElement };

  GgufBytes& Integer(uint64_t value, int width, std::string_view name);
  // AppendNumber writes without listing a field.
  void AppendNumber(uint64_t value, int width);
  void MarkBoundary();
  // NameOr returns `name`, or the name of the place if it is empty.
  std::string NameOr(std::string_view name);
  const Field& FieldNamed(std::string_view name) const;

  ByteOrder order_;
  bool record_ = true;
  std::vector<std::byte> bytes_;
  std::vector<Field> fields_;
  std::vector<uint64_t> boundaries_;
  std::string item_;  // Such as "key_value[2]".
  Place place_ = Place::kElsewhere;
  uint64_t num_pairs_ = 0;
  uint64_t num_elements_ = 0;
  uint64_t num_tensors_ = 0;
  uint64_t num_data_bytes_ = 0;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GGUF_BYTES_H_
