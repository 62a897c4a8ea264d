#include "harness/broker/workers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "harness/unique_fd.h"
#include "harness/worker_options.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::GoodGgufFiles;
using testing_support::TempDir;

class WorkersTest : public testing::Test {
 protected:
  static WorkerSettings Settings() {
    WorkerSettings settings = DefaultWorkerSettings();
    settings.zygote.program = LG_WORKER;
    return settings;
  }

  // What goes wrong when `bytes` are judged.
  std::optional<Finding> Judge(const Workers& workers, ByteSpan bytes) {
    const UniqueFd fd(
        ::open(dir_.WriteFile("m.gguf", bytes).c_str(), O_RDONLY | O_CLOEXEC));
    WorkerRequest request;
    request.size = bytes.size();
    request.name = "m.gguf";
    records_.clear();
    return workers.Judge(
        request, fd.get(), [this](const Record& r) { records_.push_back(r); },
        nullptr);
  }

  TempDir dir_;
  std::vector<Record> records_;
};

TEST_F(WorkersTest, GoodFilesAreAcceptedUnderLock) {
  Workers workers(Settings());
  workers.Start();
  EXPECT_TRUE(workers.sandbox().starts_with("seccomp")) << workers.sandbox();
  EXPECT_EQ(workers.warning().empty(),
            workers.sandbox().find("landlock") != std::string_view::npos);
  for (const auto& file : GoodGgufFiles()) {
    EXPECT_FALSE(Judge(workers, file.bytes).has_value()) << file.name;
    ASSERT_FALSE(records_.empty());
    const auto* end = std::get_if<EndRecord>(&records_.back());
    ASSERT_NE(end, nullptr);
    EXPECT_EQ(end->verdict, Verdict::kAccept) << file.name;
  }
}

TEST_F(WorkersTest, WithoutAZygoteNothingIsJudged) {
  Workers workers(Settings());
  const auto before = Judge(workers, GoodGgufFiles().front().bytes);
  ASSERT_TRUE(before.has_value());
  EXPECT_EQ(before->code, Code::kSandboxUnavailable);
  EXPECT_EQ(workers.sandbox(), "none");

  WorkerSettings settings = Settings();
  settings.zygote.program = "/bin/false";
  Workers broken(settings);
  broken.Start();
  const auto finding = Judge(broken, GoodGgufFiles().front().bytes);
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->code, Code::kSandboxUnavailable);
  EXPECT_NE(finding->message.find("/bin/false"), std::string::npos);
  EXPECT_TRUE(records_.empty());
}

TEST_F(WorkersTest, AnInterruptedJudgementIsOne) {
  Workers workers(Settings());
  workers.Start();
  // A pipe that nobody writes to.
  int ends[2] = {-1, -1};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  const UniqueFd writer(ends[1]);
  const auto finding = workers.Judge(
      {}, reader.get(), [](const Record&) {}, [] { return true; });
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->code, Code::kInputInterrupted);
}

}  // namespace
}  // namespace loadgate
