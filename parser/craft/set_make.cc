#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/set_model.h"

namespace loadgate::craft {
namespace {

// A tensor of a checkpoint with its data.
struct Weight {
  std::string name;
  std::string dtype;
  std::vector<uint64_t> shape;
  std::string data;
};

bool IsSplitKey(std::string_view key) {
  return key == kSplitNumber || key == kSplitCount || key == kSplitTotal;
}

// The run of `all` that is part `number` of `parts`, as equal as can be.
template <typename T>
std::vector<T> RunOf(const std::vector<T>& all, size_t number, size_t parts) {
  const auto at = [&](size_t part) {
    // Parts may be more than there are of them.
    const size_t share = all.size() / parts;
    const size_t more = std::min(part, all.size() % parts);
    return all.begin() + static_cast<std::ptrdiff_t>(part * share + more);
  };
  return {at(number), at(number + 1)};
}

std::optional<std::string> StringAt(const SafetensorsModel& model,
                                    size_t token) {
  return DecodeJsonString(model.header[token].text);
}

// What of the data the tensor owns, and zeros where that is not its size.
std::string DataOf(const SafetensorsModel& model, const SafetensorsEntry& entry,
                   uint64_t size) {
  const auto span = SafetensorsSpanOf(model, entry);
  std::string data;
  if (span.has_value() && span->begin <= model.data.size()) {
    data = model.data.substr(static_cast<size_t>(span->begin),
                             static_cast<size_t>(size));
  }
  data.resize(static_cast<size_t>(size));
  return data;
}

std::optional<Weight> WeightOf(const SafetensorsModel& model,
                               const SafetensorsEntry& entry) {
  const auto size = SafetensorsDataSize(model, entry);
  const auto name = StringAt(model, entry.name);
  // A size beyond the data is a lie, and may be as large as it likes.
  if (!size.has_value() || *size > model.data.size() || !name.has_value()) {
    return std::nullopt;
  }
  Weight weight = {*name,
                   StringAt(model, *entry.dtype).value_or(""),
                   {},
                   DataOf(model, entry, *size)};
  for (const size_t i : *entry.shape) {
    weight.shape.push_back(JsonUnsigned(model.header[i]).value_or(0));
  }
  return weight;
}

std::string MetadataOf(const SafetensorsModel& model) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const SafetensorsEntry& entry : Entries(model)) {
    if (!entry.is_metadata) continue;
    for (const JsonMember& member : entry.members) {
      auto key = StringAt(model, member.key);
      auto value = member.value.empty() ? std::nullopt
                                        : StringAt(model, member.value.begin);
      if (!key.has_value() || !value.has_value()) continue;
      pairs.emplace_back(std::move(*key), std::move(*value));
    }
  }
  return pairs.empty() ? "" : SafetensorsMetadataText(pairs);
}

SafetensorsModel ShardOf(std::string members,
                         const std::vector<Weight>& weights) {
  SafetensorsModel shard = NewSafetensors();
  for (const Weight& weight : weights) {
    const uint64_t begin = shard.data.size();
    shard.data += weight.data;
    if (!members.empty()) members += ',';
    members += SafetensorsEntryText(weight.name, weight.dtype, weight.shape,
                                    {begin, shard.data.size()});
  }
  shard.header = TokenizeJson("{" + members + "}");
  PadHeader(&shard);
  shard.header_length = JsonSize(shard.header);
  return shard;
}

}  // namespace

SetModel NewSplitSet(const GgufModel& model, size_t parts,
                     std::string_view prefix) {
  parts = std::max<size_t>(parts, 1);
  SetModel set;
  for (size_t i = 0; i < parts; ++i) {
    GgufModel part = NewGguf(model.order);
    part.version = model.version;
    if (i == 0) {
      part.pairs = model.pairs;
      std::erase_if(part.pairs, [](const GgufPair& pair) {
        return IsSplitKey(pair.key.bytes);
      });
    }
    const SplitRole role = {i, parts, model.tensors.size()};
    for (GgufPair& pair : SplitPairs(role)) {
      part.pairs.push_back(std::move(pair));
    }
    part.tensors = RunOf(model.tensors, i, parts);
    Fix(GgufFix{.last_padding = true}, &part);
    set.files.push_back(
        {FormatPartName({std::string(prefix), i + 1, parts}, kGgufEnding),
         std::move(part)});
  }
  return set;
}

SetModel NewCheckpoint(const SafetensorsModel& model, size_t parts,
                       std::string_view prefix) {
  parts = std::max<size_t>(parts, 1);
  std::vector<Weight> weights;
  for (const SafetensorsEntry& entry : Entries(model)) {
    if (entry.is_metadata) continue;
    auto weight = WeightOf(model, entry);
    if (weight.has_value()) weights.push_back(std::move(*weight));
  }
  const std::string metadata = MetadataOf(model);
  const std::string stem(prefix);
  SetModel set;
  for (size_t i = 0; i < parts; ++i) {
    const std::string name =
        parts == 1 ? stem + std::string(kSafetensorsEnding)
                   : FormatPartName({stem, i + 1, parts}, kSafetensorsEnding);
    set.files.push_back({name, ShardOf(metadata, RunOf(weights, i, parts))});
  }
  if (parts == 1) return set;
  set.files.push_back(
      {stem + std::string(kSafetensorsEnding) + std::string(kIndexEnding),
       TokenizeJson(IndexText(RightIndex(set)))});
  return set;
}

}  // namespace loadgate::craft
