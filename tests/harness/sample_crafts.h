// What a worker may have made, and what comes of the bytes of a reply.

#ifndef TESTS_HARNESS_SAMPLE_CRAFTS_H_
#define TESTS_HARNESS_SAMPLE_CRAFTS_H_

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/gate/craft_decoder.h"
#include "harness/gate/craft_encoder.h"
#include "harness/gate/craft_reply.h"
#include "harness/gate/reply_state.h"
#include "tests/harness/sample_replies.h"

namespace loadgate::testing_support {

inline std::string Encoded(const CraftResult& result) {
  std::string bytes;
  EncodeCraftResult(result,
                    [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

// CraftFrameOf returns a frame of any payload.
inline std::string CraftFrameOf(CraftFrame type, std::string_view payload) {
  return Frame(static_cast<uint8_t>(type), payload);
}

inline CraftResult OneFile(std::string bytes) {
  return {.failure = std::nullopt,
          .is_set = false,
          .files = {{.name = "", .bytes = std::move(bytes)}}};
}

inline CraftResult SetOf(std::vector<CraftFile> files) {
  return {.failure = std::nullopt, .is_set = true, .files = std::move(files)};
}

inline CraftResult Failed(CraftFailure failure) {
  return {.failure = std::move(failure), .is_set = false, .files = {}};
}

// SampleCrafts are one of every kind.
inline std::vector<CraftResult> SampleCrafts() {
  using Kind = CraftFailureKind;
  std::vector<CraftResult> samples = {
      OneFile(""),
      OneFile("gguf\n"),
      OneFile(std::string("\0\xff", 2)),
      SetOf({}),
      SetOf({{"a", "one"}, {"../b", ""}, {"a", "two"}, {"", "x"}}),
      Failed({Kind::kRecipe, 0, 3, "expected \x1b", "tensor"}),
      Failed({Kind::kTooManyBytes, 0, 1, "more", "zeros 9"}),
      Failed({Kind::kNoText, 0, 1, "expected", ""}),
      Failed({Kind::kUnreadable, 1, 0, "EIO", ""}),
  };
  for (const Kind kind :
       {Kind::kSet, Kind::kInputTooLarge, Kind::kReplyTooLarge}) {
    samples.push_back(Failed({.kind = kind}));
  }
  return samples;
}

// SampleLimits are those that take every sample.
inline CraftLimits SampleLimits() {
  return {.verb = CraftVerb::kAsm,
          .set = true,
          .inputs = 2,
          .bytes = uint64_t{1} << 20,
          .files = 4};
}

// DecodedCraft is what came of a stream; `result` only if it ended well.
struct DecodedCraft {
  ReplyState fed = ReplyState::kGoingOn;
  ReplyState end = ReplyState::kGoingOn;
  CraftResult result;
};

inline DecodedCraft DecodeCraft(
    std::string_view bytes, const CraftLimits& limits = SampleLimits(),
    size_t piece = std::numeric_limits<size_t>::max()) {
  DecodedCraft out;
  CraftDecoder decoder(limits);
  while (!bytes.empty()) {
    const std::string_view front = bytes.substr(0, piece);
    out.fed = decoder.Feed(AsBytes(front));
    bytes.remove_prefix(front.size());
  }
  out.end = decoder.Finish();
  if (out.end == ReplyState::kEnded) {
    out.result = std::move(decoder).TakeResult();
  }
  return out;
}

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_SAMPLE_CRAFTS_H_
