#include "harness/gate/record_payload.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::Encoded;
using testing_support::FindingOf;
using testing_support::SampleReplies;
using testing_support::SampleReply;

// Bytes of fields.
std::string U8(int value) { return std::string(1, static_cast<char>(value)); }
std::string U16(uint64_t value) {
  return U8(static_cast<int>(value & 0xff)) +
         U8(static_cast<int>(value >> 8 & 0xff));
}
std::string U32(uint64_t value) { return U16(value) + U16(value >> 16); }
std::string U64(uint64_t value) { return U32(value) + U32(value >> 32); }
std::string Text(std::string_view text) {
  return U32(text.size()) + std::string(text);
}

ReplyState StateOf(FrameType type, std::string_view payload) {
  Record record = RegionRecord{.kind = "untouched"};
  const ReplyState state = DecodePayload(type, AsBytes(payload), &record);
  if (IsFault(state)) {
    EXPECT_EQ(record, Record(RegionRecord{.kind = "untouched"}));
  }
  return state;
}

// A chunk of one value.
std::string ChunkOf(std::string_view value) {
  return "\0"s + U32(1) + std::string(value);
}

std::string FindingFields(uint64_t code, int severity) {
  return U16(code) + U8(severity) + U64(0) + Text("") + Text("");
}

struct Case {
  const char* what;
  FrameType type;
  std::string payload;
  ReplyState state;
};

std::vector<Case> CasesOfTexts() {
  const std::string shape_front = Text("") + U64(0) + Text("");
  return {
      {"format", FrameType::kFormat, U32(kMaxWord + 1),
       ReplyState::kTextTooLong},
      {"text of 2^32-1 bytes", FrameType::kFormat, U32(0xffffffff),
       ReplyState::kTextTooLong},
      {"group", FrameType::kSummaryFact, U32(kMaxWord + 1),
       ReplyState::kTextTooLong},
      {"fact", FrameType::kSummaryFact, Text("") + U32(kMaxWord + 1),
       ReplyState::kTextTooLong},
      {"fact's text", FrameType::kSummaryFact,
       Text("") + Text("") + U8(1) + U32(kMaxWord + 1),
       ReplyState::kTextTooLong},
      {"key", FrameType::kKeyValue, U32(kMaxKey + 1), ReplyState::kTextTooLong},
      {"key's type", FrameType::kKeyValue,
       Text("") + U64(0) + U32(kMaxWord + 1), ReplyState::kTextTooLong},
      {"piece", FrameType::kArrayChunk, ChunkOf(U8(5) + U32(kMaxTextPiece + 1)),
       ReplyState::kTextTooLong},
      {"name", FrameType::kTensor, U32(kMaxTensorName + 1),
       ReplyState::kTextTooLong},
      {"tensor's type", FrameType::kTensor,
       Text("") + U64(0) + U32(kMaxWord + 1), ReplyState::kTextTooLong},
      {"dimensions", FrameType::kTensor,
       shape_front + U8(1) + U32(kMaxDimensions + 1),
       ReplyState::kCountTooHigh},
      {"dimensions not there", FrameType::kTensor,
       shape_front + U8(1) + U32(1) + "1234567"s, ReplyState::kPayloadTooShort},
      {"region", FrameType::kRegion, U32(kMaxWord + 1),
       ReplyState::kTextTooLong},
      {"where", FrameType::kFinding,
       U16(0) + U8(static_cast<int>(AllRules()[0].severity)) + U64(0) +
           U32(kMaxWhere + 1),
       ReplyState::kTextTooLong},
      {"message", FrameType::kFinding,
       U16(0) + U8(static_cast<int>(AllRules()[0].severity)) + U64(0) +
           Text("") + U32(kMaxMessage + 1),
       ReplyState::kTextTooLong},
      {"shard name", FrameType::kShardName, U32(kMaxShardName + 1),
       ReplyState::kTextTooLong},
      {"text not there", FrameType::kFormat, U32(3) + "ab",
       ReplyState::kPayloadTooShort},
  };
}

std::vector<Case> CasesOfForms() {
  const std::string shape_front = Text("") + U64(0) + Text("");
  return {
      {"size neither there nor not", FrameType::kFormat, Text("") + U8(2),
       ReplyState::kNotCanonical},
      {"expected size", FrameType::kFormat, Text("") + U8(0) + U8(255),
       ReplyState::kNotCanonical},
      {"kind of fact", FrameType::kSummaryFact, Text("") + Text("") + U8(2),
       ReplyState::kUnknownValueKind},
      {"count", FrameType::kKeyValue, Text("") + U64(0) + Text("") + U8(2),
       ReplyState::kNotCanonical},
      {"joins", FrameType::kArrayChunk, U8(2), ReplyState::kNotCanonical},
      {"no values", FrameType::kArrayChunk, U8(0) + U32(0),
       ReplyState::kNotCanonical},
      {"too many values", FrameType::kArrayChunk,
       U8(0) + U32(kMaxChunkValues + 1) +
           std::string(2 * kMaxChunkValues + 2, '\4'),
       ReplyState::kCountTooHigh},
      {"values not there", FrameType::kArrayChunk, U8(0) + U32(2) + "\4\1\4"s,
       ReplyState::kPayloadTooShort},
      {"kind of value", FrameType::kArrayChunk, ChunkOf("\6\0"s),
       ReplyState::kUnknownValueKind},
      {"bool", FrameType::kArrayChunk, ChunkOf("\4\2"s),
       ReplyState::kNotCanonical},
      {"another NaN", FrameType::kArrayChunk, ChunkOf(U8(2) + U32(0x7fc00001)),
       ReplyState::kNotCanonical},
      {"a signalling NaN", FrameType::kArrayChunk,
       ChunkOf(U8(2) + U32(0x7f800001)), ReplyState::kNotCanonical},
      {"a negative NaN", FrameType::kArrayChunk,
       ChunkOf(U8(3) + U64(0xfff8000000000000)), ReplyState::kNotCanonical},
      {"shape", FrameType::kTensor, shape_front + U8(2),
       ReplyState::kNotCanonical},
      {"rest of no shape", FrameType::kTensor, shape_front + U8(0) + U64(1),
       ReplyState::kNotCanonical},
      {"pair's file", FrameType::kKeyValue,
       Text("") + U64(0) + Text("") + U8(0) + U64(0) + U64(0) + U8(2),
       ReplyState::kNotCanonical},
      {"tensor's file", FrameType::kTensor,
       shape_front + U8(0) + U64(0) + U64(0) + U8(0) + U8(0) + U8(2),
       ReplyState::kNotCanonical},
      {"no shard name", FrameType::kShardName, Text(""),
       ReplyState::kTextTooShort},
      {"verdict", FrameType::kEnd, U8(3) + U64(0), ReplyState::kUnknownVerdict},
  };
}

TEST(RecordPayloadTest, EachFaultOfAFieldHasItsName) {
  for (const std::vector<Case>& cases : {CasesOfTexts(), CasesOfForms()}) {
    for (const Case& c : cases) {
      EXPECT_EQ(ReplyStateText(StateOf(c.type, c.payload)),
                ReplyStateText(c.state))
          << c.what;
    }
  }
}

TEST(RecordPayloadTest, AFindingHasACodeOfTheTableAndItsSeverity) {
  const size_t rules = AllRules().size();
  for (size_t code = 0; code < rules; ++code) {
    for (int severity = 0; severity < 3; ++severity) {
      const bool right =
          severity == static_cast<int>(AllRules()[code].severity);
      EXPECT_EQ(StateOf(FrameType::kFinding, FindingFields(code, severity)),
                right ? ReplyState::kGoingOn : ReplyState::kSeverityMismatch);
    }
    EXPECT_EQ(StateOf(FrameType::kFinding, FindingFields(code, 3)),
              ReplyState::kUnknownSeverity);
  }
  EXPECT_EQ(StateOf(FrameType::kFinding, FindingFields(rules, 0)),
            ReplyState::kUnknownCode);
  EXPECT_EQ(StateOf(FrameType::kFinding, FindingFields(65535, 0)),
            ReplyState::kUnknownCode);
}

// Calls `what` with the type and payload of every frame of the sample replies.
template <typename What>
void ForEachSampleFrame(What what) {
  int frames = 0;
  for (const SampleReply& reply : SampleReplies()) {
    for (const Record& record : reply.records) {
      const std::string frame = Encoded({record});
      what(static_cast<FrameType>(frame.at(0)),
           frame.substr(kFrameHeaderBytes));
      ++frames;
    }
  }
  EXPECT_GT(frames, 20);
}

TEST(RecordPayloadTest, EveryFrontPartOfAPayloadIsTooShort) {
  ForEachSampleFrame([](FrameType type, const std::string& payload) {
    for (size_t length = 0; length < payload.size(); ++length) {
      EXPECT_EQ(StateOf(type, payload.substr(0, length)),
                ReplyState::kPayloadTooShort)
          << static_cast<int>(type) << " cut at " << length;
    }
  });
}

TEST(RecordPayloadTest, AByteMoreIsTooLong) {
  ForEachSampleFrame([](FrameType type, const std::string& payload) {
    EXPECT_EQ(StateOf(type, payload), ReplyState::kGoingOn);
    EXPECT_EQ(StateOf(type, payload + '\0'), ReplyState::kPayloadTooLong);
  });
}

TEST(RecordPayloadTest, TheFirstFaultIsTheOneThatIsNamed) {
  EXPECT_EQ(StateOf(FrameType::kFormat, U32(0xffffffff) + U8(9) + U8(9)),
            ReplyState::kTextTooLong);
  EXPECT_EQ(StateOf(FrameType::kEnd, U8(9)), ReplyState::kUnknownVerdict);
}

}  // namespace
}  // namespace loadgate
