// Holds docs/formats/sets.md to the table of rules.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "loadgate/finding.h"
#include "tests/parser/doc_page.h"

namespace loadgate::testing_support {
namespace {

TEST(SetsPageTest, NamesEveryCodeOfAnIndexAndNoOther) {
  std::set<std::string> in_table = {"limit-shards"};
  for (const Rule& rule : AllRules()) {
    if (rule.name.starts_with("index-")) in_table.emplace(rule.name);
  }
  EXPECT_EQ(DocPage("formats/sets.md").Codes({"index-", "limit-shards"}),
            in_table);
}

}  // namespace
}  // namespace loadgate::testing_support
