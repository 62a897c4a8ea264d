// JudgeSet: a set of files, from their names to its report.
//
// What the names of the directory's files say is decided here; what is in the
// files, by one worker that gets all of them. The report is undecided whenever
// one of them could not be opened, changed, or is not what the worker read.

#ifndef HARNESS_JUDGE_SET_H_
#define HARNESS_JUDGE_SET_H_

#include <span>
#include <string>

#include "harness/gate/input_report.h"
#include "harness/index_names.h"
#include "harness/judge_input.h"
#include "harness/set_folder.h"
#include "loadgate/set_names.h"

namespace loadgate {

// JudgeIndexed judges the shards that an index names, with the index as it was
// read, whose file it takes. `strays` are those of FindSets.
InputReport JudgeIndexed(const SetFolder& folder, IndexNames& index,
                         std::span<const std::string> strays,
                         const InputOptions& options);

// JudgeNumbered judges shards that are a set by their numbers. The report's
// path is that of the first one.
InputReport JudgeNumbered(const SetFolder& folder, const NumberedSet& set,
                          std::span<const std::string> strays,
                          const InputOptions& options);

}  // namespace loadgate

#endif  // HARNESS_JUDGE_SET_H_
