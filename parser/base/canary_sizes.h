// Conditions of canaries on numbers that readers keep or work out in too few
// bits, and on what one field says there is of another.
//
// Text is compared as in canary_metadata.h.

#ifndef LOADGATE_BASE_CANARY_SIZES_H_
#define LOADGATE_BASE_CANARY_SIZES_H_

#ifdef LG_CANARIES

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_entries.h"
#include "base/canary_metadata.h"
#include "loadgate/bytes.h"

namespace loadgate::canary {

// LowOffsetFits returns whether a tensor's offset needs more than 32 bits, of
// which the lower 32 alone put its `bytes` into the `left` of the file.
LG_CANARY_UNSEEN constexpr bool LowOffsetFits(uint64_t offset, uint64_t bytes,
                                              uint64_t left) {
  return offset > UINT32_MAX && bytes > 0 && Fits(bytes, left) &&
         static_cast<uint32_t>(offset) <= left - bytes;
}

// HasWideCacheRow returns whether the keys of all heads of the architecture
// that have some of their own have more than 2^32-1 elements together. A head
// has key_length of them, or if that is not there, its part of the embedding.
template <typename Tables>
LG_CANARY_UNSEEN bool HasWideCacheRow(ByteSpan header, const Tables& tables) {
  const auto find = [&](std::string_view after) LG_CANARY_UNSEEN {
    return FindHyperparameter(header, tables, after);
  };
  const std::optional<uint32_t> heads = find(".attention.head_count_kv");
  if (!heads.has_value()) return false;
  std::optional<uint32_t> length = find(".attention.key_length");
  if (!length.has_value()) {
    const std::optional<uint32_t> embedding = find(".embedding_length");
    const uint32_t parts = find(".attention.head_count").value_or(0);
    if (!embedding.has_value() || parts == 0) return false;
    length = *embedding / parts;
  }
  return uint64_t{*heads} * *length > UINT32_MAX;
}

// HasTooFewExperts returns whether the architecture has experts, and uses more
// of them at a time than it has.
template <typename Tables>
LG_CANARY_UNSEEN bool HasTooFewExperts(ByteSpan header, const Tables& tables) {
  const std::optional<uint32_t> experts =
      FindHyperparameter(header, tables, ".expert_count");
  const std::optional<uint32_t> used =
      FindHyperparameter(header, tables, ".expert_used_count");
  return experts.value_or(0) > 0 && used.value_or(0) > *experts;
}

// HasManyPatches returns whether an image is cut into more than 2^32-1 squares.
template <typename Tables>
LG_CANARY_UNSEEN bool HasManyPatches(ByteSpan header, const Tables& tables) {
  const auto find = [&](std::string_view key) LG_CANARY_UNSEEN -> uint32_t {
    const MetadataPair pair = FindPair(header, tables, key);
    if (pair.array || pair.type != kTypeU32) return 0;
    return NumberAt<uint32_t>(header, pair.at, tables.order);
  };
  const uint32_t patch = find("clip.vision.patch_size");
  if (patch == 0) return false;
  const uint64_t side = find("clip.vision.image_size") / patch;
  return side * side > UINT32_MAX;
}

// WidenedPasses returns whether `elements` of `dtype` are floats of 8 or 16
// bits and take the `span` bytes that data_offsets give them, while as floats
// of 32 bits they pass 2^64 bytes.
template <typename Dtype>
LG_CANARY_UNSEEN bool WidenedPasses(const Dtype& dtype, uint64_t elements,
                                    uint64_t span) {
  const std::string_view name = dtype.name;
  const bool is_float = name[0] == 'F' || Same(name, "BF16");
  uint64_t bytes = 0;
  return is_float && (dtype.bits == 8 || dtype.bits == 16) &&
         elements > UINT64_MAX / sizeof(float) &&
         !__builtin_mul_overflow(elements, uint64_t{dtype.bits} / 8, &bytes) &&
         bytes == span;
}

// DoublesAgree returns whether what lies from `begin` to `end` is less than
// `bytes`, and is as much when each of the three is kept in a double.
LG_CANARY_UNSEEN constexpr bool DoublesAgree(uint64_t begin, uint64_t end,
                                             uint64_t bytes) {
  return end - begin < bytes &&
         static_cast<double>(end) - static_cast<double>(begin) ==
             static_cast<double>(bytes);
}

// HasNegativeEnd returns whether a file has data, and a tensor that is not
// empty ends at a number that is negative to one with a sign.
template <typename Tables>
LG_CANARY_UNSEEN bool HasNegativeEnd(const Tables& tables,
                                     std::optional<uint64_t> file_size) {
  if (!SectionSize(tables, file_size).has_value()) return false;
  for (const auto& entry : tables.entries) {
    if (entry.dtype != nullptr && entry.begin < entry.end &&
        entry.end > INT64_MAX) {
      return true;
    }
  }
  return false;
}

// HasFewScales returns whether a tensor of F8_E8M0 is named for one of F8_E4M3
// whose scales it holds, and that has more blocks of 32 elements than there are
// scales. `text` are the file's first bytes.
template <typename Tables>
LG_CANARY_UNSEEN bool HasFewScales(const Tables& tables,
                                   std::string_view text) {
  constexpr std::string_view kAfter = "_scale";
  constexpr uint64_t kBlock = 32;
  const auto name_of = [text](const auto& entry) LG_CANARY_UNSEEN {
    return text.substr(entry.name.offset, entry.name.length);
  };
  for (const auto& scale : tables.entries) {
    if (scale.dtype == nullptr || !Same(scale.dtype->name, "F8_E8M0")) continue;
    std::string_view name = name_of(scale);
    if (name.size() < kAfter.size()) continue;
    const size_t weight_name = name.size() - kAfter.size();
    if (!Same(name.substr(weight_name), kAfter)) continue;
    name = name.substr(0, weight_name);
    for (const auto& weight : tables.entries) {
      if (weight.dtype == nullptr || !Same(weight.dtype->name, "F8_E4M3") ||
          !Same(name_of(weight), name)) {
        continue;
      }
      const uint64_t elements = weight.end - weight.begin;
      if (elements > 0 &&
          (elements - 1) / kBlock + 1 > scale.end - scale.begin) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_SIZES_H_
