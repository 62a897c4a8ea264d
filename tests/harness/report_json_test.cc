#include "harness/gate/report_json.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "loadgate/utf8.h"
#include "loadgate/version.h"
#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

using testing_support::AcceptedReport;
using testing_support::Collected;
using testing_support::HostileReport;
using testing_support::SetReport;

std::string Head() {
  return "{\"loadgate\":{\"version\":\"" + std::string(Version()) +
         "\",\"report\":1,\"sandbox\":\"none\"},\n\"inputs\":[";
}

TEST(ReportJsonTest, ARunWithoutInputsIsAWholeObject) {
  Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeJsonReport(out.Sink());
  writer->Begin();
  writer->End(Tally());
  EXPECT_EQ(out.text(),
            Head() +
                "],\n\"ignored\":[],\n\"counts\":{\"accept\":0,\"reject\":0,"
                "\"undecided\":0,\"ignored\":0}}\n");
}

TEST(ReportJsonTest, InputsIgnoredFilesAndCountsHaveTheirPlaces) {
  Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeJsonReport(out.Sink());
  writer->Begin();
  writer->Ignored("README.md");
  writer->Input(AcceptedReport());
  writer->Ignored("b\x1b.txt");
  writer->Input(HostileReport());
  Tally tally;
  tally.Add(Verdict::kAccept);
  tally.Add(Verdict::kReject);
  tally.AddIgnored();
  tally.AddIgnored();
  writer->End(tally);
  EXPECT_EQ(
      out.text(),
      Head() +
          "\n{\"path\":\"good.gguf\",\"format\":\"gguf\",\"size\":4402341478,"
          "\"verdict\":\"accept\",\"findings\":[],\"summary\":{\"version\":3,"
          "\"byte_order\":\"little\",\"tensors\":291,\"types\":{\"f32\":64,"
          "\"q4_k\":144}}},\n"
          "{\"path\":\"a\\\\x1b[2J\\\\u{202e}.gguf\",\"format\":\"gguf\","
          "\"size\":416,\"verdict\":\"reject\",\"findings\":[{\"code\":"
          "\"gguf-tensor-data-past-end\",\"severity\":\"error\",\"offset\":152,"
          "\"where\":\"tensor[0] 'x\\\\ny\\\\xff'\",\"message\":\"A \\\\x07 "
          "bell, a \\\"quote\\\" and a \\\\\\\\.\"}],\"summary\":{\"version\":"
          "3,\"tensors\":2}}],\n"
          "\"ignored\":[\"README.md\",\"b\\\\x1b.txt\"],\n"
          "\"counts\":{\"accept\":1,\"reject\":1,\"undecided\":0,"
          "\"ignored\":2}}\n");
  EXPECT_TRUE(IsUtf8(out.text()));
}

TEST(ReportJsonTest, ASetListsItsFiles) {
  Collected out;
  const std::unique_ptr<ReportWriter> writer = MakeJsonReport(out.Sink());
  writer->Input(SetReport());
  std::string digest;
  for (int i = 0; i < 32; ++i) digest += "ab";
  const std::string read =
      "\"size\":416,\"header\":{\"bytes\":224,"
      "\"sha256\":\"" +
      digest + "\"}}";
  EXPECT_NE(
      out.text().find("\"size\":4402341478,\"files\":[{\"name\":\"a.gguf\"," +
                      read + ",{\"name\":\"b.gguf\"," + read +
                      ",{\"name\":\"c\\\\n.gguf\"}],\"verdict\":\"accept\","),
      std::string::npos)
      << out.text();
}

}  // namespace
}  // namespace loadgate
