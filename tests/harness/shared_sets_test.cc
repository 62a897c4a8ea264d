// Sets built for causes that people reported, through the whole program.
//
// They are no part of the project: where they are not beside it, the test is
// skipped.

#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>

#include "tests/harness/run_program.h"
#include "tests/support/shared_cases.h"

namespace loadgate::testing_support {
namespace {

bool Holds(const ProgramResult& result, const std::string& severity) {
  return result.output.find("\"severity\":\"" + severity + "\"") !=
         std::string::npos;
}

void CheckCase(SharedCase& c, const std::filesystem::path& path) {
  const ProgramResult result =
      RunLoadgate({"check", "--format", "json", path.string()});
  const std::string told = c["file"] + ": " + c["reason"] + result.output;
  if (c["verdict"] == "invalid") {
    EXPECT_EQ(result.exit_code, 1) << told;
    EXPECT_TRUE(Holds(result, "error")) << told;
    return;
  }
  EXPECT_EQ(result.exit_code, 0) << told;
  EXPECT_EQ(Holds(result, "warning"), c["verdict"] == "warn") << told;
}

TEST(SharedSetsTest, EverySetIsJudgedAsExpected) {
  const std::filesystem::path top = SharedFolder() / "cases";
  const auto json = ReadSharedFile(top / "expected.json");
  if (!json) GTEST_SKIP() << "no cases beside the project";
  int checked = 0;
  for (SharedCase& c : ParseSharedCases(*json)) {
    const std::filesystem::path path = top / "files" / c["file"];
    // Links are not shipped; tests of our own have them.
    if (c["layer"] != "set" || c["file"].starts_with("links/")) continue;
    ASSERT_TRUE(std::filesystem::exists(path)) << path;
    CheckCase(c, path);
    ++checked;
  }
  std::cout << checked << " sets judged\n";
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace loadgate::testing_support
