#include "loadgate/shard_plan.h"

#include <array>
#include <utility>

#include "base/ascii.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

constexpr auto kUnits = std::to_array<std::pair<std::string_view, uint64_t>>(
    {{"KB", 1'000},
     {"MB", 1'000'000},
     {"GB", 1'000'000'000},
     {"TB", 1'000'000'000'000}});

// Whether a shard that has something has no room for `size` bytes more.
bool IsFull(const ShardRange& shard, uint64_t bytes, uint64_t size,
            const ShardRule& rule) {
  if (shard.count == 0) return false;
  if (rule.max_tensors != 0 && shard.count >= rule.max_tensors) return true;
  return rule.max_bytes != 0 &&
         (bytes > rule.max_bytes || size > rule.max_bytes - bytes);
}

}  // namespace

std::vector<ShardRange> PlanShards(std::span<const uint64_t> sizes,
                                   const ShardRule& rule) {
  std::vector<ShardRange> shards(1);
  if (rule.first_without_tensors && !sizes.empty()) shards.emplace_back();
  uint64_t bytes = 0;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (IsFull(shards.back(), bytes, sizes[i], rule)) {
      shards.push_back({.first = i, .count = 0});
      bytes = 0;
    }
    ++shards.back().count;
    bytes = SaturatingAdd(bytes, sizes[i]);
  }
  return shards;
}

std::optional<uint64_t> ParseByteSize(std::string_view text) {
  uint64_t unit = 1;
  for (const auto& [name, value] : kUnits) {
    if (!text.ends_with(name)) continue;
    unit = value;
    text.remove_suffix(name.size());
    break;
  }
  if (text.empty()) return std::nullopt;
  std::optional<uint64_t> number = 0;
  for (const char c : text) {
    if (!IsAsciiDigit(c)) return std::nullopt;
    number = CheckedMul(*number, 10);
    if (number.has_value()) {
      number = CheckedAdd(*number, static_cast<uint64_t>(c - '0'));
    }
    if (!number.has_value()) return std::nullopt;
  }
  return CheckedMul(*number, unit);
}

}  // namespace loadgate
