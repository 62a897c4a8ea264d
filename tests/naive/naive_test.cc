#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/naive/gguf.h"
#include "tests/naive/tail.h"
#include "tests/naive/utf8.h"

namespace naive {
namespace {

using namespace std::string_literals;

constexpr uint32_t kU8 = 0, kU32 = 4, kBoolean = 7, kText = 8, kList = 9;
constexpr uint32_t kF32 = 0, kQ40 = 2, kI8 = 24;
constexpr uint64_t k2To32 = uint64_t{1} << 32;

// Bytes puts fields one behind the other, as the format draws them.
class Bytes {
 public:
  explicit Bytes(bool big_endian = false) : big_endian_(big_endian) {}

  Bytes& Number(uint64_t value, size_t width) {
    for (size_t i = 0; i < width; ++i) {
      const size_t place = big_endian_ ? width - 1 - i : i;
      bytes_.push_back(static_cast<uint8_t>(value >> (8 * place)));
    }
    return *this;
  }
  Bytes& U8(uint64_t value) { return Number(value, 1); }
  Bytes& U32(uint64_t value) { return Number(value, 4); }
  Bytes& U64(uint64_t value) { return Number(value, 8); }

  Bytes& Raw(const std::string& text) {
    bytes_.insert(bytes_.end(), text.begin(), text.end());
    return *this;
  }
  Bytes& String(const std::string& text) { return U64(text.size()).Raw(text); }

  Bytes& Header(uint64_t tensors, uint64_t keys, uint32_t version = 3) {
    return Raw("GGUF").U32(version).U64(tensors).U64(keys);
  }
  Bytes& Key(const std::string& key, uint32_t type) {
    return String(key).U32(type);
  }
  Bytes& Tensor(const std::string& name, const std::vector<uint64_t>& ne,
                uint32_t type, uint64_t offset) {
    String(name).U32(ne.size());
    for (const uint64_t dim : ne) U64(dim);
    return U32(type).U64(offset);
  }
  Bytes& PadTo(size_t unit) {
    while (bytes_.size() % unit != 0) bytes_.push_back(0);
    return *this;
  }

  const std::vector<uint8_t>& Get() const { return bytes_; }

 private:
  bool big_endian_;
  std::vector<uint8_t> bytes_;
};

// One key and two tensors, up to the last byte of the second one's data.
Bytes Small(bool big_endian = false) {
  Bytes file(big_endian);
  file.Header(2, 1).Key("general.architecture", kText).String("llama");
  file.Tensor("a", {5}, kF32, 0).Tensor("b", {32, 2}, kQ40, 32).PadTo(32);
  return file.Raw(std::string(20, 'A')).PadTo(32).Raw(std::string(36, 'B'));
}

Bytes WithKey(const std::string& key, uint32_t type) {
  return Bytes().Header(0, 1).Key(key, type);
}

Bytes WithTensor(const std::string& name, const std::vector<uint64_t>& ne,
                 uint32_t type) {
  return Bytes().Header(1, 0).Tensor(name, ne, type, 0).PadTo(32);
}

std::string Verdict(const Bytes& file) {
  const Judgement judgement = JudgeGguf(file.Get());
  EXPECT_EQ(judgement.accept, judgement.reason.empty());
  return judgement.accept ? "accept" : judgement.reason;
}

bool Warns(const Bytes& file, const std::string& warning) {
  const Judgement judgement = JudgeGguf(file.Get());
  EXPECT_TRUE(judgement.accept) << judgement.reason;
  const auto& all = judgement.warnings;
  return std::find(all.begin(), all.end(), warning) != all.end();
}

std::string VerdictWithTail(const std::string& tail) {
  return Verdict(Small().PadTo(32).Raw(tail));
}

TEST(NaiveGguf, ASmallWholeFileIsAcceptedAndToldBack) {
  const Judgement got = JudgeGguf(Small().Get());
  EXPECT_TRUE(got.accept) << got.reason;
  EXPECT_TRUE(got.warnings.empty());
  EXPECT_EQ(got.version, 3U);
  EXPECT_EQ(got.alignment, 32U);
  ASSERT_EQ(got.keys.size(), 1U);
  EXPECT_EQ(got.keys[0].key, "general.architecture");
  EXPECT_EQ(got.keys[0].offset, 56U);
  ASSERT_EQ(got.tensors.size(), 2U);
  EXPECT_EQ(got.tensors[1].ne, (std::vector<uint64_t>{32, 2}));
  EXPECT_EQ(got.tensors[1].begin, got.data_start + 32);
  EXPECT_EQ(got.tensors[1].end, Small().Get().size());
}

TEST(NaiveGguf, EveryShorterPrefixIsRejectedWithinItsBytes) {
  const std::vector<uint8_t> whole = Small().Get();
  for (size_t size = 0; size < whole.size(); ++size) {
    const auto end = whole.begin() + static_cast<std::ptrdiff_t>(size);
    const Judgement got = JudgeGguf({whole.begin(), end});
    EXPECT_FALSE(got.accept) << size;
    EXPECT_LE(got.offset, size);
  }
}

TEST(NaiveGguf, OnlyVersionsTwoAndThreeExist) {
  const std::string wrong = "the version is neither 2 nor 3";
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 2)), "accept");
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 3)), "accept");
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 0)), wrong);
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 1)), wrong);
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 4)), wrong);
  EXPECT_EQ(Verdict(Bytes(true).Header(0, 0, 1)), wrong);
  EXPECT_EQ(Verdict(Bytes().Header(0, 0, 0x10000)), wrong);
}

TEST(NaiveGguf, ABigEndianFileIsReadToItsEndAndRejectedForThat) {
  const Judgement got = JudgeGguf(Small(true).Get());
  EXPECT_FALSE(got.accept);
  EXPECT_EQ(got.reason, kBigEndianReason);
  EXPECT_TRUE(got.big_endian);
  EXPECT_EQ(got.tensors.size(), 2U);
  EXPECT_EQ(Verdict(Bytes(true).Header(0, 1).Key("", kU32).U32(0)),
            "a key is empty");
}

TEST(NaiveGguf, CountsLargerThanTheFileAreRejected) {
  EXPECT_EQ(Verdict(Bytes().Header(~uint64_t{0}, 0)),
            "more tensors are declared than the file can hold");
  EXPECT_EQ(Verdict(Bytes().Header(0, uint64_t{1} << 63)),
            "more keys are declared than the file can hold");
}

TEST(NaiveGguf, KeysAreAsciiWithoutNulNotEmptyAndUnique) {
  EXPECT_EQ(Verdict(WithKey("a\x01 Z", kU8).U8(0)), "accept");
  EXPECT_EQ(Verdict(WithKey("a\0b"s, kU8).U8(0)), "a key holds a NUL");
  EXPECT_EQ(Verdict(WithKey("\xC3\xA4", kU8).U8(0)), "a key is not ASCII");
  EXPECT_EQ(Verdict(WithKey("", kU32).U32(0)), "a key is empty");
  EXPECT_EQ(Verdict(WithKey(std::string(65535, 'k'), kU8).U8(0)), "accept");
  EXPECT_EQ(Verdict(WithKey(std::string(65536, 'k'), kU8).U8(0)),
            "a string is longer than allowed");
  Bytes twice;
  twice.Header(0, 2).Key("k", kU8).U8(0).Key("k", kU32).U32(0);
  EXPECT_EQ(Verdict(twice), "a key appears twice");
}

TEST(NaiveGguf, ArraysHoldKnownFlatElementsThatFit) {
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(kText).U64(0)), "accept");
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(kList).U64(0)),
            "an array holds arrays");
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(13).U64(0)),
            "a value type is unknown");
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(kU32).U64(2).U32(1)),
            "an array runs past the file's end");
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(kU8).U64((1U << 30) + 1)),
            "an array is longer than allowed");
}

TEST(NaiveGguf, ABoolIsZeroOrOneAlsoInAnArray) {
  EXPECT_EQ(Verdict(WithKey("k", kBoolean).U8(1)), "accept");
  EXPECT_EQ(Verdict(WithKey("k", kBoolean).U8(2)), "a bool is neither 0 nor 1");
  EXPECT_EQ(Verdict(WithKey("k", kList).U32(kBoolean).U64(2).U8(0).U8(255)),
            "a bool is neither 0 nor 1");
}

TEST(NaiveGguf, OddTextInAValueIsAWarningSaveWhereItSelectsCode) {
  EXPECT_TRUE(
      Warns(WithKey("k", kText).String("\xFF"), "a string is not UTF-8"));
  EXPECT_TRUE(
      Warns(WithKey("k", kText).String("a\0"s), "a string holds a NUL"));
  Bytes tokens = WithKey("tokenizer.ggml.tokens", kList);
  tokens.U32(kText).U64(1).String("a\0"s);
  EXPECT_FALSE(Warns(tokens, "a string holds a NUL"));
  Bytes chat = WithKey("tokenizer.chat_template", kText).String("a\0"s);
  EXPECT_TRUE(Warns(chat, "a string holds a NUL"));
  EXPECT_EQ(Verdict(WithKey("tokenizer.ggml.pre", kText).String("a\0"s)),
            kValueTextReason);
  EXPECT_EQ(Verdict(WithKey("tokenizer.chat_template", kText).String("\xFF")),
            kValueTextReason);
}

TEST(NaiveGguf, TheAlignmentIsAU32PowerOfTwoThatEightDivides) {
  const auto aligned = [](uint64_t value) {
    return WithKey("general.alignment", kU32).U32(value);
  };
  EXPECT_EQ(Verdict(aligned(8)), "accept");
  EXPECT_EQ(Verdict(aligned(0)), "the alignment is zero");
  EXPECT_EQ(Verdict(aligned(24)), "the alignment is not a power of two");
  EXPECT_EQ(Verdict(aligned(4)), "the alignment is not a multiple of 8");
  EXPECT_FALSE(Warns(aligned(1U << 20), "the alignment is above 1 MiB"));
  EXPECT_TRUE(Warns(aligned(1U << 21), "the alignment is above 1 MiB"));
  EXPECT_EQ(Verdict(WithKey("general.alignment", 10).U64(32)),
            "general.alignment is not a u32");
  EXPECT_EQ(
      Verdict(WithKey("general.alignment", kList).U32(kU32).U64(1).U32(32)),
      "general.alignment is not a u32");
}

TEST(NaiveGguf, TensorNamesAreUniqueUtf8OfAtMost63Bytes) {
  const auto named = [](const std::string& name) {
    return WithTensor(name, {0}, kF32);
  };
  EXPECT_EQ(Verdict(named(std::string(63, 'n'))), "accept");
  EXPECT_EQ(Verdict(named(std::string(64, 'n'))),
            "a string is longer than allowed");
  EXPECT_EQ(Verdict(named("a\0"s)), "a tensor name holds a NUL");
  EXPECT_EQ(Verdict(named("\xFF")), "a tensor name is not UTF-8");
  EXPECT_TRUE(Warns(named(""), "a tensor name is empty"));
  EXPECT_TRUE(Warns(named("\x1B[2J"), "a tensor name holds control bytes"));
  Bytes twice;
  twice.Header(2, 0).Tensor("a", {0}, kF32, 0).Tensor("a", {0}, kF32, 0);
  EXPECT_EQ(Verdict(twice.PadTo(32)), "a tensor appears twice");
}

TEST(NaiveGguf, ShapesThatWrapInSixtyFourBitsAreRejected) {
  const std::string many = "a tensor has over 2^63-1 elements";
  EXPECT_EQ(Verdict(WithTensor("a", {k2To32, k2To32}, kI8)), many);
  EXPECT_EQ(Verdict(WithTensor("a", {k2To32, k2To32 / 2}, kI8)), many);
  EXPECT_EQ(Verdict(WithTensor("a", {k2To32, k2To32, k2To32, k2To32}, kI8)),
            many);
  EXPECT_EQ(Verdict(WithTensor("a", {~uint64_t{0}}, kI8)),
            "a dimension is above 2^63-1");
  EXPECT_EQ(Verdict(WithTensor("a", {(uint64_t{1} << 62) - 1}, kF32)),
            "a tensor is over 2^63-1 bytes");
  EXPECT_EQ(Verdict(WithTensor("a", {(uint64_t{1} << 63) - 1}, kI8)),
            "a tensor with its padding is over 2^63-1 bytes");
  EXPECT_EQ(Verdict(WithTensor("a", {1, 1, 1, 1, 1}, kI8)),
            "a tensor has over 4 dimensions");
}

TEST(NaiveGguf, ASumOfTensorsThatWrapsIsRejected) {
  const uint64_t half = uint64_t{1} << 62;
  Bytes file;
  file.Header(2, 0).Tensor("a", {half}, kI8, 0).Tensor("b", {half}, kI8, half);
  EXPECT_EQ(Verdict(file.PadTo(32)),
            "the tensors together are over 2^63-1 bytes");
}

TEST(NaiveGguf, AShapeWithAZeroIsEmptyAndWarnsBesideAbsurdDims) {
  const std::string absurd = "a zero dimension stands beside absurd ones";
  EXPECT_FALSE(Warns(WithTensor("a", {0, 5}, kF32), absurd));
  EXPECT_TRUE(Warns(WithTensor("a", {k2To32, 0, k2To32}, kF32), absurd));
}

TEST(NaiveGguf, RowsAreWholeBlocksAndAScalarIsARowOfOne) {
  const std::string part = "a tensor's row is not a whole number of blocks";
  EXPECT_EQ(Verdict(WithTensor("a", {}, kF32).U32(0)), "accept");
  EXPECT_EQ(Verdict(WithTensor("a", {}, kQ40)), part);
  EXPECT_EQ(Verdict(WithTensor("a", {16, 2}, kQ40)), part);
  EXPECT_EQ(Verdict(WithTensor("a", {0, 7}, kQ40)), "accept");
  EXPECT_EQ(Verdict(WithTensor("a", {32}, 4)), "a tensor type was removed");
  EXPECT_EQ(Verdict(WithTensor("a", {32}, 43)), "a tensor type is unknown");
}

TEST(NaiveGguf, OffsetsAreTheRunningSumOfPaddedSizes) {
  const auto second_at = [](uint64_t offset) {
    Bytes file;
    file.Header(2, 0).Tensor("a", {9}, kF32, 0).Tensor("b", {0}, kF32, offset);
    return file.PadTo(32).Raw(std::string(128, 0));
  };
  EXPECT_EQ(Verdict(second_at(64)), "accept");
  EXPECT_EQ(Verdict(second_at(36)), "a tensor's offset is not aligned");
  EXPECT_EQ(Verdict(second_at(32)),
            "a tensor starts before the end of the one above it");
  EXPECT_EQ(Verdict(second_at(96)), "there is a gap before a tensor");
}

TEST(NaiveGguf, TheDataSectionStartsInTheFileEvenIfAllTensorsAreEmpty) {
  Bytes file;
  file.Header(1, 0).Tensor("abc", {0}, kF32, 0);
  EXPECT_EQ(Verdict(file), "the data section starts past the file's end");
  EXPECT_EQ(Verdict(file.PadTo(32)), "accept");
}

TEST(NaiveGguf, PaddingAndTailsOfOtherBytesAreWarnings) {
  const std::string tail = "bytes follow that nothing accounts for";
  EXPECT_TRUE(Warns(Small().U8(1), "padding is not zero"));
  EXPECT_FALSE(Warns(Small().PadTo(32).Raw(std::string(32, 0)), tail));
  EXPECT_TRUE(Warns(Small().PadTo(32).Raw(std::string(33, 0)), tail));
  EXPECT_TRUE(Warns(Small().PadTo(32).U8(1), tail));
  EXPECT_FALSE(Warns(Bytes().Header(0, 0).Raw(std::string(32, 0)), tail));
}

TEST(NaiveGguf, ATailThatIsAnotherFileIsRejectedFromSixtyFourBytesOn) {
  const std::string fill(62, 'x');
  EXPECT_EQ(VerdictWithTail("\x7F\x45LF" + fill),
            "the tail begins as an ELF program");
  EXPECT_EQ(VerdictWithTail("\x7F\x45LF" + std::string(59, 'x')), "accept");
  EXPECT_EQ(VerdictWithTail("#! \t/bin/sh\n" + fill),
            "the tail begins as a script");
  EXPECT_EQ(VerdictWithTail("#!shebang" + fill), "accept");
  EXPECT_EQ(VerdictWithTail("\x80\x04\x95" + fill),
            "the tail begins as a Python pickle");
  EXPECT_EQ(VerdictWithTail("\x80\x04\x01" + fill), "accept");
  EXPECT_EQ(VerdictWithTail(std::string(257, 0) + "ustar"),
            "the tail begins as a tar archive");
}

TEST(NaiveGguf, AWindowsProgramNeedsItsSecondHeaderInTheTail) {
  const std::string stub = "MZ" + std::string(58, 0);
  EXPECT_EQ(VerdictWithTail(stub + "\x40\0\0\0PE\0\0"s),
            "the tail begins as a Windows program");
  EXPECT_EQ(VerdictWithTail(stub + "\x41\0\0\0PE\0\0"s), "accept");
  EXPECT_EQ(VerdictWithTail(stub + "\xFF\xFF\xFF\xFFPE\0\0"s), "accept");
}

TEST(NaiveGguf, AZipEndRecordIsRejectedOnlyWhollyInsideTheTail) {
  const std::string sign = "PK\x05\x06";
  const std::string record = sign + std::string(16, 0);
  const std::string ends = "the tail ends as a ZIP archive";
  EXPECT_EQ(VerdictWithTail(record + "\0\0"s), ends);
  EXPECT_EQ(VerdictWithTail("abc" + record + "\3\0xyz"s), ends);
  EXPECT_EQ(VerdictWithTail("abc" + record + "\4\0xyz"s), "accept");
  EXPECT_EQ(
      VerdictWithTail("abc" + record + "\xFF\xFF" + std::string(65535, 'c')),
      ends);
  EXPECT_EQ(Verdict(WithTensor("a", {22}, kI8).Raw(record + "\0\0"s)),
            "accept");
}

TEST(NaiveUtf8, OverlongSurrogateCutAndTooLargeAreRefused) {
  EXPECT_TRUE(IsUtf8("a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"));
  EXPECT_FALSE(IsUtf8("\xC0\x80"));
  EXPECT_FALSE(IsUtf8("\xED\xA0\x80"));
  EXPECT_FALSE(IsUtf8("\xE2\x82"));
  EXPECT_FALSE(IsUtf8("\xF4\x90\x80\x80"));
  EXPECT_FALSE(IsUtf8("\x80"));
}

}  // namespace
}  // namespace naive
