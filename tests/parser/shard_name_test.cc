#include "loadgate/shard_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using ::testing::Eq;
using ::testing::HasSubstr;
using std::string_literals::operator""s;

std::optional<Code> FaultOf(std::string_view name) {
  const auto fault = FindShardNameFault(name);
  if (!fault.has_value()) return std::nullopt;
  return fault->code;
}

TEST(ShardNameTest, NamesThatCheckpointsHaveAreTaken) {
  for (const char* name :
       {"model.safetensors", "model-00001-of-00004.safetensors",
        "model_00001-of-00072.safetensors",
        "model-000001-of-000004.SafeTensors",
        "diffusion_pytorch_model.fp16-00001-of-00002.safetensors",
        "model-mtp-of-00005.safetensors", "..a.safetensors", "a..safetensors",
        "m\xc3\xbcller 1.safetensors", "100%.safetensors", "a%2.safetensors",
        "a%zz.safetensors", "a%20b.safetensors"}) {
    EXPECT_THAT(FaultOf(name), Eq(std::nullopt)) << name;
  }
}

TEST(ShardNameTest, AFileHasNoNameOfMoreThan255Bytes) {
  const std::string name = std::string(243, 'n') + ".safetensors";
  EXPECT_THAT(FaultOf(name), Eq(std::nullopt));
  EXPECT_EQ(FaultOf("n" + name), Code::kIndexShardTooLong);
}

TEST(ShardNameTest, NothingLeadsElsewhere) {
  EXPECT_EQ(FaultOf("../a.safetensors"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("/etc/a.safetensors"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("sub/a.safetensors"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("a.safetensors/"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("..\\a.safetensors"), Code::kIndexShardBackslash);
  EXPECT_EQ(FaultOf("c:a.safetensors"), Code::kIndexShardDrive);
  EXPECT_EQ(FaultOf("C:\\a.safetensors"), Code::kIndexShardDrive);
  EXPECT_EQ(FaultOf("hf://a/b.safetensors"), Code::kIndexShardUrl);
  EXPECT_EQ(FaultOf("file:a.safetensors"), Code::kIndexShardUrl);
  EXPECT_EQ(FaultOf("a.safetensors:stream"), Code::kIndexShardUrl);
  EXPECT_EQ(FaultOf("a\0.safetensors"s), Code::kIndexShardNul);
  EXPECT_EQ(FaultOf("a\x7f.safetensors"), Code::kIndexShardControl);
  EXPECT_EQ(FaultOf(".."), Code::kIndexShardExtension);
  EXPECT_EQ(FaultOf("."), Code::kIndexShardExtension);
  EXPECT_EQ(FaultOf(""), Code::kIndexShardExtension);
}

TEST(ShardNameTest, WhatIsHiddenByPercentSignsIsFound) {
  EXPECT_EQ(FaultOf("%2e%2e%2fa.safetensors"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("%252525252fa.safetensors"), Code::kIndexShardDirectory);
  EXPECT_EQ(FaultOf("a%5Cb.safetensors"), Code::kIndexShardBackslash);
  EXPECT_EQ(FaultOf("a%00.safetensors"), Code::kIndexShardNul);
  EXPECT_EQ(FaultOf("c%3Aa.safetensors"), Code::kIndexShardDrive);
  EXPECT_THAT(FindShardNameFault("..%2fa.safetensors")->what,
              HasSubstr("'../a.safetensors'"));
}

TEST(ShardNameTest, PicklesAreToldFromOtherExtensions) {
  for (const char* name : {"a.bin", "a.PT", "a.pth", "a.ckpt", "a.pkl",
                           "a.pickle", "a.safetensors.bin"}) {
    EXPECT_EQ(FaultOf(name), Code::kIndexShardPickle) << name;
  }
  for (const char* name : {"a", "a.gguf", ".safetensors", "safetensors",
                           "a.safetensors ", "a.safetensors.tmp"}) {
    EXPECT_EQ(FaultOf(name), Code::kIndexShardExtension) << name;
  }
}

TEST(ShardNameTest, DotAndSlashInFrontAreLeftOut) {
  EXPECT_EQ(PassDotSlash("./a"), "a");
  EXPECT_EQ(PassDotSlash("././a"), "a");
  EXPECT_EQ(PassDotSlash(".//a"), "/a");
  EXPECT_EQ(PassDotSlash("../a"), "../a");
  EXPECT_EQ(PassDotSlash(".a"), ".a");
  EXPECT_EQ(PassDotSlash("./"), "");
}

}  // namespace
}  // namespace loadgate
