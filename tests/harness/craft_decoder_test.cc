#include "harness/gate/craft_decoder.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/harness/sample_crafts.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::CraftFrameOf;
using testing_support::DecodeCraft;
using testing_support::DecodedCraft;
using testing_support::Encoded;
using testing_support::OneFile;
using testing_support::SampleCrafts;
using testing_support::SampleLimits;
using testing_support::SetOf;

std::string U64(uint64_t value) {
  std::string bytes;
  for (size_t i = 0; i < 8; ++i, value >>= 8) {
    bytes += static_cast<char>(value & 0xff);
  }
  return bytes;
}

std::string File(uint64_t size) {
  return CraftFrameOf(CraftFrame::kFile, U64(size));
}

std::string NamedFile(const std::string& name, uint64_t size) {
  return CraftFrameOf(CraftFrame::kNamedFile,
                      std::string(1, static_cast<char>(name.size())) +
                          "\0\0\0"s + name + U64(size));
}

std::string Bytes(const std::string& bytes) {
  return CraftFrameOf(CraftFrame::kBytes, bytes);
}

const std::string kSet = CraftFrameOf(CraftFrame::kSet, "");
const std::string kEnd = CraftFrameOf(CraftFrame::kEnd, "");
const std::string kFailure =
    CraftFrameOf(CraftFrame::kFailure, "\x03"s + std::string(20, '\0'));

TEST(CraftDecoderTest, EveryResultComesBackAsItWasSent) {
  for (const CraftResult& result : SampleCrafts()) {
    const std::string bytes = Encoded(result);
    for (size_t piece = 1; piece <= bytes.size(); ++piece) {
      const DecodedCraft decoded = DecodeCraft(bytes, SampleLimits(), piece);
      ASSERT_EQ(decoded.fed, ReplyState::kEnded);
      ASSERT_EQ(decoded.end, ReplyState::kEnded);
      EXPECT_EQ(decoded.result, result);
    }
  }
}

TEST(CraftDecoderTest, EveryFrontPartIsAFaultAtTheEnd) {
  for (const CraftResult& result : SampleCrafts()) {
    const std::string bytes = Encoded(result);
    for (size_t length = 0; length < bytes.size(); ++length) {
      const DecodedCraft cut = DecodeCraft(bytes.substr(0, length));
      EXPECT_EQ(cut.fed, ReplyState::kGoingOn);
      EXPECT_EQ(cut.end,
                length == 0 ? ReplyState::kNoReply : ReplyState::kCutShort);
    }
  }
}

TEST(CraftDecoderTest, AChangedByteIsAFaultOrAnotherResultOfThatForm) {
  for (const CraftResult& result : SampleCrafts()) {
    const std::string good = Encoded(result);
    for (size_t at = 0; at < good.size(); ++at) {
      for (const int change : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        const DecodedCraft decoded = DecodeCraft(bytes);
        if (decoded.end != ReplyState::kEnded) continue;
        ASSERT_EQ(Encoded(decoded.result), bytes) << at;
        ASSERT_NE(decoded.result, result) << at;
      }
    }
  }
}

// A way into each phase, and a frame of each type that is good by itself there.
constexpr std::array kPhases = {
    CraftPhase::kNothing, CraftPhase::kFileOwes, CraftPhase::kFileDone,
    CraftPhase::kSetOpen, CraftPhase::kSetOwes,  CraftPhase::kFailed,
    CraftPhase::kEnded,
};

std::string WayTo(CraftPhase phase) {
  switch (phase) {
    case CraftPhase::kNothing:
      return "";
    case CraftPhase::kFileOwes:
      return File(1);
    case CraftPhase::kFileDone:
      return File(1) + Bytes("x");
    case CraftPhase::kSetOpen:
      return kSet + NamedFile("a", 1) + Bytes("x");
    case CraftPhase::kSetOwes:
      return kSet + NamedFile("a", 1);
    case CraftPhase::kFailed:
      return kFailure;
    case CraftPhase::kEnded:
      return kFailure + kEnd;
  }
  return "";
}

std::string Step(CraftFrame type) {
  switch (type) {
    case CraftFrame::kFile:
      return File(2);
    case CraftFrame::kSet:
      return kSet;
    case CraftFrame::kNamedFile:
      return NamedFile("b", 2);
    case CraftFrame::kBytes:
      return Bytes("x");
    case CraftFrame::kFailure:
      return kFailure;
    case CraftFrame::kEnd:
      return kEnd;
  }
  return "";
}

// What the table ought to say, once more in other words.
bool MayFollow(CraftPhase phase, CraftFrame type) {
  switch (phase) {
    case CraftPhase::kNothing:
      return type == CraftFrame::kFile || type == CraftFrame::kSet ||
             type == CraftFrame::kFailure;
    case CraftPhase::kFileOwes:
    case CraftPhase::kSetOwes:
      return type == CraftFrame::kBytes;
    case CraftPhase::kSetOpen:
      return type == CraftFrame::kNamedFile || type == CraftFrame::kEnd;
    case CraftPhase::kFileDone:
    case CraftPhase::kFailed:
      return type == CraftFrame::kEnd;
    case CraftPhase::kEnded:
      return false;
  }
  return false;
}

TEST(CraftDecoderTest, EveryCellOfTheTableIsAsItSays) {
  size_t cells = 0;
  for (const CraftPhase phase : kPhases) {
    ASSERT_FALSE(IsFault(DecodeCraft(WayTo(phase)).fed));
    for (size_t column = 0; column < kCraftFrames.size(); ++column) {
      const CraftFrame type = kCraftFrames.at(column);
      const ReplyState state = DecodeCraft(WayTo(phase) + Step(type)).fed;
      const bool may = MayFollow(phase, type);
      EXPECT_EQ(!IsFault(state), may)
          << static_cast<int>(phase) << " " << static_cast<int>(type);
      EXPECT_EQ(kCraftSteps.at(static_cast<size_t>(phase)).at(column), may);
      if (!may) {
        const ReplyState wrong =
            phase != CraftPhase::kEnded ? ReplyState::kOutOfOrder
            : type == CraftFrame::kEnd  ? ReplyState::kSecondEnd
                                        : ReplyState::kByteAfterEnd;
        EXPECT_EQ(state, wrong);
      }
      ++cells;
    }
  }
  EXPECT_EQ(cells, kCraftPhases * kCraftFrames.size());
}

TEST(CraftDecoderTest, TypesAreAClosedListAndNoneIsOfAJudgement) {
  std::set<uint8_t> known;
  for (const CraftFrame type : kCraftFrames) {
    known.insert(static_cast<uint8_t>(type));
  }
  EXPECT_EQ(known.size(), kCraftFrames.size());
  for (const FrameRule& rule : kFrameRules) {
    EXPECT_FALSE(known.contains(static_cast<uint8_t>(rule.type)));
  }
  for (int type = 0; type < 256; ++type) {
    if (known.contains(static_cast<uint8_t>(type))) continue;
    EXPECT_EQ(DecodeCraft(std::string(1, static_cast<char>(type))).fed,
              ReplyState::kBadType);
  }
}

struct Lie {
  const char* what;
  std::string bytes;
  ReplyState state;
};

TEST(CraftDecoderTest, WhatALyingWorkerSendsIsNamed) {
  const std::string file = File(1) + Bytes("x");
  const std::vector<Lie> lies = {
      {"an end missing", file, ReplyState::kCutShort},
      {"a second end", file + kEnd + kEnd, ReplyState::kSecondEnd},
      {"a byte behind the end", file + kEnd + "\0"s, ReplyState::kByteAfterEnd},
      {"an unknown type", "\x01"s, ReplyState::kBadType},
      {"an error behind a file", file + kFailure, ReplyState::kOutOfOrder},
      {"a file behind an error", kFailure + File(0), ReplyState::kOutOfOrder},
      {"a second file", file + File(0), ReplyState::kOutOfOrder},
      {"a name without a set", NamedFile("a", 0), ReplyState::kOutOfOrder},
      {"too few bytes", File(2) + Bytes("x"), ReplyState::kNotCanonical},
      {"too many bytes", File(1) + Bytes("xy"), ReplyState::kNotCanonical},
      {"no bytes", File(1) + Bytes(""), ReplyState::kNotCanonical},
      {"bytes in small frames", File(2) + Bytes("x") + Bytes("y"),
       ReplyState::kNotCanonical},
      {"an end too soon", File(1) + kEnd, ReplyState::kOutOfOrder},
      {"nothing at all", kEnd, ReplyState::kOutOfOrder},
      {"more than may be", File((1 << 20) + 1), ReplyState::kTooManyBytes},
      {"the most there is", File(UINT64_MAX), ReplyState::kTooManyBytes},
      {"an end with a payload", file + CraftFrameOf(CraftFrame::kEnd, "x"),
       ReplyState::kPayloadTooLong},
      {"a size cut short", CraftFrameOf(CraftFrame::kFile, "1234567"),
       ReplyState::kPayloadTooShort},
      {"a long name",
       kSet + CraftFrameOf(CraftFrame::kNamedFile, "\x01\x10\0\0"s),
       ReplyState::kTextTooLong},
      {"a long frame", "\x24\x01\0\x01\0"s, ReplyState::kOutOfOrder},
      {"a longer frame than any", File(70'000) + "\x24\x01\0\x01\0"s,
       ReplyState::kFrameTooLong},
  };
  for (const Lie& lie : lies) {
    for (const size_t piece : {size_t{1}, size_t{1} << 20}) {
      EXPECT_EQ(
          ReplyStateText(DecodeCraft(lie.bytes, SampleLimits(), piece).end),
          ReplyStateText(lie.state))
          << lie.what;
    }
  }
}

TEST(CraftDecoderTest, AFailureHasTheFieldsOfItsKindAlone) {
  using Kind = CraftFailureKind;
  const auto frame = [](Kind kind, char input, char line, bool message,
                        bool shown) {
    std::string fields(1, static_cast<char>(kind));
    fields += input + "\0\0\0"s + line + std::string(7, '\0');
    fields += message ? "\1\0\0\0m"s : "\0\0\0\0"s;
    fields += shown ? "\1\0\0\0s"s : "\0\0\0\0"s;
    return CraftFrameOf(CraftFrame::kFailure, fields);
  };
  for (uint8_t number = 0; number < kCraftFailureKinds; ++number) {
    const auto kind = static_cast<Kind>(number);
    const bool recipe = IsOfRecipe(kind);
    const bool unread = kind == Kind::kUnreadable;
    const bool input = unread || kind == Kind::kInputTooLarge;
    const auto taken = [](const std::string& bytes) {
      return DecodeCraft(bytes).fed == ReplyState::kGoingOn;
    };
    EXPECT_TRUE(taken(frame(kind, 0, 0, false, false)));
    EXPECT_EQ(taken(frame(kind, 1, 0, false, false)), input);
    EXPECT_EQ(taken(frame(kind, 0, 1, false, false)), recipe);
    EXPECT_EQ(taken(frame(kind, 0, 0, true, false)), recipe || unread);
    EXPECT_EQ(taken(frame(kind, 0, 0, false, true)), recipe);
    EXPECT_FALSE(taken(frame(kind, 2, 0, false, false))) << "no such input";
  }
  const auto unknown = static_cast<Kind>(kCraftFailureKinds);
  EXPECT_EQ(DecodeCraft(frame(unknown, 0, 0, false, false)).fed,
            ReplyState::kUnknownValueKind);
}

TEST(CraftDecoderTest, OnlyWhatWasAskedForIsTaken) {
  const CraftLimits disasm = DisasmReply(100, 2);
  const CraftLimits alone = AsmReply(100, false);
  for (const CraftLimits& limits : {disasm, alone}) {
    EXPECT_EQ(DecodeCraft(kSet, limits).end, ReplyState::kNotAskedFor);
    EXPECT_EQ(DecodeCraft(NamedFile("a", 0), limits).end,
              ReplyState::kNotAskedFor);
    EXPECT_EQ(DecodeCraft(File(0) + kEnd, limits).end, ReplyState::kEnded);
  }
  for (const CraftResult& result : SampleCrafts()) {
    if (!result.failure.has_value()) continue;
    const CraftFailureKind kind = result.failure->kind;
    const bool of_recipe = IsOfRecipe(kind) || kind == CraftFailureKind::kSet;
    EXPECT_EQ(DecodeCraft(Encoded(result), disasm).end,
              of_recipe ? ReplyState::kNotAskedFor : ReplyState::kEnded);
  }
}

TEST(CraftDecoderTest, AllFilesTogetherHaveACap) {
  const CraftLimits limits = AsmReply(5, true);
  EXPECT_EQ(DecodeCraft(Encoded(OneFile("12345")), limits).end,
            ReplyState::kEnded);
  EXPECT_EQ(DecodeCraft(Encoded(OneFile("123456")), limits).end,
            ReplyState::kTooManyBytes);
  EXPECT_EQ(
      DecodeCraft(Encoded(SetOf({{"a", "123"}, {"b", "45"}})), limits).end,
      ReplyState::kEnded);
  EXPECT_EQ(
      DecodeCraft(Encoded(SetOf({{"a", "123"}, {"b", "456"}})), limits).end,
      ReplyState::kTooManyBytes);
}

TEST(CraftDecoderTest, FilesHaveACap) {
  const CraftLimits limits = AsmReply(5, true);
  std::vector<CraftFile> files(kMostCraftFiles);
  EXPECT_EQ(DecodeCraft(Encoded(SetOf(files)), limits).end, ReplyState::kEnded);
  files.emplace_back();
  EXPECT_EQ(DecodeCraft(Encoded(SetOf(files)), limits).end,
            ReplyState::kTooManyRecords);
}

TEST(CraftDecoderTest, ARecipeHasABound) {
  EXPECT_EQ(DisasmReply(100, 1).bytes, 100 * 16 + 2 * 4096u);
  EXPECT_EQ(DisasmReply(UINT64_MAX, 9).bytes, UINT64_MAX);
  // Such a reply is as long as it may be, and is taken.
  CraftLimits most = DisasmReply(4096, 1);
  EXPECT_EQ(
      DecodeCraft(Encoded(OneFile(std::string(most.bytes, 'x'))), most).end,
      ReplyState::kEnded);
  EXPECT_EQ(
      DecodeCraft(Encoded(OneFile(std::string(most.bytes + 1, 'x'))), most).end,
      ReplyState::kTooManyBytes);
}

TEST(CraftDecoderTest, HalfAResultIsNone) {
  CraftDecoder decoder(SampleLimits());
  decoder.Feed(AsBytes(File(1)));
  EXPECT_DEATH(std::move(decoder).TakeResult(), "");
}

}  // namespace
}  // namespace loadgate
