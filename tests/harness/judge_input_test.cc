#include "harness/judge_input.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

#include "tests/harness/in_process_judge.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::GoodGgufFiles;
using testing_support::InProcessOptions;
using testing_support::TempDir;

PlannedInput Path(const std::string& path) {
  PlannedInput input;
  input.path = path;
  return input;
}

TEST(JudgeInputTest, AGoodFileIsAccepted) {
  TempDir dir;
  const InputReport report =
      JudgeInput(Path(dir.WriteFile("a.gguf", GoodGgufFiles().front().bytes)),
                 InProcessOptions());
  EXPECT_EQ(report.verdict, Verdict::kAccept);
  EXPECT_EQ(report.format, "gguf");
}

TEST(JudgeInputTest, AFileThatCannotBeOpenedIsUndecided) {
  TempDir dir;
  const InputReport report =
      JudgeInput(Path(dir.PathOf("missing")), InProcessOptions());
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
  EXPECT_EQ(report.path, dir.PathOf("missing"));
}

TEST(JudgeInputTest, AFileThatChangesWhileItIsJudgedIsUndecided) {
  TempDir dir;
  const std::string path =
      dir.WriteFile("a.gguf", GoodGgufFiles().front().bytes);
  InputOptions options = InProcessOptions();
  options.on_record = [&path](const Record& record) {
    if (!std::holds_alternative<EndRecord>(record)) return;
    ASSERT_EQ(::truncate(path.c_str(), 3), 0);
  };
  const InputReport report = JudgeInput(Path(path), options);
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
  ASSERT_FALSE(report.findings.empty());
  EXPECT_EQ(report.findings.front().code, Code::kInputChanged);
}

TEST(JudgeInputTest, AProblemOfTheWalkIsReportedAsItIs) {
  PlannedInput input = Path("d");
  input.kind = PlannedInput::Kind::kProblem;
  input.problem = MakeFinding(Code::kInputNotReadable, "No.");
  EXPECT_EQ(JudgeInput(input, InProcessOptions()).verdict, Verdict::kUndecided);
}

TEST(JudgeInputTest, OnlyWhatIsNoModelAtAllIsNoModel) {
  TempDir dir;
  EXPECT_TRUE(IsNoModel(
      JudgeInput(Path(dir.WriteFile("a", "text")), InProcessOptions())));
  EXPECT_TRUE(
      IsNoModel(JudgeInput(Path(dir.WriteFile("b", "")), InProcessOptions())));
  EXPECT_TRUE(IsNoModel(
      JudgeInput(Path(dir.WriteFile("d", "\1\2")), InProcessOptions())));
  EXPECT_FALSE(IsNoModel(
      JudgeInput(Path(dir.WriteFile("c", "GGUF")), InProcessOptions())));
  EXPECT_FALSE(
      IsNoModel(JudgeInput(Path(dir.PathOf("missing")), InProcessOptions())));
  EXPECT_FALSE(IsNoModel(
      ReportWithout("x", MakeFinding(Code::kLinkLeavesDirectory, "It does."))));
}

TEST(JudgeInputTest, AnInterruptedInputIsUndecided) {
  const InputReport report = InterruptedReport(Path("x"));
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
  EXPECT_EQ(report.findings.at(0).code, Code::kInputInterrupted);
}

}  // namespace
}  // namespace loadgate
