#include "formats/gguf_tail.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/signature.h"
#include "tests/parser/read_gguf.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using std::string_view_literals::operator""sv;
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
  const auto bytes_of = [&text](const Probe& probe) {
    return AsBytes(text).subspan(static_cast<size_t>(probe.offset - kOffset),
                                 static_cast<size_t>(probe.length));
  };
  for (const Probe& probe : GgufTailProbes(tail)) {
    if (probe.rule == ProbeRule::kTailEnd) {
      CheckGgufTailEnd(tail, bytes_of(probe), &sink);
    } else if (const auto next =
                   CheckGgufTailStart(tail, bytes_of(probe), &sink)) {
      EXPECT_EQ(next->rule, ProbeRule::kTailPointed);
      CheckGgufTailPointed(tail, bytes_of(*next), &sink);
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
    ASSERT_EQ(probes.size(), 2u);
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
    ASSERT_EQ(probes.size(), 2u);
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

// A file of `size` bytes whose MZ header says that a PE header begins at
// `pointer`, where `sign` stands as far as it fits.
std::string Executable(uint32_t pointer, size_t size,
                       std::string_view sign = "PE\0\0"sv) {
  std::string text(size, 'x');
  text.replace(0, 2, "MZ");
  for (size_t i = 0; i < 4; ++i) {
    text[0x3c + i] = static_cast<char>(pointer >> (8 * i) & 0xff);
  }
  if (pointer < size) {
    const size_t fits = std::min(sign.size(), size - pointer);
    text.replace(pointer, fits, sign.substr(0, fits));
  }
  return text;
}

TEST(GgufTailTest, APeHeaderIsFollowedWhereverItLiesInTheTail) {
  constexpr uint32_t kSeen = kGgufTailStartBytes;
  for (const uint32_t pointer :
       {uint32_t{0x40}, kSeen - 5, kSeen - 4, kSeen - 3, kSeen - 1, kSeen,
        kSeen + 1, uint32_t{300'000}}) {
    SCOPED_TRACE(pointer);
    for (const size_t behind : {4u, 5u, 100'000u}) {
      const auto found = Check(Executable(pointer, pointer + behind));
      EXPECT_THAT(PlacesOf(found),
                  ElementsAre(Place(Code::kGgufTailEmbeddedFile, kOffset)));
      EXPECT_THAT(found[0].message,
                  HasSubstr("begin as a Windows executable."));
    }
  }
}

TEST(GgufTailTest, AnMzHeaderWithoutItsPeHeaderIsOtherBytes) {
  constexpr uint32_t kSeen = kGgufTailStartBytes;
  const auto other = ElementsAre(Place(Code::kGgufTailBytes, kOffset));
  for (const uint32_t pointer : {kSeen - 4, kSeen - 3, kSeen, kSeen + 70'000}) {
    SCOPED_TRACE(pointer);
    EXPECT_THAT(Places(Executable(pointer, pointer + 9, "PE\0\1"sv)), other);
    for (const size_t size : {pointer + 3, pointer, pointer - 1}) {
      EXPECT_THAT(Places(Executable(pointer, size)), other) << size;
    }
  }
  EXPECT_THAT(Places(Executable(UINT32_MAX, 70'000)), other);
  EXPECT_THAT(Places(Executable(UINT32_MAX - 3, 64)), other);
}

TEST(GgufTailTest, APointerIsCountedFromTheTail) {
  const std::string text = Executable(70'000, 80'000);
  FindingSink sink;
  const std::optional<Probe> next = CheckGgufTailStart(
      TailOf(text.size()), AsBytes(text).first(kGgufTailStartBytes), &sink);
  ASSERT_TRUE(next.has_value());
  EXPECT_EQ(next->offset, kOffset + 70'000);
  EXPECT_EQ(next->length, kPeHeaderBytes);
  EXPECT_THAT(sink.Findings(), ElementsAre()) << "before it was followed";
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
