#include "harness/broker/workers.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/gate/inspect_json.h"
#include "harness/gate/inspect_text.h"
#include "harness/worker_options.h"
#include "loadgate/unique_fd.h"
#include "tests/harness/sample_replies.h"
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

// Bytes of a text that the writer was given, and characters that it wrote.
struct Flow {
  size_t given = 0;
  size_t written = 0;
  size_t most_held = 0;
};

// What comes of a worker that sends pieces of one text without end to `writer`.
std::optional<Finding> SendPieces(const WorkerSettings& settings, int fd,
                                  InspectWriter& writer, Flow* flow) {
  Workers workers(settings);
  workers.Start();
  return workers.Judge(
      {.size = 1, .inspect = true, .reply_bytes = uint64_t{16} << 20}, fd,
      [&](const Record& record) {
        writer.Add(record);
        const auto* const chunk = std::get_if<ArrayChunk>(&record);
        if (chunk == nullptr) return;
        flow->given += std::get<TextPiece>(chunk->values.front()).bytes.size();
        flow->most_held =
            std::max(flow->most_held,
                     flow->given - std::min(flow->given, flow->written));
      },
      nullptr);
}

TEST_F(WorkersTest, AWorkerThatSendsATextWithoutEndTakesNoMemoryOfTheBroker) {
  const std::string bytes =
      testing_support::Encoded(
          {FormatRecord{.format = "gguf", .size = 1},
           KeyValueRecord{.key = "k", .type = "string"},
           ArrayChunk{{TextPiece{"x", (uint64_t{1} << 40) - 1}}}}) +
      "!!pieces";
  const UniqueFd fd(
      ::open(dir_.WriteFile("f", bytes).c_str(), O_RDONLY | O_CLOEXEC));
  WorkerSettings settings = Settings();
  settings.zygote.program = LG_ECHO_WORKER;
  settings.zygote.worker.clear();
  Flow json;
  const auto count = [](Flow* flow) {
    return [flow](std::string_view text) { flow->written += text.size(); };
  };
  const auto json_writer = MakeInspectJson("f", count(&json));
  auto finding = SendPieces(settings, fd.get(), *json_writer, &json);
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->code, Code::kLimitReplyBytes);
  EXPECT_TRUE(finding->message.starts_with(
      "The worker's reply has more than 16777216 bytes."))
      << finding->message;
  EXPECT_GT(json.given, size_t{15} << 20);
  EXPECT_LE(json.most_held, 64u) << "no piece waits for the next";

  // The table holds back what it lines up.
  Flow text;
  const auto text_writer =
      MakeInspectText({.style = {}, .all = true}, count(&text));
  finding = SendPieces(settings, fd.get(), *text_writer, &text);
  EXPECT_EQ(finding->code, Code::kLimitReplyBytes);
  EXPECT_LE(text.most_held, (size_t{8} << 20) + 65536);
}

}  // namespace
}  // namespace loadgate
