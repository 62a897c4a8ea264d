#include "formats/gguf_padding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// A header of tensors of so many bytes each, padded to 32 where they lie.
GgufBytes FileOf(const std::vector<uint64_t>& sizes) {
  GgufBytes file;
  file.Header(3, sizes.size(), 1).PairU32("general.alignment", 32);
  uint64_t offset = 0;
  char name = 'a';
  for (const uint64_t size : sizes) {
    file.TensorInfo(std::string(1, name++), {size}, 24, offset);
    offset += (size + 31) / 32 * 32;
  }
  return file;
}

// A file of `size` bytes with two tensors, of 5 and 8 bytes. The header's
// padding begins at 123, the data at 128.
Reading ReadOf(uint64_t size) {
  const GgufBytes file = FileOf({5, 8});
  EXPECT_EQ(file.size(), 123u);
  return ReadGguf(file.bytes(), size);
}

// A probe as "rule item offset+length".
std::vector<std::string> ProbesOf(const GgufFile& file) {
  std::vector<std::string> probes;
  for (const Probe& probe : file.probes()) {
    const bool header = probe.rule == ProbeRule::kHeaderPadding;
    probes.push_back((header ? "header" : std::to_string(probe.item)) + " " +
                     std::to_string(probe.offset) + "+" +
                     std::to_string(probe.length));
  }
  return probes;
}

TEST(GgufPaddingTest, PaddingIsListedInFileOrder) {
  EXPECT_THAT(ProbesOf(ReadOf(192).file),
              ElementsAre("header 123+5", "0 133+27", "1 168+24"));
}

TEST(GgufPaddingTest, TheLastIsCutWhereTheFileEnds) {
  EXPECT_THAT(ProbesOf(ReadOf(169).file),
              ElementsAre("header 123+5", "0 133+27", "1 168+1"));
  EXPECT_THAT(ProbesOf(ReadOf(168).file),
              ElementsAre("header 123+5", "0 133+27"));
}

TEST(GgufPaddingTest, WhatNeedsNoPaddingHasNone) {
  const GgufBytes file = FileOf({32, 1, 0, 32});
  EXPECT_THAT(ProbesOf(ReadGguf(file.bytes(), 1 << 20).file),
              ElementsAre("header 189+3", "1 225+31"));
}

// Reads that file with room for so many probes and bytes of padding.
Reading ReadWithRoom(uint32_t probes, uint64_t bytes) {
  const GgufBytes file = FileOf({5, 8});
  const Limits limits = {.probes = probes + 3,
                         .probe_bytes = bytes + 64 * 1024 + 4 + 65557};
  return ReadGguf(file.bytes(), 192, limits);
}

TEST(GgufPaddingTest, TheHeadersPaddingComesFirstWhateverRoomThereIs) {
  EXPECT_THAT(ProbesOf(ReadWithRoom(3, 56).file),
              ElementsAre("header 123+5", "0 133+27", "1 168+24"));
  EXPECT_THAT(ProbesOf(ReadWithRoom(2, 56).file),
              ElementsAre("header 123+5", "0 133+27"));
  EXPECT_THAT(ProbesOf(ReadWithRoom(3, 55).file),
              ElementsAre("header 123+5", "0 133+27"));
  EXPECT_THAT(ProbesOf(ReadWithRoom(1, 56).file), ElementsAre("header 123+5"));
  EXPECT_THAT(ProbesOf(ReadWithRoom(3, 5).file), ElementsAre("header 123+5"));
  EXPECT_THAT(ProbesOf(ReadWithRoom(0, 56).file), ElementsAre());
  EXPECT_THAT(ProbesOf(ReadWithRoom(3, 4).file), ElementsAre());
}

TEST(GgufPaddingTest, WhatIsNotLookedAtIsANoteWithItsCount) {
  EXPECT_THAT(ReadWithRoom(3, 56).places(), ElementsAre());
  for (const uint32_t room : {2u, 1u, 0u}) {
    const Reading reading = ReadWithRoom(room, 56);
    EXPECT_THAT(reading.places(),
                ElementsAre(Place(Code::kGgufPaddingNotLookedAt, 123)));
    EXPECT_THAT(MessageOf(reading, Code::kGgufPaddingNotLookedAt),
                HasSubstr(room == 2   ? "1 place with padding was not"
                          : room == 1 ? "2 places with padding were not"
                                      : "3 places with padding were not"));
  }
}

TEST(GgufPaddingTest, LimitsWithoutRoomForATailLeaveNoneForPadding) {
  const GgufBytes file = FileOf({5});
  const Reading reading =
      ReadGguf(file.bytes(), 1 << 20, {.probes = 1, .probe_bytes = 10});
  EXPECT_THAT(ProbesOf(reading.file), ElementsAre());
  EXPECT_THAT(reading.findings, HasFinding(Code::kGgufPaddingNotLookedAt, 90));
}

}  // namespace
}  // namespace loadgate::testing_support
