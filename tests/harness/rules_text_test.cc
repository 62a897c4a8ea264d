#include "harness/gate/rules_text.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace loadgate {
namespace {

TEST(RulesTextTest, TheTableHasALineForEveryRule) {
  const std::string table = RuleTable(AllRules());
  const auto lines = std::count(table.begin(), table.end(), '\n');
  EXPECT_EQ(static_cast<size_t>(lines), AllRules().size() + 1);
  for (const Rule& rule : AllRules()) {
    EXPECT_NE(table.find("\n" + std::string(rule.name) + " "),
              std::string::npos)
        << rule.name;
  }
}

TEST(RulesTextTest, AnExplanationHasAllThatTheTableOfCodesHolds) {
  const std::string text = RuleExplained(RuleOf(Code::kFileEmpty));
  EXPECT_EQ(text,
            "file-empty (error)\n"
            "  The file is empty.\n"
            "\n"
            "Why it matters\n"
            "  A zero-byte file is what a failed upload or download leaves.\n"
            "\n"
            "How to mend it\n"
            "  Upload or download the file again.\n"
            "\n"
            "Policy\n"
            "  Fixed: a reader or a later stage relies on it, and no policy "
            "lowers it.\n");
}

TEST(RulesTextTest, EveryKindSaysWhatAPolicyMayDo) {
  EXPECT_NE(RuleExplained(RuleOf(Code::kGgufTailBytes)).find("may move it"),
            std::string::npos);
  EXPECT_NE(RuleExplained(RuleOf(Code::kInputChanged)).find("no verdict"),
            std::string::npos);
}

TEST(RulesTextTest, JsonHoldsEveryField) {
  const std::string json =
      RulesJson(AllRules().subspan(static_cast<size_t>(Code::kFileEmpty), 1));
  EXPECT_NE(json.find("\"rules\":[{\"code\":\"file-empty\",\"severity\":"
                      "\"error\",\"kind\":\"fixed\",\"title\":\"The file is "
                      "empty.\",\"why\":\"A zero-byte"),
            std::string::npos);
  EXPECT_TRUE(json.ends_with("again.\"}]}\n"));
}

TEST(RulesTextTest, AMistypedCodeFindsItsRule) {
  EXPECT_EQ(ClosestRule("gguf-magik"), "gguf-magic");
  EXPECT_EQ(ClosestRule("zzzz"), std::nullopt);
}

}  // namespace
}  // namespace loadgate
