#include "harness/check_run.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "loadgate/unique_fd.h"
#include "tests/harness/in_process_judge.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::GoodGgufFiles;
using testing_support::InProcessOptions;
using testing_support::TempDir;

// A report in few words, and with it what was called when.
class ShortReport : public ReportWriter {
 public:
  explicit ShortReport(TextSink sink) : sink_(std::move(sink)) {}
  void Begin() override { Say("begin"); }
  void Input(const InputReport& input) override {
    const std::string name = input.path.substr(input.path.rfind('/') + 1);
    Say(name + " " + std::string(VerdictName(input.verdict)));
  }
  void Ignored(std::string_view path) override {
    Say("not " + std::string(path.substr(path.rfind('/') + 1)));
  }
  void End(const Tally& tally) override {
    Say(std::to_string(tally.inputs()) + " inputs");
  }

  const std::vector<std::string>& said() const { return said_; }

 private:
  void Say(const std::string& words) {
    said_.push_back(words);
    sink_(words + "\n");
  }

  TextSink sink_;
  std::vector<std::string> said_;
};

class CheckRunTest : public testing::Test {
 protected:
  CheckRunTest() {
    options_.input = InProcessOptions();
    dir_.WriteFile("a.gguf", GoodGgufFiles().front().bytes);
    dir_.WriteFile("b.gguf", "GGUF");
    dir_.WriteFile("c.txt", "x");
    dir_.WriteFile("LICENSE", "x");
    plan_ = {dir_.path()};
  }

  int Run(const std::string& output_path = "/dev/null") {
    const UniqueFd fd(::open(output_path.c_str(), O_WRONLY | O_CLOEXEC));
    Output output(fd.get());
    ShortReport report(output.Sink());
    Progress progress(-1, false, Progress::Clock::now());
    const int code = CheckRun(options_, report, output, progress)
                         .Run(PlanInputs(plan_, options_.recursive));
    said_ = report.said();
    return code;
  }

  TempDir dir_;
  CheckOptions options_;
  std::vector<std::string> plan_;
  std::vector<std::string> said_;
};

TEST_F(CheckRunTest, TheReportIsTheSameHoweverManyAreJudgedAtOnce) {
  for (const size_t jobs : {1u, 2u, 9u}) {
    options_.jobs = jobs;
    EXPECT_EQ(Run(), 1);
    EXPECT_EQ(said_, (std::vector<std::string>{"begin", "not LICENSE",
                                               "a.gguf accept", "b.gguf reject",
                                               "not c.txt", "2 inputs"}));
  }
}

TEST_F(CheckRunTest, QuietLeavesOutWhatIsAcceptedAndCountsIt) {
  options_.quiet = true;
  EXPECT_EQ(Run(), 1);
  EXPECT_EQ(said_,
            (std::vector<std::string>{"begin", "not LICENSE", "b.gguf reject",
                                      "not c.txt", "2 inputs"}));
}

TEST_F(CheckRunTest, ADirectoryWithoutAnInputIsUndecided) {
  const TempDir empty;
  plan_ = {dir_.PathOf("a.gguf"), empty.path()};
  EXPECT_EQ(Run(), 2);
  ASSERT_EQ(said_.size(), 4u);
  EXPECT_TRUE(said_[2].ends_with(" undecided")) << said_[2];
}

TEST_F(CheckRunTest, WhereNothingCanBeWrittenItStops) {
  plan_ = {dir_.PathOf("a.gguf"), dir_.PathOf("b.gguf")};
  EXPECT_EQ(Run("/dev/full"), 2);
  EXPECT_EQ(said_,
            (std::vector<std::string>{"begin", "a.gguf accept", "1 inputs"}));
}

}  // namespace
}  // namespace loadgate
