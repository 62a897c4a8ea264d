#include "loadgate/split_gguf.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"
#include "loadgate/split_name.h"

namespace loadgate {
namespace {

struct SplitKeys {
  uint16_t number = 0;
  uint16_t count = 0;
  int32_t tensors = 0;
};

absl::Status SetSplitKeys(const SplitKeys& keys, GgufWriter* shard) {
  absl::Status status = shard->Set<uint16_t>("split.no", keys.number);
  if (status.ok()) status = shard->Set<uint16_t>("split.count", keys.count);
  if (status.ok()) {
    status = shard->Set<int32_t>("split.tensors.count", keys.tensors);
  }
  return status;
}

}  // namespace

absl::StatusOr<ModelFiles> SplitGguf(const GgufWriter& model,
                                     std::string_view prefix,
                                     const ShardRule& rule) {
  const std::vector<ShardRange> plan = PlanShards(model.PaddedSizes(), rule);
  ModelFiles files;
  if (plan.size() > kMaxSplitCount || model.tensor_count() > INT32_MAX) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the model would have %d shards, more than %d",
                        plan.size(), kMaxSplitCount));
  }
  SplitKeys keys = {.number = 0,
                    .count = static_cast<uint16_t>(plan.size()),
                    .tensors = static_cast<int32_t>(model.tensor_count())};
  for (const ShardRange& range : plan) {
    std::optional<std::string> path =
        SplitPath(prefix, uint32_t{keys.number} + 1, keys.count);
    if (!path.has_value()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s cannot begin the names of shards", EscapedQuoted(prefix)));
    }
    GgufWriter shard =
        model.Part(range.first, range.count, /*with_pairs=*/keys.number == 0);
    const absl::Status status = SetSplitKeys(keys, &shard);
    if (!status.ok()) return status;
    absl::StatusOr<FileLayout> layout = shard.Layout();
    if (!layout.ok()) return layout.status();
    files.shards.push_back({*std::move(path), *std::move(layout)});
    ++keys.number;
  }
  return files;
}

}  // namespace loadgate
