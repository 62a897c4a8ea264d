#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"

namespace loadgate::craft {
namespace {

TEST(GgufMakeTest, APairTellsTheTruth) {
  const GgufPair pair =
      MakePair("k", GgufValueType::kString, GgufText{99, "text"});
  EXPECT_EQ(pair.key, GgufText::Of("k"));
  EXPECT_EQ(pair.type, static_cast<uint32_t>(GgufValueType::kString));
  EXPECT_EQ(std::get<GgufText>(pair.value), GgufText::Of("text"));
}

TEST(GgufMakeTest, TheTypeOfAnArrayIsThatOfItsElements) {
  const GgufPair pair =
      MakePair("k", GgufValueType::kF32,
               GgufArray{.elements = MakeNumbers(4, {1, 2, 3})});
  EXPECT_EQ(pair.type, static_cast<uint32_t>(GgufValueType::kArray));
  const auto& array = std::get<GgufArray>(pair.value);
  EXPECT_EQ(array.element_type, static_cast<uint32_t>(GgufValueType::kF32));
  EXPECT_EQ(array.count, 3u);
}

TEST(GgufMakeTest, NumbersArePackedInTheOrderOfTheFile) {
  EXPECT_EQ(MakeNumbers(2, {0x4142}).bytes, "BA");
  EXPECT_EQ(MakeNumbers(2, {0x4142}, ByteOrder::kBig).bytes, "AB");
}

TEST(GgufMakeTest, ATensorCountsItsDimensions) {
  const GgufTensor tensor = MakeTensor("w", {4, 5, 6}, 1);
  EXPECT_EQ(tensor.dimension_count, 3u);
  EXPECT_EQ(tensor.name, GgufText::Of("w"));
  EXPECT_EQ(tensor.offset, 0u);
}

}  // namespace
}  // namespace loadgate::craft
