#include "collections/shard_agreement.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_format.h"
#include "collections/shard_judge.h"
#include "loadgate/gguf_split.h"

namespace loadgate {
namespace {

// Whether a shard in `place`, from 0, of `count` says that it is another.
bool SaysOther(const GgufSplitKeys& keys, size_t place, size_t count) {
  if (count == 1 && keys.count.value_or(0) <= 1) return false;
  return keys.number.value_or(place) != place ||
         keys.count.value_or(count) != count;
}

}  // namespace

absl::Status CheckPlace(const ModelShard& shard, size_t place, size_t count) {
  const auto& file = shard.judgement.gguf;
  if (!file.has_value()) {
    return StatusAt(shard.path, absl::InvalidArgumentError("no GGUF file"));
  }
  FindingSink unused;  // What is wrong with the keys is reported by the set.
  const GgufSplitKeys keys = ReadGgufSplitKeys(*file, "", &unused);
  if (!SaysOther(keys, place, count)) return absl::OkStatus();
  return StatusAt(
      shard.path,
      absl::InvalidArgumentError(absl::StrFormat(
          "the file says that it is shard %u of %u, and was given as "
          "shard %u of %u",
          keys.number.value_or(place) + 1, keys.count.value_or(count),
          place + 1, count)));
}

void CheckCheckpoint(SafetensorsSet set, const AcceptedShards& shards) {
  for (size_t i = 0; i < shards.size(); ++i) {
    if (!shards[i].has_value()) continue;
    set.AddShard(i, *shards[i]->judgement.safetensors);
  }
  set.Finish();
}

void CheckSplit(const AcceptedShards& shards, const HashKey& hash_key,
                FindingSink* sink) {
  GgufSplit split(static_cast<uint32_t>(shards.size()), hash_key, sink);
  for (size_t i = 0; i < shards.size(); ++i) {
    if (!shards[i].has_value()) continue;
    split.AddShard(static_cast<uint32_t>(i + 1), *shards[i]->judgement.gguf);
  }
  split.Finish();
}

}  // namespace loadgate
