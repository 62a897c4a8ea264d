#include "tests/support/set_properties.h"

#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "craft/recipe.h"
#include "craft/set_model.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/craft_properties.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::testing_support {
namespace {

using craft::GgufModel;
using craft::GgufNumber;
using craft::GgufPair;
using craft::NamedFile;
using craft::SafetensorsModel;
using craft::SetModel;

// What Fix may make of data: a small file has many tensors.
constexpr uint64_t kMostData = uint64_t{1} << 12;

// --- Files that agree ------------------------------------------------------

// What is found while the files of a set are gone through.
struct Survey {
  std::vector<std::pair<std::string, GgufModel>> splits;
  std::vector<std::pair<std::string, SafetensorsModel>> shards;
  std::vector<std::vector<craft::JsonToken>> indexes;
};

bool IsAccepted(const craft::SetContent& content, const std::string& bytes) {
  if (std::holds_alternative<GgufModel>(content)) {
    return ReadGguf(AsBytes(bytes)).verdict == Verdict::kAccept;
  }
  if (!std::holds_alternative<SafetensorsModel>(content)) return true;
  FindingSink sink;
  SafetensorsReader reader(Limits{}, HashKey{});
  reader.Read(AsBytes(bytes), bytes.size(), &sink);
  return sink.verdict() == Verdict::kAccept;
}

// The name of part `i` of `count`, by another way than craft's.
std::string NameOf(const std::string& prefix, size_t i, size_t count,
                   const std::string& ending) {
  constexpr size_t kRoom = 32;
  char numbers[kRoom];
  std::snprintf(&numbers[0], kRoom, "-%05zu-of-%05zu", i + 1, count);
  return prefix + &numbers[0] + ending;
}

// Whether the names are those of `count` parts, in any order.
template <typename Part>
bool AreAllParts(const std::vector<Part>& parts, const std::string& ending) {
  const std::string& first = parts.front().first;
  const size_t tail = NameOf("", 0, 1, ending).size();
  if (first.size() <= tail) return false;
  const std::string prefix = first.substr(0, first.size() - tail);
  std::set<std::string> names;
  for (const Part& part : parts) names.insert(part.first);
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!names.contains(NameOf(prefix, i, parts.size(), ending))) return false;
  }
  return names.size() == parts.size();
}

// The value of `key` where it stands exactly once, as that type.
std::optional<uint64_t> OnlyValue(const GgufModel& model, std::string_view key,
                                  GgufValueType type) {
  std::optional<uint64_t> value;
  for (const GgufPair& pair : model.pairs) {
    if (pair.key.bytes != key) continue;
    const auto* const number = std::get_if<GgufNumber>(&pair.value);
    if (value.has_value() || number == nullptr ||
        pair.type != static_cast<uint32_t>(type)) {
      return std::nullopt;
    }
    value = number->bits;
  }
  return value;
}

std::string SplitDisagreement(const Survey& survey) {
  const size_t count = survey.splits.size();
  if (!AreAllParts(survey.splits, ".gguf")) return "names of parts";
  size_t tensors = 0;
  std::set<std::string> all;
  for (const auto& [name, model] : survey.splits) {
    tensors += model.tensors.size();
    for (const auto& tensor : model.tensors) all.insert(tensor.name.bytes);
  }
  if (all.size() != tensors) return "a tensor in two parts";
  for (const auto& [name, model] : survey.splits) {
    const auto number = OnlyValue(model, "split.no", GgufValueType::kU16);
    const std::string right = name.substr(name.size() - 19, 5);
    if (!number.has_value() || *number + 1 != std::stoull(right)) {
      return "split.no";
    }
    if (OnlyValue(model, "split.count", GgufValueType::kU16) != count) {
      return "split.count";
    }
    if (OnlyValue(model, "split.tensors.count", GgufValueType::kI32) !=
        tensors) {
      return "split.tensors.count";
    }
  }
  return "";
}

std::string CheckpointDisagreement(const Survey& survey) {
  if (survey.indexes.size() != 1) return "there is not one index";
  if (!AreAllParts(survey.shards, ".safetensors")) return "names of shards";
  std::map<std::string, std::string> shard_of;
  uint64_t total = 0;
  for (const auto& [name, model] : survey.shards) {
    for (const auto& entry : craft::Entries(model)) {
      if (entry.is_metadata) continue;
      const auto tensor =
          craft::DecodeJsonString(model.header[entry.name].text);
      if (!shard_of.emplace(tensor.value_or(""), name).second) {
        return "a tensor in two shards";
      }
      total += craft::SafetensorsDataSize(model, entry).value_or(0);
    }
  }
  const auto says = craft::ReadIndex(survey.indexes.front());
  if (!says.has_value()) return "the form of the index";
  if (says->weight_map != shard_of) return "weight_map";
  return says->total_size == total ? "" : "total_size";
}

// --- The properties --------------------------------------------------------

std::string BrokenSetRecipe(const std::vector<NamedFile>& files) {
  const std::string recipe = craft::DisassembleSet(files);
  craft::RecipeError error;
  const auto back = craft::AssembleSet(recipe, &error);
  if (!back.has_value()) {
    return "line " + std::to_string(error.line) +
           " of the set's recipe is refused, " + error.message + ":\n" + recipe;
  }
  return *back == files ? "" : "a set's recipe gives other files:\n" + recipe;
}

std::string BrokenSetFix(const SetModel& model, bool consistent) {
  SetModel once = model;
  craft::Fix({.most_data = kMostData}, &once);
  if (consistent && once != model) return "Fix changes a consistent set";
  SetModel twice = once;
  craft::Fix({.most_data = kMostData}, &twice);
  return twice == once ? "" : "Fix does not leave alone what it fixed";
}

}  // namespace

std::string Disagreement(const std::vector<NamedFile>& files) {
  constexpr std::string_view kFolders("/\\\0", 3);
  constexpr size_t kLongestName = 255;
  Survey survey;
  for (const NamedFile& file : files) {
    if (file.name.size() > kLongestName ||
        file.name.find_first_of(kFolders) != std::string::npos) {
      return "a name that is not plain";
    }
    craft::SetContent content =
        craft::ContentFromBytes(file.name, AsBytes(file.bytes));
    if (!IsAccepted(content, file.bytes)) return file.name + " by itself";
    if (auto* const gguf = std::get_if<GgufModel>(&content)) {
      survey.splits.emplace_back(file.name, std::move(*gguf));
    } else if (auto* const shard = std::get_if<SafetensorsModel>(&content)) {
      survey.shards.emplace_back(file.name, std::move(*shard));
    } else if (!std::holds_alternative<std::string>(content)) {
      survey.indexes.push_back(
          std::get<std::vector<craft::JsonToken>>(content));
    }
  }
  std::string broken;
  if (!survey.splits.empty()) broken = SplitDisagreement(survey);
  const bool is_checkpoint = !survey.shards.empty() || !survey.indexes.empty();
  if (!broken.empty() || !is_checkpoint) return broken;
  return survey.shards.empty() ? "an index without shards"
                               : CheckpointDisagreement(survey);
}

std::string BrokenSetCraftProperty(ByteSpan bundle) {
  const std::string_view text = AsText(bundle);
  if (craft::BundleToBytes(craft::BundleFromBytes(bundle)) != text) {
    return "the bundle gives other bytes";
  }
  const SetModel model = craft::SetFromBytes(bundle);
  if (craft::SetToBytes(model) != text) return "the model gives other bytes";
  const std::vector<NamedFile> files = craft::SetToFiles(model);
  const bool consistent = Disagreement(files).empty();
  std::string broken = BrokenSetFix(model, consistent);
  if (broken.empty()) broken = BrokenRecipeProperty(bundle);
  return broken.empty() ? BrokenSetRecipe(files) : broken;
}

}  // namespace loadgate::testing_support
