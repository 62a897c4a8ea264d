// A pipe that stays open: the verdict comes with the bytes that decide it.
//
// Waiting for a byte more than that hangs, which ends in ctest's time-out.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/byte_source.h"
#include "loadgate/judge.h"
#include "tests/parser/judge_bytes.h"
#include "tests/parser/test_sources.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kStep = 64 * 1024;

// A file whose last bytes are the first lie in it.
struct Lie {
  std::string name;
  std::vector<std::byte> bytes;
  Format named = Format::kUnknown;
};

Lie Of(std::string name, const GgufBytes& file) {
  return {.name = std::move(name), .bytes = file.bytes()};
}

std::vector<Lie> HeaderLies() {
  // A byte that no text has: text is waited for, to be told as such.
  GgufBytes magic;
  magic.Raw("GGU\xff");
  return {
      {.name = "magic", .bytes = magic.bytes(), .named = Format::kGguf},
      Of("no format", GgufBytes().Raw("GGU\xff"
                                      "1234")),
      Of("version", GgufBytes().Raw("GGUF").U32(7)),
      Of("byte order", GgufBytes(ByteOrder::kBig).Header(3, 0, 1)),
      Of("key-value count", GgufBytes().Header(3, 0, uint64_t{1} << 62)),
  };
}

std::vector<Lie> MetadataLies() {
  const auto file = [] { return GgufBytes().Header(3, 1, 5); };
  const std::string text(100'000, 't');
  return {
      Of("key length", file().U64(65'536)),
      Of("value type", file().U64(1).Raw("k").U32(13)),
      Of("bool", file().Key("k", kBool).U8(2)),
      Of("bool behind a long text",
         file().PairString("a", text).Key("b", kBool).U8(2)),
      Of("bool behind the second step",
         file().PairString("a", text + text).Key("b", kBool).U8(2)),
      Of("string length", file().Key("k", kString).U64(uint64_t{1} << 40)),
      Of("key twice", file().PairU8("a", 1).PairU8("a", 1)),
      Of("array in an array", file().Key("k", kArray).U32(kArray)),
      Of("array count", file().ArrayHead("k", kU8, uint64_t{1} << 31)),
      Of("bool in an array", file().ArrayHead("k", kBool, 9).U8(1).U8(2)),
      Of("text in an array",
         file().ArrayHead("k", kString, 9).Str("a").U64(uint64_t{1} << 40)),
  };
}

std::vector<Lie> TensorLies() {
  const auto file = [] {
    return GgufBytes().Header(3, 3, 1).PairString("a", "b").TensorInfo(
        "w", {32}, 0, 0);
  };
  return {
      Of("name length", file().U64(uint64_t{1} << 40)),
      Of("name twice", file().TensorInfo("w", {32}, 0, 128)),
      Of("dimension count", file().TensorName("x").U32(5)),
      Of("type", file().TensorInfo("x", {32}, 99, 128)),
      Of("offset", file().TensorInfo("x", {32}, 0, 64)),
  };
}

std::vector<Lie> SafetensorsLies() {
  const SafetensorsBytes broken = {.json = Padded("{\"w\":}")};
  const SafetensorsBytes long_one = {.json = "{\"w\":}" +
                                             std::string(200'000, ' ')};
  const SafetensorsBytes overlap = {
      .json = Padded(ObjectText({TensorText("a", "F32", {2}, 0, 8),
                                 TensorText("b", "F32", {2}, 4, 12)}))};
  const auto length = [](uint64_t value) {
    return GgufBytes().U64(value).bytes();
  };
  return {
      {"length of no format", length(100'000'001)},
      {"length", length(100'000'001), Format::kSafetensors},
      {"largest length", length(UINT64_MAX), Format::kSafetensors},
      {"no length", GgufBytes().U64(0).U8(1).bytes(), Format::kSafetensors},
      {"no brace", GgufBytes().U64(100).U8('[').bytes()},
      {"JSON", broken.bytes()},
      {"JSON that arrives in steps", long_one.bytes()},
      {"overlap", overlap.bytes()},
  };
}

std::vector<Lie> AllLies() {
  std::vector<Lie> all;
  for (const auto& lies :
       {HeaderLies(), MetadataLies(), TensorLies(), SafetensorsLies()}) {
    all.insert(all.end(), lies.begin(), lies.end());
  }
  return all;
}

Verdict JudgePipe(int fd, Format named) {
  StreamSource stream(fd);
  FindingSink sink;
  const auto judgement = Judge(
      stream,
      {.limits = {}, .hash_key = {}, .name = testing_support::NameOf(named)},
      &sink);
  if (!judgement.ok()) {
    ADD_FAILURE() << judgement.status();
    return Verdict::kUndecided;
  }
  EXPECT_EQ(judgement->size, std::nullopt) << "its end was not seen";
  return sink.verdict();
}

TEST(EarlyVerdictTest, ALieInAPipeThatStaysOpenIsRejectedByItsLastByte) {
  for (const Lie& lie : AllLies()) {
    SCOPED_TRACE(lie.name);
    for (const size_t piece : {size_t{1}, size_t{4096}, kStep}) {
      HeldPipe pipe(lie.bytes, piece);
      EXPECT_EQ(JudgePipe(pipe.fd(), lie.named), Verdict::kReject);
      EXPECT_EQ(pipe.Left(), 0u) << "it was rejected before the lie was whole";
    }
  }
}

TEST(EarlyVerdictTest, OfAnUploadNoMoreThanAStepBehindTheLieIsTaken) {
  for (const Lie& lie : AllLies()) {
    SCOPED_TRACE(lie.name);
    std::vector<std::byte> upload = lie.bytes;
    upload.resize(upload.size() + (size_t{3} << 20), std::byte{0x41});
    for (const size_t piece : {size_t{5000}, upload.size()}) {
      HeldPipe pipe(upload, piece);
      EXPECT_EQ(JudgePipe(pipe.fd(), lie.named), Verdict::kReject);
      const uint64_t taken = upload.size() - pipe.Left();
      EXPECT_LE(taken, lie.bytes.size() + kStep);
    }
  }
}

}  // namespace
}  // namespace loadgate::testing_support
