#include "formats/other_file.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace loadgate {
namespace {

using std::string_literals::operator""s;

std::optional<OtherFile> Find(const std::string& bytes) {
  return FindOtherFile(AsBytes(bytes), bytes.size());
}

struct Sample {
  std::string bytes;
  Code code;
  std::string_view says;
};

class OtherFileTest : public ::testing::TestWithParam<Sample> {};

TEST_P(OtherFileTest, IsNamed) {
  const auto found = Find(GetParam().bytes);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->code, GetParam().code);
  EXPECT_NE(found->what.find(GetParam().says), std::string::npos)
      << found->what;
}

INSTANTIATE_TEST_SUITE_P(
    Samples, OtherFileTest,
    ::testing::Values(
        Sample{"lmgg\0\1\0\0"s, Code::kFileOldGgml, "as a GGML file"},
        Sample{"lmgg", Code::kFileOldGgml, "as a GGML file"},
        Sample{"lmgg\x98\xca\0\0"s, Code::kFileOldGgml, "whisper.cpp"},
        Sample{"lmgg\x9a\xca\0\0"s, Code::kFileOldGgml, "whisper.cpp"},
        Sample{"lmgg\x97\xca\0\0"s, Code::kFileOldGgml, "as a GGML file"},
        Sample{"lmgg\x9b\xca\0\0"s, Code::kFileOldGgml, "as a GGML file"},
        Sample{"fmgg\1\0\0\0"s, Code::kFileOldGgml, "GGMF"},
        Sample{"algg\1\0\0\0"s, Code::kFileOldGgml, "LoRA"},
        Sample{"ccgg\1\0\0\0"s, Code::kFileOldGgml, "Falcon"},
        Sample{"nsgg\1\0\0\0"s, Code::kFileOldGgml, "session"},
        Sample{"qsgg\1\0\0\0"s, Code::kFileOldGgml, "sequence"},
        Sample{"PK\3\4\0\0"s, Code::kFileZipArchive, "ZIP archive."},
        Sample{"\x80\x04\x95\0"s, Code::kFilePickle, "pickle"},
        // torch.save before ZIP: a long with the format's own magic number.
        Sample{"\x80\x02\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19."s,
               Code::kFilePickle, "pickle"},
        Sample{"\x89HDF\r\n\x1a\n"s, Code::kFileOtherFormat, "HDF5"},
        Sample{"\x93NUMPY\1\0"s, Code::kFileOtherFormat, "NumPy"},
        Sample{"%PDF-1.7", Code::kFileOtherFormat, "PDF"},
        Sample{"\xff\xd8\xff\xe0"s, Code::kFileOtherFormat, "JPEG"},
        Sample{"\x7f"
               "ELF\2\1"s,
               Code::kFileOtherFormat, "ELF"},
        Sample{"#!/bin/sh\n", Code::kFileOtherFormat, "a script"},
        Sample{"\x1f\x8b\x08\0"s, Code::kFileOtherFormat, "gzip"}));

TEST(OtherFileTest, APointerSaysTheSizeThatIsExpected) {
  const auto found =
      Find("version https://git-lfs.github.com/spec/v1\nsize 12\n");
  EXPECT_EQ(found->code, Code::kFileLfsPointer);
  EXPECT_EQ(found->expected_size, 12u);
}

TEST(OtherFileTest, ZerosOfWhichNotAllWereSeenAreSaidSo) {
  const std::string zeros(100, '\0');
  EXPECT_EQ(FindOtherFile(AsBytes(zeros), 100)->what,
            "All 100 bytes are zero.");
  for (const std::optional<uint64_t> size :
       {std::optional<uint64_t>(101), std::optional<uint64_t>()}) {
    EXPECT_EQ(FindOtherFile(AsBytes(zeros), size)->what,
              "The first 100 bytes are zero, perhaps more of them.");
  }
}

TEST(OtherFileTest, OneByteIsNotCalledBytes) {
  EXPECT_EQ(FindOtherFile(AsBytes("\0"s), 1)->what, "The only byte is zero.");
  EXPECT_EQ(Find("version https://x/spec/v1\nsize 1\n")->what,
            "The file is a Git LFS pointer to a file of 1 byte.");
}

TEST(OtherFileTest, EightZerosBeforeOtherBytesAreNoSign) {
  EXPECT_FALSE(Find(std::string(8, '\0') + "\1").has_value());
  EXPECT_TRUE(Find(std::string(9, '\0') + "\1").has_value());
  EXPECT_FALSE(Find("\1" + std::string(9, '\0')).has_value());
}

TEST(OtherFileTest, AnOldTarHasANameAndOctalPermissions) {
  std::string tar = "model.gguf";
  tar.resize(100, '\0');
  tar += "0000644\0"s;
  EXPECT_EQ(Find(tar)->what, "The file begins as a tar archive.");
  EXPECT_FALSE(Find(tar.substr(0, 107)).has_value());
  std::string other = tar;
  other[103] = '8';
  EXPECT_FALSE(Find(other).has_value());
  other = tar;
  other[99] = 'x';
  EXPECT_FALSE(Find(other).has_value());
}

TEST(OtherFileTest, ABrokenZipEntryIsStillAZip) {
  for (const std::string& bytes :
       {"PK\3\4"s, "PK\3\4"s + std::string(22, '\0') + "\xff\xff\0\0x"s}) {
    EXPECT_EQ(Find(bytes)->what, "The file is a ZIP archive.");
  }
}

TEST(OtherFileTest, NoMoreThanTheFirst4096BytesAreLookedAt) {
  const std::string zeros(5000, '\0');
  EXPECT_EQ(Find(zeros)->what,
            "The first 4096 bytes are zero, perhaps more of them.");
}

TEST(OtherFileTest, AFrontOfWhatIsKnownMayBecomeIt) {
  std::string tar = "model.gguf";
  tar.resize(100, '\0');
  tar += "0000644\0"s;
  for (const std::string& bytes :
       {"tjgg"s, "%PDF-"s, "BZh91AY&SY"s, "\x80\x02}"s, "#! \t/"s,
        "MSCF\0\0\0\0"s, "MZ"s + std::string(58, '\0') + "\x40\0\0\0PE\0\0"s,
        tar, std::string(9, '\0') + "\1", "version https://x/spec/v1\n\1"s,
        "\xef\xbb\xbftext"s}) {
    for (size_t n = 0; n <= bytes.size(); ++n) {
      EXPECT_TRUE(MayBeOtherFile(AsBytes(bytes).first(n))) << bytes << n;
    }
  }
}

TEST(OtherFileTest, AFrontOfNothingKnownIsGivenUpAtItsFirstOddByte) {
  for (const std::string& bytes :
       {"\xff\xff"s, "\1"s, "tjg\1"s, "BZh91AY&SX\1"s, "\x80\x02\xff"s, "#!\1"s,
        "d\0\0x"s, "MZ"s + std::string(58, '\0') + "\x40\0\0\0PF"s,
        "MZ"s + std::string(58, '\0') + "\0\x10\0\0"s,
        std::string(8, '\0') + "\1", "text\1"s}) {
    const ByteSpan all = AsBytes(bytes);
    EXPECT_FALSE(MayBeOtherFile(all)) << bytes;
    EXPECT_TRUE(MayBeOtherFile(all.first(all.size() - 1))) << bytes;
  }
}

TEST(OtherFileTest, ATarArchiveBeginsWithAName) {
  std::string tar = "model.gguf";
  tar.resize(257, '\0');
  tar += "ustar";
  EXPECT_EQ(Find(tar)->what, "The file begins as a tar archive.");
  for (const char odd : "\1\xff\0"s) {
    std::string other = tar;
    other.front() = odd;
    EXPECT_FALSE(Find(other).has_value());
  }
}

TEST(OtherFileTest, UnknownBytesAndNoneAreNothing) {
  EXPECT_FALSE(Find("").has_value());
  EXPECT_FALSE(Find("\1\2\3\4\5\6\7\x08\x09").has_value());
}

}  // namespace
}  // namespace loadgate
