#include "harness/gate/record_encoder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/reply_format.h"
#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using testing_support::Decode;
using testing_support::Decoded;
using testing_support::Encoded;
using testing_support::FindingOf;
using testing_support::InspectOfSet;
using testing_support::Records;

constexpr uint64_t kMost = std::numeric_limits<uint64_t>::max();

// How long the payloads of a stream's frames are.
std::vector<size_t> PayloadLengths(std::string_view bytes) {
  std::vector<size_t> lengths;
  while (bytes.size() >= kFrameHeaderBytes) {
    size_t length = 0;
    for (size_t i = 4; i > 0; --i) {
      length = length << 8 | static_cast<uint8_t>(bytes[i]);
    }
    lengths.push_back(length);
    bytes.remove_prefix(std::min(bytes.size(), kFrameHeaderBytes + length));
  }
  EXPECT_TRUE(bytes.empty());
  return lengths;
}

// What comes of `records` behind a format and in front of an end.
Records SentByInspect(const Records& records) {
  Records all = {FormatRecord{.format = "gguf", .size = 1}};
  all.insert(all.end(), records.begin(), records.end());
  all.push_back(EndRecord{});
  const Decoded decoded = Decode(Encoded(all), kInspectReply);
  EXPECT_EQ(ReplyStateText(decoded.end), "");
  if (decoded.records.size() < 2) return {};
  return {decoded.records.begin() + 1, decoded.records.end() - 1};
}

KeyValueRecord ListOf(uint64_t count) {
  return {.key = "k",
          .type = "array",
          .is_array = true,
          .count = count,
          .offset = 0,
          .bytes = 0};
}

// Those chunks' texts, joined, and the numbers of their values.
struct Joined {
  std::vector<std::string> texts;
  std::vector<uint64_t> left;
  std::vector<size_t> counts;
};

Joined Join(const Records& records) {
  Joined out;
  for (const Record& record : records) {
    const auto* chunk = std::get_if<ArrayChunk>(&record);
    if (chunk == nullptr) continue;
    out.counts.push_back(chunk->values.size());
    bool joins = chunk->joins;
    for (const ScalarValue& value : chunk->values) {
      const auto& piece = std::get<TextPiece>(value);
      if (joins) {
        out.texts.back() += piece.bytes;
        out.left.back() = piece.left;
      } else {
        out.texts.push_back(piece.bytes);
        out.left.push_back(piece.left);
      }
      joins = false;
    }
  }
  return out;
}

TEST(RecordEncoderTest, AFrameIsATypeALengthAndFieldsInTheirOrder) {
  EXPECT_EQ(Encoded({EndRecord{.verdict = Verdict::kReject, .omitted = 258}}),
            std::string("\x0b\x09\0\0\0"
                        "\x01"
                        "\x02\x01\0\0\0\0\0\0",
                        14));
  EXPECT_EQ(Encoded({FormatRecord{.format = "gguf", .size = 5}}),
            std::string("\x01\x12\0\0\0"
                        "\x04\0\0\0gguf"
                        "\x01\x05\0\0\0\0\0\0\0"
                        "\0",
                        23));
}

TEST(RecordEncoderTest, AFileIsItsNumberItsSizeAndWhatWasReadOfIt) {
  FileRecord file{.number = 258, .size = 5, .bytes = 4, .sha256 = {}};
  file.sha256.fill(0xab);
  EXPECT_EQ(Encoded({file}), std::string("\x0e\x34\0\0\0"
                                         "\x02\x01\0\0"
                                         "\x05\0\0\0\0\0\0\0"
                                         "\x04\0\0\0\0\0\0\0",
                                         25) +
                                 std::string(32, '\xab'));
  EXPECT_EQ(Encoded({ShardNameRecord{.name = "ab"}}),
            std::string("\x0d\x06\0\0\0\x02\0\0\0ab", 11));
}

TEST(RecordEncoderTest, FramesAreAppended) {
  std::string bytes = "before";
  EncodeRecord(EndRecord{}, &bytes);
  EXPECT_EQ(bytes, "before" + Encoded({EndRecord{}}));
}

TEST(RecordEncoderTest, NumbersAtTheirEdgesComeBack) {
  const Records records = {
      ListOf(10),
      ArrayChunk{.values = {uint64_t{0}, kMost,
                            std::numeric_limits<int64_t>::min(), int64_t{-1},
                            std::numeric_limits<float>::denorm_min(),
                            -std::numeric_limits<float>::infinity(), -0.0f,
                            std::numeric_limits<double>::max(), -0.0, true}},
      TensorRecord{.name = "",
                   .type = "",
                   .shape = std::vector<uint64_t>{},
                   .info_offset = kMost,
                   .data_offset = kMost,
                   .bytes = 0},
      RegionRecord{.kind = "", .begin = kMost, .end = 0}};
  EXPECT_EQ(SentByInspect(records), records);
}

TEST(RecordEncoderTest, MinusZeroStaysMinusZero) {
  const Records sent =
      SentByInspect({ListOf(1), ArrayChunk{.values = {-0.0f}}});
  ASSERT_EQ(sent.size(), 2u);
  const auto& chunk = std::get<ArrayChunk>(sent[1]);
  EXPECT_TRUE(std::signbit(std::get<float>(chunk.values.at(0))));
}

TEST(RecordEncoderTest, EveryNanIsTheSameNan) {
  const ArrayChunk one{.values = {std::nanf("1"), std::nan("1")}};
  const ArrayChunk other{.values = {-std::nanf("2"), -std::nan("2")}};
  EXPECT_EQ(Encoded({one}), Encoded({other}));
  const Records sent = SentByInspect({ListOf(2), one});
  ASSERT_EQ(sent.size(), 2u);
  const auto& chunk = std::get<ArrayChunk>(sent[1]);
  EXPECT_TRUE(std::isnan(std::get<float>(chunk.values.at(0))));
  EXPECT_TRUE(std::isnan(std::get<double>(chunk.values.at(1))));
}

TEST(RecordEncoderTest, TextsOfAllBytesComeBack) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const Records records = {
      KeyValueRecord{.key = all, .type = all},
      ArrayChunk{.values = {TextPiece{.bytes = all, .left = 0}}},
      TensorRecord{.name = all,
                   .type = all,
                   .shape = std::nullopt,
                   .info_offset = 0,
                   .data_offset = std::nullopt,
                   .bytes = std::nullopt},
      RegionRecord{.kind = all}, FindingOf(Code::kGgufMagic, all, all)};
  EXPECT_EQ(SentByInspect(records), records);
}

TEST(RecordEncoderTest, TextsAtTheirCapsComeBackAndFitOneFrame) {
  const std::string word(kMaxWord, 'w');
  const Records records = {
      SummaryFact{.group = word, .name = word, .value = word},
      KeyValueRecord{.key = std::string(kMaxKey, 'k'),
                     .type = word,
                     .is_array = true,
                     .count = kMost,
                     .offset = kMost,
                     .bytes = kMost,
                     .key_left = kMost},
      ArrayChunk{.values = {TextPiece{std::string(kMaxTextPiece, 't'), kMost}}},
      TensorRecord{.name = std::string(kMaxTensorName, 'n'),
                   .type = word,
                   .shape = std::vector<uint64_t>(kMaxDimensions, kMost),
                   .info_offset = kMost,
                   .data_offset = kMost,
                   .bytes = kMost,
                   .name_left = kMost,
                   .shape_left = kMost},
      RegionRecord{.kind = word, .begin = kMost, .end = kMost},
      FindingOf(Code::kGgufMagic, std::string(kMaxWhere, 'w'),
                std::string(kMaxMessage, 'm'))};
  EXPECT_EQ(SentByInspect(records), records);
}

TEST(RecordEncoderTest, TheHolderOfAPartComesBack) {
  for (const uint32_t file : {0u, 1u, 0xfffffffeu}) {
    const Records records = {
        FormatRecord{}, KeyValueRecord{.key = "k", .type = "u8", .file = file},
        TensorRecord{.name = "w",
                     .type = "f32",
                     .shape = std::nullopt,
                     .info_offset = 0,
                     .data_offset = std::nullopt,
                     .bytes = std::nullopt,
                     .file = file},
        EndRecord{}};
    const Decoded decoded = Decode(Encoded(records), InspectOfSet(0xffffffff));
    EXPECT_EQ(decoded.end, ReplyState::kEnded);
    EXPECT_EQ(decoded.records, records);
  }
}

TEST(RecordEncoderTest, ANameOfAShardIsWholeWhateverBytesItHas) {
  std::string bytes;
  for (int byte = 1; byte < 256; ++byte) bytes += static_cast<char>(byte);
  ASSERT_EQ(bytes.size(), kMaxShardName);
  const Records records = {FormatRecord{}, ShardNameRecord{.name = bytes},
                           ShardNameRecord{.name = "/"}, EndRecord{}};
  const Decoded decoded = Decode(Encoded(records), NamesReply(100));
  EXPECT_EQ(decoded.end, ReplyState::kEnded);
  EXPECT_EQ(decoded.records, records);
}

TEST(RecordEncoderDeathTest, NoNameOfAShardIsCut) {
  const ShardNameRecord longer{.name = std::string(kMaxShardName + 1, 'n')};
  EXPECT_DEATH(Encoded({longer}), "");
  EXPECT_DEATH(Encoded({ShardNameRecord{}}), "");
}

TEST(RecordEncoderTest, AKeyAByteTooLongIsCutAndCounted) {
  const KeyValueRecord pair{.key = std::string(kMaxKey + 1, 'k'), .type = "u8"};
  KeyValueRecord cut = pair;
  cut.key.pop_back();
  cut.key_left = 1;
  EXPECT_EQ(SentByInspect({pair}), Records{cut});
}

TEST(RecordEncoderTest, TheLongestValidKeyIsCutBetweenCharacters) {
  std::string key(1, 'a');
  while (key.size() < 65535) key += "\xc3\xa4";
  const Records sent =
      SentByInspect({KeyValueRecord{.key = key, .type = "u8"}});
  ASSERT_EQ(sent.size(), 1u);
  const auto& pair = std::get<KeyValueRecord>(sent[0]);
  EXPECT_EQ(pair.key, key.substr(0, kMaxKey - 1));
  EXPECT_EQ(pair.key.size() + pair.key_left, 65535u);
}

TEST(RecordEncoderTest, ANameAndAShapeThatAreTooLongAreCutAndCounted) {
  const TensorRecord tensor{
      .name = std::string(100000, 'n'),
      .type = "f32",
      .shape = std::vector<uint64_t>(kMaxDimensions + 3, 7),
      .info_offset = 1,
      .data_offset = std::nullopt,
      .bytes = std::nullopt,
      .name_left = 5,
      .shape_left = 2};
  TensorRecord cut = tensor;
  cut.name.resize(kMaxTensorName);
  cut.name_left = 5 + 100000 - kMaxTensorName;
  cut.shape->resize(kMaxDimensions);
  cut.shape_left = 5;
  EXPECT_EQ(SentByInspect({tensor}), Records{cut});
}

TEST(RecordEncoderTest, WhatIsLeftOfANameThatSomebodyElseCutDoesNotWrap) {
  const Records sent = SentByInspect({KeyValueRecord{
      .key = std::string(kMaxKey + 9, 'k'), .type = "u8", .key_left = kMost}});
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(std::get<KeyValueRecord>(sent[0]).key_left, kMost);
}

TEST(RecordEncoderTest, AFindingsTextsThatAreTooLongEndInAnEllipsis) {
  const Records sent = SentByInspect(
      {FindingOf(Code::kGgufMagic, std::string(kMaxWhere + 1, 'w'),
                 std::string(kMaxMessage + 1, 'm'))});
  ASSERT_EQ(sent.size(), 1u);
  const auto& finding = std::get<Finding>(sent[0]);
  EXPECT_EQ(finding.where, std::string(kMaxWhere - 3, 'w') + "...");
  EXPECT_EQ(finding.message, std::string(kMaxMessage - 3, 'm') + "...");
}

TEST(RecordEncoderTest, AWordThatIsTooLongEndsInAnEllipsis) {
  const Records sent =
      SentByInspect({RegionRecord{.kind = std::string(kMaxWord + 1, 'r')}});
  ASSERT_EQ(sent.size(), 1u);
  EXPECT_EQ(std::get<RegionRecord>(sent[0]).kind,
            std::string(kMaxWord - 3, 'r') + "...");
}

TEST(RecordEncoderTest, ValuesOverTheCapOfAChunkComeInTwo) {
  ArrayChunk chunk;
  chunk.values.assign(kMaxChunkValues + 1, true);
  const Records sent = SentByInspect({ListOf(kMaxChunkValues + 1), chunk});
  ASSERT_EQ(sent.size(), 3u);
  EXPECT_EQ(std::get<ArrayChunk>(sent[1]).values.size(), kMaxChunkValues);
  EXPECT_EQ(std::get<ArrayChunk>(sent[2]).values.size(), 1u);
}

TEST(RecordEncoderTest, AStringIsDividedOverFramesThatJoin) {
  for (const size_t length :
       {size_t{kMaxTextPiece}, size_t{kMaxTextPiece} + 1,
        2 * size_t{kMaxTextPiece}, 2 * size_t{kMaxTextPiece} + 1}) {
    const std::string text(length, 't');
    const ArrayChunk chunk{
        .values = {TextPiece{"a", 0}, TextPiece{text, 4}, TextPiece{"z", 0}}};
    EXPECT_LE(std::ranges::max(PayloadLengths(Encoded({chunk}))), kMaxPayload);
    const Joined joined = Join(SentByInspect({ListOf(3), chunk}));
    EXPECT_EQ(joined.texts, (std::vector<std::string>{"a", text, "z"}));
    EXPECT_EQ(joined.left, (std::vector<uint64_t>{0, 4, 0}));
  }
}

TEST(RecordEncoderTest, AStringIsDividedBetweenCharacters) {
  std::string text(1, 'a');
  while (text.size() < 100000) text += "\xe2\x82\xac";
  const Records sent =
      SentByInspect({ListOf(1), ArrayChunk{.values = {TextPiece{text, 0}}}});
  ASSERT_EQ(sent.size(), 3u);
  const auto& first = std::get<ArrayChunk>(sent[1]);
  EXPECT_EQ(std::get<TextPiece>(first.values.at(0)).bytes.size() % 3, 1u);
  EXPECT_EQ(Join(sent).texts, std::vector<std::string>{text});
}

TEST(RecordEncoderTest, AFrameIsFilledToItsLastByte) {
  // A flag, a count, and two texts of 13 bytes beside what they hold.
  const size_t rest = kMaxPayload - 5 - 13 - kMaxTextPiece - 13;
  const std::string full(kMaxTextPiece, 't');
  for (const size_t more : {0u, 1u}) {
    const ArrayChunk chunk{
        .values = {TextPiece{full, 0},
                   TextPiece{std::string(rest + more, 'u'), 0}}};
    const std::vector<size_t> lengths = PayloadLengths(Encoded({chunk}));
    ASSERT_EQ(lengths.size(), 1 + more);
    EXPECT_EQ(lengths[0], more == 0 ? kMaxPayload : 5 + 13 + kMaxTextPiece);
    EXPECT_EQ(Join(SentByInspect({ListOf(2), chunk})).texts.size(), 2u);
  }
}

TEST(RecordEncoderTest, AChunkThatJoinsIsSplitAndJoinsOnce) {
  ArrayChunk first{.values = {TextPiece{"ab", 100001}}};
  ArrayChunk second{.values = {TextPiece{std::string(100001, 'c'), 0}},
                    .joins = true};
  const Joined joined = Join(SentByInspect({ListOf(1), first, second}));
  EXPECT_EQ(joined.texts,
            std::vector<std::string>{"ab" + std::string(100001, 'c')});
}

TEST(RecordEncoderTest, WhatHoldsNothingIsNoFrame) {
  EXPECT_EQ(Encoded({ArrayChunk{}}), "");
}

}  // namespace
}  // namespace loadgate
