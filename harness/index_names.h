// IndexNames: which files the index of a checkpoint names, by a worker's word.

#ifndef HARNESS_INDEX_NAMES_H_
#define HARNESS_INDEX_NAMES_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/input_report.h"
#include "harness/judge_input.h"
#include "harness/set_folder.h"
#include "loadgate/finding.h"

namespace loadgate {

// IndexNames is an index and what it names. `shards` is empty where it could
// not be read or is wrong: `report` then says why, and is that on the set. Else
// `file` is the index, open as it was read.
struct IndexNames {
  std::string index;
  std::optional<OpenedInput> file;
  std::vector<std::string> shards;  // By their places in the index.
  InputReport report;
};

// ReadIndexNames has a worker read the index that is called `index`. The names
// that it returns are plain and differ: of a worker that says others the input
// is undecided.
IndexNames ReadIndexNames(const SetFolder& folder, std::string_view index,
                          const InputOptions& options);

// FindBadNames returns a finding if `shards` are not what an honest worker
// says: plain names, each once, and at least one.
std::optional<Finding> FindBadNames(const std::vector<std::string>& shards);

}  // namespace loadgate

#endif  // HARNESS_INDEX_NAMES_H_
