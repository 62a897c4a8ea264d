#include "fuzz/other/depth.h"

#include <gtest/gtest.h>

#include <string>

#include "craft/gguf_model.h"
#include "fuzz/mutator/file_mutator.h"

namespace loadgate::other {
namespace {

constexpr size_t kMaxSize = 512;

std::string HeaderOf(Format format, const std::string& file) {
  return std::string(DepthOf(format, file).header);
}

TEST(DepthTest, AGgufHeaderNeedsAKeyValueAndATensor) {
  std::string file;
  std::string header;
  // What the mutator begins with may be without a tensor.
  for (uint32_t seed = 1; seed <= 20 && header.empty(); ++seed) {
    file = mutator::SeedGguf(kMaxSize, seed);
    header = HeaderOf(Format::kGguf, file);
  }
  EXPECT_TRUE(file.starts_with(header));
  EXPECT_GT(header.size(), 24u);
  EXPECT_EQ(HeaderOf(Format::kGguf, file + "tail"), header);
  const std::string empty("GGUF\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
  EXPECT_EQ(HeaderOf(Format::kGguf, empty), "");
  EXPECT_EQ(HeaderOf(Format::kGguf, ""), "");
}

TEST(DepthTest, ASafetensorsHeaderNeedsATensor) {
  const std::string file = mutator::SeedSafetensors(kMaxSize, 1);
  const std::string header = HeaderOf(Format::kSafetensors, file);
  EXPECT_TRUE(file.starts_with(header));
  EXPECT_TRUE(header.ends_with('}') || header.ends_with(' '));
  const std::string length("\x18\0\0\0\0\0\0\0", 8);
  EXPECT_EQ(
      HeaderOf(Format::kSafetensors, length + R"({"__metadata__":{"a":""}})"),
      "");
}

TEST(DepthTest, CountsKeyValuesArraysAndTensors) {
  craft::GgufModel model = craft::NewGguf();
  model.pair_count = 2;
  model.tensor_count = 1;
  model.pairs = {
      craft::MakePair("a", GgufValueType::kU32, craft::GgufNumber{4, 1}),
      craft::MakePair("b", GgufValueType::kU32,
                      craft::GgufArray{.elements = craft::MakeNumbers(4, {1})}),
  };
  model.tensors = {craft::MakeTensor("t", {1}, 0)};
  const std::string file = craft::GgufToBytes(model);
  const Depth depth = DepthOf(Format::kGguf, file);
  EXPECT_EQ(depth.pairs, 2u);
  EXPECT_EQ(depth.arrays, 1u);
  EXPECT_EQ(depth.tensors, 1u);
}

TEST(DepthTest, CountsMetadataAndTheTensorsBesideIt) {
  const std::string json =
      R"({"__metadata__":{"a":"1","b":"2"},"t":{"dtype":"U8"}} )";
  std::string file(8, '\0');
  file[0] = static_cast<char>(json.size());
  file += json;
  const Depth depth = DepthOf(Format::kSafetensors, file);
  EXPECT_EQ(depth.pairs, 2u);
  EXPECT_EQ(depth.tensors, 1u);
}

}  // namespace
}  // namespace loadgate::other
