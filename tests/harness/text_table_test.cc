#include "harness/gate/text_table.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/harness/sample_reports.h"

namespace loadgate {
namespace {

using testing_support::Collected;

TEST(TextTableTest, ColumnsLineUp) {
  Collected out;
  TextTable table(2, out.Sink());
  table.Row({"key", "type", "value"});
  table.Row({"é", "u32", "1"});
  table.Flush();
  EXPECT_EQ(out.text(), "  key  type  value\n  é    u32   1\n");
}

TEST(TextTableTest, AValueMayGrow) {
  Collected out;
  TextTable table(0, out.Sink());
  table.Row({"a", "["});
  table.Append("1, ");
  table.Append("2]");
  table.Row({"bb", "x"});
  table.Flush();
  EXPECT_EQ(out.text(), "a   [1, 2]\nbb  x\n");
}

TEST(TextTableTest, AHugeValueIsPrintedAsItGrows) {
  Collected out;
  TextTable table(0, out.Sink());
  table.Row({"a", ""});
  const std::string piece(1000000, 'x');
  for (int i = 0; i < 10; ++i) table.Append(piece);
  EXPECT_GE(out.text().size(), 9000000u);
  table.Row({"b", "y"});
  table.Flush();
  EXPECT_EQ(out.text().size(), 3 + 10000000 + 1 + 5u);
  EXPECT_TRUE(out.text().ends_with("x\nb  y\n"));
}

TEST(TextTableTest, ManyRowsComeOutInGroupsWithNothingLost) {
  Collected out;
  TextTable table(0, out.Sink());
  for (int i = 0; i < 2000; ++i) table.Row({std::to_string(i), "v"});
  EXPECT_FALSE(out.text().empty());
  table.Flush();
  size_t lines = 0;
  for (const char c : out.text()) lines += c == '\n' ? 1 : 0;
  EXPECT_EQ(lines, 2000u);
  EXPECT_TRUE(out.text().ends_with("1999  v\n"));
}

TEST(TextTableTest, ColumnsStayWhereTheyWereBehindAHugeValue) {
  Collected out;
  TextTable table(0, out.Sink());
  table.Row({"long key", ""});
  table.Append(std::string(8000000, 'x'));
  table.Row({"b", "y"});
  table.Flush();
  EXPECT_TRUE(out.text().ends_with("x\nb         y\n"));
  table.Row({"b", "y"});
  table.Flush();
  EXPECT_TRUE(out.text().ends_with("\nb  y\n"));
}

TEST(TextTableTest, OneWideCellDoesNotWidenItsColumnWithoutEnd) {
  Collected out;
  TextTable table(0, out.Sink());
  table.Row({std::string(500, 'w'), "1"});
  table.Row({"a", "2"});
  table.Flush();
  EXPECT_TRUE(out.text().ends_with("a" + std::string(47 + 2, ' ') + "2\n"));
}

TEST(TextTableTest, AnEmptyTablePrintsNothing) {
  Collected out;
  TextTable table(0, out.Sink());
  table.Append("nowhere");
  table.Flush();
  EXPECT_EQ(out.text(), "");
}

}  // namespace
}  // namespace loadgate
