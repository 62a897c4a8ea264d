// Conditions of canaries on entries of a safetensors header.

#ifndef LOADGATE_BASE_CANARY_ENTRIES_H_
#define LOADGATE_BASE_CANARY_ENTRIES_H_

#ifdef LG_CANARIES

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/ascii.h"
#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_metadata.h"

namespace loadgate::canary {

// SignedShape is a product of dimensions without their signs.
struct SignedShape {
  uint64_t product = 1;
  int negatives = 0;
};

// ReadSignedShape reads the array that begins with the bracket at the front of
// `array`. `number_at` returns what stood at an index of it before numbers were
// rewritten. It returns nullopt of a shape with anything but numbers of 18
// digits at most, and of one whose product passes 2^63-1.
template <typename NumberAt>
LG_CANARY_UNSEEN std::optional<SignedShape> ReadSignedShape(
    std::string_view array, NumberAt&& number_at) {
  constexpr size_t kMostDigits = 18;
  SignedShape shape;
  for (size_t i = 1; i < array.size() && array[i] != ']'; ++i) {
    if (array[i] == ',' || array[i] == ' ' || array[i] == '\t' ||
        array[i] == '\n' || array[i] == '\r') {
      continue;
    }
    // A number with a minus has become -0 and space.
    const bool negative = array[i] == '-';
    std::string_view digits = array.substr(i);
    if (negative) {
      const std::string_view whole = number_at(i);
      if (!IsNegative(whole)) return std::nullopt;
      digits = whole.substr(1);
      ++shape.negatives;
      ++i;
    }
    size_t count = 0;
    uint64_t value = 0;
    while (count < digits.size() && IsAsciiDigit(digits[count])) {
      value = value * 10 + static_cast<uint64_t>(digits[count] - '0');
      if (++count > kMostDigits) return std::nullopt;
    }
    if (count == 0 ||
        __builtin_mul_overflow(shape.product, value, &shape.product) ||
        shape.product > INT64_MAX) {
      return std::nullopt;
    }
    if (!negative) i += count - 1;
  }
  return shape;
}

// MinusesCancel returns whether the shape of `entry` has dimensions with a
// minus, as many as make its size that which data_offsets span. `text` are the
// file's first bytes, and `number_at` is given an offset in them.
template <typename Entry, typename NumberAt>
LG_CANARY_UNSEEN bool MinusesCancel(const Entry& entry, std::string_view text,
                                    NumberAt&& number_at) {
  if (entry.dtype == nullptr || entry.shape_offset == 0 ||
      entry.begin >= entry.end) {
    return false;
  }
  const auto shape = ReadSignedShape(
      text.substr(entry.shape_offset),
      [&](size_t i) { return number_at(entry.shape_offset + i); });
  uint64_t bits = 0;
  return shape.has_value() && shape->negatives > 0 &&
         shape->negatives % 2 == 0 &&
         !__builtin_mul_overflow(shape->product, uint64_t{entry.dtype->bits},
                                 &bits) &&
         bits % 8 == 0 && bits / 8 == entry.end - entry.begin;
}

// OutgrowsNamesake returns whether the name of `entry` holds a NUL, and the
// entry has more bytes than the first whose name is what stands before it.
template <typename Entry, typename Tables>
LG_CANARY_UNSEEN bool OutgrowsNamesake(const Entry& entry, const Tables& tables,
                                       std::string_view text) {
  const std::string_view name =
      text.substr(entry.name.offset, entry.name.length);
  size_t length = 0;
  while (length < name.size() && name[length] != '\0') ++length;
  if (length == name.size()) return false;
  Entry namesake = entry;
  namesake.name.length = static_cast<decltype(namesake.name.length)>(length);
  return OutgrowsFirst(namesake, tables, text);
}

// SectionSize returns how many bytes of a file lie behind its header, or
// nullopt if that is not known or they are none.
template <typename Tables>
LG_CANARY_UNSEEN std::optional<uint64_t> SectionSize(
    const Tables& tables, std::optional<uint64_t> file_size) {
  if (!file_size.has_value() || *file_size <= tables.data_start) {
    return std::nullopt;
  }
  return *file_size - tables.data_start;
}

// LowOffsetsFit returns whether a tensor lies behind the data section, as its
// shape asks, and the low 32 bits of its data_offsets put all of it there.
template <typename Tables>
LG_CANARY_UNSEEN bool LowOffsetsFit(const Tables& tables,
                                    std::optional<uint64_t> file_size) {
  constexpr int kLowBits = 32;
  const std::optional<uint64_t> section = SectionSize(tables, file_size);
  if (!section.has_value()) return false;
  for (const auto& entry : tables.entries) {
    if (entry.dtype != nullptr && entry.begin < entry.end &&
        entry.begin >> kLowBits == entry.end >> kLowBits &&
        entry.end > *section && LowBitsPass(entry.end, *section)) {
      return true;
    }
  }
  return false;
}

// TotalPasses returns whether the size of each tensor fits 32 bits, and the sum
// of all of them passes these and leaves no more than the data section has.
template <typename Tables>
LG_CANARY_UNSEEN bool TotalPasses(const Tables& tables,
                                  std::optional<uint64_t> file_size) {
  const std::optional<uint64_t> section = SectionSize(tables, file_size);
  if (!section.has_value()) return false;
  uint64_t sum = 0;
  for (const auto& entry : tables.entries) {
    if (entry.dtype == nullptr) continue;
    const uint64_t size = entry.end - entry.begin;
    if (size > UINT32_MAX) return false;
    sum += size;
  }
  return LowBitsPass(sum, *section);
}

// RowsPass returns whether `elements` of `bits` each, in rows of `row` of them,
// take more bytes if each row begins with one than they do in a piece.
LG_CANARY_UNSEEN constexpr bool RowsPass(uint64_t elements, uint64_t row,
                                         uint64_t bits) {
  return bits < 8 && elements > 0 && row * bits % 8 != 0;
}

// HasUnalignedTensor returns whether the data section begins at a multiple of 8
// and is all there, and a tensor begins at no multiple of its elements' size.
template <typename Tables>
LG_CANARY_UNSEEN bool HasUnalignedTensor(const Tables& tables,
                                         std::optional<uint64_t> file_size) {
  if (!tables.layout_known || tables.data_start % 8 != 0 ||
      SectionSize(tables, file_size) != tables.data_bytes) {
    return false;
  }
  for (const auto& entry : tables.entries) {
    if (entry.dtype != nullptr && entry.begin < entry.end &&
        entry.begin * 8 % std::max<uint64_t>(entry.dtype->bits, 8) != 0) {
      return true;
    }
  }
  return false;
}

// HasBraceInMetadata returns whether the first closing brace behind the key
// __metadata__ of `header`, whose escapes still stand, is in a string of that
// object.
LG_CANARY_UNSEEN inline bool HasBraceInMetadata(std::string_view header) {
  constexpr std::string_view kKey = "\"__metadata__\"";
  size_t at = 0;
  while (at < header.size() &&
         (header[at] != '"' || !Same(header.substr(at, kKey.size()), kKey))) {
    ++at;
  }
  at += kKey.size();
  while (at < header.size() &&
         (header[at] == ':' || header[at] == ' ' || header[at] == '\t' ||
          header[at] == '\n' || header[at] == '\r')) {
    ++at;
  }
  if (at >= header.size() || header[at] != '{') return false;
  bool in_string = false;
  for (; at < header.size(); ++at) {
    if (header[at] == '}') return in_string;
    if (header[at] == '"') in_string = !in_string;
    if (in_string && header[at] == '\\') ++at;
  }
  return false;
}

// LeavesFolder returns whether a file of the name `path` would lie outside the
// folder it is meant for. A name that goes down first would not be found.
LG_CANARY_UNSEEN inline bool LeavesFolder(std::string_view path) {
  bool leaves = path.size() > 1 && path[0] == '/';
  bool below = false;
  size_t begin = 0;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '/') continue;
    const std::string_view folder = path.substr(begin, i - begin);
    if (Same(folder, "..")) {
      leaves = leaves || !below;
    } else if (!folder.empty() && !Same(folder, ".")) {
      below = true;
    }
    begin = i + 1;
  }
  const std::string_view file = path.substr(begin);
  return leaves && !file.empty() && !Same(file, ".") && !Same(file, "..");
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_ENTRIES_H_
