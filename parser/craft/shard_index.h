// The index of a safetensors checkpoint: which shard has which tensor.
//
// Source: what transformers' save_pretrained and huggingface_hub's
// save_torch_state_dict write as model.safetensors.index.json.

#ifndef LOADGATE_CRAFT_SHARD_INDEX_H_
#define LOADGATE_CRAFT_SHARD_INDEX_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "craft/json_structure.h"
#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"

namespace loadgate::craft {

// kIndexEnding is what the name of an index ends in.
inline constexpr std::string_view kIndexEnding = ".index.json";

// The keys of an index.
inline constexpr std::string_view kIndexMetadata = "metadata";
inline constexpr std::string_view kIndexTotalSize = "total_size";
inline constexpr std::string_view kIndexWeightMap = "weight_map";

// ShardIndex is what an index says.
struct ShardIndex {
  std::optional<uint64_t> total_size = {};             // In bytes.
  std::map<std::string, std::string> weight_map = {};  // Tensor to shard.
  bool operator==(const ShardIndex&) const = default;
};

// AddShard adds what is in the shard of that name: its tensors, over what the
// index says of them, and to `total_size` the bytes that they come to. A name
// that is no string of JSON is left out.
void AddShard(std::string_view name, const SafetensorsModel& shard,
              ShardIndex* index);

// IndexText returns the text of `index` as the Hugging Face libraries write it:
// two spaces a level, keys in order, a line end behind. Characters that need no
// escape have none.
std::string IndexText(const ShardIndex& index);

// WeightMapText returns the value of weight_map in that text.
std::string WeightMapText(const std::map<std::string, std::string>& weight_map);

// IndexMember is a member of an index's object: its value's place, by the key.
struct IndexMember {
  std::string key = {};
  JsonRange value = {};
};

// IndexMembers returns the members of the object `value` of `tokens`, as far as
// their keys are strings of JSON.
std::vector<IndexMember> IndexMembers(const std::vector<JsonToken>& tokens,
                                      const JsonStructure& structure,
                                      JsonRange value);

// ReadWeightMap returns what the object `value` of `tokens` maps to what, or
// nullopt where it is none, a value is no string, or a key stands twice.
std::optional<std::map<std::string, std::string>> ReadWeightMap(
    const std::vector<JsonToken>& tokens, const JsonStructure& structure,
    JsonRange value);

// ReadIndex returns what an index says that IndexText could have written, or
// nullopt: it may be written in another way, but has metadata with nothing but
// a total_size, a weight_map and nothing else.
std::optional<ShardIndex> ReadIndex(const std::vector<JsonToken>& tokens);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SHARD_INDEX_H_
