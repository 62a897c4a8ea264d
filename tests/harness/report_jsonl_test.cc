#include "harness/gate/report_jsonl.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "harness/gate/json_text.h"
#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

TEST(ReportJsonlTest, EachInputIsOneWholeLineAtOnce) {
  std::vector<std::string> pieces;
  const std::unique_ptr<ReportWriter> writer = MakeJsonLinesReport(
      [&pieces](std::string_view text) { pieces.emplace_back(text); });
  writer->Begin();
  writer->Input(testing_support::AcceptedReport());
  writer->Ignored("README.md");
  writer->Input(testing_support::HostileReport());
  writer->End(Tally());
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0], InputObject(testing_support::AcceptedReport()) + "\n");
  EXPECT_EQ(pieces[1].find('\n'), pieces[1].size() - 1);
}

}  // namespace
}  // namespace loadgate
