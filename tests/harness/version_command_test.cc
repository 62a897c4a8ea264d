#include <gtest/gtest.h>

#include <string>

#include "loadgate/ggml_type.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/version.h"
#include "tests/harness/run_program.h"

namespace loadgate {
namespace {

using testing_support::RunLoadgate;

TEST(VersionCommandTest, SaysVersionDatesOfTablesAndSandbox) {
  const auto result = RunLoadgate({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_TRUE(result.output.starts_with(
      "loadgate " + std::string(Version()) +
      "\nggml type table: " + std::string(kGgmlTypeTableDate) +
      "\nsafetensors dtype table: " + std::string(kSafetensorsDtypeTableDate) +
      "\nsandbox: seccomp"))
      << result.output;
}

TEST(VersionCommandTest, TakesNothingElse) {
  EXPECT_EQ(RunLoadgate({"--version", "x"}).exit_code, 2);
}

}  // namespace
}  // namespace loadgate
