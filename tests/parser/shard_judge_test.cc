#include "collections/shard_judge.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/support/model_dir.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using testing_support::ModelDir;

TEST(ShardJudgeTest, ABaseNameIsTheLastPart) {
  EXPECT_EQ(BaseName("a"), "a");
  EXPECT_EQ(BaseName("/a/b.gguf"), "b.gguf");
  EXPECT_EQ(BaseName("a/"), "");
}

class ShardJudgeFileTest : public ::testing::Test {
 protected:
  // Whether the file is taken.
  bool Take(ShardJudge& judge, const std::string& path) {
    auto shard = judge.Take(OpenPath(path), path, /*alone=*/true);
    EXPECT_TRUE(shard.ok()) << shard.status();
    return shard.ok() && shard->has_value();
  }

  ModelDir dir_;
  ModelOptions options_;
  std::vector<FileFindings> findings_;
};

TEST_F(ShardJudgeFileTest, AnAcceptedFileKeepsItsDescriptorAndHeader) {
  dir_.Shard("a.safetensors", {"t"});
  const std::string path = dir_.PathOf("a.safetensors");
  ShardJudge judge(options_, &findings_);
  auto shard = judge.Take(OpenPath(path), path, /*alone=*/true);
  ASSERT_TRUE(shard.ok() && shard->has_value());
  EXPECT_EQ((*shard)->path, path);
  EXPECT_EQ((*shard)->size, std::filesystem::file_size(path));
  EXPECT_EQ(::fcntl((*shard)->fd.get(), F_GETFD), FD_CLOEXEC);
  EXPECT_EQ((*shard)->judgement.safetensors->tensor_count(), 1U);
  EXPECT_TRUE(findings_.empty());
  EXPECT_TRUE(judge.Refusal().ok());
}

TEST_F(ShardJudgeFileTest, ARejectedFileIsNamedInTheRefusal) {
  ShardJudge judge(options_, &findings_);
  EXPECT_FALSE(Take(judge, dir_.WriteFile("a\n.gguf", "")));
  EXPECT_EQ(judge.verdict(), Verdict::kReject);
  ASSERT_EQ(findings_.size(), 1U);
  EXPECT_EQ(findings_[0].verdict, Verdict::kReject);
  EXPECT_EQ(findings_[0].findings[0].code, Code::kFileEmpty);
  EXPECT_EQ(judge.Refusal().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(judge.Refusal().message(),
            "\"" + dir_.PathOf("a\\n.gguf") + "\": reject: file-empty");
}

TEST_F(ShardJudgeFileTest, RejectionWinsOverNoVerdict) {
  ShardJudge judge(options_, &findings_);
  EXPECT_FALSE(Take(judge, dir_.PathOf("none.gguf")));
  EXPECT_EQ(judge.verdict(), Verdict::kUndecided);
  EXPECT_FALSE(Take(judge, dir_.WriteFile("a.gguf", "")));
  EXPECT_EQ(judge.verdict(), Verdict::kReject);
}

TEST_F(ShardJudgeFileTest, FindingsOnTheSetComeFirst) {
  ShardJudge judge(options_, &findings_);
  EXPECT_FALSE(Take(judge, dir_.WriteFile("a.gguf", "")));
  FindingSink sink;
  judge.NoteSet("unsaid", sink);
  EXPECT_EQ(findings_.size(), 1U);
  sink.Report(Code::kSetShardStray, 0, [] { return FindingText{}; });
  judge.NoteSet("set", sink);
  ASSERT_EQ(findings_.size(), 2U);
  EXPECT_EQ(findings_[0].path, "set");
  EXPECT_EQ(findings_[0].verdict, Verdict::kAccept);
}

TEST_F(ShardJudgeFileTest, AllHeadersTogetherAreWithinTheLimit) {
  dir_.Shard("a.safetensors", {"t"});
  const std::string path = dir_.PathOf("a.safetensors");
  options_.limits.header_bytes = 100;  // A header has 72 bytes.
  ShardJudge judge(options_, &findings_);
  EXPECT_TRUE(Take(judge, path));
  EXPECT_FALSE(Take(judge, path));
  ASSERT_EQ(findings_.size(), 1U);
  EXPECT_EQ(findings_[0].findings[0].code, Code::kLimitHeaderBytes);
  EXPECT_EQ(judge.verdict(), Verdict::kUndecided);
}

TEST_F(ShardJudgeFileTest, AFileThatChangedHasNoVerdict) {
  const std::string path = dir_.WriteFile("a.gguf", "12345");
  OpenResult opened = OpenPath(path);
  dir_.WriteFile("a.gguf", "123456");
  ShardJudge judge(options_, &findings_);
  FindingSink sink;
  auto shard = judge.TakeInto(std::move(opened), path, /*alone=*/true, &sink);
  ASSERT_TRUE(shard.ok());
  EXPECT_FALSE(shard->has_value());
  ASSERT_EQ(findings_.size(), 1U);
  EXPECT_EQ(findings_[0].findings[0].code, Code::kInputChanged);
}

}  // namespace
}  // namespace loadgate
