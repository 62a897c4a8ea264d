// Rules about what a safetensors header says: names, metadata, entries, data.

#include <string>
#include <utility>
#include <vector>

#include "tests/parser/rule_cases_safetensors.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kMax = UINT64_MAX;

std::string Small() { return SafetensorsEntry().Text(); }

SafetensorsEntry Named(std::string name) {
  SafetensorsEntry entry;
  entry.name = std::move(name);
  return entry;
}

SafetensorsEntry WithMore(std::string more) {
  SafetensorsEntry entry;
  entry.more = std::move(more);
  return entry;
}

SafetensorsEntry WithShape(std::string dtype, std::string shape,
                           std::string data_offsets = "[0,8]") {
  SafetensorsEntry entry;
  entry.dtype = "\"" + std::move(dtype) + "\"";
  entry.shape = std::move(shape);
  entry.data_offsets = std::move(data_offsets);
  return entry;
}

SafetensorsRuleCase NameCase(Code code, std::string name, std::string unescaped,
                             std::string says) {
  SafetensorsRuleCase made =
      EntryCase(code, "", SafetensorsEntry(), Named(name), {"\"" + name},
                {std::move(says)});
  made.where = "tensor[0] '" + std::move(unescaped) + "'";
  return made;
}

SafetensorsRuleCase MetadataCase(Code code, std::string variant,
                                 const std::string& bad, const TextPlace& at,
                                 std::vector<std::string> says) {
  return JsonCase(code, std::move(variant), R"({"__metadata__":{"k":"v"}})",
                  "{\"__metadata__\":" + bad + "}", at, "__metadata__",
                  std::move(says), 0);
}

// The only entry's shape holds `number`, which is no plain size.
SafetensorsRuleCase NumberCase(std::string variant, const std::string& number,
                               std::string says) {
  return EntryCase(Code::kSafetensorsNumberNotUnsigned, std::move(variant),
                   SafetensorsEntry(), WithShape("F32", "[2," + number + "]"),
                   {"[2,", 3}, {std::move(says)});
}

SafetensorsRuleCase OffsetsCase(Code code, std::string variant,
                                std::string offsets,
                                std::vector<std::string> says) {
  SafetensorsEntry bad;
  bad.data_offsets = offsets;
  return EntryCase(code, std::move(variant), SafetensorsEntry(), bad,
                   {std::move(offsets)}, std::move(says));
}

SafetensorsRuleCase MissingCase(std::string variant, const std::string& fields,
                                std::string says) {
  return JsonCase(Code::kSafetensorsFieldMissing, std::move(variant),
                  ObjectText({Small()}), "{\"w\":{" + fields + "}}", {"}}"},
                  "tensor[0] 'w'", {std::move(says)});
}

// A case about two tensors of two floats; the second is not where it belongs.
SafetensorsRuleCase PlaceCase(Code code, uint64_t begin, std::string says) {
  const std::string first = TensorText("a", "F32", {2}, 0, 8);
  return JsonCase(
      code, "", ObjectText({first, TensorText("b", "F32", {2}, 8, 16)}),
      ObjectText({first, TensorText("b", "F32", {2}, begin, begin + 8)}),
      {"\"b\""}, "tensor[1] 'b'", {std::move(says), "before it end at 8"}, 16);
}

// A case about how many bytes follow a header of a tensor of 8.
SafetensorsRuleCase EndCase(Code code, uint64_t data_bytes, uint64_t at,
                            std::string where, std::string says) {
  SafetensorsBytes bad = SmallSafetensors();
  bad.data_bytes = data_bytes;
  const std::string size = std::to_string(bad.size());
  return {.code = code,
          .variant = {},
          .good = SmallSafetensors(),
          .bad = bad,
          .at = at,
          .where = std::move(where),
          .says = {std::move(says), "file has " + size + " bytes", "take 72"}};
}

}  // namespace

std::vector<SafetensorsRuleCase> NameCases() {
  const std::string nul("a\0b", 3);
  SafetensorsRuleCase twice =
      JsonCase(Code::kSafetensorsNameDuplicate, "", ObjectText({Small()}),
               ObjectText({Small(), Named("\\u0077").Text()}), {"\"\\u0077"},
               "tensor[1] 'w'", {"already at offset 9"});
  return {
      twice,
      NameCase(Code::kSafetensorsNameEmpty, "", "", "name is empty"),
      NameCase(Code::kSafetensorsNameNul, "a\\u0000b", nul, "holds a NUL"),
      NameCase(Code::kSafetensorsNameControl, "\\u001b[2J", "\x1b[2J",
               "the control byte 1B"),
      NameCase(Code::kSafetensorsNamePath, "a/../w", "a/../w", "'../'"),
  };
}

std::vector<SafetensorsRuleCase> MetadataCases() {
  const Code not_object = Code::kSafetensorsMetadataNotAnObject;
  const Code not_strings = Code::kSafetensorsMetadataNotStrings;
  const std::string metadata = R"("__metadata__":{"k":"v"})";
  return {
      MetadataCase(not_object, "null", "null", {":null", 1}, {"is null"}),
      MetadataCase(not_object, "array", "[]", {"[]"}, {"is an array"}),
      MetadataCase(not_object, "string", "\"s\"", {"\"s\""}, {"is a string"}),
      MetadataCase(not_object, "number", "12", {"12"}, {"is a number"}),
      MetadataCase(not_strings, "null", R"({"k":null})", {"null"},
                   {"'k' is null"}),
      MetadataCase(not_strings, "bool", R"({"k":false})", {"false"},
                   {"'k' is a bool"}),
      MetadataCase(not_strings, "number", R"({"k":1.5})", {"1.5"},
                   {"'k' is a number"}),
      MetadataCase(not_strings, "object", R"({"k":{"l":1}})", {"{\"l"},
                   {"'k' is an object"}),
      MetadataCase(Code::kSafetensorsKeyDuplicate, "in-metadata",
                   R"({"k":"1","\u006b":"2"})", {"\"\\u006b"},
                   {"'k' stands already at offset 25"}),
      MetadataCase(Code::kSafetensorsNameNul, "in-metadata",
                   R"({"k\u0000":"1"})", {"\"k\\u0000"}, {"holds a NUL"}),
      JsonCase(Code::kSafetensorsKeyDuplicate, "metadata-twice",
               "{" + metadata + "}", ObjectText({metadata, metadata}),
               {",\"__", 1}, "__metadata__", {"stands already at offset 9"}, 0),
  };
}

std::vector<SafetensorsRuleCase> FieldCases() {
  const SafetensorsEntry good;
  const Code duplicate = Code::kSafetensorsKeyDuplicate;
  const Code field_type = Code::kSafetensorsFieldType;
  const Code not_object = Code::kSafetensorsEntryNotAnObject;
  SafetensorsEntry dtype_object;
  dtype_object.dtype = R"({"F32":null})";
  const std::string by_position = R"({"w":["F32",[2],[0,8]]})";
  return {
      EntryCase(duplicate, "in-an-entry", good, WithMore(R"(,"dtype":"F32")"),
                {",\"dtype", 1}, {"'dtype' stands already at offset 14"}),
      EntryCase(duplicate, "unknown-field", good, WithMore(R"(,"x":1,"x":1)"),
                {"1,\"x", 2}, {"'x' stands already"}),
      EntryCase(duplicate, "nested", good,
                WithMore(R"(,"x":[{"y":1,"\u0079":1}])"), {"\"\\u"},
                {"'y' stands already"}),
      JsonCase(not_object, "by-position", ObjectText({Small()}), by_position,
               {"[\"F"}, "tensor[0] 'w'", {"The entry is an array"}),
      JsonCase(not_object, "null", ObjectText({Small()}), R"({"w":null})",
               {"null"}, "tensor[0] 'w'", {"The entry is null"}),
      MissingCase("dtype", R"("shape":[2],"data_offsets":[0,8])",
                  "without dtype"),
      MissingCase("shape", R"("dtype":"F32","data_offsets":[0,8])",
                  "without shape"),
      MissingCase("data-offsets", R"("dtype":"F32","shape":[2])",
                  "without data_offsets"),
      EntryCase(field_type, "dtype", good, dtype_object, {"{\"F"},
                {"dtype is an object, not a string"}),
      EntryCase(field_type, "shape", good, WithShape("F32", "\"2\""), {"\"2"},
                {"shape is a string, not an array"}),
      OffsetsCase(field_type, "offsets", "null",
                  {"data_offsets is null, not an array"}),
      EntryCase(Code::kSafetensorsUnknownField, "", good,
                WithMore(R"(,"x":[{},1.5])"), {"\"x"}, {"a field 'x'"}),
      EntryCase(Code::kSafetensorsDtypeUnknown, "", good,
                WithShape("f32", "[2]"), {"\"f32"},
                {"The dtype is 'f32'", "22 known on 20", "seems to be F32."}),
  };
}

std::vector<SafetensorsRuleCase> NumberCases() {
  const std::string form = "a sign, a fraction or an exponent";
  return {
      NumberCase("minus-zero", "-0", "shape holds '-0', a number with " + form),
      NumberCase("negative", "-1", "'-1'"),
      NumberCase("fraction", "1.0", "'1.0'"),
      NumberCase("exponent", "1e0", "'1e0'"),
      NumberCase("too-large", "18446744073709551616", "past 2^64-1"),
      NumberCase("string", "\"1\"", "shape holds a string"),
      NumberCase("null", "null", "shape holds null"),
      NumberCase("bool", "true", "shape holds a bool"),
      NumberCase("array", "[1]", "shape holds an array"),
      EntryCase(Code::kSafetensorsNumberNotUnsigned, "in-data-offsets",
                SafetensorsEntry(), WithShape("F32", "[2]", "[0,8.0]"), {"8.0"},
                {"data_offsets holds '8.0', a number with a sign"}),
      OffsetsCase(Code::kSafetensorsOffsetCount, "none", "[]",
                  {"has 0 numbers, not 2"}),
      OffsetsCase(Code::kSafetensorsOffsetCount, "three", "[0,8,8]",
                  {"has 3 numbers, not 2"}),
      OffsetsCase(Code::kSafetensorsOffsetsReversed, "", "[8,0]",
                  {"begin at 8 and end at 0"}),
      OffsetsCase(Code::kSafetensorsSizeMismatch, "", "[0,7]",
                  {"span 7 bytes", "ask for 8"}),
  };
}

std::vector<SafetensorsRuleCase> SizeCases() {
  const std::string most = std::to_string(kMax);
  const SafetensorsEntry empty = WithShape("F32", "[0]", "[0,0]");
  return {
      EntryCase(Code::kSafetensorsShapeOverflow, "", SafetensorsEntry(),
                WithShape("F32", "[" + most + ",2,0]"), {"[184"},
                {"3 dimensions", "more than 2^64-1"}),
      EntryCase(Code::kSafetensorsShapeAbsurd, "", empty,
                WithShape("F32", "[0," + most + ",2]", "[0,0]"), {"[0,184"},
                {"Of the 3 dimensions one is 0", "past 2^64 bits"}, 0),
      EntryCase(Code::kSafetensorsSizeOverflow, "", SafetensorsEntry(),
                WithShape("F32", "[576460752303423488]"), {"[576"},
                {"576460752303423488 elements of 32 bits", "2^64-1 bits"}),
      EntryCase(Code::kSafetensorsNotWholeBytes, "",
                WithShape("F6_E2M3", "[4]", "[0,3]"),
                WithShape("F6_E2M3", "[3]", "[0,3]"), {"[3]"},
                {"3 elements of 6 bits take 18 bits"}, 3),
      EntryCase(Code::kSafetensorsOddLastDimension, "",
                WithShape("F4", "[3,2]", "[0,3]"),
                WithShape("F4", "[2,3]", "[0,3]"), {"[2,3]"},
                {"last dimension is 3, no multiple of 2"}, 3),
  };
}

std::vector<SafetensorsRuleCase> DataCases() {
  const std::string byte = TensorText("a", "U8", {1}, 0, 1);
  const std::string floats = TensorText("b", "F32", {2}, 1, 9);
  const std::string bytes = TensorText("b", "U8", {8}, 1, 9);
  const Code unaligned = Code::kSafetensorsTensorUnaligned;
  SafetensorsRuleCase tensor = JsonCase(
      unaligned, "", ObjectText({byte, bytes}), ObjectText({byte, floats}),
      {"{"}, "data section", {"1 of 2 tensors, 8 bytes"}, 9);
  tensor.at = tensor.bad.header_bytes();
  SafetensorsRuleCase section =
      JsonCase(Code::kSafetensorsDataUnaligned, "", ObjectText({byte}),
               ObjectText({byte}), {"{"}, "data section", {}, 1);
  section.bad.json += " ";
  section.at = 0;
  section.says = {"begins at " + std::to_string(section.bad.header_bytes()),
                  "7 bytes before a multiple of 8"};
  return {
      PlaceCase(Code::kSafetensorsHole, 9, "begins at 9 of the data section"),
      PlaceCase(Code::kSafetensorsOverlap, 7, "begins at 7"),
      EndCase(Code::kSafetensorsDataPastEnd, 7, 71, "tensor[0] 'w'",
              "1 byte is missing"),
      EndCase(Code::kSafetensorsTrailingData, 9, 72, "data section",
              "1 byte follows the last tensor"),
      tensor,
      section,
  };
}

}  // namespace loadgate::testing_support
