// Every rule that only the program can tell has an input that breaks it.

#include "tests/support/harness_rules.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/broker/workers.h"
#include "harness/file_judge.h"
#include "harness/judge_input.h"
#include "harness/walk.h"
#include "harness/worker/worker.h"
#include "harness/worker/worker_set.h"
#include "harness/worker_options.h"
#include "loadgate/intake.h"
#include "tests/harness/run_program.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_openat2.h"

namespace loadgate {
namespace {

using testing_support::Build;
using testing_support::GgufBytes;
using testing_support::HarnessRuleNames;
using testing_support::RunLoadgate;
using testing_support::StandardStreams;
using testing_support::TempDir;
using testing_support::TinyLlama;
using testing_support::ToldWithout;

// Puts a breach of a rule into a directory, or repairs it, and returns the
// report on the directory.
using Case = std::function<std::string(const TempDir& dir, bool broken)>;

std::string Check(const std::string& path) {
  return RunLoadgate({"check", path}).output;
}

void WriteGood(const TempDir& dir, std::string_view name) {
  dir.WriteFile(name, Build(TinyLlama()).bytes());
}

std::string NotReadable(const TempDir& dir, bool broken) {
  if (!broken) WriteGood(dir, "m.gguf");
  return Check(dir.PathOf("m.gguf"));
}

std::string NotAFile(const TempDir& dir, bool broken) {
  const std::string path = dir.PathOf("m.gguf");
  if (broken) {
    EXPECT_EQ(::mkfifo(path.c_str(), 0600), 0);
  } else {
    WriteGood(dir, "m.gguf");
  }
  return Check(dir.path());
}

std::string Changed(const TempDir& dir, bool broken) {
  const OpenResult opened = OpenPath(dir.WriteFile("m.gguf", "12345"));
  if (broken) dir.WriteFile("m.gguf", "123456");
  const auto change = FindChange(std::get<OpenedInput>(opened));
  return change.has_value() ? std::string(CodeName(change->code)) : "";
}

std::string NothingToCheck(const TempDir& dir, bool broken) {
  if (!broken) WriteGood(dir, "m.gguf");
  return Check(dir.path());
}

std::string Interrupted(const TempDir&, bool broken) {
  PlannedInput input;
  input.path = "m.gguf";
  const InputReport report = broken ? InterruptedReport(input) : InputReport();
  return report.findings.empty()
             ? ""
             : std::string(CodeName(report.findings.front().code));
}

std::string LinkLeaves(const TempDir& dir, bool broken) {
  WriteGood(dir, "outside.gguf");
  WriteGood(dir, "d/inside.gguf");
  const std::string target = broken ? "../outside.gguf" : "inside.gguf";
  EXPECT_EQ(::symlink(target.c_str(), dir.PathOf("d/m.gguf").c_str()), 0);
  return Check(dir.PathOf("d"));
}

std::string NotConfined(const TempDir& dir, bool broken) {
  if (!broken) return Check(dir.path());
  return ToldWithout(dir.path(), ENOSYS)
      .value_or("input-not-confined: nothing can be refused here");
}

std::string LinkBroken(const TempDir& dir, bool broken) {
  WriteGood(dir, "d/good.gguf");
  const std::string target = broken ? "gone.gguf" : "good.gguf";
  EXPECT_EQ(::symlink(target.c_str(), dir.PathOf("d/m.gguf").c_str()), 0);
  return Check(dir.PathOf("d"));
}

std::string PartBeside(const TempDir& dir, bool broken) {
  WriteGood(dir, "m.gguf");
  dir.WriteFile(broken ? "n.gguf.part1of2" : "n.txt.part1of2", "x");
  return Check(dir.path());
}

std::string PickleBeside(const TempDir& dir, bool broken) {
  WriteGood(dir, "m.gguf");
  dir.WriteFile(broken ? "m.bin" : "m.txt", "x");
  return Check(dir.path());
}

// A judge that says what a worker does which its file has taken over.
class LyingJudge : public FileJudge {
 public:
  explicit LyingJudge(bool lies) : lies_(lies) {}
  std::optional<Finding> Judge(const WorkerRequest& request, int fd,
                               const RecordSink& sink,
                               const std::function<bool()>&) const override {
    RunWorker(request, fd, {}, [&](Record record) {
      if (auto* header = std::get_if<HeaderRecord>(&record)) {
        header->sha256[0] ^= lies_ ? 1 : 0;
      }
      sink(record);
    });
    return std::nullopt;
  }
  std::optional<Finding> JudgeSet(const SetRequest& request,
                                  std::span<const int> fds,
                                  const RecordSink& sink,
                                  const std::function<bool()>&) const override {
    RunSetWorker(request, fds, {}, sink);
    return std::nullopt;
  }

 private:
  bool lies_;
};

std::string DigestDiffers(const TempDir& dir, bool broken) {
  WriteGood(dir, "m.gguf");
  const LyingJudge judge(broken);
  InputOptions options;
  options.judge = &judge;
  PlannedInput input;
  input.path = dir.PathOf("m.gguf");
  const InputReport report = JudgeInput(input, options);
  return report.findings.empty()
             ? ""
             : std::string(CodeName(report.findings.front().code));
}

std::string NoSandbox(const TempDir& dir, bool broken) {
  WriteGood(dir, "m.gguf");
  WorkerSettings settings = DefaultWorkerSettings();
  settings.zygote.program = broken ? dir.PathOf("none") : LG_WORKER;
  Workers workers(settings);
  workers.Start();
  InputOptions options;
  options.judge = &workers;
  PlannedInput input;
  input.path = dir.PathOf("m.gguf");
  const InputReport report = JudgeInput(input, options);
  EXPECT_EQ(report.verdict, broken ? Verdict::kUndecided : Verdict::kAccept);
  return report.findings.empty()
             ? ""
             : std::string(CodeName(report.findings.front().code));
}

// What the program says of a worker that ended so.
Case Ended(WorkerEnd end) {
  return [end](const TempDir&, bool broken) {
    if (!broken) return std::string();
    const Finding finding = FindingOf({.end = end}, WorkerSettings());
    EXPECT_FALSE(finding.message.empty());
    return std::string(CodeName(finding.code));
  };
}

std::string TooMuchMemory(const TempDir& dir, bool broken) {
  // A sanitizer's memory is not bounded.
  if (DefaultWorkerSettings().zygote.policy == sandbox::Policy::kSanitizer) {
    return Ended(WorkerEnd::kMemory)(dir, broken);
  }
  GgufBytes file;
  file.Header(3, 0, 1).PairString("k", std::string(size_t{4} << 20, 'x'));
  std::vector<std::string> arguments = {"check",
                                        dir.WriteFile("m.gguf", file.bytes())};
  if (broken) arguments.emplace_back("--limit=memory=2M");
  return RunLoadgate(arguments).output;
}

std::string TooMuchTime(const TempDir&, bool broken) {
  StandardStreams streams;
  streams.piped = "GGUF";
  streams.pipe_stays_open = broken;
  return RunLoadgate({"check", "--timeout=100ms", "-"}, streams).output;
}

// What inspect says of a file of several thousand records, which take some
// hundred thousand bytes.
Case TooMuchReply(const char* limit) {
  return [limit](const TempDir& dir, bool broken) {
    GgufBytes file;
    file.Header(3, 0, 3000);
    for (int i = 0; i < 3000; ++i) {
      file.PairString("k" + std::to_string(i), "value");
    }
    std::vector<std::string> arguments = {
        "inspect", dir.WriteFile("m.gguf", file.bytes())};
    if (broken) arguments.emplace_back(limit);
    return RunLoadgate(arguments).output;
  };
}

const std::map<std::string_view, Case>& Cases() {
  static const auto* const kCases = new std::map<std::string_view, Case>{
      {"input-not-readable", NotReadable},
      {"input-not-a-file", NotAFile},
      {"input-changed", Changed},
      {"input-nothing-to-check", NothingToCheck},
      {"input-interrupted", Interrupted},
      {"input-not-confined", NotConfined},
      {"input-digest-differs", DigestDiffers},
      {"sandbox-unavailable", NoSandbox},
      {"worker-not-started", Ended(WorkerEnd::kNotStarted)},
      {"worker-forbidden-call", Ended(WorkerEnd::kViolation)},
      {"worker-crash", Ended(WorkerEnd::kCrash)},
      {"worker-bad-reply", Ended(WorkerEnd::kReply)},
      {"limit-memory", TooMuchMemory},
      {"limit-cpu-time", Ended(WorkerEnd::kCpuTime)},
      {"limit-wall-time", TooMuchTime},
      {"limit-reply-records", TooMuchReply("--limit=reply-records=4096")},
      {"limit-reply-bytes", TooMuchReply("--limit=reply-bytes=64K")},
      {"link-leaves-directory", LinkLeaves},
      {"link-broken", LinkBroken},
      {"part-beside-model", PartBeside},
      {"pickle-beside-model", PickleBeside},
  };
  return *kCases;
}

TEST(HarnessRulesTest, EveryRuleOfTheProgramHasACase) {
  const std::vector<std::string_view> names = HarnessRuleNames();
  ASSERT_FALSE(names.empty());
  for (const std::string_view name : names) {
    EXPECT_TRUE(Cases().contains(name)) << "no case for " << name;
  }
}

TEST(HarnessRulesTest, TheBrokenInputIsReportedAndItsGoodNeighbourIsNot) {
  for (const auto& [name, make] : Cases()) {
    const TempDir broken;
    EXPECT_NE(make(broken, true).find(name), std::string::npos) << name;
    const TempDir good;
    EXPECT_EQ(make(good, false).find(name), std::string::npos) << name;
  }
}

}  // namespace
}  // namespace loadgate
