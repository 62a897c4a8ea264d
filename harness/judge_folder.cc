#include "harness/judge_folder.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "harness/index_names.h"
#include "harness/judge_set.h"
#include "harness/set_folder.h"
#include "loadgate/judge.h"
#include "loadgate/set_names.h"

namespace loadgate {
namespace {

bool IsIndex(const std::string& name) {
  return FormatOfName(name) == Format::kSafetensorsIndex;
}

std::vector<IndexNames> ReadIndexes(const SetFolder& folder,
                                    const InputOptions& options) {
  std::vector<IndexNames> indexes;
  for (const std::string& name : folder.names()) {
    // Another set's index is not what the user asked for.
    const bool is_wanted = folder.only().empty() || name == folder.only();
    if (IsIndex(name) && is_wanted) {
      indexes.push_back(ReadIndexNames(folder, name, options));
    }
  }
  return indexes;
}

std::vector<std::string> NamedBy(const std::vector<IndexNames>& indexes) {
  std::vector<std::string> named;
  for (const IndexNames& index : indexes) {
    named.insert(named.end(), index.shards.begin(), index.shards.end());
  }
  return named;
}

bool Has(const NumberedSet& set, std::string_view name) {
  return std::ranges::any_of(
      set.numbers, [&](uint32_t number) { return set.NameOf(number) == name; });
}

}  // namespace

std::vector<InputReport> JudgeFolder(const PlannedInput& step,
                                     const InputOptions& options) {
  const SetFolder folder(step);
  const std::vector<IndexNames> indexes = ReadIndexes(folder, options);
  const std::vector<std::string> named = NamedBy(indexes);
  const DirectorySets found = FindSets(folder.names(), named);
  std::set<std::string> done(named.begin(), named.end());
  std::vector<InputReport> reports;
  for (const IndexNames& index : indexes) {
    done.insert(index.index);
    reports.push_back(JudgeIndexed(folder, index, found.strays, options));
  }
  for (const NumberedSet& set : found.sets) {
    if (!folder.only().empty() && !Has(set, folder.only())) continue;
    for (const uint32_t number : set.numbers) done.insert(set.NameOf(number));
    reports.push_back(JudgeNumbered(folder, set, found.strays, options));
  }
  const bool has_index = std::ranges::any_of(folder.names(), IsIndex);
  for (const std::string& name : folder.names()) {
    if (!folder.only().empty() || done.contains(name)) continue;
    if (!IsOfSets(name, has_index)) continue;
    reports.push_back(JudgeInput(folder.StepOf(name), options));
  }
  std::ranges::sort(reports, {}, &InputReport::path);
  if (!reports.empty()) AddBeside(step, &reports.front());
  return reports;
}

}  // namespace loadgate
