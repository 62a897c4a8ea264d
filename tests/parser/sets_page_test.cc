// Holds docs/formats/sets.md to the table of rules.

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "loadgate/finding.h"
#include "tests/parser/doc_page.h"

namespace loadgate::testing_support {
namespace {

TEST(SetsPageTest, NamesEveryCodeOfASetAndNoOther) {
  std::set<std::string> in_table = {"limit-shards"};
  for (const Rule& rule : AllRules()) {
    for (const char* front : {"index-", "set-", "split-"}) {
      if (rule.name.starts_with(front)) in_table.emplace(rule.name);
    }
  }
  EXPECT_EQ(DocPage("formats/sets.md")
                .Codes({"index-", "set-", "split-", "limit-shards"}),
            in_table);
}

}  // namespace
}  // namespace loadgate::testing_support
