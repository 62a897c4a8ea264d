// What the program believes of workers that were given a set.

#include "harness/judge_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "harness/index_names.h"
#include "harness/judge_folder.h"
#include "harness/walk.h"
#include "harness/worker/worker.h"
#include "harness/worker/worker_set.h"
#include "tests/parser/judge_set.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using testing_support::ShardFile;
using testing_support::TempDir;

// A judge whose worker's records are changed on their way.
class ChangingJudge : public FileJudge {
 public:
  using Change = std::function<void(Record*)>;

  explicit ChangingJudge(Change names, Change set = {})
      : names_(std::move(names)), set_(std::move(set)) {}

  std::optional<Finding> Judge(const WorkerRequest& request, int fd,
                               const RecordSink& sink,
                               const std::function<bool()>&) const override {
    RunWorker(request, fd, {}, Through(names_, sink));
    return std::nullopt;
  }
  std::optional<Finding> JudgeSet(const SetRequest& request,
                                  std::span<const int> fds,
                                  const RecordSink& sink,
                                  const std::function<bool()>&) const override {
    ++sets;
    RunSetWorker(request, fds, {}, Through(set_, sink));
    return std::nullopt;
  }

  mutable int sets = 0;

 private:
  static RecordSink Through(const Change& change, const RecordSink& sink) {
    return [&change, &sink](Record record) {
      if (change) change(&record);
      sink(record);
    };
  }

  Change names_;
  Change set_;
};

class JudgeSetTest : public testing::Test {
 protected:
  JudgeSetTest() {
    dir_.WriteFile(
        "m.safetensors.index.json",
        R"({"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})");
    WriteShard("1.safetensors", "a");
    WriteShard("2.safetensors", "b");
  }

  void WriteShard(const std::string& name, const std::string& tensor) {
    dir_.WriteFile(name, ShardFile({name, {tensor}}).bytes());
  }

  InputReport Judge(const FileJudge& judge) const {
    const std::string path = dir_.path();
    for (const PlannedInput& step : PlanInputs(std::span(&path, 1), false)) {
      if (step.kind != PlannedInput::Kind::kSets) continue;
      InputOptions options;
      options.judge = &judge;
      for (InputReport& report : JudgeFolder(step, options)) {
        if (report.format == "safetensors-index") return std::move(report);
      }
    }
    ADD_FAILURE() << "no set";
    return {};
  }

  static std::string First(const InputReport& report) {
    return report.findings.empty()
               ? ""
               : std::string(CodeName(report.findings.front().code));
  }

  TempDir dir_;
};

TEST_F(JudgeSetTest, AnHonestWorkerIsBelieved) {
  const ChangingJudge judge({});
  const InputReport report = Judge(judge);
  EXPECT_EQ(report.verdict, Verdict::kAccept) << First(report);
  EXPECT_EQ(report.format, "safetensors-index");
  ASSERT_THAT(report.files, SizeIs(3));
  EXPECT_EQ(report.files[0].name, "m.safetensors.index.json");
  EXPECT_EQ(report.files[2].name, "2.safetensors");
  EXPECT_TRUE(report.files[2].header.has_value());
  EXPECT_EQ(judge.sets, 1);
}

// Whoever has taken over the worker of an index chooses no file to open.
TEST_F(JudgeSetTest, NoNameIsOpenedThatAnHonestWorkerDoesNotSay) {
  for (const std::string name :
       {"../1.safetensors", "/etc/passwd", "sub/1.safetensors", "..",
        "1.safetensors\\..", "m.bin", "C:1.safetensors",
        "%2e%2e%2f1.safetensors", "2.safetensors"}) {
    const ChangingJudge judge([&name](Record* record) {
      auto* shard = std::get_if<ShardNameRecord>(record);
      if (shard != nullptr && shard->name == "1.safetensors") {
        shard->name = name;
      }
    });
    const InputReport report = Judge(judge);
    EXPECT_EQ(report.verdict, Verdict::kUndecided) << name;
    EXPECT_EQ(First(report), "worker-bad-reply") << name;
    EXPECT_EQ(judge.sets, 0) << name;
  }
}

TEST_F(JudgeSetTest, AnIndexIsNotAcceptedWithoutAName) {
  EXPECT_TRUE(FindBadNames({}).has_value());
  EXPECT_FALSE(FindBadNames({"a.safetensors"}).has_value());
  EXPECT_TRUE(FindBadNames({"a.safetensors", "a.safetensors"}).has_value());
}

TEST_F(JudgeSetTest, AnotherDigestOfAnyFileLeavesTheSetUndecided) {
  for (const uint32_t number : {0u, 1u, 2u}) {
    const ChangingJudge judge({}, [number](Record* record) {
      auto* file = std::get_if<FileRecord>(record);
      if (file != nullptr && file->number == number) file->sha256[0] ^= 1;
    });
    const InputReport report = Judge(judge);
    EXPECT_EQ(report.verdict, Verdict::kUndecided);
    EXPECT_EQ(First(report), "input-digest-differs");
    EXPECT_THAT(report.findings.front().where,
                HasSubstr(number == 0 ? "index" : "shard"));
  }
}

// A worker that lies about the set cannot hide what the names say.
TEST_F(JudgeSetTest, WhatTheNamesSayStandsBesideWhatTheWorkerSays) {
  ::unlink(dir_.PathOf("2.safetensors").c_str());
  const ChangingJudge judge({}, [](Record* record) {
    if (auto* end = std::get_if<EndRecord>(record)) {
      end->verdict = Verdict::kAccept;
    }
  });
  const InputReport report = Judge(judge);
  EXPECT_EQ(report.verdict, Verdict::kReject);
  EXPECT_EQ(First(report), "set-shard-missing");
}

TEST_F(JudgeSetTest, AFileThatChangesWhileTheSetIsReadLeavesItUndecided) {
  for (const char* name :
       {"m.safetensors.index.json", "1.safetensors", "2.safetensors"}) {
    const TempDir other;
    const ChangingJudge judge({}, [&](Record* record) {
      if (std::holds_alternative<FormatRecord>(*record)) {
        EXPECT_EQ(::truncate(dir_.PathOf(name).c_str(), 7), 0);
      }
    });
    const InputReport report = Judge(judge);
    EXPECT_EQ(report.verdict, Verdict::kUndecided) << name;
    EXPECT_EQ(First(report), "input-changed") << name;
    dir_.WriteFile(
        "m.safetensors.index.json",
        R"({"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})");
    WriteShard("1.safetensors", "a");
    WriteShard("2.safetensors", "b");
  }
}

// The names of the first reading are not those of the second.
TEST_F(JudgeSetTest, AnIndexThatChangesBetweenItsWorkersIsNotAccepted) {
  const std::string path = dir_.PathOf("m.safetensors.index.json");
  for (const bool renames : {false, true}) {
    dir_.WriteFile(
        "m.safetensors.index.json",
        R"({"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})");
    const ChangingJudge judge([&](Record* record) {
      if (!std::holds_alternative<EndRecord>(*record)) return;
      const std::string other =
          dir_.WriteFile(renames ? "other" : "m.safetensors.index.json",
                         R"({"weight_map":{"a":"3.safetensors"}})");
      if (!renames) return;
      EXPECT_EQ(::rename(other.c_str(), path.c_str()), 0);
    });
    const InputReport report = Judge(judge);
    EXPECT_EQ(report.verdict, Verdict::kUndecided);
    EXPECT_EQ(First(report), "input-changed");
  }
}

TEST_F(JudgeSetTest, AWorkerThatAcceptsAndDoesNotSayWhatItReadIsNotBelieved) {
  class Silent : public ChangingJudge {
   public:
    Silent() : ChangingJudge({}) {}
    std::optional<Finding> JudgeSet(
        const SetRequest& request, std::span<const int> fds,
        const RecordSink& sink, const std::function<bool()>&) const override {
      RunSetWorker(request, fds, {}, [&sink](const Record& record) {
        const auto* file = std::get_if<FileRecord>(&record);
        if (file == nullptr || file->number != 1) sink(record);
      });
      return std::nullopt;
    }
  };
  const InputReport report = Judge(Silent());
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
  EXPECT_EQ(First(report), "worker-bad-reply");
}

}  // namespace
}  // namespace loadgate
