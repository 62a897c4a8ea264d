#include "harness/gate/input_report.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace loadgate {
namespace {

Finding Of(Code code) { return MakeFinding(code, "It is so."); }

InputReport Collect(const std::vector<Record>& records) {
  InputCollector collector("x.gguf");
  for (const Record& record : records) collector.Add(record);
  return std::move(collector).Take();
}

TEST(InputReportTest, AFindingsMessageEndsWithTheMend) {
  const Finding finding = MakeFinding(Code::kInputChanged, "It grew.");
  EXPECT_EQ(finding.message,
            "It grew. " + std::string(RuleOf(Code::kInputChanged).mend));
  EXPECT_EQ(finding.severity, Severity::kWarning);
}

TEST(InputReportTest, AWholeReplyIsTakenAsItIs) {
  const InputReport report = Collect(
      {FormatRecord{"gguf", 416}, SummaryFact{"", "version", uint64_t{3}},
       Of(Code::kGgufTailBytes),
       EndRecord{.verdict = Verdict::kAccept, .omitted = 2}});
  EXPECT_EQ(report.path, "x.gguf");
  EXPECT_EQ(report.format, "gguf");
  EXPECT_EQ(report.size, 416u);
  EXPECT_EQ(report.verdict, Verdict::kAccept);
  EXPECT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.omitted, 2u);
  EXPECT_EQ(report.Number("version"), 3u);
  EXPECT_EQ(report.Number("missing"), std::nullopt);
}

TEST(InputReportTest, FilesOfASetAreNamedAndKnownAsFarAsTheyAreToldOf) {
  InputCollector collector("set", {"a", "b"});
  FileRecord file{.number = 1, .size = 9, .bytes = 7, .sha256 = {}};
  file.sha256.fill(0xab);
  collector.Add(file);
  collector.Add(EndRecord{.verdict = Verdict::kAccept, .omitted = 0});
  const InputReport report = std::move(collector).Take();
  EXPECT_EQ(report.path, "set");
  EXPECT_EQ(report.verdict, Verdict::kAccept);
  EXPECT_EQ(report.header, std::nullopt);
  EXPECT_EQ(report.files,
            (std::vector<ReportedFile>{
                {.name = "a"},
                {.name = "b",
                 .size = 9,
                 .header = HeaderRecord{.bytes = 7, .sha256 = file.sha256}}}));
}

TEST(InputReportTest, AFileThatTheSetDoesNotHaveIsUndecided) {
  for (const uint32_t number : {1u, 0xffffffffu}) {
    InputCollector collector("set", {"a"});
    collector.Add(FileRecord{.number = number});
    collector.Add(EndRecord{.verdict = Verdict::kAccept, .omitted = 0});
    EXPECT_EQ(std::move(collector).Take().verdict, Verdict::kUndecided);
  }
  EXPECT_EQ(Collect({FileRecord{},
                     EndRecord{.verdict = Verdict::kAccept, .omitted = 0}})
                .verdict,
            Verdict::kUndecided);
}

TEST(InputReportTest, NamesOfShardsAreKeptInTheirOrder) {
  InputCollector collector("x.index.json");
  EXPECT_TRUE(collector.shard_names().empty());
  for (const char* name : {"b", "a", "b"}) {
    collector.Add(ShardNameRecord{.name = name});
  }
  collector.Add(EndRecord{.verdict = Verdict::kAccept, .omitted = 0});
  EXPECT_EQ(std::move(collector).Take().verdict, Verdict::kAccept);
  EXPECT_EQ(collector.shard_names(), (std::vector<std::string>{"b", "a", "b"}));
}

TEST(InputReportTest, AReplyWithoutItsEndIsUndecided) {
  const InputReport report = Collect({FormatRecord{"gguf", 416}});
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
  ASSERT_EQ(report.findings.size(), 1u);
  EXPECT_EQ(report.findings[0].code, Code::kInputNotReadable);
}

TEST(InputReportTest, NoReplyAtAllIsUndecided) {
  EXPECT_EQ(Collect({}).verdict, Verdict::kUndecided);
}

TEST(InputReportTest, ARecordAfterTheEndIsUndecided) {
  const EndRecord end{.verdict = Verdict::kAccept, .omitted = 0};
  EXPECT_EQ(Collect({end, end}).verdict, Verdict::kUndecided);
  EXPECT_EQ(Collect({end, FormatRecord{}}).verdict, Verdict::kUndecided);
}

TEST(InputReportTest, AnAcceptThatFindingsContradictIsUndecided) {
  const EndRecord end{.verdict = Verdict::kAccept, .omitted = 0};
  EXPECT_EQ(Collect({Of(Code::kGgufMagic), end}).verdict, Verdict::kUndecided);
  EXPECT_EQ(Collect({Of(Code::kLimitTensors), end}).verdict,
            Verdict::kUndecided);
}

TEST(InputReportTest, AFileThatChangedHasNoVerdictWhateverWasFound) {
  for (const Verdict verdict : {Verdict::kAccept, Verdict::kReject}) {
    InputReport report;
    report.verdict = verdict;
    AddFinding(Of(Code::kInputChanged), &report);
    EXPECT_EQ(report.verdict, Verdict::kUndecided);
  }
}

TEST(InputReportTest, AnAddedErrorRejectsButDecidesNothingUndecided) {
  InputReport report;
  report.verdict = Verdict::kAccept;
  AddFinding(Of(Code::kLinkLeavesDirectory), &report);
  EXPECT_EQ(report.verdict, Verdict::kReject);
  report.verdict = Verdict::kUndecided;
  AddFinding(Of(Code::kLinkLeavesDirectory), &report);
  EXPECT_EQ(report.verdict, Verdict::kUndecided);
}

TEST(InputReportTest, FindingsStandErrorsFirst) {
  InputReport report;
  AddFinding(Of(Code::kGgufKeySpelling), &report);
  AddFinding(Of(Code::kGgufTailBytes), &report);
  AddFinding(Of(Code::kInputChanged), &report);
  AddFinding(Of(Code::kGgufMagic), &report);
  std::vector<Code> codes;
  for (const Finding& finding : report.findings) codes.push_back(finding.code);
  EXPECT_EQ(codes,
            (std::vector<Code>{Code::kGgufMagic, Code::kInputChanged,
                               Code::kGgufTailBytes, Code::kGgufKeySpelling}));
}

TEST(InputReportTest, AReportWithoutAWorkerIsRejectedOnlyByAnError) {
  EXPECT_EQ(ReportWithout("x", Of(Code::kInputNotAFile)).verdict,
            Verdict::kUndecided);
  EXPECT_EQ(ReportWithout("x", Of(Code::kLinkLeavesDirectory)).verdict,
            Verdict::kReject);
}

}  // namespace
}  // namespace loadgate
