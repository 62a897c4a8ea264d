#include "harness/gate/frame_stream.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::Frame;

constexpr uint8_t kEnd = 9;

// Takes types up to kEnd, and faults at a payload that says so.
class Taker : public FrameTaker {
 public:
  ReplyState CheckType(uint8_t type) const override {
    return type <= kEnd ? ReplyState::kGoingOn : ReplyState::kBadType;
  }
  ReplyState Take(uint8_t type, ByteSpan payload) override {
    if (AsText(payload) == "bad") return ReplyState::kNotCanonical;
    taken.emplace_back(type, AsText(payload));
    return type == kEnd ? ReplyState::kEnded : ReplyState::kGoingOn;
  }
  std::vector<std::pair<uint8_t, std::string>> taken;
};

struct Outcome {
  ReplyState fed = ReplyState::kGoingOn;
  ReplyState end = ReplyState::kGoingOn;
  std::vector<std::pair<uint8_t, std::string>> taken;
};

Outcome Feed(std::string_view bytes, size_t piece = 1 << 20,
             FrameCaps caps = {.records = 9, .bytes = 1 << 20, .end = kEnd}) {
  Taker taker;
  FrameStream stream(caps, taker);
  Outcome out;
  while (!bytes.empty()) {
    const std::string_view front = bytes.substr(0, piece);
    out.fed = stream.Feed(AsBytes(front));
    EXPECT_EQ(stream.state(), out.fed);
    bytes.remove_prefix(front.size());
  }
  out.end = stream.Finish();
  EXPECT_EQ(stream.state(), out.end);
  out.taken = std::move(taker.taken);
  return out;
}

const std::string kGood =
    Frame(uint8_t{0}, "") + Frame(uint8_t{3}, "three") + Frame(kEnd, "x");

TEST(FrameStreamTest, PiecesOfAnyLengthGiveTheSameFrames) {
  for (size_t piece = 1; piece <= kGood.size(); ++piece) {
    const Outcome out = Feed(kGood, piece);
    EXPECT_EQ(out.fed, ReplyState::kEnded);
    EXPECT_EQ(out.end, ReplyState::kEnded);
    ASSERT_EQ(out.taken.size(), 3u);
    EXPECT_EQ(out.taken[0], std::make_pair(uint8_t{0}, ""s));
    EXPECT_EQ(out.taken[1], std::make_pair(uint8_t{3}, "three"s));
    EXPECT_EQ(out.taken[2], std::make_pair(kEnd, "x"s));
  }
}

TEST(FrameStreamTest, WithoutItsEndItIsCutShort) {
  EXPECT_EQ(Feed("").end, ReplyState::kNoReply);
  for (size_t length = 1; length < kGood.size(); ++length) {
    const Outcome out = Feed(std::string_view(kGood).substr(0, length));
    EXPECT_EQ(out.fed, ReplyState::kGoingOn) << length;
    EXPECT_EQ(out.end, ReplyState::kCutShort) << length;
  }
}

TEST(FrameStreamTest, NothingComesBehindTheEnd) {
  EXPECT_EQ(Feed(kGood + "\x09").end, ReplyState::kSecondEnd);
  EXPECT_EQ(Feed(kGood + "\0"s).end, ReplyState::kByteAfterEnd);
  EXPECT_EQ(Feed(kGood + "\xff").end, ReplyState::kByteAfterEnd);
}

TEST(FrameStreamTest, AFaultStaysAndNothingIsTakenBehindIt) {
  for (const auto& [bytes, state] :
       {std::make_pair("\x0a"s, ReplyState::kBadType),
        std::make_pair(Frame(uint8_t{1}, "bad"), ReplyState::kNotCanonical),
        std::make_pair("\0\1\0\1\0"s, ReplyState::kFrameTooLong)}) {
    const Outcome out = Feed(bytes + kGood, 1);
    EXPECT_EQ(ReplyStateText(out.fed), ReplyStateText(state));
    EXPECT_EQ(out.end, state);
    EXPECT_TRUE(out.taken.empty());
  }
}

TEST(FrameStreamTest, FramesAndTheirBytesHaveCaps) {
  const auto with = [](uint64_t records, uint64_t bytes) {
    return Feed(kGood, 3, {.records = records, .bytes = bytes, .end = kEnd});
  };
  EXPECT_EQ(with(3, kGood.size()).end, ReplyState::kEnded);
  EXPECT_EQ(with(2, kGood.size()).end, ReplyState::kTooManyRecords);
  for (uint64_t bytes = 0; bytes < kGood.size(); ++bytes) {
    EXPECT_EQ(with(3, bytes).end, ReplyState::kTooManyBytes) << bytes;
  }
}

}  // namespace
}  // namespace loadgate
