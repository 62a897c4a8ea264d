// A field that says too much, too little or nothing sensible is judged as a
// slow and obvious reader judges it.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/naive/gguf.h"
#include "tests/parser/judge_bytes.h"
#include "tests/support/field_values.h"
#include "tests/support/gguf_properties.h"
#include "tests/support/good_files.h"
#include "tests/support/matchers.h"
#include "tests/support/sanitizers.h"

namespace loadgate::testing_support {
namespace {

// What the two readers do not agree on, or an empty text.
std::string Difference(ByteSpan bytes) {
  const naive::Judgement expected = JudgeNaively(bytes);
  const Judged judged = JudgeBytes(bytes);
  const bool accept = judged.verdict == Verdict::kAccept;
  if (accept == expected.accept) return "";
  return "the naive reader says " +
         (expected.accept ? "accept" : expected.reason) +
         " and the reader says " + ::testing::PrintToString(judged.findings);
}

// Each element of a long array lies in the same code as the one before it.
// Under a sanitizer, where a long file takes long, only some are tried.
bool IsTried(const GoodFile& file, size_t field) {
  constexpr size_t kManyFields = 1000;
  const size_t step = kSanitized && file.fields.size() > kManyFields ? 16 : 1;
  return field % step == 0;
}

void ExpectNoDifference(const std::vector<GoodFile>& files) {
  for (const GoodFile& file : files) {
    const ByteOrder order = file.recipe.order;
    std::vector<std::byte> bytes = file.bytes;
    for (size_t i = 0; i < file.fields.size(); ++i) {
      if (!IsTried(file, i)) continue;
      const Field& field = file.fields[i];
      const uint64_t truth = GetField(bytes, field, order);
      for (const uint64_t value : BoundaryValues(truth, field.width)) {
        SetField(bytes, field, value, order);
        EXPECT_EQ(Difference(bytes), "")
            << file.name << ": " << field.name << " = " << value;
      }
      SetField(bytes, field, truth, order);
    }
    EXPECT_EQ(bytes, file.bytes);
  }
}

TEST(GgufOversizeTest, EveryFieldOfEveryFileIsJudgedAsTheNaiveReaderDoes) {
  ExpectNoDifference(GoodGgufFiles());
}

TEST(GgufOversizeTest, EveryFieldOfABigEndianFileIsJudgedAsTheNaiveReaderDoes) {
  ExpectNoDifference(BigEndianGgufFiles());
}

}  // namespace
}  // namespace loadgate::testing_support
