// What must hold of the judging of sets, whatever the files are.

#ifndef LOADGATE_TESTS_SUPPORT_SET_JUDGE_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_SET_JUDGE_PROPERTIES_H_

#include <string>
#include <vector>

#include "craft/file_set.h"

namespace loadgate::testing_support {

// BrokenSetJudgeProperty judges `files` as sets: for each index the shards that
// it names, and for each prefix and number of shards the GGUF files whose names
// have them. Files that are rejected by themselves, or by the naive readers,
// are no part of any. It returns what is not as it must be, in words, or an
// empty text:
//
//   the codes  are those that the naive judge gives
//   the order  in which shards of a checkpoint come changes no finding
//   the hash key  changes no finding either
std::string BrokenSetJudgeProperty(const std::vector<craft::NamedFile>& files);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SET_JUDGE_PROPERTIES_H_
