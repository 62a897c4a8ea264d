#include "formats/signature.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/guard_buffer.h"

namespace loadgate {
namespace {

using std::string_literals::operator""s;
using testing_support::GuardBuffer;

std::string_view Signed(const std::string& text) {
  const GuardBuffer buffer(AsBytes(text));
  return FindSignature(buffer.bytes());
}

struct Sign {
  std::string bytes;
  std::string_view name;
};

// An MZ header of 64 bytes whose pointer says `pe_at`, and `rest`.
std::string Mz(uint8_t pe_at, const std::string& rest) {
  std::string text = "MZ" + std::string(58, 'x');
  text += static_cast<char>(pe_at);
  return text + "\0\0\0"s + rest;
}

std::vector<Sign> Signs() {
  return {
      {"PK\3\4", "a ZIP archive"},
      {"PK\5\6", "a ZIP archive"},
      {"PK\7\x08", "a ZIP archive"},
      {"7z\xbc\xaf\x27\x1c", "a 7z archive"},
      {"Rar!\x1a\x07", "a RAR archive"},
      {"\x1f\x8b\x08", "a gzip stream"},
      {"\xfd\x37zXZ\0"s, "an xz stream"},
      {"\x28\xb5\x2f\xfd", "a zstd stream"},
      {"\x04\x22\x4d\x18", "an LZ4 stream"},
      {std::string(257, 'n') + "ustar", "a tar archive"},
      {"!<arch>\n", "an ar archive"},
      {"MSCF\0\0\0\0"s, "a cabinet archive"},
      {"\x7f\x45LF", "an ELF executable"},
      {"\xfe\xed\xfa\xce", "a Mach-O executable"},
      {"\xfe\xed\xfa\xcf", "a Mach-O executable"},
      {"\xce\xfa\xed\xfe", "a Mach-O executable"},
      {"\xcf\xfa\xed\xfe", "a Mach-O executable"},
      {"\xca\xfe\xba\xbe", "a Java class or Mach-O executable"},
      {"\0asm"s, "a WebAssembly module"},
      {"dex\n", "a Dalvik executable"},
      {"BZh91AY&SY", "a bzip2 stream"},
      {Mz(0x40, "PE\0\0"s), "a Windows executable"},
      {"\x80\x04\x95", "a Python pickle"},
      {"#!/", "a script"},
  };
}

TEST(FindSignatureTest, NamesEveryKindWhetherTheFileGoesOnOrNot) {
  for (const Sign& sign : Signs()) {
    EXPECT_EQ(Signed(sign.bytes), sign.name);
    EXPECT_EQ(Signed(sign.bytes + "more"), sign.name);
  }
}

TEST(FindSignatureTest, ASignThatIsCutShortIsNone) {
  for (const Sign& sign : Signs()) {
    for (size_t n = 0; n < sign.bytes.size(); ++n) {
      EXPECT_EQ(Signed(sign.bytes.substr(0, n)), "") << sign.name << n;
    }
  }
}

TEST(FindSignatureTest, ASignMustStandInItsPlace) {
  for (const Sign& sign : Signs()) {
    EXPECT_EQ(Signed("\1" + sign.bytes), "") << sign.name;
  }
}

TEST(FindSignatureTest, NoByteOfASignMayDiffer) {
  for (const Sign& sign : Signs()) {
    std::string last = sign.bytes;
    last.back() = '?';
    EXPECT_EQ(Signed(last), "") << sign.name;
  }
}

TEST(FindSignatureTest, TwoBytesAreNotEnoughForAnExecutable) {
  EXPECT_EQ(Signed(Mz(0x40, "NE\0\0"s)), "");
  EXPECT_EQ(Signed(Mz(0x41, "PE\0\0"s)), "") << "the pointer misses it";
  EXPECT_EQ(Signed(Mz(0xff, "PE\0\0"s)), "") << "the pointer is past the end";
  EXPECT_EQ(Signed("MZ"), "");
  EXPECT_EQ(Signed("MZ" + std::string(100, '\xff')), "");
}

TEST(FindSignatureTest, APickleHasAProtocolOf2To5AndAnOpcode) {
  for (int version = 0; version < 256; ++version) {
    const std::string text = {'\x80', static_cast<char>(version), '}'};
    EXPECT_EQ(!Signed(text).empty(), version >= 2 && version <= 5) << version;
  }
  for (const char opcode : "]}(cX\x8c\x95"s) {
    EXPECT_EQ(Signed({'\x80', '\x02', opcode}), "a Python pickle");
  }
  for (const char odd : "\0\1z \xff"s) {
    EXPECT_EQ(Signed({'\x80', '\x02', odd}), "");
  }
}

TEST(FindSignatureTest, AScriptNamesAPath) {
  EXPECT_EQ(Signed("#! \t /bin/sh"), "a script");
  EXPECT_EQ(Signed("#!"), "");
  EXPECT_EQ(Signed("#! \t"), "");
  EXPECT_EQ(Signed("#!sh"), "");
  EXPECT_EQ(Signed("# /bin"), "");
}

TEST(FindPeHeaderTest, IsWhereAWholeMzHeaderSaysAlsoBehindTheBytes) {
  const std::string mz = "MZ" + std::string(0x3a, 'm') + "\xfe\xff\xff\xff";
  EXPECT_EQ(FindPeHeader(AsBytes(mz)), 0xfffffffe);
  EXPECT_EQ(FindPeHeader(AsBytes("MX" + mz.substr(2))), std::nullopt);
  for (size_t n = 0; n < mz.size(); ++n) {
    const GuardBuffer cut(AsBytes(mz).first(n));
    EXPECT_EQ(FindPeHeader(cut.bytes()), std::nullopt) << n;
  }
}

TEST(FindPeHeaderTest, APeHeaderHasFourBytes) {
  EXPECT_TRUE(IsPeHeader(AsBytes("PE\0\0x"s)));
  EXPECT_FALSE(IsPeHeader(AsBytes("PE\0x"s)));
  EXPECT_FALSE(IsPeHeader(AsBytes("PE\0"s)));
}

TEST(FindSignatureTest, Bzip2HasALevelAndABlock) {
  EXPECT_EQ(Signed("BZh11AY&SY"), "a bzip2 stream");
  EXPECT_EQ(Signed("BZh91AY&SZ"), "");
  EXPECT_EQ(Signed("BZh9"), "");
}

std::optional<size_t> ZipEnd(const std::string& text) {
  const GuardBuffer buffer(AsBytes(text));
  return FindZipEnd(buffer.bytes());
}

// An end record that says `length`, and then `comment`.
std::string EndRecord(uint16_t length, const std::string& comment) {
  std::string text = "PK\5\6" + std::string(16, 'r');
  text += static_cast<char>(length & 0xff);
  text += static_cast<char>(length >> 8);
  return text + comment;
}

TEST(FindZipEndTest, FindsARecordWhoseCommentEndsWithTheFile) {
  EXPECT_EQ(ZipEnd(EndRecord(0, "")), 0u);
  EXPECT_EQ(ZipEnd("front" + EndRecord(3, "abc")), 5u);
  EXPECT_EQ(ZipEnd(EndRecord(0xffff, std::string(0xffff, 'c'))), 0u);
}

TEST(FindZipEndTest, ACommentThatEndsElsewhereIsNone) {
  EXPECT_EQ(ZipEnd(EndRecord(1, "")), std::nullopt);
  EXPECT_EQ(ZipEnd(EndRecord(0, "a")), std::nullopt);
  EXPECT_EQ(ZipEnd(EndRecord(3, "ab")), std::nullopt);
  EXPECT_EQ(ZipEnd(EndRecord(3, "abcd")), std::nullopt);
}

TEST(FindZipEndTest, ARecordThatIsCutShortIsNone) {
  const std::string record = EndRecord(0, "");
  for (size_t n = 0; n < record.size(); ++n) {
    EXPECT_EQ(ZipEnd(record.substr(0, n)), std::nullopt) << n;
  }
}

TEST(FindZipEndTest, LooksPastARecordThatDoesNotFit) {
  EXPECT_EQ(ZipEnd(EndRecord(9, "") + EndRecord(2, "ab")), 22u);
  EXPECT_EQ(ZipEnd("PK\5PK\5\6PK\5\6" + EndRecord(0, "")), 11u);
  // The comment of one record holds another: either may be the end.
  EXPECT_EQ(ZipEnd(EndRecord(22, EndRecord(0, ""))), 0u);
}

}  // namespace
}  // namespace loadgate
