#include "fuzz/mutator/set_repair.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "fuzz/mutator/gguf_repair.h"
#include "fuzz/mutator/safetensors_lies.h"
#include "fuzz/mutator/safetensors_parts.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::SafetensorsModel;
using craft::SetFile;
using craft::SetModel;
using Names = std::set<std::string>;
using Tokens = std::vector<craft::JsonToken>;

constexpr size_t kMostFiles = 16;
constexpr size_t kLongestPrefix = 40;
constexpr size_t kLongestTensorName = 60;

// Gives a tensor a name that none of `*names` is.
void MakeUnique(Names* names, std::string* name) {
  if (name->size() > kLongestTensorName) name->resize(kLongestTensorName);
  const std::string stem = name->substr(0, kLongestTensorName - 4);
  for (uint64_t i = 0; !names->insert(*name).second; ++i) {
    *name = stem + "." + std::to_string(i);
  }
}

void RepairShard(size_t share, Names* names, Random* random,
                 SafetensorsModel* shard) {
  SafetensorsParts parts = PartsOf(*shard);
  RepairParts(share, random, &parts);
  for (SafetensorsPart& part : parts.parts) MakeUnique(names, &part.name);
  std::string header = HeaderOf(parts);
  if (random->OneIn(4)) VaryHeader(random, &header);
  const std::string file = FileOf(header, parts.data);
  *shard = craft::SafetensorsFromBytes(AsBytes(file));
}

void RepairPart(size_t share, Names* names, Random* random, GgufModel* part) {
  RepairGguf(share, random, part);
  for (auto& tensor : part->tensors) {
    MakeUnique(names, &tensor.name.bytes);
    tensor.name = craft::GgufText::Of(tensor.name.bytes);
  }
}

// Names all files of one kind as parts of one whole, unless they are.
template <typename Model>
void NameParts(std::string_view ending, SetModel* set) {
  std::vector<std::string*> names;
  std::vector<std::string> all;
  for (SetFile& file : set->files) {
    if (!std::holds_alternative<Model>(file.content)) continue;
    names.push_back(&file.name);
    all.push_back(file.name);
  }
  if (names.empty()) return;
  const auto places = craft::PlacesByName(all, ending);
  std::string prefix = craft::PartPrefix(*names.front(), ending);
  if (places.has_value() && places->front().count == names.size() &&
      craft::IsPlainName(prefix) && prefix.size() <= kLongestPrefix) {
    return;
  }
  if (prefix.size() > kLongestPrefix) prefix.resize(kLongestPrefix);
  for (size_t i = 0; i < names.size(); ++i) {
    *names[i] = craft::FormatPartName({prefix, i + 1, names.size()}, ending);
  }
}

// Leaves one index beside shards, and none elsewhere.
void RepairIndex(Random* random, SetModel* set) {
  const SetFile* shard = nullptr;
  SetFile index;
  for (const SetFile& file : set->files) {
    if (std::holds_alternative<SafetensorsModel>(file.content)) shard = &file;
    if (std::holds_alternative<Tokens>(file.content)) index = file;
  }
  std::string prefix;
  if (shard != nullptr) {
    prefix = craft::PartPrefix(shard->name, craft::kSafetensorsEnding);
  }
  std::erase_if(set->files, [](const SetFile& file) {
    return std::holds_alternative<Tokens>(file.content);
  });
  if (prefix.empty()) return;
  auto* tokens = std::get_if<Tokens>(&index.content);
  const bool in_form =
      tokens != nullptr && craft::ReadIndex(*tokens).has_value();
  if (!in_form || random->OneIn(4)) {
    std::string text = craft::IndexText(craft::RightIndex(*set));
    if (random->OneIn(3)) VaryHeader(random, &text);
    index.content = craft::TokenizeJson(text);
  }
  index.name = prefix + std::string(craft::kSafetensorsEnding) +
               std::string(craft::kIndexEnding);
  set->files.push_back(std::move(index));
}

// Names what is no model's.
void NameOthers(SetModel* set) {
  Names names;
  for (SetFile& file : set->files) {
    const bool other = std::holds_alternative<std::string>(file.content);
    if (other && (!craft::IsPlainName(file.name) ||
                  craft::EndsIn(file.name, craft::kIndexEnding))) {
      file.name = "README.md";
    }
    const std::string stem = file.name;
    for (uint64_t i = 0; !names.insert(file.name).second; ++i) {
      file.name = stem + "." + std::to_string(i);
    }
  }
}

void MakeAgree(size_t max_size, Random* random, SetModel* set) {
  NameParts<GgufModel>(craft::kGgufEnding, set);
  NameParts<SafetensorsModel>(craft::kSafetensorsEnding, set);
  NameOthers(set);
  RepairIndex(random, set);
  craft::Fix({.most_data = max_size}, set);
}

}  // namespace

void RepairSet(size_t max_size, Random* random, SetModel* set) {
  set->raw.clear();
  if (set->files.size() > kMostFiles) set->files.resize(kMostFiles);
  const size_t share = max_size / (set->files.size() + 1);
  Names split_tensors;
  Names shard_tensors;
  for (SetFile& file : set->files) {
    if (auto* const gguf = std::get_if<GgufModel>(&file.content)) {
      RepairPart(share, &split_tensors, random, gguf);
    } else if (auto* const shard =
                   std::get_if<SafetensorsModel>(&file.content)) {
      RepairShard(share, &shard_tensors, random, shard);
    } else if (auto* const text = std::get_if<std::string>(&file.content)) {
      if (text->size() > share) text->resize(share);
    }
  }
  MakeAgree(max_size, random, set);
  while (!set->files.empty() && craft::SetToBytes(*set).size() > max_size) {
    set->files.pop_back();
    // An index goes with the last shard; before that it would come back.
    if (!set->files.empty() && random->OneIn(2)) set->files.pop_back();
    MakeAgree(max_size, random, set);
  }
}

}  // namespace loadgate::mutator
