#include "harness/gate/record_decoder.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/gate/input_report.h"
#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::CheckReply;
using testing_support::Decode;
using testing_support::Decoded;
using testing_support::Encoded;
using testing_support::Frame;
using testing_support::Records;
using testing_support::SampleReplies;
using testing_support::SampleReply;

const Record kFormat = FormatRecord{.format = "gguf", .size = 9};
const Record kAccept = EndRecord{.verdict = Verdict::kAccept, .omitted = 0};

ReplyLimits CheckLimits(uint64_t records, uint64_t bytes) {
  ReplyLimits limits = kCheckReply;
  limits.records = records;
  limits.bytes = bytes;
  return limits;
}

TEST(RecordDecoderTest, EveryRecordComesBackAsItWasSent) {
  for (const SampleReply& reply : SampleReplies()) {
    const Decoded decoded = Decode(Encoded(reply.records), reply.limits);
    EXPECT_EQ(decoded.fed, ReplyState::kEnded);
    EXPECT_EQ(decoded.end, ReplyState::kEnded);
    EXPECT_EQ(decoded.records, reply.records);
  }
}

TEST(RecordDecoderTest, PiecesOfAnyLengthGiveTheSame) {
  for (const SampleReply& reply : SampleReplies()) {
    const std::string bytes = Encoded(reply.records);
    for (size_t piece = 1; piece < bytes.size(); ++piece) {
      const Decoded decoded = Decode(bytes, reply.limits, piece);
      EXPECT_EQ(decoded.end, ReplyState::kEnded) << piece;
      EXPECT_EQ(decoded.records, reply.records) << piece;
    }
  }
}

TEST(RecordDecoderTest, ARecordIsDeliveredWithItsLastByte) {
  size_t delivered = 0;
  ReplyDecoder decoder(kCheckReply,
                       [&delivered](const Record&) { ++delivered; });
  size_t sent = 0;
  for (const Record& record : CheckReply()) {
    const std::string bytes = Encoded({record});
    const std::string_view front(bytes.data(), bytes.size() - 1);
    decoder.Feed(AsBytes(front));
    EXPECT_EQ(delivered, sent);
    decoder.Feed(AsBytes(std::string_view(bytes).substr(front.size())));
    EXPECT_EQ(delivered, ++sent);
  }
}

TEST(RecordDecoderTest, EveryFrontPartGoesOnAndIsAFaultAtTheEnd) {
  for (const SampleReply& reply : SampleReplies()) {
    const std::string bytes = Encoded(reply.records);
    for (size_t length = 0; length < bytes.size(); ++length) {
      const Decoded decoded = Decode(bytes.substr(0, length), reply.limits);
      EXPECT_EQ(decoded.fed, ReplyState::kGoingOn) << length;
      EXPECT_EQ(decoded.end,
                length == 0 ? ReplyState::kNoReply : ReplyState::kCutShort);
      ASSERT_LT(decoded.records.size(), reply.records.size());
      for (size_t i = 0; i < decoded.records.size(); ++i) {
        EXPECT_EQ(decoded.records[i], reply.records[i]);
      }
    }
  }
}

// Each byte in turn has one bit turned, all of them, or all but the highest.
constexpr std::array kChanges = {1, 2, 4, 8, 16, 32, 64, 128, 127, 255};

TEST(RecordDecoderTest, AChangedByteIsAFaultOrWhatIsDelivered) {
  for (const SampleReply& reply : SampleReplies()) {
    const std::string good = Encoded(reply.records);
    for (size_t at = 0; at < good.size(); ++at) {
      for (const int change : kChanges) {
        std::string bytes = good;
        bytes[at] = static_cast<char>(bytes[at] ^ change);
        const Decoded decoded = Decode(bytes, reply.limits);
        const std::string delivered = Encoded(decoded.records);
        ASSERT_TRUE(bytes.starts_with(delivered)) << at;
        if (IsFault(decoded.end)) continue;
        ASSERT_EQ(delivered, bytes) << at;
        ASSERT_NE(decoded.records, reply.records) << at;
      }
    }
  }
}

TEST(RecordDecoderTest, AChangedByteAcceptsOnlyInTheVerdictItself) {
  Records records = CheckReply();
  records.back() = EndRecord{.verdict = Verdict::kReject, .omitted = 0};
  const std::string good = Encoded(records);
  const size_t verdict = good.size() - sizeof(uint64_t) - 1;
  for (size_t at = 0; at < good.size(); ++at) {
    for (const int change : kChanges) {
      std::string bytes = good;
      bytes[at] = static_cast<char>(bytes[at] ^ change);
      const Decoded decoded = Decode(bytes, kCheckReply);
      const bool accepts = decoded.end == ReplyState::kEnded &&
                           decoded.records.back() == kAccept;
      ASSERT_EQ(accepts, at == verdict && change == 1) << at;
    }
  }
}

TEST(RecordDecoderTest, EachFaultHasItsSmallestStream) {
  const std::string whole = Encoded({kFormat, kAccept});
  const std::string format = Encoded({kFormat});
  const std::vector<std::pair<std::string, ReplyState>> cases = {
      {"", ReplyState::kNoReply},
      {"\x01", ReplyState::kCutShort},
      {"\0"s, ReplyState::kBadType},
      {"\xff", ReplyState::kBadType},
      {"\x0c", ReplyState::kReservedType},
      {"\x0d", ReplyState::kNotAskedFor},
      {"\x0e", ReplyState::kNotAskedFor},
      {"\x04", ReplyState::kNotAskedFor},
      {"\x0b", ReplyState::kOutOfOrder},
      {"\x01\x01\x00\x01\x00"s, ReplyState::kFrameTooLong},
      {"\x01\xff\xff\xff\xff", ReplyState::kFrameTooLong},
      {"\x01\0\0\0\0"s, ReplyState::kPayloadTooShort},
      {format + "\x01", ReplyState::kOutOfOrder},
      {whole + "\x0b", ReplyState::kSecondEnd},
      {whole + "\0"s, ReplyState::kByteAfterEnd},
      {whole + "\x01", ReplyState::kByteAfterEnd},
  };
  for (const auto& [bytes, state] : cases) {
    EXPECT_EQ(ReplyStateText(Decode(bytes, kCheckReply).end),
              ReplyStateText(state));
    EXPECT_EQ(Decode(bytes, kCheckReply, 1).end, state);
    if (bytes.empty()) continue;
    // And no smaller one.
    EXPECT_NE(Decode(bytes.substr(0, bytes.size() - 1), kCheckReply).fed,
              state);
  }
}

TEST(RecordDecoderTest, AFrameOfTheCapIsTaken) {
  const Record list =
      KeyValueRecord{.key = "", .type = "", .is_array = true, .count = 2};
  // Two texts that fill a frame: 5 bytes stand before them, 13 around each.
  const std::string second(kMaxPayload - 5 - 13 - kMaxTextPiece - 13, 'y');
  const Record chunk =
      ArrayChunk{.values = {TextPiece{std::string(kMaxTextPiece, 'x'), 0},
                            TextPiece{second, 0}}};
  const std::string frame = Encoded({chunk});
  ASSERT_EQ(frame.size(), kFrameHeaderBytes + kMaxPayload);
  const std::string front = Encoded({kFormat, list});
  const Decoded decoded =
      Decode(front + frame + Encoded({EndRecord{}}), kInspectReply);
  EXPECT_EQ(decoded.end, ReplyState::kEnded);
  EXPECT_EQ(decoded.records.at(2), chunk);
  const std::string longer =
      Frame(FrameType::kArrayChunk, frame.substr(kFrameHeaderBytes) + "x");
  EXPECT_EQ(Decode(front + longer, kInspectReply).end,
            ReplyState::kFrameTooLong);
}

TEST(RecordDecoderTest, AFaultStaysAndNothingIsDelivered) {
  const std::string good = Encoded(CheckReply());
  for (const std::string& bad :
       {"\0"s, Encoded({kAccept}), Frame(FrameType::kFormat, "")}) {
    Records records;
    ReplyDecoder decoder(kCheckReply, [&records](const Record& record) {
      records.push_back(record);
    });
    const ReplyState state = decoder.Feed(AsBytes(bad));
    EXPECT_TRUE(IsFault(state));
    EXPECT_EQ(decoder.Feed(AsBytes(good)), state);
    EXPECT_EQ(decoder.Finish(), state);
    EXPECT_EQ(decoder.state(), state);
    EXPECT_TRUE(records.empty());
  }
}

TEST(RecordDecoderTest, WhatIsMissingAtTheEndStaysMissing) {
  Records records;
  ReplyDecoder decoder(kCheckReply, [&records](const Record& record) {
    records.push_back(record);
  });
  EXPECT_EQ(decoder.Finish(), ReplyState::kNoReply);
  const std::string good = Encoded(CheckReply());
  EXPECT_EQ(decoder.Feed(AsBytes(good)), ReplyState::kNoReply);
  EXPECT_TRUE(records.empty());
}

TEST(RecordDecoderTest, RecordsHaveACap) {
  const Records records = {kFormat, HeaderRecord{}, kAccept};
  const std::string bytes = Encoded(records);
  EXPECT_EQ(Decode(bytes, CheckLimits(3, 65536)).end, ReplyState::kEnded);
  const Decoded cut = Decode(bytes, CheckLimits(2, 65536));
  EXPECT_EQ(cut.end, ReplyState::kTooManyRecords);
  EXPECT_EQ(cut.records, (Records{kFormat, HeaderRecord{}}));
  EXPECT_EQ(Decode(bytes, CheckLimits(0, 65536)).end,
            ReplyState::kTooManyRecords);
}

TEST(RecordDecoderTest, BytesHaveACap) {
  const std::string bytes = Encoded({kFormat, kAccept});
  EXPECT_EQ(Decode(bytes, CheckLimits(9, bytes.size())).end,
            ReplyState::kEnded);
  for (size_t cap = 0; cap < bytes.size(); ++cap) {
    for (const size_t piece : {size_t{1}, bytes.size()}) {
      const Decoded cut = Decode(bytes, CheckLimits(9, cap), piece);
      EXPECT_EQ(cut.end, ReplyState::kTooManyBytes) << cap;
      EXPECT_LE(Encoded(cut.records).size(), cap);
    }
  }
}

TEST(RecordDecoderTest, ALengthPastTheCapIsRefusedBeforeItsPayloadComes) {
  const std::string header("\x01\0\x01\0\0", 5);
  EXPECT_EQ(Decode(header, CheckLimits(9, 5 + 256)).fed, ReplyState::kGoingOn);
  EXPECT_EQ(Decode(header, CheckLimits(9, 5 + 255)).fed,
            ReplyState::kTooManyBytes);
}

TEST(RecordDecoderTest, ACheckReplyIsKnownToFitInMemory) {
  EXPECT_EQ(kCheckReply.bytes, 65536u);
}

TEST(RecordDecoderTest, EveryFaultHasWordsOfItsOwn) {
  std::set<std::string_view> texts;
  int faults = 0;
  for (int i = 0; i < 256; ++i) {
    const auto state = static_cast<ReplyState>(i);
    const std::string_view text = ReplyStateText(state);
    if (text.empty()) continue;
    ++faults;
    EXPECT_TRUE(IsFault(state));
    texts.insert(text);
  }
  EXPECT_EQ(faults, static_cast<int>(ReplyState::kCutShort) - 1);
  EXPECT_EQ(texts.size(), static_cast<size_t>(faults));
}

TEST(RecordDecoderTest, WhatIsDeliveredMakesTheReportThatWasSent) {
  InputCollector collector("x.gguf");
  ReplyDecoder decoder(kCheckReply, [&collector](const Record& record) {
    collector.Add(record);
  });
  decoder.Feed(AsBytes(Encoded(CheckReply())));
  EXPECT_EQ(decoder.Finish(), ReplyState::kEnded);
  const InputReport report = std::move(collector).Take();
  EXPECT_EQ(report.verdict, Verdict::kAccept);
  EXPECT_EQ(report.size, 484u);
  EXPECT_EQ(report.omitted, 2u);
  ASSERT_TRUE(report.header.has_value());
  EXPECT_EQ(report.header->bytes, 180u);
}

}  // namespace
}  // namespace loadgate
