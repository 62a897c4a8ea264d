#include "harness/gate/reply_order.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using testing_support::Encoded;
using testing_support::FileOf;
using testing_support::FindingOf;
using testing_support::InspectOfSet;
using testing_support::Records;
using testing_support::SampleReplies;
using testing_support::SampleReply;

FrameType TypeOf(const Record& record) {
  return static_cast<FrameType>(Encoded({record}).at(0));
}

// The state behind `records`, as the decoder asks for it.
ReplyState After(const Records& records,
                 const ReplyLimits& limits = kInspectReply) {
  ReplyOrder order(limits);
  ReplyState state = ReplyState::kGoingOn;
  for (const Record& record : records) {
    const FrameType type = TypeOf(record);
    state = order.CheckType(static_cast<uint8_t>(type));
    if (!IsFault(state)) state = order.Take(type, record);
    if (IsFault(state)) return state;
  }
  return state;
}

const Record kFormat = FormatRecord{.format = "gguf", .size = 9};
const Record kHeader = HeaderRecord{};
const Record kTensor = TensorRecord{.name = "w",
                                    .type = "",
                                    .shape = std::nullopt,
                                    .info_offset = 0,
                                    .data_offset = std::nullopt,
                                    .bytes = std::nullopt};
const Record kRegion = RegionRecord{.kind = "data"};
const Record kName = ShardNameRecord{.name = "a"};
const Record kEnd = EndRecord{};

Record Fact(std::string group, std::string name) {
  return SummaryFact{
      .group = std::move(group), .name = std::move(name), .value = uint64_t{1}};
}

Record List(uint64_t count) {
  return KeyValueRecord{
      .key = "k", .type = "", .is_array = true, .count = count};
}

Record TensorIn(std::optional<uint32_t> file) {
  TensorRecord tensor = std::get<TensorRecord>(kTensor);
  tensor.file = file;
  return tensor;
}

Record PairIn(std::optional<uint32_t> file) {
  return KeyValueRecord{.key = "k", .type = "u8", .file = file};
}

Record Texts(std::vector<TextPiece> pieces, bool joins = false) {
  ArrayChunk chunk{.values = {}, .joins = joins};
  for (TextPiece& piece : pieces) chunk.values.emplace_back(std::move(piece));
  return chunk;
}

Record Numbers(size_t count) {
  return ArrayChunk{.values = std::vector<ScalarValue>(count, uint64_t{1})};
}

// One type of every verb is in its place.
void ExpectOrder(const Records& kinds, const ReplyLimits& limits) {
  EXPECT_EQ(After(kinds, limits), ReplyState::kGoingOn);
  for (size_t late = 1; late < kinds.size(); ++late) {
    EXPECT_EQ(After({kFormat, kinds[late]}, limits), ReplyState::kGoingOn);
    for (size_t early = 0; early < late; ++early) {
      EXPECT_EQ(After({kFormat, kinds[late], kinds[early]}, limits),
                ReplyState::kOutOfOrder)
          << late << " before " << early;
    }
  }
}

TEST(ReplyOrderTest, OfTwoKindsOnlyOneMayComeFirst) {
  const Record finding = FindingOf(Code::kGgufMagic);
  ExpectOrder(
      {kFormat, kHeader, Fact("", "a"), List(1), kTensor, kRegion, finding},
      kInspectReply);
  ExpectOrder({kFormat, Fact("", "a"), FileOf(0), PairIn(0), TensorIn(0),
               kRegion, finding},
              InspectOfSet(1));
  ExpectOrder({kFormat, kHeader, kName, finding}, NamesReply(100));
}

// Which frames may follow a format: a row a type that there is, a column a
// question.
struct Row {
  FrameType type;
  std::string_view cells;
};
constexpr auto kRows = std::to_array<Row>({
    // Of a file alone: check, inspect, names; of a set: check, inspect.
    {FrameType::kFormat, "ooooo"},
    {FrameType::kHeaderDigest, "yyynn"},
    {FrameType::kSummaryFact, "yynyy"},
    {FrameType::kKeyValue, "nynny"},
    {FrameType::kArrayChunk, "nonno"},
    {FrameType::kTensor, "nynny"},
    {FrameType::kRegion, "nynny"},
    {FrameType::kFinding, "yyyyy"},
    {FrameType::kEnd, "yyyyy"},
    {FrameType::kProbeBytes, "rrrrr"},
    {FrameType::kShardName, "nnynn"},
    {FrameType::kFile, "nnnyy"},
});

ReplyState StateOf(char cell) {
  if (cell == 'y') return ReplyState::kGoingOn;
  if (cell == 'n') return ReplyState::kNotAskedFor;
  return cell == 'o' ? ReplyState::kOutOfOrder : ReplyState::kReservedType;
}

TEST(ReplyOrderTest, WhatMayFollowAFormatIsATable) {
  const std::array<ReplyLimits, 5> questions = {
      kCheckReply, kInspectReply, NamesReply(100), SetReply(100, 2),
      InspectOfSet(2)};
  for (size_t column = 0; column < questions.size(); ++column) {
    ReplyOrder order(questions.at(column));
    ASSERT_EQ(order.Take(FrameType::kFormat, kFormat), ReplyState::kGoingOn);
    for (int type = 0; type < 256; ++type) {
      ReplyState wanted = ReplyState::kBadType;
      for (const Row& row : kRows) {
        if (static_cast<int>(row.type) == type) {
          wanted = StateOf(row.cells.at(column));
        }
      }
      EXPECT_EQ(order.CheckType(static_cast<uint8_t>(type)), wanted)
          << type << " in column " << column;
    }
  }
}

TEST(ReplyOrderTest, NothingComesBeforeTheFormat) {
  for (const Record& record :
       Records{kHeader, Fact("", "a"), List(1), Numbers(1), kTensor, kRegion,
               FindingOf(Code::kGgufMagic), kEnd}) {
    EXPECT_EQ(After({record}), ReplyState::kOutOfOrder);
  }
  EXPECT_EQ(After({FileOf(0)}, InspectOfSet(1)), ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kName}, NamesReply(100)), ReplyState::kOutOfOrder);
}

TEST(ReplyOrderTest, TheFormatAndTheDigestComeOnce) {
  EXPECT_EQ(After({kFormat, kFormat}), ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kFormat, kHeader, kHeader}), ReplyState::kDigestTwice);
  EXPECT_EQ(After({kFormat, kHeader, kTensor, kHeader}),
            ReplyState::kDigestTwice);
}

TEST(ReplyOrderTest, FilesComeOnceEachAndInTheOrderOfTheirNumbers) {
  const ReplyLimits limits = SetReply(100, 4);
  EXPECT_EQ(
      After({kFormat, FileOf(0), FileOf(1), FileOf(2), FileOf(3)}, limits),
      ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, FileOf(1), FileOf(3)}, limits),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, FileOf(1), FileOf(1)}, limits),
            ReplyState::kDigestTwice);
  EXPECT_EQ(After({kFormat, FileOf(1), FileOf(0)}, limits),
            ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kFormat, FileOf(0), FileOf(2), FileOf(0)}, limits),
            ReplyState::kOutOfOrder);
}

TEST(ReplyOrderTest, AFileIsOneOfThoseAskedAbout) {
  for (const uint32_t files : {1u, 2u, 0xffffffffu}) {
    const ReplyLimits limits = InspectOfSet(files);
    for (const uint32_t number : {0u, 1u, 2u, 0xfffffffeu, 0xffffffffu}) {
      const ReplyState state =
          number < files ? ReplyState::kGoingOn : ReplyState::kUnknownFile;
      EXPECT_EQ(After({kFormat, FileOf(number)}, limits), state);
      EXPECT_EQ(After({kFormat, PairIn(number)}, limits), state);
      EXPECT_EQ(After({kFormat, TensorIn(number)}, limits), state);
    }
  }
}

TEST(ReplyOrderTest, ContentOfASetIsInAFileAndOfAFileInNone) {
  for (const Record& record : {PairIn(std::nullopt), TensorIn(std::nullopt)}) {
    EXPECT_EQ(After({kFormat, record}, InspectOfSet(1)), ReplyState::kNoFile);
    EXPECT_EQ(After({kFormat, record}, kInspectReply), ReplyState::kGoingOn);
  }
  for (const Record& record : {PairIn(0), TensorIn(0)}) {
    EXPECT_EQ(After({kFormat, record}, kInspectReply),
              ReplyState::kUnknownFile);
  }
}

TEST(ReplyOrderTest, NamesHaveACap) {
  ReplyLimits limits = NamesReply(100);
  limits.names = 2;
  EXPECT_EQ(After({kFormat, kName, kName}, limits), ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, kName, kName, kName}, limits),
            ReplyState::kTooManyNames);
}

TEST(ReplyOrderTest, OnlyInspectIsAnsweredWithContent) {
  for (const Record& record : Records{List(1), Numbers(1), kTensor, kRegion}) {
    EXPECT_EQ(After({kFormat, record}, kCheckReply), ReplyState::kNotAskedFor);
  }
}

TEST(ReplyOrderTest, WhereNothingWasJudgedThereIsNoVerdict) {
  for (const Verdict verdict :
       {Verdict::kAccept, Verdict::kReject, Verdict::kUndecided}) {
    const Record end = EndRecord{.verdict = verdict, .omitted = 0};
    EXPECT_EQ(After({end}, kCheckReply), ReplyState::kOutOfOrder);
    EXPECT_EQ(After({kFormat, end}, kCheckReply), ReplyState::kEnded);
  }
}

TEST(ReplyOrderTest, ValuesFollowTheirPairAtOnce) {
  EXPECT_EQ(After({kFormat, Numbers(1)}), ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kFormat, Fact("", "a"), Numbers(1)}),
            ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kFormat, List(2), Numbers(1), Numbers(1)}),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, List(2), kTensor, Numbers(1)}),
            ReplyState::kOutOfOrder);
}

TEST(ReplyOrderTest, APairHasNoMoreValuesThanItSays) {
  EXPECT_EQ(After({kFormat, List(2), Numbers(3)}), ReplyState::kTooManyValues);
  EXPECT_EQ(After({kFormat, List(2), Numbers(2), Numbers(1)}),
            ReplyState::kTooManyValues);
  EXPECT_EQ(After({kFormat, List(0), Numbers(1)}), ReplyState::kTooManyValues);
  EXPECT_EQ(After({kFormat, List(9), Numbers(2), List(1), Numbers(2)}),
            ReplyState::kTooManyValues);
  const Record pair = KeyValueRecord{.key = "k", .type = "u8"};
  EXPECT_EQ(After({kFormat, pair, Numbers(1)}), ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, pair, Numbers(2)}), ReplyState::kTooManyValues);
}

TEST(ReplyOrderTest, ATextGoesOnWhereItBrokeOff) {
  const Record front = Texts({{"abc", 5}});
  EXPECT_EQ(After({kFormat, List(1), front, Texts({{"defgh", 0}}, true)}),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, List(1), front, Texts({{"de", 3}}, true),
                   Texts({{"fgh", 0}}, true)}),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, List(2), front,
                   Texts({{"defgh", 0}, {"next", 0}}, true)}),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, List(1), front,
                   Texts({{"defgh", 0}, {"next", 0}}, true)}),
            ReplyState::kTooManyValues);
}

TEST(ReplyOrderTest, ATextThatGoesOnOtherwiseIsRefused) {
  const Record front = Texts({{"abc", 5}});
  for (const Record& rest :
       Records{Texts({{"defgh", 1}}, true), Texts({{"defghi", 0}}, true),
               Texts({{"de", 2}}, true), Texts({{"", 0}}, true),
               ArrayChunk{.values = {uint64_t{1}}, .joins = true}}) {
    EXPECT_EQ(After({kFormat, List(9), front, rest}), ReplyState::kBadJoin);
  }
}

TEST(ReplyOrderTest, OnlyATextThatBrokeOffGoesOn) {
  const Record rest = Texts({{"de", 0}}, true);
  EXPECT_EQ(After({kFormat, List(9), rest}), ReplyState::kBadJoin);
  EXPECT_EQ(After({kFormat, List(9), Texts({{"abc", 0}}), rest}),
            ReplyState::kBadJoin);
  EXPECT_EQ(After({kFormat, List(9), Texts({{"abc", 2}, {"x", 0}}), rest}),
            ReplyState::kBadJoin);
  EXPECT_EQ(After({kFormat, List(9), Texts({{"abc", 2}}), Numbers(1), rest}),
            ReplyState::kBadJoin);
  EXPECT_EQ(After({kFormat, List(9), Texts({{"abc", 2}}), List(9), rest}),
            ReplyState::kBadJoin);
}

TEST(ReplyOrderTest, NoMemberOfTheSummaryComesTwice) {
  EXPECT_EQ(After({kFormat, Fact("", "a"), Fact("", "b"), Fact("g", "a"),
                   Fact("g", "b"), Fact("h", "a"), Fact("", "c")}),
            ReplyState::kGoingOn);
  EXPECT_EQ(After({kFormat, Fact("", "a"), Fact("", "a")}),
            ReplyState::kFactTwice);
  EXPECT_EQ(After({kFormat, Fact("g", "a"), Fact("g", "a")}),
            ReplyState::kFactTwice);
  EXPECT_EQ(After({kFormat, Fact("g", "a"), Fact("", "b"), Fact("g", "c")}),
            ReplyState::kFactTwice);
  EXPECT_EQ(After({kFormat, Fact("g", "a"), Fact("h", "b"), Fact("g", "c")}),
            ReplyState::kFactTwice);
  EXPECT_EQ(After({kFormat, Fact("", "g"), Fact("g", "a")}),
            ReplyState::kFactTwice);
  EXPECT_EQ(After({kFormat, Fact("g", "a"), Fact("", "g")}),
            ReplyState::kFactTwice);
}

TEST(ReplyOrderTest, FactsHaveACap) {
  Records records = {kFormat};
  for (size_t i = 0; i < kMaxFacts; ++i) {
    records.push_back(Fact("", std::to_string(i)));
  }
  EXPECT_EQ(After(records), ReplyState::kGoingOn);
  records.push_back(Fact("", "one more"));
  EXPECT_EQ(After(records), ReplyState::kTooManyFacts);
}

TEST(ReplyOrderTest, FindingsAreNoMoreThanWereAskedFor) {
  ReplyLimits limits = kCheckReply;
  limits.findings = 2;
  Records records = {kFormat, FindingOf(Code::kGgufMagic),
                     FindingOf(Code::kGgufMagic)};
  EXPECT_EQ(After(records, limits), ReplyState::kGoingOn);
  records.push_back(FindingOf(Code::kGgufMagic));
  EXPECT_EQ(After(records, limits), ReplyState::kTooManyFindings);
}

TEST(ReplyOrderTest, TypesAreAClosedList) {
  const ReplyOrder order(kInspectReply);
  int reserved = 0;
  int unknown = 0;
  for (int type = 0; type < 256; ++type) {
    const ReplyState state = order.CheckType(static_cast<uint8_t>(type));
    reserved += state == ReplyState::kReservedType;
    unknown += state == ReplyState::kBadType;
  }
  EXPECT_EQ(reserved, static_cast<int>(kReservedFrameTypes.size()));
  EXPECT_EQ(unknown, 256 - reserved - static_cast<int>(kFrameRules.size()));
  EXPECT_EQ(order.CheckType(0), ReplyState::kBadType);
}

TEST(ReplyOrderTest, TheSampleRepliesAreInOrder) {
  for (const SampleReply& reply : SampleReplies()) {
    EXPECT_EQ(After(reply.records, reply.limits), ReplyState::kEnded);
  }
}

}  // namespace
}  // namespace loadgate
