#include "tests/naive/set.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

namespace naive::set {
namespace {

constexpr uint32_t kU16 = 2;
constexpr uint32_t kI32 = 5;

const KeyValue* FindKey(const Judgement& file, const std::string& key) {
  for (const KeyValue& pair : file.keys) {
    if (pair.key == key) return &pair;
  }
  return nullptr;
}

// The number of `width` bytes that a key has.
uint64_t NumberAt(const SplitShard& shard, uint64_t offset, size_t width) {
  uint64_t number = 0;
  for (size_t i = 0; i < width; ++i) {
    const size_t at = shard.file.big_endian ? i : width - 1 - i;
    number = number << 8 | shard.bytes[static_cast<size_t>(offset) + at];
  }
  return number;
}

// The value of a key, if it has that type; what is wrong goes into `broken`.
std::optional<uint64_t> ValueOf(const SplitShard& shard, const std::string& key,
                                uint32_t type, std::set<std::string>* broken) {
  const KeyValue* const pair = FindKey(shard.file, key);
  if (pair == nullptr) {
    broken->insert("split-key-missing");
    return std::nullopt;
  }
  if (pair->type != type) {
    broken->insert("split-key-type");
    return std::nullopt;
  }
  return NumberAt(shard, pair->offset, type == kU16 ? 2 : 4);
}

}  // namespace

std::set<std::string> JudgeSplit(uint32_t count,
                                 const std::map<uint32_t, SplitShard>& shards) {
  std::set<std::string> broken;
  std::map<std::string, uint32_t> shard_of;
  std::set<uint64_t> totals;
  uint64_t tensors = 0;
  for (const auto& [number, shard] : shards) {
    const auto said = ValueOf(shard, "split.no", kU16, &broken);
    if (said.has_value() && *said + 1 != number) broken.insert("split-number");
    const auto of = ValueOf(shard, "split.count", kU16, &broken);
    if (of.has_value() && *of != count) broken.insert("split-count");
    const auto all = ValueOf(shard, "split.tensors.count", kI32, &broken);
    if (all.has_value()) totals.insert(*all);
    for (const Tensor& tensor : shard.file.tensors) {
      const auto place = shard_of.emplace(tensor.name, number).first;
      if (place->second != number) broken.insert("set-tensor-twice");
    }
    tensors += shard.file.tensors.size();
  }
  if (shards.size() == count) {
    for (const uint64_t total : totals) {
      if (total != tensors) broken.insert("split-tensor-total");
    }
  }
  return broken;
}

std::set<std::string> JudgeCheckpoint(
    const index::Judgement& index,
    const std::map<std::string, safetensors::Judgement>& shards) {
  std::map<std::string, std::string> listed;
  std::set<std::string> named;
  for (const auto& [tensor, shard] : index.tensors) {
    listed[tensor] = shard;
    named.insert(shard);
  }
  std::set<std::string> broken;
  std::map<std::string, std::set<std::string>> shards_of;
  Wide all_bytes = 0;
  Wide listed_bytes = 0;
  bool all_there = true;
  for (const std::string& name : named) {
    const auto shard = shards.find(name);
    all_there = all_there && shard != shards.end();
    if (shard == shards.end()) continue;
    for (const safetensors::Tensor& tensor : shard->second.tensors) {
      shards_of[tensor.name].insert(name);
      all_bytes += tensor.end - tensor.begin;
      const auto place = listed.find(tensor.name);
      if (place == listed.end()) {
        broken.insert("set-tensor-unlisted");
        if (shards_of[tensor.name].size() > 1) {
          broken.insert("set-tensor-twice");
        }
      } else if (place->second == name) {
        listed_bytes += tensor.end - tensor.begin;
      }
    }
  }
  for (const auto& [tensor, shard] : listed) {
    if (!shards.contains(shard)) continue;
    const std::set<std::string>& where = shards_of[tensor];
    if (!where.contains(shard)) {
      broken.insert("set-tensor-missing");
      all_there = false;
    } else if (where.size() > 1) {
      broken.insert("set-tensor-twice");
    }
  }
  if (all_there && index.total_size.has_value() &&
      *index.total_size != all_bytes && *index.total_size != listed_bytes) {
    broken.insert("index-total-size");
  }
  return broken;
}

}  // namespace naive::set
