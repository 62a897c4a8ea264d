#include "harness/gate/report_text.h"

#include <gtest/gtest.h>

#include <memory>

#include "loadgate/utf8.h"
#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

using testing_support::AcceptedReport;
using testing_support::Collected;
using testing_support::HostileReport;
using testing_support::RejectedReport;

TEST(ReportTextTest, EachFileHasALineAndItsFindings) {
  Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeTextReport({}, out.Sink());
  writer->Begin();
  writer->Input(AcceptedReport());
  writer->Input(RejectedReport());
  writer->Ignored("README.md");
  Tally tally;
  tally.Add(Verdict::kAccept);
  tally.Add(Verdict::kReject);
  tally.AddIgnored();
  writer->End(tally);
  EXPECT_EQ(out.text(),
            "accept     good.gguf  (gguf v3, 291 tensors, 4.1 GiB)\n"
            "REJECT     bad.gguf  (gguf v3, 416 bytes)\n"
            "  error gguf-tensor-data-past-end at 152 (0x98), "
            "tensor[1] 'output'\n"
            "    Its data ends at 448.\n"
            "2 inputs: 1 accepted, 1 rejected, 0 undecided; "
            "1 other file not looked at\n");
}

TEST(ReportTextTest, ASetSaysHowManyFilesItHas) {
  InputReport report = testing_support::SetReport();
  EXPECT_EQ(VerdictLine(report, {}),
            "accept     big.gguf  (gguf v3, 3 files, 291 tensors, 4.1 GiB)\n");
  report.files.resize(1);
  report.verdict = Verdict::kUndecided;
  EXPECT_EQ(VerdictLine(report, {}),
            "undecided  big.gguf  (gguf v3, 1 file, 4.1 GiB)\n");
}

TEST(ReportTextTest, FilesAndFoldersNotLookedAtAreCountedApart) {
  Tally tally;
  EXPECT_EQ(IgnoredWords(tally), "");
  tally.AddIgnoredFolder();
  EXPECT_EQ(IgnoredWords(tally), "1 folder not looked at");
  tally.AddIgnored();
  tally.AddIgnored();
  EXPECT_EQ(IgnoredWords(tally), "2 other files and 1 folder not looked at");
}

TEST(ReportTextTest, AnInputWithoutAVerdictSaysWhyAndNoPlace) {
  const InputReport report = ReportWithout(
      "x", MakeFinding(Code::kInputInterrupted, "A signal came."));
  EXPECT_EQ(VerdictLine(report, {}), "undecided  x\n");
  EXPECT_EQ(FindingLines(report, {}),
            "  undecided input-interrupted\n"
            "    A signal came. Run again.\n");
}

TEST(ReportTextTest, WhatIsLeftOutIsCounted) {
  InputReport report = RejectedReport();
  report.omitted = 1;
  EXPECT_NE(FindingLines(report, {})
                .find("  1 finding more; --max-findings N shows more"),
            std::string::npos);
}

TEST(ReportTextTest, HostileNamesAreEscaped) {
  Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeTextReport({}, out.Sink());
  writer->Input(HostileReport());
  EXPECT_EQ(out.text(),
            "REJECT     a\\x1b[2J\\u{202e}.gguf  (gguf v3, 416 bytes)\n"
            "  error gguf-tensor-data-past-end at 152 (0x98), "
            "tensor[0] 'x\\ny\\xff'\n"
            "    A \\x07 bell, a \"quote\" and a \\\\.\n");
}

TEST(ReportTextTest, APathCannotPassForTheFactsBehindIt) {
  InputReport report = AcceptedReport();
  report.path = "good name.gguf";
  EXPECT_TRUE(VerdictLine(report, {}).starts_with("accept     good name.gguf"));
  report.path = "x.gguf  (gguf v3, 1 tensor, 9 GiB)";
  EXPECT_TRUE(
      VerdictLine(report, {})
          .starts_with("accept     \"x.gguf  (gguf v3, 1 tensor, 9 GiB)\"  ("));
  for (const std::string& path :
       {std::string(), std::string(" x"), std::string("x ")}) {
    report.path = path;
    EXPECT_TRUE(
        VerdictLine(report, {}).starts_with("accept     \"" + path + "\"  ("));
  }
  report.path = "\"x\\\"  y";
  EXPECT_TRUE(VerdictLine(report, {})
                  .starts_with("accept     \"\\\"x\\\\\\\"  y\"  ("));
}

TEST(ReportTextTest, WhatExplainsTheOthersStandsFirst) {
  InputReport report = RejectedReport();
  AddFinding(MakeFinding(Code::kFileTextMangled, "Mangled."), &report);
  const std::string lines = FindingLines(report, {});
  EXPECT_TRUE(lines.starts_with("  note file-text-mangled\n"));
  EXPECT_NE(lines.find("  error gguf-tensor-data-past-end"), std::string::npos);
}

TEST(ReportTextTest, ColourIsThereOnlyWhenAskedFor) {
  TextStyle style;
  EXPECT_EQ(VerdictLine(RejectedReport(), style).find('\x1b'),
            std::string::npos);
  style.color = true;
  EXPECT_EQ(VerdictLine(RejectedReport(), style),
            "\x1b[1;31mREJECT   \x1b[0m  bad.gguf  (gguf v3, 416 bytes)\n");
}

TEST(ReportTextTest, QuietSaysNothingWhenAllIsAccepted) {
  Collected out;
  TextStyle style;
  style.quiet = true;
  const std::unique_ptr<ReportWriter> writer =
      MakeTextReport(style, out.Sink());
  Tally tally;
  tally.Add(Verdict::kAccept);
  writer->End(tally);
  EXPECT_EQ(out.text(), "");
  tally.Add(Verdict::kReject);
  writer->End(tally);
  EXPECT_EQ(out.text(), "2 inputs: 1 accepted, 1 rejected, 0 undecided\n");
}

TEST(ReportTextTest, ASizeStandsBesideTheOneThatIsExpected) {
  InputReport report = AcceptedReport();
  report.size = 100;
  report.expected_size = 3 << 20;
  EXPECT_NE(VerdictLine(report, {}).find("100 bytes instead of 3.0 MiB)"),
            std::string::npos);
  // Where rounding would hide the difference, the sizes are exact.
  report.size = (3 << 20) - 1;
  EXPECT_NE(VerdictLine(report, {}).find("3145727 bytes instead of 3145728)"),
            std::string::npos)
      << VerdictLine(report, {});
}

TEST(ReportTextTest, WarningsAndNotesKeepTheirWords) {
  InputReport report = AcceptedReport();
  report.findings = {MakeFinding(Code::kGgufTailBytes, "W."),
                     MakeFinding(Code::kGgufKeySpelling, "N.")};
  const std::string lines = FindingLines(report, {});
  EXPECT_NE(lines.find("  warning gguf-tail-bytes\n"), std::string::npos);
  EXPECT_NE(lines.find("  note gguf-key-spelling\n"), std::string::npos);
}

}  // namespace
}  // namespace loadgate
