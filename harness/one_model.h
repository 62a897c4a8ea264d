// OneModel: the one model that a path stands for.

#ifndef HARNESS_ONE_MODEL_H_
#define HARNESS_ONE_MODEL_H_

#include <string>
#include <variant>

#include "harness/walk.h"

namespace loadgate {

// PlanOneModel returns the step that judges the model at `path`: a file, a set
// by its index or first file, or the only model of a directory. Where a
// directory has one index, its set is meant, whatever lies beside it. Of a
// directory with several models, or none, it returns a sentence that says so
// and names them, for people.
std::variant<PlannedInput, std::string> PlanOneModel(const std::string& path);

}  // namespace loadgate

#endif  // HARNESS_ONE_MODEL_H_
