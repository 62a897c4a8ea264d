#include "formats/gguf_tail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/read_gguf.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Place;
using testing_support::PlacesOf;

constexpr uint64_t kOffset = 1000;

GgufTail TailOf(uint64_t length, uint64_t alignment = 32) {
  return {.offset = kOffset, .length = length, .alignment = alignment};
}

// What is found in a tail that holds `text`, seen as its probes show it.
std::vector<Finding> Check(const std::string& text, uint64_t alignment = 32) {
  const GgufTail tail = TailOf(text.size(), alignment);
  FindingSink sink;
  for (const Probe& probe : GgufTailProbes(tail)) {
    const ByteSpan bytes =
        AsBytes(text).subspan(static_cast<size_t>(probe.offset - kOffset),
                              static_cast<size_t>(probe.length));
    if (probe.rule == ProbeRule::kTailStart) {
      CheckGgufTailStart(tail, bytes, &sink);
    } else {
      CheckGgufTailEnd(tail, bytes, &sink);
    }
  }
  return sink.Findings();
}

std::vector<Place> Places(const std::string& text, uint64_t alignment = 32) {
  return PlacesOf(Check(text, alignment));
}

// A ZIP end record with a comment of `comment` bytes.
std::string ZipEnd(uint16_t comment) {
  std::string text = "PK\5\6" + std::string(16, 'r');
  text += static_cast<char>(comment & 0xff);
  text += static_cast<char>(comment >> 8);
  return text + std::string(comment, 'c');
}

TEST(GgufTailProbesTest, AnEmptyTailHasNone) {
  EXPECT_TRUE(GgufTailProbes(TailOf(0)).empty());
}

TEST(GgufTailProbesTest, AShortTailIsSeenWholeByBoth) {
  for (const uint64_t length : {uint64_t{1}, kGgufTailStartBytes}) {
    const std::vector<Probe> probes = GgufTailProbes(TailOf(length));
    ASSERT_EQ(probes.size(), kGgufTailProbes);
    EXPECT_EQ(probes[0].rule, ProbeRule::kTailStart);
    EXPECT_EQ(probes[1].rule, ProbeRule::kTailEnd);
    for (const Probe& probe : probes) {
      EXPECT_EQ(probe.offset, kOffset);
      EXPECT_EQ(probe.length, length);
    }
  }
}

TEST(GgufTailProbesTest, ALongTailIsSeenAtItsStartAndItsEnd) {
  for (const uint64_t length :
       {kGgufTailEndBytes, kGgufTailEndBytes + 1, uint64_t{1} << 62}) {
    const std::vector<Probe> probes = GgufTailProbes(TailOf(length));
    ASSERT_EQ(probes.size(), kGgufTailProbes);
    EXPECT_EQ(probes[0].offset, kOffset);
    EXPECT_EQ(probes[0].length, 65536u);
    EXPECT_EQ(probes[1].offset, kOffset + length - 65557);
    EXPECT_EQ(probes[1].length, 65557u);
  }
}

TEST(GgufTailTest, ZerosUpToOneUnitAreNoFinding) {
  EXPECT_THAT(Places(std::string(1, '\0')), ElementsAre());
  EXPECT_THAT(Places(std::string(32, '\0')), ElementsAre());
  EXPECT_THAT(Places(std::string(33, '\0')),
              ElementsAre(Place(Code::kGgufTailZeros, kOffset)));
  EXPECT_THAT(Places(std::string(64, '\0'), 64), ElementsAre());
  EXPECT_THAT(Check(std::string(33, '\0'))[0].message,
              HasSubstr("33 bytes follow at 1000, more than the alignment of "
                        "32; the first 33 are zero."));
}

TEST(GgufTailTest, ZerosThatWereNotAllLookedAtAreANote) {
  const uint64_t unit = 1 << 20;
  EXPECT_THAT(Places(std::string(kGgufTailStartBytes, '\0'), unit),
              ElementsAre());
  EXPECT_THAT(Places(std::string(kGgufTailStartBytes + 1, '\0'), unit),
              ElementsAre(Place(Code::kGgufPaddingNotLookedAt, kOffset)));
}

TEST(GgufTailTest, OtherBytesAreAWarningAtTheFirst) {
  EXPECT_THAT(Places("x"), ElementsAre(Place(Code::kGgufTailBytes, kOffset)));
  EXPECT_THAT(Places("\0\0\0x"s),
              ElementsAre(Place(Code::kGgufTailBytes, kOffset + 3)));
}

TEST(GgufTailTest, AnotherFileNeeds64Bytes) {
  const std::string elf = "\x7f\x45LF";
  EXPECT_THAT(Places(elf + std::string(59, 'x')),
              ElementsAre(Place(Code::kGgufTailBytes, kOffset)));
  const std::vector<Finding> found = Check(elf + std::string(60, 'x'));
  EXPECT_THAT(PlacesOf(found),
              ElementsAre(Place(Code::kGgufTailEmbeddedFile, kOffset)));
  EXPECT_THAT(found[0].message, HasSubstr("begin as an ELF executable."));
}

TEST(GgufTailTest, AZipEndRecordAnywhereInTheTailIsAnotherFile) {
  for (const size_t before : {0u, 1u, 100u, 70000u}) {
    for (const uint16_t comment : std::to_array<uint16_t>({0, 1, 0xffff})) {
      const uint64_t at = kOffset + before;
      const std::string text = std::string(before, 'x') + ZipEnd(comment);
      EXPECT_THAT(Check(text),
                  testing_support::HasFinding(Code::kGgufTailEmbeddedFile, at))
          << before << " " << comment;
    }
  }
}

TEST(GgufTailTest, AZipEndRecordBehindZerosIsFoundBesideThem) {
  EXPECT_THAT(Places(std::string(70000, '\0') + ZipEnd(0)),
              ElementsAre(Place(Code::kGgufTailEmbeddedFile, 71000),
                          Place(Code::kGgufTailZeros, kOffset)));
}

TEST(GgufTailTest, AZipEndRecordWhoseCommentEndsElsewhereIsNone) {
  EXPECT_THAT(Places("x" + ZipEnd(5) + "y"),
              ElementsAre(Place(Code::kGgufTailBytes, kOffset)));
  EXPECT_THAT(Places("x" + ZipEnd(5).substr(0, 26)),
              ElementsAre(Place(Code::kGgufTailBytes, kOffset)));
}

}  // namespace
}  // namespace loadgate
