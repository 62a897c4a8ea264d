#include "formats/safetensors_sax.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/read_safetensors.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr Code kDuplicate = Code::kSafetensorsKeyDuplicate;

std::string WithMore(const std::string& more) {
  SafetensorsEntry entry;
  entry.more = more;
  return ObjectText({entry.Text()});
}

// `count` keys k0 to kN, each with `value`.
std::string Keys(size_t count, const std::string& value) {
  std::vector<std::string> members;
  for (size_t i = 0; i < count; ++i) {
    members.push_back("\"k" + std::to_string(i) + "\":" + value);
  }
  const std::string object = ObjectText(members);
  return object.substr(1, object.size() - 2);
}

// The codes that an unknown field with that value gives, beside its own.
std::vector<Code> CodesOfValue(const std::string& value) {
  std::vector<Code> codes = CodesOf(WithMore(",\"x\":" + value), 8);
  std::erase(codes, Code::kSafetensorsUnknownField);
  return codes;
}

TEST(SafetensorsSaxTest, ValuesOfUnknownFieldsArePassedOver) {
  for (const char* value :
       {"null", "true", "1", "-1", "1.5", "18446744073709551616", "\"text\"",
        "{}", "[]", "[[[]],{}]", R"({"dtype":1,"shape":null})",
        R"({"data_offsets":[1.5],"shape":["x"]})", R"([{"a":1},{"a":1}])",
        R"({"a":{"a":{"a":[]}},"b":{"a":1}})", R"({"__metadata__":1})"}) {
    EXPECT_THAT(CodesOfValue(value), IsEmpty()) << value;
  }
}

TEST(SafetensorsSaxTest, AnEntryGoesOnBehindAnUnknownField) {
  const std::string json =
      R"({"w":{"x":{"y":[{}]},"dtype":"F32","z":[[1]],"shape":[2],)"
      R"("data_offsets":[0,8]},"__metadata__":{"k":"v"}})";
  const SafetensorsReading reading = ReadSafetensors(json, 8);
  EXPECT_THAT(CodesIn(reading), ElementsAre(Code::kSafetensorsUnknownField,
                                            Code::kSafetensorsUnknownField));
  EXPECT_EQ(reading.file.tensor_count(), 1u);
  EXPECT_EQ(reading.file.metadata_count(), 1u);
}

TEST(SafetensorsSaxTest, ADuplicateIsFoundAtEveryDepthOfAnUnknownField) {
  for (const char* value :
       {R"({"a":1,"a":2})", R"([{"a":1,"a":2}])", R"({"b":{"a":1,"a":2}})",
        R"({"a":{"a":1},"a":2})", R"([[[{"a":[],"b":1,"\u0061":{}}]]])",
        R"({"":1,"":2})", R"({"a":[{"a":1}],"a":2})",
        R"({"\ud83d\ude00":1,"😀":2})"}) {
    EXPECT_THAT(CodesOfValue(value), ElementsAre(kDuplicate)) << value;
  }
}

TEST(SafetensorsSaxTest, KeysOfSisterObjectsAreNotDuplicates) {
  EXPECT_THAT(CodesOfValue(R"([{"a":1},{"a":1},{"b":{"a":1}},{"b":1}])"),
              IsEmpty());
  EXPECT_THAT(CodesOfValue("[{" + Keys(20, "0") + "},{" + Keys(20, "0") + "}]"),
              IsEmpty());
}

TEST(SafetensorsSaxTest, ManyKeysAreComparedAllTheSame) {
  for (const size_t count : {15, 16, 17, 300}) {
    const std::string keys = Keys(count, "\"v\"");
    EXPECT_THAT(CodesOfValue("{" + keys + "}"), IsEmpty()) << count;
    EXPECT_THAT(CodesOfValue("{" + keys + ",\"\\u006b0\":1}"),
                ElementsAre(kDuplicate))
        << count;
    EXPECT_THAT(CodesOf("{\"__metadata__\":{" + keys + "}}", 0), IsEmpty());
    EXPECT_THAT(CodesOf("{\"__metadata__\":{" + keys + ",\"k0\":\"\"}}", 0),
                ElementsAre(kDuplicate));
  }
}

// Keys of large objects, and names, are looked up later than they are read.
TEST(SafetensorsSaxTest, ADuplicateIsFoundWhereverTheHeaderBreaksOff) {
  for (const size_t count : {3, 16, 17, 20, 30}) {
    const std::string keys = Keys(count, "\"v\"") + R"(,"k1":)";
    for (const std::string& json :
         {"{\"__metadata__\":{" + keys, "{\"w\":{" + keys,
          "{\"w\":{\"x\":[{" + keys, "{\"w\":[{" + keys + "{\"k\":"}) {
      EXPECT_THAT(CodesOf(json, 0), ::testing::Contains(kDuplicate)) << json;
    }
  }
  EXPECT_THAT(CodesOf("{" + SafetensorsEntry().Text() + R"(,"w":{"dtype":)", 8),
              ElementsAre(Code::kSafetensorsNameDuplicate,
                          Code::kSafetensorsJsonSyntax));
}

TEST(SafetensorsSaxTest, AnUnknownFieldIsReportedAtEachOfItsPlaces) {
  for (const size_t count : {8, 16, 17, 30}) {
    SafetensorsEntry entry;
    entry.more = "," + Keys(count, "0") + R"(,"k2":[{"k2":0}],"k3":0)";
    const SafetensorsBytes file = {.json = ObjectText({entry.Text()}),
                                   .data_bytes = 8};
    Limits limits;
    limits.findings_per_code = 100;
    const SafetensorsReading reading = ReadSafetensors(file, limits);
    const std::vector<Code> codes = CodesIn(reading);
    EXPECT_EQ(std::ranges::count(codes, kDuplicate), 2) << count;
    EXPECT_EQ(std::ranges::count(codes, Code::kSafetensorsUnknownField),
              static_cast<std::ptrdiff_t>(count) + 2);
    EXPECT_THAT(reading.places(),
                ::testing::IsSupersetOf(
                    {Place(kDuplicate, file.OffsetOf(R"("k2":[)")),
                     Place(kDuplicate, file.OffsetOf(R"("k3":0})"))}));
  }
}

TEST(SafetensorsSaxTest, KeysWithNulAreComparedToTheirEnd) {
  EXPECT_THAT(CodesOfValue(R"({"a\u0000b":1,"a\u0000b":2})"),
              ElementsAre(kDuplicate));
  EXPECT_THAT(CodesOfValue(R"({"a\u0000b":1,"a\u0000c":2,"a":3})"), IsEmpty());
  EXPECT_THAT(CodesOfValue("{" + Keys(20, "0") +
                           R"(,"a\u0000b":1,"a":2,"a\u0000b":3})"),
              ElementsAre(kDuplicate));
}

TEST(SafetensorsSaxTest, EveryFieldOfAnEntryStandsOnce) {
  for (const char* field :
       {R"("dtype":"F32")", R"("shape":[2])", R"("data_offsets":[0,8])",
        R"("\u0064type":"F32")", R"("sh\u0061pe":[2])"}) {
    EXPECT_THAT(CodesOf(WithMore("," + std::string(field)), 8),
                ElementsAre(kDuplicate))
        << field;
  }
  EXPECT_THAT(CodesOf(WithMore(R"(,"x":1,"x":2)"), 8),
              ElementsAre(kDuplicate, Code::kSafetensorsUnknownField,
                          Code::kSafetensorsUnknownField));
}

TEST(SafetensorsSaxTest, ANameThatStandsTwiceIsFoundWhateverItsEntry) {
  const Code twice = Code::kSafetensorsNameDuplicate;
  const std::string w = SafetensorsEntry().Text();
  EXPECT_THAT(CodesOf("{" + w + "," + w + "}", 8), ElementsAre(twice));
  EXPECT_THAT(CodesOf("{" + w + "," + w + "," + w + "}", 8),
              ElementsAre(twice, twice));
  EXPECT_THAT(CodesOf("{" + w + R"(,"w":null})", 8),
              ElementsAre(twice, Code::kSafetensorsEntryNotAnObject));
  const std::string other = TensorText("w", "F32", {2}, 8, 16);
  EXPECT_THAT(CodesOf("{" + w + "," + other + "}", 16), ElementsAre(twice));
  const std::string nul = TensorText("\\u0000", "F32", {2}, 0, 8);
  EXPECT_THAT(CodesOf("{" + nul + "," + nul + "}", 8),
              ::testing::UnorderedElementsAre(twice, Code::kSafetensorsNameNul,
                                              Code::kSafetensorsNameNul));
}

TEST(SafetensorsSaxTest, EscapesMayStandInEveryNameAndField) {
  const std::string json =
      R"({"__meta\u0064ata__":{"\u006b":"\u0076"},"\u0077":{"d\u0074ype":)"
      R"("F3\u0032","\u0073hape":[2],"data\u005foffsets":[0,8]}})";
  const SafetensorsReading reading = ReadSafetensors(json, 8);
  EXPECT_THAT(CodesIn(reading), IsEmpty());
  EXPECT_EQ(reading.file.tensor(0).name, "w");
  EXPECT_EQ(reading.file.metadata(0).first, "k");
  EXPECT_THAT(CodesOf(R"({"__metadata__":{},"__meta\u0064ata__":{}})", 0),
              ElementsAre(kDuplicate));
}

TEST(SafetensorsSaxTest, MetadataMayStandAnywhereAndBeEmpty) {
  const std::string w = SafetensorsEntry().Text();
  for (const std::string& members :
       {R"("__metadata__":{},)" + w, w + R"(,"__metadata__":{})",
        R"("__metadata__":{"dtype":"F32"},)" + w}) {
    EXPECT_THAT(CodesOf("{" + members + "}", 8), IsEmpty()) << members;
  }
  EXPECT_THAT(CodesOf(R"({"__metadata_":{}})", 0),
              ElementsAre(Code::kSafetensorsFieldMissing,
                          Code::kSafetensorsFieldMissing,
                          Code::kSafetensorsFieldMissing));
}

TEST(SafetensorsSaxTest, AnEntryUnderTheMetadatasNameIsNoTensor) {
  SafetensorsEntry entry;
  entry.name = "__metadata__";
  const SafetensorsReading reading =
      ReadSafetensors(ObjectText({entry.Text()}), 8);
  EXPECT_THAT(CodesIn(reading),
              ElementsAre(Code::kSafetensorsMetadataNotStrings,
                          Code::kSafetensorsMetadataNotStrings));
  EXPECT_EQ(reading.file.tensor_count(), 0u);
}

TEST(SafetensorsSaxTest, ReadingGoesOnBehindWhatIsMisplaced) {
  const std::string w = SafetensorsEntry().Text();
  for (const char* bad :
       {"null", "1", "-1.5", "true", "\"x\"", "[]", R"([[{"a":[]}],{}])"}) {
    const std::string entry = "\"bad\":" + std::string(bad);
    const SafetensorsReading reading =
        ReadSafetensors("{" + entry + "," + w + "}", 8);
    EXPECT_THAT(CodesIn(reading),
                ElementsAre(Code::kSafetensorsEntryNotAnObject))
        << bad;
    ASSERT_EQ(reading.file.tensor_count(), 2u) << bad;
    EXPECT_EQ(reading.file.tensor(1).end, 8u);
    EXPECT_THAT(
        CodesOf("{\"__metadata__\":" + std::string(bad) + "," + w + "}", 8),
        ElementsAre(Code::kSafetensorsMetadataNotAnObject))
        << bad;
    EXPECT_THAT(CodesOf("{\"__metadata__\":{\"k\":[" + std::string(bad) +
                            "],\"l\":\"v\"}," + w + "}",
                        8),
                ElementsAre(Code::kSafetensorsMetadataNotStrings))
        << bad;
  }
}

TEST(SafetensorsSaxTest, EachBadValueInAnArrayOfNumbersIsFound) {
  const Code number = Code::kSafetensorsNumberNotUnsigned;
  SafetensorsEntry entry;
  entry.shape = R"([2,-1,null,{"a":[1.5]},[1,[2]],"3",false,1])";
  const SafetensorsBytes file = {.json = ObjectText({entry.Text()}),
                                 .data_bytes = 8};
  const uint64_t at = file.OffsetOf("[2,");
  EXPECT_THAT(ReadSafetensors(file).places(),
              ElementsAre(Place(number, at + 3), Place(number, at + 6),
                          Place(number, at + 11), Place(number, at + 23),
                          Place(number, at + 31), Place(number, at + 35)));
}

TEST(SafetensorsSaxTest, AFieldOfAnotherTypeIsReportedOnce) {
  const Code type = Code::kSafetensorsFieldType;
  for (const char* bad :
       {"null", "1", "-1.5", "true", "{}", R"({"F32":[null]})"}) {
    SafetensorsEntry dtype;
    dtype.dtype = bad;
    SafetensorsEntry shape;
    shape.shape = bad;
    SafetensorsEntry offsets;
    offsets.data_offsets = bad;
    for (const SafetensorsEntry& entry : {dtype, shape, offsets}) {
      EXPECT_THAT(CodesOf(ObjectText({entry.Text()}), 8), ElementsAre(type))
          << entry.Text();
    }
  }
}

TEST(SafetensorsSaxTest, NamesWithOddBytesAreNamedAsTheyAre) {
  const Code control = Code::kSafetensorsNameControl;
  const Code path = Code::kSafetensorsNamePath;
  const std::vector<std::pair<const char*, std::vector<Code>>> names = {
      {"\\u001f", {control}}, {"\\u007f", {control}},
      {"\x7f", {control}},    {"..", {}},
      {"a..b", {}},           {"..\\\\", {}},
      {"../", {path}},        {"..\\/x", {path}},
      {"/etc/passwd", {}},    {"\\t../", {control, path}},
      {"\xc2\x9b", {}},       {" ", {}}};
  for (const auto& [name, codes] : names) {
    EXPECT_EQ(CodesOf(ObjectText({TensorText(name, "F32", {2}, 0, 8)}), 8),
              codes)
        << name;
  }
  const std::string deep(100'000, 'n');
  EXPECT_THAT(CodesOf(ObjectText({TensorText(deep, "F32", {2}, 0, 8)}), 8),
              IsEmpty());
}

}  // namespace
}  // namespace loadgate::testing_support
