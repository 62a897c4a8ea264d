// Names and formats, as judge.h declares them.

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "loadgate/judge.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;

TEST(FileNameTest, FormatsHaveNames) {
  EXPECT_EQ(FormatName(Format::kGguf), "gguf");
  EXPECT_EQ(FormatName(Format::kSafetensors), "safetensors");
  EXPECT_EQ(FormatName(Format::kSafetensorsIndex), "safetensors-index");
  EXPECT_EQ(FormatName(Format::kUnknown), "unknown");
}

TEST(FileNameDeathTest, AValueThatIsNoFormatAborts) {
  EXPECT_DEATH(FormatName(static_cast<Format>(99)), "check failed");
}

TEST(FileNameTest, ANamesExtensionSaysItsFormatWhateverItsCase) {
  for (const std::string_view name : {"a.gguf", ".GGUF", "dir/b.c.GgUf"}) {
    EXPECT_EQ(FormatOfName(name), Format::kGguf) << name;
  }
  for (const std::string_view name : {"a.safetensors", "B.SAFETENSORS"}) {
    EXPECT_EQ(FormatOfName(name), Format::kSafetensors) << name;
  }
  EXPECT_EQ(FormatOfName("a.Safetensors.Index.json"),
            Format::kSafetensorsIndex);
  for (const std::string_view name : {"", "gguf", "a.gguf.part", "a.ggu",
                                      "a.index.json", "a.bin", "a_gguf"}) {
    EXPECT_EQ(FormatOfName(name), Format::kUnknown) << name;
  }
}

TEST(FileNameTest, ANameSaysPartOnlyOfAModel) {
  const std::string hash(40, 'a');
  for (const std::string& name :
       {"m.gguf.part1of2"s, "m.gguf.00"s, "M.GGUF.crdownload"s,
        "m.safetensors.aria2"s, hash + ".incomplete"}) {
    EXPECT_TRUE(SaysPart(name)) << name;
  }
  for (const std::string& name :
       {"m.gguf"s, "notes.tmp"s, "README.part"s, "m.bin.part"s,
        hash.substr(1) + ".incomplete", "A" + hash.substr(1) + ".incomplete"}) {
    EXPECT_FALSE(SaysPart(name)) << name;
  }
}

}  // namespace
}  // namespace loadgate
