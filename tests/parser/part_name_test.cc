#include "formats/part_name.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace loadgate {
namespace {

TEST(PartNameTest, PartsOfACutFileAreKnownBehindAModelsExtension) {
  for (const std::string_view name :
       {"m.gguf.part-aa", "m.gguf-split-a", "m.gguf.part1of2", "M.GGUF.PART02",
        "d/m.safetensors.part_01", "m.gguf.001", "m.gguf.aa", "m.ggufab",
        "m.gguf-part-1-of-3", "m.gguf.00", "m.gguf12", "m.gguf.split01",
        "m.safetensors_aa"}) {
    EXPECT_EQ(PartKindOf(name), PartKind::kSplitPart) << name;
  }
}

TEST(PartNameTest, DownloadsUnderWayAreKnownByTheirExtension) {
  for (const std::string_view name :
       {"m.gguf.part", "m.gguf.crdownload", "0123abcd.incomplete", "m.PARTIAL",
        "m.safetensors.aria2", "m.gguf.!qB", "m.tmp"}) {
    EXPECT_EQ(PartKindOf(name), PartKind::kPartialDownload) << name;
  }
}

TEST(PartNameTest, ADownloadUnderWaySaysWhatItWillBeCalled) {
  EXPECT_EQ(PartialDownloadOf("d/M.gguf.PART"), "d/M.gguf");
  EXPECT_EQ(PartialDownloadOf("x.tmp"), "x");
  EXPECT_EQ(PartialDownloadOf("m.gguf"), std::nullopt);
}

TEST(PartNameTest, WholeFilesAndTheShardsOfASplitAreNeither) {
  for (const std::string_view name :
       {"", "m.gguf", "m.safetensors", "m-00001-of-00003.gguf", "m.part1of2",
        "m.gguf.bak", "m.gguf.gz", "m.gguf.zip", "m.gguf.old", "m.gguf.1",
        "m.gguf.1234", "m.gguf.part1of", "m.gguf.part1of2x", "m.gguf.partition",
        "model-part-2.safetensors", "m.safetensors.index.json",
        "m.gguf.part123456"}) {
    EXPECT_EQ(PartKindOf(name), PartKind::kNone) << name;
  }
}

}  // namespace
}  // namespace loadgate
