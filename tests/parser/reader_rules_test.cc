#include "writers/reader_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "writers/gguf_pair.h"
#include "writers/header_bytes.h"

namespace loadgate {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::byte> PairOf(std::string_view key, uint8_t byte) {
  std::vector<std::byte> pair;
  AppendGgufPairStart(key, GgufValueType::kBool, GgufValueType::kBool, 1,
                      &pair);
  AppendNumber(byte, &pair);
  return pair;
}

TEST(ReaderRulesTest, AStatusNamesTheRuleAndIsPrintable) {
  EXPECT_TRUE(CheckGgufPair("a.b", PairOf("a.b", 1)).ok());
  const absl::Status status =
      CheckGgufPair("a\x80\x1b", PairOf("a\x80\x1b", 1));
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()),
              AllOf(HasSubstr("gguf-key-not-ascii"), HasSubstr("\\x80"),
                    Not(HasSubstr("\x80")), Not(HasSubstr("\x1b"))));
  EXPECT_THAT(std::string(CheckGgufPair("a", PairOf("a", 2)).message()),
              HasSubstr("gguf-bool-invalid"));
}

TEST(ReaderRulesTest, NotesAndWarningsAreNoErrors) {
  EXPECT_TRUE(CheckGgufPair("Not.Snake", PairOf("Not.Snake", 1)).ok());
}

TEST(ReaderRulesTest, AHeaderIsJudgedWithItsData) {
  const std::string header =
      R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
  EXPECT_TRUE(CheckSafetensorsHeader("a", header, 8).ok());
  EXPECT_THAT(std::string(CheckSafetensorsHeader("a", header, 9).message()),
              HasSubstr("safetensors-trailing-data"));
  EXPECT_THAT(std::string(CheckSafetensorsHeader("a", "{]", 0).message()),
              HasSubstr("safetensors-json-syntax"));
  EXPECT_EQ(CheckSafetensorsHeader("a", header, UINT64_MAX).code(),
            absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace loadgate
