// What tests of `loadgate check` share.

#ifndef TESTS_HARNESS_CHECK_FIXTURE_H_
#define TESTS_HARNESS_CHECK_FIXTURE_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/harness/run_program.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {

// GoodBytes returns a GGUF file of 2,112 bytes, and BadBytes its first 400, cut
// in its metadata.
inline std::string GoodBytes() {
  return std::string(AsText(Build(TinyLlama()).bytes()));
}
inline std::string BadBytes() { return GoodBytes().substr(0, 400); }

inline bool Holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline size_t Lines(const std::string& text) {
  return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

// CheckFixture has a directory to check files in.
class CheckFixture : public testing::Test {
 protected:
  ProgramResult Check(std::vector<std::string> arguments,
                      StandardStreams streams = {}) const {
    arguments.insert(arguments.begin(), "check");
    streams.directory = dir_.path();
    return RunLoadgate(arguments, streams);
  }

  TempDir dir_;
};

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_CHECK_FIXTURE_H_
