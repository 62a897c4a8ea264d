#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "craft/gguf_data.h"
#include "craft/set_index_fix.h"
#include "craft/set_model.h"

namespace loadgate::craft {
namespace {

// --- Names -----------------------------------------------------------------

// Names the files at `places` anew, in their order.
void NameInOrder(const std::vector<size_t>& places, std::string_view ending,
                 SetModel* model) {
  if (places.empty()) return;
  const std::string prefix =
      PartPrefix(model->files[places.front()].name, ending);
  for (size_t i = 0; i < places.size(); ++i) {
    model->files[places[i]].name =
        FormatPartName({prefix, i + 1, places.size()}, ending);
  }
}

void FixSplitNames(const std::vector<std::optional<SplitRole>>& roles,
                   SetModel* model) {
  std::vector<size_t> places;
  std::vector<std::string> names;
  for (size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].has_value()) continue;
    places.push_back(i);
    names.push_back(model->files[i].name);
  }
  if (!PlacesByName(names, kGgufEnding).has_value()) {
    NameInOrder(places, kGgufEnding, model);
  }
}

// Whether the names can stand side by side in a directory, and those that have
// numbers have all of them.
bool AgreeAsShards(const std::vector<std::string>& names) {
  std::set<std::string_view> all;
  std::vector<std::string> numbered;
  for (const std::string& name : names) {
    const bool plain =
        IsPlainName(name) && name.find('\\') == std::string::npos;
    if (!plain || !all.insert(name).second) return false;
    if (ParsePartName(name, kSafetensorsEnding).has_value()) {
      numbered.push_back(name);
    }
  }
  return PlacesByName(numbered, kSafetensorsEnding).has_value();
}

void FixShardNames(SetModel* model) {
  std::vector<size_t> places;
  std::vector<std::string> names;
  for (size_t i = 0; i < model->files.size(); ++i) {
    if (!IsShard(model->files[i])) continue;
    places.push_back(i);
    names.push_back(model->files[i].name);
  }
  if (!AgreeAsShards(names)) NameInOrder(places, kSafetensorsEnding, model);
}

// --- The keys of a split ---------------------------------------------------

// Makes `right` the only pair of its key, where the key stands first.
void SetOnly(const GgufPair& right, GgufModel* model) {
  bool is_there = false;
  const auto is_another = [&](GgufPair& pair) {
    if (pair.key.bytes != right.key.bytes) return false;
    if (std::exchange(is_there, true)) return true;
    pair.type = right.type;
    pair.value = right.value;
    return false;
  };
  // Not remove_if, which need not look at the pairs in their order.
  std::vector<GgufPair> kept;
  for (GgufPair& pair : model->pairs) {
    if (!is_another(pair)) kept.push_back(std::move(pair));
  }
  if (!is_there) kept.push_back(right);
  model->pairs = std::move(kept);
}

void FixRole(const SetFix& fix, const SplitRole& role, GgufModel* model) {
  if (!GgufIsWhole(*model)) return;
  const uint64_t alignment = GgufAlignment(*model);
  const bool was_padded =
      model->padding.size() == PaddingTo(GgufHeaderSize(*model), alignment);
  const bool was_counted = model->pair_count == model->pairs.size();
  const auto [number, count, total] = SplitPairs(role);
  if (fix.numbers) SetOnly(number, model);
  if (fix.counts) SetOnly(count, model);
  if (fix.totals) SetOnly(total, model);
  if (was_counted) model->pair_count = model->pairs.size();
  if (was_padded && !model->tensors.empty()) {
    model->padding.resize(
        static_cast<size_t>(PaddingTo(GgufHeaderSize(*model), alignment)));
  }
}

void FixSplit(const SetFix& fix, SetModel* model) {
  if (fix.names) FixSplitNames(RolesOf(*model), model);
  const std::vector<std::optional<SplitRole>> roles = RolesOf(*model);
  for (size_t i = 0; i < roles.size(); ++i) {
    if (!roles[i].has_value()) continue;
    FixRole(fix, *roles[i], &std::get<GgufModel>(model->files[i].content));
  }
}

void FixFile(uint64_t most_data, SetContent* content) {
  if (auto* const gguf = std::get_if<GgufModel>(content)) {
    Fix(GgufFix{.most_data = most_data}, gguf);
  } else if (auto* const file = std::get_if<SafetensorsModel>(content)) {
    Fix(SafetensorsFix{.most_data = most_data}, file);
  }
}

}  // namespace

void Fix(const SetFix& fix, SetModel* model) {
  FixSplit(fix, model);
  if (fix.shard_names) FixShardNames(model);
  if (fix.files) {
    for (SetFile& file : model->files) FixFile(fix.most_data, &file.content);
  }
  if (!fix.index && !fix.total_size) return;
  const ShardIndex right = RightIndex(*model);
  for (SetFile& file : model->files) {
    auto* const tokens = std::get_if<std::vector<JsonToken>>(&file.content);
    if (tokens == nullptr) continue;
    if (fix.index) FixWeightMap(right, tokens);
    if (fix.total_size) FixTotalSize(right, tokens);
  }
}

}  // namespace loadgate::craft
