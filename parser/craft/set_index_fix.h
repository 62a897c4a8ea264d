// Setting right what an index says.

#ifndef LOADGATE_CRAFT_SET_INDEX_FIX_H_
#define LOADGATE_CRAFT_SET_INDEX_FIX_H_

#include <vector>

#include "craft/json_tokens.h"
#include "craft/shard_index.h"

namespace loadgate::craft {

// FixWeightMap makes the index `*tokens` map what `right` does. One that does
// is left alone, however it is written. One that has no place for it, for it is
// no object or has not exactly one weight_map, is written anew, with the
// total_size it had or else the right one.
void FixWeightMap(const ShardIndex& right, std::vector<JsonToken>* tokens);

// FixTotalSize sets each total_size in the metadata of the index `*tokens`.
void FixTotalSize(const ShardIndex& right, std::vector<JsonToken>* tokens);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SET_INDEX_FIX_H_
