#include "harness/worker/worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "harness/gate/input_report.h"
#include "loadgate/unique_fd.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::GgufBytes;
using testing_support::GoodGgufFile;
using testing_support::GoodGgufFiles;
using testing_support::TempDir;

std::vector<Record> ReplyTo(ByteSpan bytes, WorkerRequest request) {
  TempDir dir;
  const std::string path = dir.WriteFile("f", bytes);
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!request.size.has_value()) request.size = bytes.size();
  std::vector<Record> reply;
  RunWorker(request, fd.get(), {},
            [&reply](const Record& r) { reply.push_back(r); });
  return reply;
}

template <typename T>
std::vector<T> Only(const std::vector<Record>& reply) {
  std::vector<T> out;
  for (const Record& record : reply) {
    if (const auto* wanted = std::get_if<T>(&record)) out.push_back(*wanted);
  }
  return out;
}

// A file with one pair and no tensor.
GgufBytes OnePair() {
  GgufBytes file;
  file.Header(3, 0, 1);
  return file;
}

TEST(WorkerTest, AGoodFileIsAcceptedWithItsFactsAndTheEndLast) {
  for (const auto& file : GoodGgufFiles()) {
    const std::vector<Record> reply = ReplyTo(file.bytes, {.name = "m.gguf"});
    ASSERT_FALSE(reply.empty());
    EXPECT_TRUE(std::holds_alternative<FormatRecord>(reply.front()));
    const auto* end = std::get_if<EndRecord>(&reply.back());
    ASSERT_NE(end, nullptr) << file.name;
    EXPECT_EQ(end->verdict, Verdict::kAccept) << file.name;
    EXPECT_EQ(Only<EndRecord>(reply).size(), 1u);
    EXPECT_EQ(Only<FormatRecord>(reply)[0].size, file.bytes.size());
    EXPECT_TRUE(Only<KeyValueRecord>(reply).empty()) << "not asked for";
  }
}

TEST(WorkerTest, AFileCutShortIsRejectedWithFindingsBeforeTheEnd) {
  const auto& file = GoodGgufFile(GoodGgufFiles().back().name);
  const std::vector<Record> reply =
      ReplyTo(ByteSpan(file.bytes).first(20), {.name = "m.gguf"});
  EXPECT_EQ(std::get<EndRecord>(reply.back()).verdict, Verdict::kReject);
  EXPECT_FALSE(Only<Finding>(reply).empty());
}

TEST(WorkerTest, AVersionThatNobodyReadIsNotSent) {
  const auto& file = GoodGgufFile(GoodGgufFiles().back().name);
  for (const size_t size : {size_t{4}, size_t{7}, size_t{8}}) {
    std::vector<std::string> names;
    for (const SummaryFact& fact : Only<SummaryFact>(
             ReplyTo(ByteSpan(file.bytes).first(size), {.name = "m.gguf"}))) {
      names.push_back(fact.name);
    }
    const bool read = size >= 8;
    EXPECT_EQ(std::count(names.begin(), names.end(), "version"), read ? 1 : 0);
    EXPECT_EQ(std::count(names.begin(), names.end(), "byte_order"),
              read ? 1 : 0);
  }
}

TEST(WorkerTest, ATensorOfAnUnknownTypeHasNoLength) {
  GgufBytes file = testing_support::Build(testing_support::TinyLlama());
  file.Set("tensor[1].type", 99);
  const std::vector<Record> reply =
      ReplyTo(file.bytes(), {.name = "m.gguf", .inspect = true});
  const std::vector<TensorRecord> tensors = Only<TensorRecord>(reply);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_TRUE(tensors[0].bytes.has_value());
  EXPECT_EQ(tensors[1].type, "type 99");
  EXPECT_EQ(tensors[1].bytes, std::nullopt);
  for (const SummaryFact& fact : Only<SummaryFact>(reply)) {
    EXPECT_NE(fact.name, "type 99");
  }
}

TEST(WorkerTest, ADescriptorThatCannotBeReadIsUndecided) {
  std::vector<Record> reply;
  RunWorker({.size = 100, .name = "m.gguf"}, -1, {},
            [&reply](const Record& r) { reply.push_back(r); });
  EXPECT_EQ(std::get<EndRecord>(reply.back()).verdict, Verdict::kUndecided);
  ASSERT_EQ(Only<Finding>(reply).size(), 1u);
  EXPECT_EQ(Only<Finding>(reply)[0].code, Code::kInputNotReadable);
}

TEST(WorkerTest, AFileShorterThanFstatSaidHasChanged) {
  const std::vector<Record> reply =
      ReplyTo(AsBytes("GG"), {.size = 4096, .name = "m.gguf"});
  EXPECT_EQ(std::get<EndRecord>(reply.back()).verdict, Verdict::kUndecided);
  ASSERT_EQ(Only<Finding>(reply).size(), 1u);
  EXPECT_EQ(Only<Finding>(reply)[0].code, Code::kInputChanged);
}

TEST(WorkerTest, InspectSendsEveryTypeOfValue) {
  GgufBytes file;
  file.Header(3, 0, 12)
      .PairU8("a.u8", 200)
      .PairI8("a.i8", -3)
      .PairU16("a.u16", 60000)
      .PairI16("a.i16", -30000)
      .PairU32("a.u32", 4000000000)
      .PairI32("a.i32", -2000000000)
      .PairF32("a.f32", 0.5f)
      .PairBool("a.bool", true)
      .PairString("a.string", "text")
      .PairU64("a.u64", UINT64_MAX)
      .PairI64("a.i64", INT64_MIN)
      .PairF64("a.f64", 0.25);
  const std::vector<Record> reply =
      ReplyTo(file.bytes(), {.name = "m.gguf", .inspect = true});
  std::vector<ScalarValue> values;
  for (const ArrayChunk& chunk : Only<ArrayChunk>(reply)) {
    values.insert(values.end(), chunk.values.begin(), chunk.values.end());
  }
  ASSERT_EQ(values.size(), 12u);
  EXPECT_EQ(std::get<uint64_t>(values[0]), 200u);
  EXPECT_EQ(std::get<int64_t>(values[1]), -3);
  EXPECT_EQ(std::get<uint64_t>(values[2]), 60000u);
  EXPECT_EQ(std::get<int64_t>(values[3]), -30000);
  EXPECT_EQ(std::get<uint64_t>(values[4]), 4000000000u);
  EXPECT_EQ(std::get<int64_t>(values[5]), -2000000000);
  EXPECT_EQ(std::get<float>(values[6]), 0.5f);
  EXPECT_EQ(std::get<bool>(values[7]), true);
  EXPECT_EQ(std::get<TextPiece>(values[8]).bytes, "text");
  EXPECT_EQ(std::get<uint64_t>(values[9]), UINT64_MAX);
  EXPECT_EQ(std::get<int64_t>(values[10]), INT64_MIN);
  EXPECT_EQ(std::get<double>(values[11]), 0.25);
}

TEST(WorkerTest, OfALongArrayOnlyTheFirstElementsAreSent) {
  GgufBytes file = OnePair();
  file.ArrayHead("a.b", testing_support::kU32, 5000);
  for (uint32_t i = 0; i < 5000; ++i) file.U32(i);
  const std::vector<Record> few =
      ReplyTo(file.bytes(), {.name = "m.gguf", .inspect = true});
  ASSERT_EQ(Only<ArrayChunk>(few).size(), 1u);
  EXPECT_EQ(Only<ArrayChunk>(few)[0].values.size(), 6u);
  EXPECT_EQ(Only<KeyValueRecord>(few)[0].count, 5000u);

  const std::vector<Record> all = ReplyTo(
      file.bytes(), {.name = "m.gguf", .inspect = true, .all_values = true});
  uint64_t next = 0;
  for (const ArrayChunk& chunk : Only<ArrayChunk>(all)) {
    EXPECT_LE(chunk.values.size(), 1024u);
    for (const ScalarValue& value : chunk.values) {
      EXPECT_EQ(std::get<uint64_t>(value), next++);
    }
  }
  EXPECT_EQ(next, 5000u);
}

TEST(WorkerTest, LongTextComesInPiecesThatSplitNoCharacter) {
  std::string text = "x";
  while (text.size() < 100000) text += "▁";
  GgufBytes file = OnePair();
  file.PairString("a.b", text);
  const std::vector<Record> reply = ReplyTo(
      file.bytes(), {.name = "m.gguf", .inspect = true, .all_values = true});
  std::string joined;
  bool first = true;
  for (const ArrayChunk& chunk : Only<ArrayChunk>(reply)) {
    ASSERT_EQ(chunk.values.size(), 1u);
    EXPECT_EQ(chunk.joins, !first);
    first = false;
    const auto& piece = std::get<TextPiece>(chunk.values[0]);
    EXPECT_LE(piece.bytes.size(), 32768u);
    EXPECT_EQ(piece.bytes.size() % 3, joined.empty() ? 1u : 0u);
    joined += piece.bytes;
    EXPECT_EQ(piece.left, text.size() - joined.size());
  }
  EXPECT_EQ(joined, text);

  const std::vector<Record> cut =
      ReplyTo(file.bytes(), {.name = "m.gguf", .inspect = true});
  const ArrayChunk chunk = Only<ArrayChunk>(cut).at(0);
  const auto& piece = std::get<TextPiece>(chunk.values.at(0));
  EXPECT_LE(piece.bytes.size(), 256u);
  EXPECT_EQ(piece.left, text.size() - piece.bytes.size());
}

TEST(WorkerTest, RegionsCoverTheFileWithoutHoles) {
  for (const auto& file : GoodGgufFiles()) {
    const std::vector<Record> reply =
        ReplyTo(file.bytes, {.name = "m.gguf", .inspect = true});
    uint64_t at = 0;
    for (const RegionRecord& region : Only<RegionRecord>(reply)) {
      EXPECT_EQ(region.begin, at) << file.name;
      EXPECT_GT(region.end, region.begin) << file.name;
      at = region.end;
    }
    EXPECT_GE(at, file.bytes.size()) << file.name;
  }
}

TEST(WorkerTest, TensorsSayWhereTheirBytesLie) {
  const GgufBytes file = testing_support::Build(testing_support::TinyLlama());
  const std::vector<Record> reply =
      ReplyTo(file.bytes(), {.name = "m.gguf", .inspect = true});
  const std::vector<TensorRecord> tensors = Only<TensorRecord>(reply);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].type, "f32");
  EXPECT_EQ(*tensors[0].data_offset + *tensors[0].bytes,
            *tensors[1].data_offset);
  EXPECT_LT(tensors[0].info_offset, tensors[1].info_offset);
}

}  // namespace
}  // namespace loadgate
