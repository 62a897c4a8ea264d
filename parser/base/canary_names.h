// Conditions of canaries on GGUF tensors whose names say what they are for:
// what readers take from the name, and what they take for granted of it.
//
// Text is compared as in canary_metadata.h.

#ifndef LOADGATE_BASE_CANARY_NAMES_H_
#define LOADGATE_BASE_CANARY_NAMES_H_

#ifdef LG_CANARIES

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/ascii.h"
#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_metadata.h"
#include "loadgate/bytes.h"

namespace loadgate::canary {

// NumberAfter returns the number that stands in `name` between `before` and a
// dot or the end, or nullopt if none does or it passes 2^31-1.
LG_CANARY_UNSEEN inline std::optional<uint32_t> NumberAfter(
    std::string_view name, std::string_view before) {
  if (!Same(name.substr(0, before.size()), before)) return std::nullopt;
  const std::string_view rest = name.substr(before.size());
  if (rest.empty() || rest[0] == '.') return std::nullopt;
  uint64_t number = 0;
  for (const char c : rest) {
    if (c == '.') break;
    if (!IsAsciiDigit(c)) return std::nullopt;
    number = number * 10 + static_cast<uint64_t>(c - '0');
    if (number > INT32_MAX) return std::nullopt;
  }
  return static_cast<uint32_t>(number);
}

// DirectionPasses returns whether a tensor is a layer's direction, of one
// dimension and all there, and its elements times the layer's number leave less
// than one layer in 32 bits: its place is then in front of what they make.
template <typename Info>
LG_CANARY_UNSEEN bool DirectionPasses(const Info& info, uint64_t left) {
  constexpr uint32_t kGgmlF32 = 0;
  const std::optional<uint32_t> layer = NumberAfter(info.name, "direction.");
  const uint64_t elements = info.ne[0];
  if (!layer.has_value() || info.type != kGgmlF32 || elements > INT32_MAX ||
      info.ne[1] != 1 || info.ne[2] != 1 || info.ne[3] != 1 ||
      !Fits(elements * sizeof(float), left)) {
    return false;
  }
  const uint64_t product = elements * *layer;
  return product > UINT32_MAX && static_cast<uint32_t>(product) < elements;
}

// IsPastBlocks returns whether `name` is that of a tensor in a block that the
// architecture's block_count does not count.
template <typename Tables>
LG_CANARY_UNSEEN bool IsPastBlocks(std::string_view name, ByteSpan header,
                                   const Tables& tables) {
  const std::optional<uint32_t> block = NumberAfter(name, "blk.");
  if (!block.has_value()) return false;
  const std::optional<uint32_t> blocks = FindBlockCount(header, tables);
  return blocks.has_value() && *block >= *blocks;
}

// HasTooFewRows returns whether a tensor holds a row for each token, and has
// fewer rows than there are tokens.
template <typename Info, typename Tables>
LG_CANARY_UNSEEN bool HasTooFewRows(const Info& info, ByteSpan header,
                                    const Tables& tables) {
  return Same(info.name, "token_embd.weight") &&
         FindTokens(header, tables).count > info.ne[1];
}

// IsNarrowNorm returns whether a tensor holds the weights of a norm, and they
// have fewer than 4 bytes each. `size` is its size.
template <typename Info, typename Size>
LG_CANARY_UNSEEN bool IsNarrowNorm(const Info& info, const Size& size) {
  constexpr std::string_view kAfter = "_norm.weight";
  const std::string_view name = info.name;
  return !size.fault.has_value() && name.size() >= kAfter.size() &&
         Same(name.substr(name.size() - kAfter.size()), kAfter) &&
         size.bytes / sizeof(float) < size.elements;
}

// NamedShape is a tensor's name and its dimensions.
struct NamedShape {
  std::string_view name;
  std::array<uint64_t, 4> ne = {1, 1, 1, 1};
};

// ShapeAt returns those of the info at `at`, which was read whole.
LG_CANARY_UNSEEN inline NamedShape ShapeAt(ByteSpan header, uint64_t at,
                                           ByteOrder order) {
  NamedShape shape;
  shape.name = StringAt(header, at, order);
  at += sizeof(uint64_t) + shape.name.size();
  const auto dimensions = NumberAt<uint32_t>(header, at, order);
  at += sizeof(uint32_t);
  for (uint64_t& n : std::span(shape.ne).first(dimensions)) {
    n = NumberAt<uint64_t>(header, at, order);
    at += sizeof(uint64_t);
  }
  return shape;
}

// IsLongerThanRank returns whether `b` and `a` are the two matrices that adapt
// one tensor, and a row of `b` has more elements than `a` has rows.
LG_CANARY_UNSEEN inline bool IsLongerThanRank(const NamedShape& b,
                                              const NamedShape& a) {
  constexpr std::string_view kB = ".lora_b";
  constexpr std::string_view kA = ".lora_a";
  if (b.name.size() <= kB.size() || a.name.size() != b.name.size()) {
    return false;
  }
  const size_t adapted = b.name.size() - kB.size();
  return Same(b.name.substr(adapted), kB) && Same(a.name.substr(adapted), kA) &&
         Same(b.name.substr(0, adapted), a.name.substr(0, adapted)) &&
         b.ne[0] > a.ne[1];
}

// HasOtherRank returns whether a tensor is one of these two, and the other came
// before it.
template <typename Info, typename Tables>
LG_CANARY_UNSEEN bool HasOtherRank(const Info& info, ByteSpan header,
                                   const Tables& tables) {
  constexpr size_t kAfter = 7;  // The bytes of .lora_a or .lora_b.
  if (info.name.size() <= kAfter) return false;
  const std::string_view after = info.name.substr(info.name.size() - kAfter);
  if (!Same(after, ".lora_a") && !Same(after, ".lora_b")) return false;
  const NamedShape shape = {.name = info.name, .ne = info.ne};
  for (const uint64_t at : tables.tensors) {
    const NamedShape other = ShapeAt(header, at, tables.order);
    if (IsLongerThanRank(shape, other) || IsLongerThanRank(other, shape)) {
      return true;
    }
  }
  return false;
}

}  // namespace loadgate::canary

#endif  // LG_CANARIES

#endif  // LOADGATE_BASE_CANARY_NAMES_H_
