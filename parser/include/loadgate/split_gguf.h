// A GGUF model in several files.
//
// Source: llama.cpp's gguf-split, which wrote the splits that are around, and
// its model loader, which reads the three keys with exactly these types.
//
// Every shard says `split.no` (u16, from 0), `split.count` (u16) and
// `split.tensors.count` (i32, of the whole model); all other key-values stand
// in the first shard alone. Each shard has the model's alignment.

#ifndef LOADGATE_SPLIT_GGUF_H_
#define LOADGATE_SPLIT_GGUF_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/model_file_writer.h"
#include "loadgate/shard_plan.h"

namespace loadgate {

// SplitGguf lays `model` out as shards by `rule`, called by SplitPath(prefix,
// ...). InvalidArgument: the prefix is empty, or there would be more than
// kMaxSplitCount shards. AlreadyExists: the model has one of the three keys;
// leave them out where it was copied from a shard.
absl::StatusOr<ModelFiles> SplitGguf(const GgufWriter& model,
                                     std::string_view prefix,
                                     const ShardRule& rule);

}  // namespace loadgate

#endif  // LOADGATE_SPLIT_GGUF_H_
