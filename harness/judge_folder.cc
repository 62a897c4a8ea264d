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
  if (!folder.only().empty()) {
    // Another set's index is not what the user asked for. This one is read even
    // if the directory does not list it.
    if (IsIndex(folder.only())) {
      indexes.push_back(ReadIndexNames(folder, folder.only(), options));
    }
    return indexes;
  }
  for (const std::string& name : folder.names()) {
    if (IsIndex(name)) indexes.push_back(ReadIndexNames(folder, name, options));
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

// The numbered sets to judge: all of them, or that of the file that is meant,
// whatever lies beside it.
std::vector<NumberedSet> SetsToJudge(const SetFolder& folder,
                                     std::vector<NumberedSet> found) {
  if (folder.only().empty()) return found;
  const auto set = FindSetOf(folder.only(), folder.names());
  return set.has_value() ? std::vector{*set} : std::vector<NumberedSet>();
}

}  // namespace

std::vector<InputReport> JudgeFolder(const PlannedInput& step,
                                     const InputOptions& options) {
  const SetFolder folder(step);
  std::vector<IndexNames> indexes = ReadIndexes(folder, options);
  const std::vector<std::string> named = NamedBy(indexes);
  DirectorySets found = FindSets(folder.names(), named);
  std::set<std::string> done(named.begin(), named.end());
  std::vector<InputReport> reports;
  for (IndexNames& index : indexes) {
    done.insert(index.index);
    reports.push_back(JudgeIndexed(folder, index, found.strays, options));
  }
  for (const NumberedSet& set : SetsToJudge(folder, std::move(found.sets))) {
    for (const uint32_t number : set.numbers) done.insert(set.NameOf(number));
    reports.push_back(JudgeNumbered(folder, set, found.strays, options));
  }
  const bool has_index = std::ranges::any_of(folder.names(), IsIndex);
  for (const std::string& name : folder.names()) {
    if (!folder.only().empty() || done.contains(name)) continue;
    if (!IsOfSets(name, has_index)) continue;
    reports.push_back(JudgeInput(folder.StepOf(name), options));
  }
  if (reports.empty()) {
    // Nothing is passed over in silence, whatever became of the names.
    reports.push_back(ReportWithout(
        step.path, MakeFinding(Code::kInputChanged,
                               "What was listed is no longer there.")));
  }
  std::ranges::sort(reports, {}, &InputReport::path);
  AddBeside(step, &reports.front());
  return reports;
}

}  // namespace loadgate
