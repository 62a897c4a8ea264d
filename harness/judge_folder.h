// JudgeFolder: the models of a directory in which files are models together.

#ifndef HARNESS_JUDGE_FOLDER_H_
#define HARNESS_JUDGE_FOLDER_H_

#include <vector>

#include "harness/gate/input_report.h"
#include "harness/judge_input.h"
#include "harness/walk.h"

namespace loadgate {

// JudgeFolder judges a step of the kind kSets: each set as one input, and each
// file that turns out to be in none as one of its own, sorted by their paths.
// Where the user named one file of a set, that set alone is judged.
std::vector<InputReport> JudgeFolder(const PlannedInput& step,
                                     const InputOptions& options);

}  // namespace loadgate

#endif  // HARNESS_JUDGE_FOLDER_H_
