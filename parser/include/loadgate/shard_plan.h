// Which tensors of a model go into which shard.

#ifndef LOADGATE_SHARD_PLAN_H_
#define LOADGATE_SHARD_PLAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loadgate {

// ShardRange is the tensors of one shard: `count` of them, from `first` on.
struct ShardRange {
  size_t first = 0;
  size_t count = 0;

  bool operator==(const ShardRange&) const = default;
};

// ShardRule says when a shard is full. At least one of the numbers is to be
// set; where both are, the one that is met first counts.
struct ShardRule {
  // The most bytes of tensor data, with their padding, that a shard has, unless
  // it has one tensor alone: no tensor is ever split. 0 is no bound.
  uint64_t max_bytes = 0;
  // The most tensors. 0 is no bound.
  uint64_t max_tensors = 0;
  // Whether the first shard has no tensor, so that metadata can be changed
  // without writing weights again.
  bool first_without_tensors = false;
};

// PlanShards fills shards in the order of `sizes`, each tensor's bytes with its
// padding. There is one shard at least; all but that for metadata have a
// tensor, unless there is none.
std::vector<ShardRange> PlanShards(std::span<const uint64_t> sizes,
                                   const ShardRule& rule);

// ParseByteSize returns the bytes that a text such as "5GB", "300MB" or "4096"
// stands for: digits and, in capitals, KB, MB, GB or TB, which are powers of
// 1000; nullopt for anything else, and above 2^63-1.
std::optional<uint64_t> ParseByteSize(std::string_view text);

}  // namespace loadgate

#endif  // LOADGATE_SHARD_PLAN_H_
