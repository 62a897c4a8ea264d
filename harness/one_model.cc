#include "harness/one_model.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "harness/gate/human.h"
#include "loadgate/judge.h"
#include "loadgate/set_names.h"

namespace loadgate {
namespace {

using Kind = PlannedInput::Kind;

// The files that stand for models in a step of the kind kSets.
std::vector<std::string> ModelsOf(const PlannedInput& sets) {
  std::vector<std::string> models;
  for (const std::string& name : sets.names) {
    if (FormatOfName(name) == Format::kSafetensorsIndex) models.push_back(name);
  }
  // Beside an index, what it does not name is not known before it was read.
  if (models.size() == 1) return models;
  for (const NumberedSet& set : FindSets(sets.names, {}).sets) {
    models.push_back(set.NameOf(set.numbers.front()));
  }
  return models;
}

PlannedInput OnlyOf(PlannedInput sets, std::string name) {
  sets.path = sets.path.substr(0, sets.path.rfind('/') + 1) + name;
  sets.relative = sets.relative.substr(0, sets.relative.rfind('/') + 1) + name;
  sets.only = std::move(name);
  return sets;
}

std::string Names(std::span<const std::string> models) {
  constexpr size_t kNamed = 3;
  std::string names;
  for (const std::string& model :
       models.first(std::min(kNamed, models.size()))) {
    absl::StrAppend(&names, names.empty() ? "" : ", ", QuotedName(model));
  }
  return models.size() > kNamed ? names + " ..." : names;
}

// Every model that the plan of one directory has, as a step of its own.
std::vector<PlannedInput> ModelsOf(std::vector<PlannedInput> plan) {
  std::vector<PlannedInput> models;
  for (PlannedInput& step : plan) {
    if (step.kind == Kind::kEntry && !step.by_content) {
      models.push_back(std::move(step));
    } else if (step.kind == Kind::kSets) {
      for (std::string& name : ModelsOf(step)) {
        models.push_back(OnlyOf(step, std::move(name)));
      }
    }
  }
  return models;
}

bool IsIndex(const PlannedInput& model) {
  return FormatOfName(model.path) == Format::kSafetensorsIndex;
}

}  // namespace

std::variant<PlannedInput, std::string> PlanOneModel(const std::string& path) {
  std::vector<PlannedInput> plan = PlanInputs(std::span(&path, 1), false);
  const bool is_directory =
      !plan.empty() && plan.back().kind == Kind::kDirectoryEnd;
  if (!is_directory) return std::move(plan.front());
  const auto problem =
      std::ranges::find(plan, Kind::kProblem, &PlannedInput::kind);
  if (problem != plan.end()) return std::move(*problem);
  std::vector<PlannedInput> models = ModelsOf(std::move(plan));
  if (std::ranges::count_if(models, IsIndex) == 1) {
    return std::move(*std::ranges::find_if(models, IsIndex));
  }
  if (models.size() == 1) return std::move(models.front());
  if (models.empty()) {
    return absl::StrCat("the directory ", QuotedName(path),
                        " holds no model by the names of its files");
  }
  std::vector<std::string> names;
  for (const PlannedInput& model : models) names.push_back(model.path);
  return absl::StrCat("the directory ", QuotedName(path), " holds ",
                      models.size(), " models: name one of ", Names(names));
}

}  // namespace loadgate
