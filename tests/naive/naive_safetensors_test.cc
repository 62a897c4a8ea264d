#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/naive/json.h"
#include "tests/naive/safetensors.h"

namespace naive::safetensors {
namespace {

using namespace std::string_literals;

// A file with `header`, and `data_bytes` of data.
std::vector<uint8_t> File(const std::string& header, size_t data_bytes = 0) {
  std::vector<uint8_t> file;
  for (size_t i = 0; i < 8; ++i) {
    file.push_back(static_cast<uint8_t>(uint64_t{header.size()} >> (8 * i)));
  }
  file.insert(file.end(), header.begin(), header.end());
  file.resize(file.size() + data_bytes);
  return file;
}

Judgement JudgeHeader(const std::string& header, size_t data_bytes = 0) {
  return JudgeSafetensors(File(header, data_bytes));
}

std::string Entry(const std::string& name, const std::string& dtype,
                  const std::string& shape, const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + offsets + "]}";
}

// The reason why a file with these entries is rejected, or an empty text.
std::string ReasonOf(const std::string& entries, size_t data_bytes = 0) {
  return JudgeHeader("{" + entries + "}", data_bytes).reason;
}

std::string ReasonOfShape(const std::string& shape, size_t data_bytes = 0,
                          const std::string& dtype = "U8") {
  const std::string offsets = "0," + std::to_string(data_bytes);
  return ReasonOf(Entry("w", dtype, shape, offsets), data_bytes);
}

// The reason for what an unknown field holds.
std::string ReasonOfValue(const std::string& value) {
  return ReasonOf(R"("w":{"x":)" + value +
                  R"(,"dtype":"U8","shape":[0],"data_offsets":[0,0]})");
}

TEST(NaiveSafetensorsTest, ReadsNamesMetadataAndTensorsInTheHeadersOrder) {
  const Judgement judged = JudgeHeader(
      " {" + Entry("b", "F32", "2", "4,12") + R"(,"__meta\u0064ata__":)" +
          R"({"k":"a\u0000\ud83d\ude00","":""},)" +
          Entry("a", "F\\u0033\\u0032", "", "0,4") + "} \t\r\n",
      12);
  ASSERT_TRUE(judged.accept) << judged.reason;
  ASSERT_EQ(judged.tensors.size(), 2U);
  EXPECT_EQ(judged.tensors[0].name, "b");
  EXPECT_EQ(judged.tensors[0].shape, std::vector<uint64_t>{2});
  EXPECT_EQ(judged.tensors[1].dtype, "F32");
  EXPECT_EQ(judged.tensors[1].end, 4U);
  const std::pair<std::string, std::string> first = {"k", "a\0\U0001F600"s};
  ASSERT_EQ(judged.metadata.size(), 2U);
  EXPECT_EQ(judged.metadata[0], first);
}

TEST(NaiveSafetensorsTest, WantsTheWholeHeader) {
  EXPECT_EQ(JudgeSafetensors({}).offset, 0U);
  EXPECT_FALSE(JudgeSafetensors({2, 0, 0, 0, 0, 0, 0}).accept);
  EXPECT_EQ(JudgeHeader("").reason, "the header is empty");
  EXPECT_TRUE(JudgeHeader("{}").accept);
  std::vector<uint8_t> file = File("{}");
  file[0] = 3;
  EXPECT_EQ(JudgeSafetensors(file).reason,
            "the header runs past the file's end");
  file[3] = 6;
  EXPECT_EQ(JudgeSafetensors(file).reason, "the header is longer than allowed");
}

TEST(NaiveSafetensorsTest, WantsOneObjectAndNothingBehindIt) {
  EXPECT_EQ(JudgeHeader("[]").reason, "the header is no object");
  for (const std::string& bad :
       {" "s, "{"s, "{}{}"s, "{}\0"s, "{} x"s, "\xEF\xBB\xBF{}"s, "{,}"s,
        "{\"a\"}"s, "{\"a\":}"s, "{'a':1}"s, "\f{}"s, "{}\xC3"s}) {
    EXPECT_FALSE(JudgeHeader(bad).accept) << bad;
  }
}

TEST(NaiveSafetensorsTest, StringsAreStrict) {
  EXPECT_EQ(ReasonOfValue(R"("\"\\\/\b\f\n\r\t\u00e9\uD834\uDD1E")"), "");
  EXPECT_EQ(ReasonOfValue("\"\x7F\""), "");
  for (const std::string& bad :
       {R"("\ud83d")"s, R"("\ude00")"s, R"("\ud83d\ud83d")"s, R"("\x")"s,
        R"("\u12g4")"s, R"("\u+123")"s, "\"\n\""s, "\"\0\""s,
        "\"\xED\xA0\x80\""s, "\"\xC0\x80\""s, "\"\\"s, "'a'"s}) {
    EXPECT_NE(ReasonOfValue(bad), "") << bad;
  }
}

TEST(NaiveSafetensorsTest, NumbersAnywhereFollowTheGrammarAndFitADouble) {
  for (const char* good :
       {"0", "-0", "-1", "1.5", "1e0", "1E+5", "-1.0e-999", "1e308",
        "1.7976931348623158e308", "18446744073709551616", "true", "null"}) {
    EXPECT_EQ(ReasonOfValue(good), "") << good;
  }
  for (const char* bad :
       {"01", "-", "+1", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity",
        "1e309", "-1e309", "1.7976931348623159e308", "tru", "True", "1 2"}) {
    EXPECT_NE(ReasonOfValue(bad), "") << bad;
  }
}

TEST(NaiveSafetensorsTest, AllowsOneHundredAndTwentySevenLevels) {
  // The header and the entry are two of them.
  const auto nested = [](size_t n) {
    return std::string(n, '[') + std::string(n, ']');
  };
  EXPECT_EQ(ReasonOfValue(nested(125)), "");
  EXPECT_EQ(ReasonOfValue(nested(126)), "there are too many levels");
  EXPECT_EQ(ReasonOfValue("[" + nested(124) + "," + nested(124) + "]"), "");
}

TEST(NaiveSafetensorsTest, FindsDuplicatesAtEveryLevel) {
  const std::string twice = "a key appears twice";
  const std::string a = Entry("a", "U8", "0", "0,0");
  EXPECT_EQ(ReasonOf(a + "," + Entry("\\u0061", "U8", "0", "0,0")), twice);
  EXPECT_EQ(ReasonOf(R"("__metadata__":{"k":"1","k":"1"})"), twice);
  EXPECT_EQ(ReasonOf(R"("__metadata__":{},"__metadata__":{})"), twice);
  EXPECT_EQ(ReasonOfValue("1,\"x\":1"), twice);
  EXPECT_EQ(ReasonOfValue("1,\"shape\":[0]"), twice);
  EXPECT_EQ(ReasonOfValue(R"([{"k":{"d":1,"\u0064":2}}])"), twice);
  EXPECT_EQ(ReasonOfValue(R"([{"k":1},{"k":1}])"), "");
}

TEST(NaiveSafetensorsTest, MetadataIsAMapOfStrings) {
  EXPECT_EQ(ReasonOf(R"("__metadata__":{"k":"\u0000"})"), "");
  for (const char* bad : {"null", "[]", "\"a\"", R"({"k":1})", R"({"k":null})",
                          R"({"k":{}})", R"({"k\u0000":"v"})"}) {
    EXPECT_NE(ReasonOf(R"("__metadata__":)"s + bad), "") << bad;
  }
}

TEST(NaiveSafetensorsTest, AnEntryHasThreeFieldsOfTheRightKind) {
  for (const char* bad :
       {"null", "[\"U8\",[0],[0,0]]", R"({"dtype":"U8","shape":[0]})",
        R"({"dtype":"U8","data_offsets":[0,0]})",
        R"({"shape":[0],"data_offsets":[0,0]})",
        R"({"dtype":"u8","shape":[0],"data_offsets":[0,0]})",
        R"({"dtype":{"U8":null},"shape":[0],"data_offsets":[0,0]})",
        R"({"dtype":"U8","shape":0,"data_offsets":[0,0]})",
        R"({"dtype":"U8","shape":[[0]],"data_offsets":[0,0]})",
        R"({"dtype":"U8","shape":[0],"data_offsets":{}})",
        R"({"dtype":"U8","shape":[0],"data_offsets":[0]})",
        R"({"dtype":"U8","shape":[0],"data_offsets":[0,0,0]})"}) {
    EXPECT_NE(ReasonOf("\"w\":"s + bad), "") << bad;
  }
  EXPECT_EQ(ReasonOf(Entry("a\\u0000b", "U8", "0", "0,0")),
            "a tensor name holds a NUL");
  EXPECT_EQ(ReasonOf(Entry("", "U8", "0", "0,0")), "");
}

TEST(NaiveSafetensorsTest, ShapesAreOfPlainUnsignedIntegers) {
  EXPECT_EQ(ReasonOfShape("18446744073709551615,0"), "");
  for (const char* bad : {"-0", "0.0", "0e0", "-1", "\"0\"", "null", "true",
                          "00", "18446744073709551616,0", "0,1e400", "0,"}) {
    EXPECT_NE(ReasonOfShape(bad), "") << bad;
  }
}

TEST(NaiveSafetensorsTest, ASizeIsCalculatedFromTheLeft) {
  EXPECT_EQ(ReasonOfShape("0,18446744073709551615,2"), "");
  EXPECT_EQ(ReasonOfShape("18446744073709551615,2,0"),
            "a tensor's elements overflow");
  EXPECT_EQ(ReasonOfShape("4294967296,4294967296"),
            "a tensor's elements overflow");
  EXPECT_EQ(ReasonOfShape("2305843009213693952"), "a tensor's bits overflow");
  EXPECT_EQ(ReasonOf(Entry("w", "U8", "2305843009213693951",
                           "0,2305843009213693951")),
            "the data runs past the file's end");
  EXPECT_EQ(ReasonOfShape("2,2", 3), "a tensor's offsets do not fit its shape");
}

TEST(NaiveSafetensorsTest, SmallDtypesFillWholeBytes) {
  EXPECT_EQ(ReasonOfShape("2,3", 3, "F4"), "");
  EXPECT_EQ(ReasonOfShape("4", 3, "F6_E2M3"), "");
  EXPECT_EQ(ReasonOfShape("3", 1, "F4"), "a tensor is not of whole bytes");
  EXPECT_EQ(ReasonOfShape("", 0, "F4"), "a tensor is not of whole bytes");
  EXPECT_EQ(ReasonOfShape("1", 1, "F6_E3M2"), "a tensor is not of whole bytes");
  EXPECT_EQ(ReasonOfShape("1", 8, "C64"), "");
}

TEST(NaiveSafetensorsTest, TensorsTileTheData) {
  const auto two = [](const char* a, const char* b, size_t data_bytes) {
    return ReasonOf(Entry("a", "U8", "2", a) + "," + Entry("b", "U8", "2", b),
                    data_bytes);
  };
  EXPECT_EQ(two("0,2", "2,4", 4), "");
  EXPECT_EQ(two("2,4", "0,2", 4), "");
  EXPECT_EQ(two("0,2", "3,5", 5), "there is a hole in the data");
  EXPECT_EQ(two("1,3", "3,5", 5), "there is a hole in the data");
  EXPECT_EQ(two("0,2", "1,3", 3), "tensors overlap");
  EXPECT_EQ(two("0,2", "0,2", 2), "tensors overlap");
  EXPECT_EQ(two("0,2", "2,4", 3), "the data runs past the file's end");
  EXPECT_EQ(two("0,2", "2,4", 5), "bytes at the end belong to no tensor");
  EXPECT_EQ(ReasonOf("", 1), "bytes at the end belong to no tensor");
  EXPECT_EQ(ReasonOf(Entry("a", "U8", "0", "2,1")),
            "a tensor ends before it begins");
}

TEST(NaiveSafetensorsTest, EmptyTensorsLieOnABoundary) {
  const auto at = [](const std::string& place) {
    return ReasonOf(Entry("a", "U8", "2", "0,2") + "," +
                        Entry("b", "U8", "0", place + "," + place) + "," +
                        Entry("c", "U8", "3,0", place + "," + place),
                    2);
  };
  EXPECT_EQ(at("0"), "");
  EXPECT_EQ(at("2"), "");
  EXPECT_EQ(at("1"), "tensors overlap");
  EXPECT_EQ(at("3"), "there is a hole in the data");
}

TEST(NaiveJsonTest, PlainUnsignedIsExact) {
  const auto number = [](const std::string& text) {
    return json::PlainUnsigned(json::Parse(text, 1).values[0]);
  };
  EXPECT_EQ(number("0"), 0U);
  EXPECT_EQ(number("9007199254740993"), uint64_t{9007199254740993});
  EXPECT_EQ(number("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(number("18446744073709551616"), std::nullopt);
  EXPECT_EQ(number("\"1\""), std::nullopt);
}

}  // namespace
}  // namespace naive::safetensors
