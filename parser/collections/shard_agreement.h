// Whether the shards of a model, each accepted by itself, agree.

#ifndef LOADGATE_COLLECTIONS_SHARD_AGREEMENT_H_
#define LOADGATE_COLLECTIONS_SHARD_AGREEMENT_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/finding.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_set.h"
#include "loadgate/sharded_model.h"

namespace loadgate {

// AcceptedShards are the shards of a set in their order; nullopt for each that
// is not there or was not accepted.
using AcceptedShards = std::vector<std::optional<ModelShard>>;

// CheckCheckpoint gives `set` the shards, safetensors files numbered as it
// numbers them, and has it report.
void CheckCheckpoint(SafetensorsSet set, const AcceptedShards& shards);

// CheckSplit reports into `*sink` what is wrong with GGUF shards together.
void CheckSplit(const AcceptedShards& shards, const HashKey& hash_key,
                FindingSink* sink);

// CheckPlace returns InvalidArgument where `shard` is no GGUF file, or says
// that it is another than number `place`, from 0, of `count`.
absl::Status CheckPlace(const ModelShard& shard, size_t place, size_t count);

}  // namespace loadgate

#endif  // LOADGATE_COLLECTIONS_SHARD_AGREEMENT_H_
