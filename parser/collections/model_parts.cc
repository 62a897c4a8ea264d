#include "collections/model_parts.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "loadgate/escape.h"
#include "loadgate/judge.h"
#include "loadgate/set_names.h"

namespace loadgate {
namespace {

using Kind = ModelParts::Kind;

constexpr std::string_view kWholeFile = "model.safetensors";
constexpr std::string_view kIndexOfWhole = "model.safetensors.index.json";

// The models among `names` that are called as those of `format`: sets of shards
// and whole files.
std::vector<ModelParts> SetsAndFiles(std::span<const std::string> names,
                                     Format format) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (FormatOfName(name) == format) files.push_back(name);
  }
  DirectorySets found = FindSets(files, {});
  std::set<std::string> taken(found.strays.begin(), found.strays.end());
  std::vector<ModelParts> models;
  for (NumberedSet& set : found.sets) {
    for (const uint32_t number : set.numbers) taken.insert(set.NameOf(number));
    models.push_back({.kind = Kind::kSet, .name = set.NameOf(1)});
    models.back().set = std::move(set);
  }
  for (const std::string& name : files) {
    if (!taken.contains(name)) models.push_back({.name = name});
  }
  return models;
}

bool Has(std::span<const std::string> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::vector<ModelParts> SafetensorsModels(std::span<const std::string> names) {
  if (Has(names, kIndexOfWhole)) {
    return {{.kind = Kind::kIndex, .name = std::string(kIndexOfWhole)}};
  }
  std::vector<ModelParts> indexes;
  for (const std::string& name : names) {
    if (FormatOfName(name) == Format::kSafetensorsIndex) {
      indexes.push_back({.kind = Kind::kIndex, .name = name});
    }
  }
  if (!indexes.empty()) return indexes;
  if (Has(names, kWholeFile)) return {{.name = std::string(kWholeFile)}};
  return SetsAndFiles(names, Format::kSafetensors);
}

}  // namespace

absl::StatusOr<ModelParts> ChooseModel(std::span<const std::string> names) {
  std::vector<ModelParts> models = SafetensorsModels(names);
  std::ranges::move(SetsAndFiles(names, Format::kGguf),
                    std::back_inserter(models));
  if (models.empty()) {
    return absl::NotFoundError("the directory holds no model");
  }
  if (models.size() > 1) {
    std::ranges::sort(models, {}, &ModelParts::name);
    return absl::InvalidArgumentError(absl::StrFormat(
        "the directory holds several models, %s and %s among them: name one",
        EscapedQuoted(models[0].name), EscapedQuoted(models[1].name)));
  }
  return std::move(models[0]);
}

absl::StatusOr<ModelParts> ModelOfFile(std::string_view name) {
  ModelParts parts = {.name = std::string(name)};
  if (FormatOfName(name) == Format::kSafetensorsIndex) {
    parts.kind = Kind::kIndex;
    return parts;
  }
  const std::optional<NumberedName> split = ParseNumberedName(name);
  if (FormatOfName(name) != Format::kGguf || !split.has_value() ||
      split->count == 1) {
    return parts;
  }
  parts.kind = Kind::kSet;
  parts.set = {.stem = std::string(split->stem),
               .count = split->count,
               .digits = split->digits,
               .extension = std::string(split->extension),
               .numbers = {split->number}};
  if (split->number == 1) return parts;
  return absl::InvalidArgumentError(absl::StrFormat(
      "the file is shard %u of %u; the model is opened by the first, %s",
      split->number, split->count, EscapedQuoted(parts.set.NameOf(1))));
}

std::vector<std::string> ShardNames(const NumberedSet& set) {
  std::vector<std::string> names;
  names.reserve(set.count);
  for (uint32_t number = 1; number <= set.count; ++number) {
    names.push_back(set.NameOf(number));
  }
  return names;
}

void CheckNames(const ModelParts& parts, std::span<const std::string> shards,
                std::span<const std::string> names, FindingSink* sink) {
  const std::vector<std::string> strays = FindSets(names, shards).strays;
  if (parts.kind == Kind::kIndex) {
    CheckIndexNames(parts.name, shards, names, strays, sink);
  } else {
    CheckNumberedNames(parts.set, names, strays, sink);
  }
}

}  // namespace loadgate
