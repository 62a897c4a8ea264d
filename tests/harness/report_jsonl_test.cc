#include "harness/gate/report_jsonl.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "harness/gate/input_json.h"
#include "loadgate/version.h"
#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

TEST(ReportJsonlTest, EachInputIsOneWholeLineAtOnce) {
  std::vector<std::string> pieces;
  const std::unique_ptr<ReportWriter> writer = MakeJsonLinesReport(
      [&pieces](std::string_view text) { pieces.emplace_back(text); },
      "seccomp (trace: no boundary)");
  writer->Begin();
  writer->Input(testing_support::AcceptedReport());
  writer->Ignored("README.md");
  writer->Input(testing_support::HostileReport());
  writer->End(Tally());
  ASSERT_EQ(pieces.size(), 2u);
  const std::string end = ",\"loadgate\":{\"version\":\"" +
                          std::string(Version()) +
                          "\",\"report\":1,\"sandbox\":\"seccomp (trace: no "
                          "boundary)\"}}\n";
  const std::string object = InputObject(testing_support::AcceptedReport());
  EXPECT_EQ(pieces[0], object.substr(0, object.size() - 1) + end);
  EXPECT_TRUE(pieces[1].ends_with(end)) << pieces[1];
  EXPECT_EQ(pieces[1].find('\n'), pieces[1].size() - 1);
}

TEST(ReportJsonlTest, ASetIsOneLineWithItsFiles) {
  testing_support::Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeJsonLinesReport(out.Sink());
  writer->Input(testing_support::SetReport());
  EXPECT_NE(out.text().find(",\"files\":[{\"name\":\"a.gguf\",\"size\":416,"),
            std::string::npos);
  EXPECT_EQ(out.text().find('\n'), out.text().size() - 1);
}

}  // namespace
}  // namespace loadgate
