// A file that ends early is rejected, and never read past its end.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/gguf_reader.h"
#include "tests/naive/gguf.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/gguf_properties.h"
#include "tests/support/good_files.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kShortFile = 4096;
constexpr uint64_t kElementsAtEachEnd = 64;

// The index of an array's element in a field's name such as
// "key_value[1].element[7].length".
std::optional<uint64_t> ElementOf(const Field& field) {
  constexpr std::string_view kMark = ".element[";
  const size_t at = field.name.find(kMark);
  if (at == std::string::npos) return std::nullopt;
  return std::stoull(field.name.substr(at + kMark.size()));
}

// Whether `field` is an element that has many before and behind it.
bool IsInTheMiddle(const std::vector<Field>& fields, size_t i) {
  const auto index = ElementOf(fields[i]);
  if (!index || *index < kElementsAtEachEnd) return false;
  if (i + kElementsAtEachEnd >= fields.size()) return false;
  const auto later = ElementOf(fields[i + kElementsAtEachEnd]);
  return later && *later == *index + kElementsAtEachEnd;
}

// Where a long file is cut: at each side of each field, but for the elements
// in the middle of an array, and of what is behind the header.
std::vector<uint64_t> CutsOfLongFile(const GoodFile& file) {
  std::vector<uint64_t> edges;
  for (size_t i = 0; i < file.fields.size(); ++i) {
    if (IsInTheMiddle(file.fields, i)) continue;
    edges.push_back(file.fields[i].offset);
    edges.push_back(file.fields[i].end());
  }
  for (const uint64_t boundary : file.boundaries) {
    if (boundary > file.fields.back().offset) edges.push_back(boundary);
  }
  std::vector<uint64_t> cuts;
  for (const uint64_t edge : edges) {
    for (const uint64_t cut : {edge - 1, edge, edge + 1}) {
      if (cut < file.bytes.size()) cuts.push_back(cut);
    }
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

// Every length the file is cut to; shorter ones than the file has.
std::vector<uint64_t> CutsOf(const GoodFile& file) {
  if (file.bytes.size() > kShortFile) return CutsOfLongFile(file);
  std::vector<uint64_t> cuts;
  for (uint64_t cut = 0; cut < file.bytes.size(); ++cut) cuts.push_back(cut);
  return cuts;
}

// The least a file may be cut to: all of the last tensor must be there, or the
// header if there is none. Padding behind that, and a tail, may be missing.
uint64_t ShortestWhole(const naive::Judgement& whole) {
  uint64_t end = whole.data_start;
  for (const naive::Tensor& tensor : whole.tensors) {
    end = std::max(end, tensor.end);
  }
  return end;
}

bool IsBigEndian(const GoodFile& file) {
  return file.recipe.order == ByteOrder::kBig;
}

// Cuts each file everywhere and hands `check` the file, the cut, what is left
// of it with a guard page behind, and whether that is a whole file.
template <typename Check>
void ForEachCut(const std::vector<GoodFile>& files, const Check& check) {
  for (const GoodFile& file : files) {
    const uint64_t shortest = ShortestWhole(JudgeNaively(file.bytes));
    for (const uint64_t cut : CutsOf(file)) {
      SCOPED_TRACE(file.name + " cut to " + std::to_string(cut));
      const GuardBuffer left(
          ByteSpan(file.bytes).first(static_cast<size_t>(cut)));
      check(file, left.bytes(), cut >= shortest);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// A whole file in big-endian order is rejected for that alone.
void CheckKnownSize(const GoodFile& file, ByteSpan left, bool whole) {
  const GgufReading reading = ReadGguf(left);
  const std::string text = ReadingText(reading);
  const bool accept = reading.verdict == Verdict::kAccept;
  ASSERT_EQ(reading.fault, "");
  ASSERT_EQ(accept, whole && !IsBigEndian(file)) << text;
  ASSERT_EQ(accept, JudgeNaively(left).accept) << text;
  bool has_other_error = false;
  for (const Finding& finding : reading.findings) {
    ASSERT_LE(finding.offset, left.size()) << text;
    has_other_error |= finding.severity == Severity::kError &&
                       finding.code != Code::kGgufBigEndian;
  }
  ASSERT_EQ(has_other_error, !whole) << text;
}

// While the size is not known nothing may be said of an end.
void CheckUnknownSize(const GoodFile& file, ByteSpan left, bool) {
  FindingSink sink;
  GgufReader reader({}, {});
  const ReadResult result = reader.Read(left, std::nullopt, &sink);
  if (result.status == ReadStatus::kNeedBytes) {
    ASSERT_GT(result.need, left.size());
    ASSERT_LE(result.need, file.bytes.size());
  } else {
    ASSERT_EQ(result.status, ReadStatus::kNeedSize);
  }
  ASSERT_EQ(sink.errors(), sink.count_of(Code::kGgufBigEndian))
      << ::testing::PrintToString(sink.Findings());
  ASSERT_EQ(sink.count_of(Code::kGgufLastPaddingMissing), 0u);
}

TEST(GgufTruncationTest, EveryPrefixIsRejectedUnlessItIsAWholeFile) {
  ForEachCut(GoodGgufFiles(), CheckKnownSize);
}

TEST(GgufTruncationTest, EveryPrefixOfABigEndianFileIsRejected) {
  ForEachCut(BigEndianGgufFiles(), CheckKnownSize);
}

TEST(GgufTruncationTest, APrefixOfAStreamWaitsForMore) {
  ForEachCut(GoodGgufFiles(), CheckUnknownSize);
}

TEST(GgufTruncationTest, APrefixOfABigEndianStreamWaitsForMore) {
  ForEachCut(BigEndianGgufFiles(), CheckUnknownSize);
}

TEST(GgufTruncationTest, ALongArrayIsCutInItsFirstAndLastElements) {
  const GoodFile& file = GoodGgufFile("array_of_2000_strings");
  const std::vector<uint64_t> cuts = CutsOf(file);
  const auto is_cut_at = [&](const char* element) {
    const Field* field = FindField(file.fields, element);
    return std::count(cuts.begin(), cuts.end(), field->offset) == 1;
  };
  EXPECT_TRUE(is_cut_at("key_value[1].element[0].length"));
  EXPECT_TRUE(is_cut_at("key_value[1].element[63].length"));
  EXPECT_FALSE(is_cut_at("key_value[1].element[1000].length"));
  EXPECT_TRUE(is_cut_at("key_value[1].element[1936].length"));
  EXPECT_TRUE(is_cut_at("key_value[1].element[1999].length"));
}

}  // namespace
}  // namespace loadgate::testing_support
