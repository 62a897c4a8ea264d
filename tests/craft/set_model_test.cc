#include "craft/set_model.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "tests/craft/sample_sets.h"
#include "tests/support/set_properties.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using testing_support::BrokenSetCraftProperty;

size_t KindOf(const std::string& name, const std::string& bytes) {
  return ContentFromBytes(name, AsBytes(bytes)).index();
}

TEST(SetModelTest, AFileIsWhatItsContentSays) {
  const std::string gguf = GgufToBytes(NewGguf());
  const std::string safetensors = SafetensorsToBytes(NewSafetensors());
  EXPECT_EQ(KindOf("m.gguf", gguf), 1u);
  EXPECT_EQ(KindOf("m.safetensors", gguf), 1u);
  EXPECT_EQ(KindOf("x.index.json", gguf), 1u);
  EXPECT_EQ(KindOf("m.safetensors", safetensors), 2u);
  EXPECT_EQ(KindOf("blob", safetensors), 2u);
  EXPECT_EQ(KindOf("m.safetensors", "version https://git-lfs"), 0u);
  EXPECT_EQ(KindOf("m.safetensors", ""), 0u);
  EXPECT_EQ(KindOf("m.gguf", "GGU"), 0u);
}

TEST(SetModelTest, AnIndexIsOneByItsName) {
  EXPECT_EQ(KindOf("model.safetensors.index.json", "{}"), 3u);
  EXPECT_EQ(KindOf("M.INDEX.JSON", "no JSON"), 3u);
  EXPECT_EQ(KindOf("index.json", "{}"), 0u);
}

TEST(SetModelTest, AShardIsOneByNameAndContent) {
  const SetContent content = NewSafetensors();
  EXPECT_TRUE(IsShard({"m.safetensors", content}));
  EXPECT_TRUE(IsShard({"M.SafeTensors", content}));
  EXPECT_FALSE(IsShard({"m.bin", content}));
  EXPECT_FALSE(IsShard({std::string(300, 'x') + ".safetensors", content}));
  EXPECT_FALSE(IsShard({"m.safetensors", SetContent("text")}));
}

TEST(SetModelTest, FilesComeBack) {
  for (const SetModel& set : SampleSets()) {
    const std::vector<NamedFile> files = SetToFiles(set);
    EXPECT_EQ(SetToFiles(SetFromFiles(files)), files);
    EXPECT_EQ(SetFromFiles(files), set);
  }
}

TEST(SetModelTest, EveryPrefixOfABundleHoldsTheProperties) {
  for (const SetModel& set : SampleSets()) {
    const std::string bundle = SetToBytes(set);
    const size_t step = 1 + bundle.size() / 400;
    for (size_t size = 0; size <= bundle.size(); size += step) {
      ASSERT_EQ(BrokenSetCraftProperty(AsBytes(bundle.substr(0, size))), "")
          << size;
    }
  }
}

// Each byte of the bundle's own fields, and a few of each file's.
TEST(SetModelTest, EveryByteAtAnEdgeHoldsTheProperties) {
  for (const SetModel& set : SampleSets()) {
    const std::string bundle = SetToBytes(set);
    const size_t step = 1 + bundle.size() / 300;
    for (size_t at = 0; at < bundle.size(); at += at < 64 ? 1 : step) {
      for (const char byte : {'\0', '\1', '\x7f', '\x80', '\xff', '"', '{'}) {
        std::string changed = bundle;
        changed[at] = byte;
        ASSERT_EQ(BrokenSetCraftProperty(AsBytes(changed)), "") << at;
      }
    }
  }
}

TEST(SetModelTest, GarbageHoldsTheProperties) {
  uint64_t state = 1;
  for (int i = 0; i < 300; ++i) {
    std::string bytes(kBundleMagic);
    if (i % 3 == 0) bytes.clear();
    for (int j = 0; j < 120; ++j) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      const char byte = static_cast<char>(state >> 56);
      bytes += i % 2 == 0 ? byte : static_cast<char>(byte & 3);
    }
    ASSERT_EQ(BrokenSetCraftProperty(AsBytes(bytes)), "") << i;
  }
}

TEST(SetModelTest, ASetOfWhatIsNoModelHoldsTheProperties) {
  const SetModel set = SetFromFiles({{"", ""},
                                     {"a\0b"s, "\0\xff"s},
                                     {"m.safetensors", "{}"},
                                     {"x.index.json", ""},
                                     {"y.index.json", "\xff{[\"a"},
                                     {"b", BundleToBytes({{{"a", "b"}}, ""})}});
  EXPECT_EQ(BrokenSetCraftProperty(AsBytes(SetToBytes(set))), "");
}

TEST(SetModelTest, TheIndexOverShardsHasTheLaterOfATensorInTwo) {
  SetModel set = CheckpointOfThree();
  std::swap(set.files[0].name, set.files[1].name);
  set.files.push_back(set.files[0]);
  set.files.back().name = "z.safetensors";
  EXPECT_EQ(RightIndex(set).weight_map.at("a"), "z.safetensors");
  EXPECT_EQ(RightIndex(set).total_size, 8u + 3 + 2 + 8);
}

}  // namespace
}  // namespace loadgate::craft
