#include "harness/worker/worker_safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;

SafetensorsFile Read(const SafetensorsBytes& bytes) {
  FindingSink sink;
  SafetensorsReader reader({}, {});
  reader.Read(bytes.bytes(), bytes.size(), &sink);
  return std::move(reader).TakePartial({});
}

SafetensorsBytes TwoTensors(const std::string& value) {
  return {.json = ObjectText({"\"__metadata__\":{\"format\":\"" + value + "\"}",
                              TensorText("a", "F32", {2, 1}, 0, 8),
                              TensorText("b", "U8", {3}, 8, 11)}),
          .data_bytes = 11};
}

template <typename T>
std::vector<T> Sent(const SafetensorsBytes& bytes, bool inspect,
                    bool all = false) {
  WorkerRequest request;
  request.inspect = inspect;
  request.all_values = all;
  std::vector<T> sent;
  SendSafetensors(Read(bytes), bytes.size(), request,
                  [&sent](const Record& record) {
                    if (const auto* wanted = std::get_if<T>(&record)) {
                      sent.push_back(*wanted);
                    }
                  });
  return sent;
}

TEST(WorkerSafetensorsTest, FactsAreSentForEveryRequest) {
  std::vector<std::string> names;
  for (const SummaryFact& fact : Sent<SummaryFact>(TwoTensors("pt"), false)) {
    names.push_back(fact.group + fact.name);
  }
  EXPECT_THAT(names,
              ElementsAre("metadata", "tensors", "header_bytes", "data_bytes",
                          "file_size", "typesF32", "typesU8"));
  EXPECT_TRUE(Sent<TensorRecord>(TwoTensors("pt"), false).empty());
}

TEST(WorkerSafetensorsTest, InspectionSendsTensorsWithTheirPlaces) {
  const SafetensorsBytes bytes = TwoTensors("pt");
  const auto tensors = Sent<TensorRecord>(bytes, true);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[1].name, "b");
  EXPECT_EQ(tensors[1].type, "U8");
  EXPECT_THAT(*tensors[0].shape, ElementsAre(2, 1));
  EXPECT_EQ(tensors[1].data_offset, bytes.header_bytes() + 8);
  EXPECT_EQ(tensors[1].bytes, 3u);
  // 8 bytes of length and what stands before the name's quote.
  EXPECT_EQ(tensors[1].info_offset, 8 + bytes.json.find("\"b\""));
  EXPECT_EQ(Sent<KeyValueRecord>(bytes, true)[0].offset,
            8 + bytes.json.find("\"format\""));
}

TEST(WorkerSafetensorsTest, OfAFaultyEntryOnlyItsNameIsSent) {
  const SafetensorsBytes bytes = {
      .json = ObjectText({TensorText("a", "F33", {2, 1}, 0, 8),
                          TensorText("b", "U8", {3}, 8, 11)}),
      .data_bytes = 11};
  const auto tensors = Sent<TensorRecord>(bytes, true);
  ASSERT_EQ(tensors.size(), 2u);
  EXPECT_EQ(tensors[0].name, "a");
  EXPECT_EQ(tensors[0].info_offset, 8 + bytes.json.find("\"a\""));
  EXPECT_EQ(tensors[0].type, "");
  EXPECT_EQ(tensors[0].shape, std::nullopt);
  EXPECT_EQ(tensors[0].data_offset, std::nullopt);
  EXPECT_EQ(tensors[0].bytes, std::nullopt);
  EXPECT_EQ(tensors[1].bytes, 3u);
  const auto regions = Sent<RegionRecord>(bytes, true);
  ASSERT_EQ(regions.size(), 1u);  // Not a tail of all the data.
  EXPECT_EQ(regions[0].kind, "header");
  std::vector<std::string> names;
  for (const SummaryFact& fact : Sent<SummaryFact>(bytes, false)) {
    names.push_back(fact.group + fact.name);
  }
  EXPECT_THAT(names, ElementsAre("metadata", "tensors", "header_bytes",
                                 "file_size", "typesU8"));
}

TEST(WorkerSafetensorsTest, InspectionSendsTheLayout) {
  const SafetensorsBytes bytes = TwoTensors("pt");
  const auto regions = Sent<RegionRecord>(bytes, true);
  ASSERT_EQ(regions.size(), 2u);
  EXPECT_EQ(regions[0].kind, "header");
  EXPECT_EQ(regions[0].end, bytes.header_bytes());
  EXPECT_EQ(regions[1].kind, "data");
  EXPECT_EQ(regions[1].end, bytes.size());
}

TEST(WorkerSafetensorsTest, MetadataIsNotCutInsideACharacter) {
  std::string text = "x";
  for (int i = 0; i < 200; ++i) text += "\xc3\xa9";
  const auto cut = Sent<ArrayChunk>(TwoTensors(text), true);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_EQ(std::get<TextPiece>(cut[0].values[0]).bytes, text.substr(0, 255));
}

TEST(WorkerSafetensorsTest, LongMetadataIsCutOrSentInPieces) {
  const SafetensorsBytes bytes = TwoTensors(std::string(100000, 'x'));
  const auto cut = Sent<ArrayChunk>(bytes, true);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_EQ(std::get<TextPiece>(cut[0].values[0]).left, 100000u - 256u);
  std::string joined;
  for (const ArrayChunk& chunk : Sent<ArrayChunk>(bytes, true, true)) {
    EXPECT_EQ(chunk.joins, !joined.empty());
    joined += std::get<TextPiece>(chunk.values[0]).bytes;
  }
  EXPECT_EQ(joined, std::string(100000, 'x'));
}

}  // namespace
}  // namespace loadgate::testing_support
