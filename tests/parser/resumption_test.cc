// However a file arrives, the reader says the same of it and parses each item
// once.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/parser/rule_cases.h"
#include "tests/support/field_values.h"
#include "tests/support/gguf_feeding.h"
#include "tests/support/good_files.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kLongestPiece = 100;

Pieces AllAtOnce() {
  return [](uint64_t) { return UINT64_MAX; };
}

std::string Read(ByteSpan file, Pieces pieces, const Limits& limits) {
  return ReadingText(
      ReadGgufInPieces(file, {.pieces = std::move(pieces), .limits = limits}));
}

// Feeds `file` whole, byte by byte and in two rounds of random pieces.
void ExpectTheSame(ByteSpan file, const std::string& name,
                   const Limits& limits = {}) {
  const std::string whole = Read(file, AllAtOnce(), limits);
  EXPECT_EQ(Read(file, OneByteAtATime(), limits), whole) << name;
  for (const uint64_t seed : {1, 2}) {
    EXPECT_EQ(Read(file, RandomPieces(seed, kLongestPiece), limits), whole)
        << name << ", seed " << seed;
  }
}

// The items that a recipe describes.
uint64_t ItemsIn(const GgufRecipe& recipe) {
  uint64_t items = 1 + recipe.pairs.size() + recipe.tensors.size();
  for (const Pair& pair : recipe.pairs) {
    if (const auto* array = std::get_if<Array>(&pair.value)) {
      items += array->elements.size();
    }
  }
  return items;
}

TEST(GgufResumptionTest, AGoodFileGivesTheSameHoweverItArrives) {
  for (const GoodFile& file : GoodGgufFiles()) {
    ExpectTheSame(file.bytes, file.name);
  }
}

TEST(GgufResumptionTest, ABigEndianFileGivesTheSameHoweverItArrives) {
  for (const GoodFile& file : BigEndianGgufFiles()) {
    ExpectTheSame(file.bytes, file.name);
  }
}

TEST(GgufResumptionTest, AFileThatBreaksARuleGivesTheSameHoweverItArrives) {
  for (const RuleCase& rule_case : RuleCases()) {
    if (ProducerOf(RuleOf(rule_case.code)) != Producer::kReader) continue;
    ExpectTheSame(rule_case.Bad().bytes(), CaseName(rule_case),
                  rule_case.limits);
  }
}

TEST(GgufResumptionTest, AFieldThatLiesGivesTheSameHoweverItArrives) {
  for (const char* name :
       {"value_of_every_type", "array_of_string", "array_of_bool",
        "types_with_padding_between", "dimensions_4", "tiny_llama"}) {
    const GoodFile& file = GoodGgufFile(name);
    for (const Field& field : file.fields) {
      std::vector<std::byte> bytes = file.bytes;
      const uint64_t truth = GetField(bytes, field);
      for (const uint64_t value : BoundaryValues(truth, field.width)) {
        SetField(bytes, field, value);
        ExpectTheSame(bytes, std::string(name) + ": " + field.name + " = " +
                                 std::to_string(value));
      }
    }
  }
}

TEST(GgufResumptionTest, EachItemIsParsedOnce) {
  for (const std::vector<GoodFile>* files :
       {&GoodGgufFiles(), &BigEndianGgufFiles()}) {
    for (const GoodFile& file : *files) {
      const GgufReading reading = ReadGgufInPieces(
          file.bytes, {.pieces = RandomPieces(3, kLongestPiece)});
      EXPECT_EQ(reading.items_read, ItemsIn(file.recipe)) << file.name;
    }
  }
}

TEST(GgufResumptionTest, AStreamGivesTheSameAsAFile) {
  for (const GoodFile& file : GoodGgufFiles()) {
    const GgufReading stream = ReadGgufInPieces(
        file.bytes,
        {.pieces = RandomPieces(4, kLongestPiece), .size_known = false});
    EXPECT_EQ(ReadingText(stream), ReadingText(ReadGguf(file.bytes)))
        << file.name;
  }
}

// The order that the version shows holds from there on, also when the header
// arrives in two pieces: else such a file is taken for a little-endian one.
TEST(GgufResumptionTest, AVersionInTheOtherOrderIsNotForgotten) {
  GgufBytes file = Build(SmallFile());
  file.Set("header.version", 0x03000000);
  ExpectTheSame(file.bytes(), "little endian but for its version");
}

}  // namespace
}  // namespace loadgate::testing_support
