#include "inspect/judge_safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/judge.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/read_gguf.h"
#include "tests/parser/test_sources.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Judged {
  FindingSink sink;
  absl::StatusOr<Judgement> judgement = Judgement();

  std::vector<Place> places() const { return PlacesOf(sink.Findings()); }
};

Judged JudgeOf(ByteSource& source, Format expected = Format::kUnknown) {
  Judged judged;
  JudgeOptions options;
  options.name = testing_support::NameOf(expected);
  judged.judgement = Judge(source, options, &judged.sink);
  return judged;
}

SafetensorsBytes OneTensor() {
  return {.json = Padded(ObjectText({TensorText("w", "F32", {2}, 0, 8)})),
          .data_bytes = 8};
}

std::vector<std::byte> WithTail(const SafetensorsBytes& file, size_t tail) {
  std::vector<std::byte> bytes = file.bytes();
  bytes.resize(bytes.size() + tail);
  return bytes;
}

TEST(JudgeSafetensorsTest, AGoodFileIsKnownByItsContentFromAnySource) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const std::vector<std::byte> bytes = good.file.bytes();
    MemorySource memory(bytes);
    FakeStream fake(bytes);
    SlowStream slow(bytes);
    const PipedBytes pipe(bytes, 1, 1);
    StreamSource bytewise(pipe.fd());
    for (ByteSource* source :
         {static_cast<ByteSource*>(&memory), static_cast<ByteSource*>(&fake),
          static_cast<ByteSource*>(&slow),
          static_cast<ByteSource*>(&bytewise)}) {
      const Judged judged = JudgeOf(*source, Format::kSafetensors);
      ASSERT_TRUE(judged.judgement.ok()) << good.name;
      EXPECT_EQ(judged.sink.verdict(), Verdict::kAccept) << good.name;
      ASSERT_TRUE(judged.judgement->safetensors.has_value());
      EXPECT_EQ(judged.judgement->safetensors->tensor_count(), good.tensors);
      EXPECT_EQ(judged.judgement->safetensors->metadata_count(), good.metadata);
    }
  }
}

TEST(JudgeSafetensorsTest, WithoutANameABraceBehindALengthIsEnough) {
  const std::vector<std::byte> bytes = OneTensor().bytes();
  MemorySource source(bytes);
  EXPECT_EQ(JudgeOf(source).judgement->format, Format::kSafetensors);
  std::vector<std::byte> other = bytes;
  other[8] = std::byte{'['};
  MemorySource unknown(other);
  EXPECT_EQ(JudgeOf(unknown).judgement->format, Format::kUnknown);
}

TEST(JudgeSafetensorsTest, WhatItReturnsMayBeMoved) {
  const std::vector<std::byte> bytes = OneTensor().bytes();
  MemorySource source(bytes);
  Judged judged = JudgeOf(source);
  ASSERT_TRUE(judged.judgement.ok());
  const Judgement moved = *std::move(judged.judgement);
  ASSERT_TRUE(moved.safetensors->FindTensor("w").has_value());
  EXPECT_EQ(moved.safetensors->FindTensor("w")->bytes(), 8u);
}

TEST(JudgeSafetensorsTest, AStreamCutAnywhereGivesTheReportOfTheFile) {
  const std::vector<std::byte> bytes = WithTail(OneTensor(), 3);
  for (size_t length = 1; length <= bytes.size(); ++length) {
    const ByteSpan cut = ByteSpan(bytes).first(length);
    MemorySource memory(cut);
    FakeStream stream(cut);
    const Judged file = JudgeOf(memory, Format::kSafetensors);
    const Judged piped = JudgeOf(stream, Format::kSafetensors);
    EXPECT_EQ(piped.places(), file.places()) << length;
    EXPECT_EQ(piped.sink.verdict(),
              length + 3 == bytes.size() ? Verdict::kAccept : Verdict::kReject);
  }
}

TEST(JudgeSafetensorsTest, DataThatFillsWholeStepsOfAStreamIsCounted) {
  for (const uint64_t data : {65536, 65536 * 3}) {
    const SafetensorsBytes file = {
        .json = Padded(ObjectText({TensorText("w", "U8", {data}, 0, data)})),
        .data_bytes = data};
    const std::vector<std::byte> good = file.bytes();
    FakeStream stream(good);
    EXPECT_THAT(JudgeOf(stream).places(), IsEmpty());
    const std::vector<std::byte> bad = WithTail(file, 1);
    FakeStream longer(bad);
    EXPECT_THAT(
        JudgeOf(longer).places(),
        ElementsAre(Place(Code::kSafetensorsTrailingData, good.size())));
  }
}

TEST(JudgeSafetensorsTest, ABadLengthInAStreamIsRejectedWithinItsFirstStep) {
  std::vector<std::byte> bytes(1 << 20, std::byte{0xff});
  FakeStream stream(bytes);
  const Judged judged = JudgeOf(stream, Format::kSafetensors);
  EXPECT_THAT(judged.places(),
              ElementsAre(Place(Code::kSafetensorsHeaderTooLarge, 0)));
  EXPECT_LE(stream.taken(), 64u * 1024);
}

TEST(JudgeSafetensorsTest, ErrorsOfTheSourceAreStatuses) {
  const std::vector<std::byte> bytes = OneTensor().bytes();
  FailingSource early(bytes, 4);
  EXPECT_EQ(JudgeOf(early, Format::kSafetensors).judgement.status().code(),
            absl::StatusCode::kUnavailable);
  const SafetensorsBytes large = {
      .json = ObjectText({TensorText("w", "U8", {200000}, 0, 200000)}),
      .data_bytes = 200000};
  const std::vector<std::byte> large_bytes = large.bytes();
  FailingStream late(large_bytes, 150000);
  EXPECT_EQ(JudgeOf(late).judgement.status().code(),
            absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace loadgate::testing_support
