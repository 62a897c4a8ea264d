// The integer fields of a file, and the values worth writing into them.

#ifndef LOADGATE_TESTS_SUPPORT_FIELD_VALUES_H_
#define LOADGATE_TESTS_SUPPORT_FIELD_VALUES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// Field is one integer of a file: `width` bytes at `offset`, in the file's byte
// order. The name says what it means, such as "tensor[1].ne[0]".
struct Field {
  uint64_t offset = 0;
  int width = 0;
  std::string name = {};

  // end returns the offset of the first byte after the field.
  uint64_t end() const { return offset + static_cast<uint64_t>(width); }
};

// FindField returns the field with exactly that name, or nullptr. It looks at
// one after the other.
const Field* FindField(std::span<const Field> fields, std::string_view name);

// BoundaryValues returns the values at which arithmetic on a field of `width`
// bytes goes wrong: 0, 1, the neighbours of `value`, and the neighbourhoods of
// 2^31, 2^32, 2^63 and 2^64. Each is cut to the width, stands once, and is not
// `value` itself. They are in rising order.
std::vector<uint64_t> BoundaryValues(uint64_t value, int width);

// StoreNumber writes the low bytes of `value` over all of `bytes`, of which
// there are at most 8.
void StoreNumber(std::span<std::byte> bytes, uint64_t value, ByteOrder order);

// GetField returns the number that `field` holds in `bytes`.
uint64_t GetField(ByteSpan bytes, const Field& field,
                  ByteOrder order = ByteOrder::kLittle);

// SetField overwrites `field` in `bytes`, which must hold all of it.
void SetField(std::span<std::byte> bytes, const Field& field, uint64_t value,
              ByteOrder order = ByteOrder::kLittle);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_FIELD_VALUES_H_
