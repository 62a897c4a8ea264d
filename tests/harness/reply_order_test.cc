#include "harness/gate/reply_order.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using testing_support::Encoded;
using testing_support::FindingOf;
using testing_support::InspectReply;
using testing_support::Records;

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
const Record kEnd = EndRecord{};

Record Fact(std::string group, std::string name) {
  return SummaryFact{
      .group = std::move(group), .name = std::move(name), .value = uint64_t{1}};
}

Record List(uint64_t count) {
  return KeyValueRecord{
      .key = "k", .type = "", .is_array = true, .count = count};
}

Record Texts(std::vector<TextPiece> pieces, bool joins = false) {
  ArrayChunk chunk{.values = {}, .joins = joins};
  for (TextPiece& piece : pieces) chunk.values.emplace_back(std::move(piece));
  return chunk;
}

Record Numbers(size_t count) {
  return ArrayChunk{.values = std::vector<ScalarValue>(count, uint64_t{1})};
}

TEST(ReplyOrderTest, OfTwoKindsOnlyOneMayComeFirst) {
  const Records kinds = {kFormat,
                         kHeader,
                         Fact("", "a"),
                         List(1),
                         kTensor,
                         kRegion,
                         FindingOf(Code::kGgufMagic)};
  EXPECT_EQ(After(kinds), ReplyState::kGoingOn);
  for (size_t late = 1; late < kinds.size(); ++late) {
    EXPECT_EQ(After({kFormat, kinds[late]}), ReplyState::kGoingOn) << late;
    for (size_t early = 0; early < late; ++early) {
      EXPECT_EQ(After({kFormat, kinds[late], kinds[early]}),
                ReplyState::kOutOfOrder)
          << late << " before " << early;
    }
  }
}

TEST(ReplyOrderTest, NothingComesBeforeTheFormat) {
  for (const Record& record :
       Records{kHeader, Fact("", "a"), List(1), Numbers(1), kTensor, kRegion,
               FindingOf(Code::kGgufMagic), kEnd}) {
    EXPECT_EQ(After({record}), ReplyState::kOutOfOrder);
  }
}

TEST(ReplyOrderTest, TheFormatAndTheDigestComeOnce) {
  EXPECT_EQ(After({kFormat, kFormat}), ReplyState::kOutOfOrder);
  EXPECT_EQ(After({kFormat, kHeader, kHeader}), ReplyState::kDigestTwice);
  EXPECT_EQ(After({kFormat, kHeader, kTensor, kHeader}),
            ReplyState::kDigestTwice);
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

TEST(ReplyOrderTest, TheSampleReplyIsInOrder) {
  EXPECT_EQ(After(InspectReply()), ReplyState::kEnded);
}

}  // namespace
}  // namespace loadgate
