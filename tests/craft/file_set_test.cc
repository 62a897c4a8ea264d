#include "craft/file_set.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;

// "a" with the bytes "xy", field by field.
std::string OneFile() {
  return "loadgate bundle 1\n"s + "\1\0\0\0"s + "a" + "\2\0\0\0\0\0\0\0"s +
         "xy";
}

Bundle Read(const std::string& bytes) {
  const Bundle bundle = BundleFromBytes(AsBytes(bytes));
  EXPECT_EQ(BundleToBytes(bundle), bytes);
  return bundle;
}

TEST(FileSetTest, ABundleIsALineAndTheFiles) {
  const Bundle bundle = Read(OneFile());
  ASSERT_EQ(bundle.files.size(), 1u);
  EXPECT_EQ(bundle.files[0], (NamedFile{"a", "xy"}));
  EXPECT_EQ(bundle.raw, "");
}

TEST(FileSetTest, NamesAndFilesMayBeEmptyTwiceAndAnyBytes) {
  const Bundle made = {{{"", ""}, {"\0/\xff"s, "\n"}, {"a", "b"}, {"a", "b"}},
                       "rest"};
  EXPECT_EQ(BundleFromBytes(AsBytes(BundleToBytes(made))), made);
}

TEST(FileSetTest, WhatIsNoBundleIsRaw) {
  for (const std::string& bytes :
       {""s, "x"s, std::string(kBundleMagic), "GGUF"s, "loadgate bundle 2\n"s,
        " " + OneFile()}) {
    const Bundle bundle = Read(bytes);
    EXPECT_TRUE(bundle.files.empty());
    EXPECT_EQ(bundle.raw, bytes);
  }
}

TEST(FileSetTest, AFileThatIsNotAllThereIsRaw) {
  const std::string one = OneFile();
  for (size_t size = 0; size < one.size(); ++size) {
    EXPECT_TRUE(Read(one.substr(0, size)).files.empty()) << size;
    const std::string second = one.substr(kBundleMagic.size());
    if (size < second.size()) {
      const Bundle two = Read(one + second.substr(0, size));
      EXPECT_EQ(two.files.size(), 1u);
      EXPECT_EQ(two.raw, second.substr(0, size));
    }
  }
}

TEST(FileSetTest, ALengthThatIsTooLargeIsRaw) {
  std::string name = OneFile();
  name.replace(kBundleMagic.size(), 4, "\xff\xff\xff\xff");
  EXPECT_TRUE(Read(name).files.empty());
  std::string size = OneFile();
  size.replace(kBundleMagic.size() + 5, 8, std::string(8, '\xff'));
  EXPECT_TRUE(Read(size).files.empty());
  size.replace(kBundleMagic.size() + 5, 8, "\3\0\0\0\0\0\0\0"s);
  EXPECT_TRUE(Read(size).files.empty());
}

TEST(FileSetTest, APlainNameStaysInItsDirectory) {
  for (const std::string& name : {"a"s, "..."s, ".a"s, "a..b"s, "a\\b"s}) {
    EXPECT_TRUE(IsPlainName(name)) << name;
  }
  for (const std::string& name :
       {""s, "."s, ".."s, "/"s, "a/b"s, "/a"s, "a/"s, "../a"s, "a\0b"s}) {
    EXPECT_FALSE(IsPlainName(name)) << name;
  }
}

TEST(FileSetTest, AnEndingIsFoundInAnyCase) {
  EXPECT_TRUE(EndsIn("m.GGUF", ".gguf"));
  EXPECT_TRUE(EndsIn(".gguf", ".gguf"));
  EXPECT_FALSE(EndsIn("gguf", ".gguf"));
  EXPECT_FALSE(EndsIn("m.gguf ", ".gguf"));
}

}  // namespace
}  // namespace loadgate::craft
