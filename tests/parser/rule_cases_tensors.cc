// Rules about GGUF tensor infos.

#include <string>
#include <utility>
#include <vector>

#include "tests/parser/rule_cases.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr uint32_t kTensorF32 = 0;
constexpr uint32_t kTensorQ4_0 = 2;
constexpr uint32_t kTensorI8 = 24;
constexpr uint64_t kTwoTo62 = uint64_t{1} << 62;

// A case about the name of the only tensor.
RuleCase NameCase(Code code, std::string good, std::string bad, uint64_t plus,
                  std::vector<std::string> says) {
  const std::string where = "tensor[0] '" + bad + "'";
  return {.code = code,
          .good = WithTensor({.name = std::move(good), .ne = {8}}),
          .spoil = FirstTensor({.name = std::move(bad), .ne = {8}}),
          .at = At("tensor[0].name.length", plus),
          .where = where,
          .says = std::move(says)};
}

// A case about the shape and type of the only tensor. The data is that of the
// good one, unless the bad one says otherwise.
RuleCase ShapeCase(Code code, Tensor good, Tensor bad, const std::string& field,
                   std::vector<std::string> says) {
  good.name = bad.name = "w";
  if (!bad.data_bytes) bad.data_bytes = 32;
  return {.code = code,
          .good = WithTensor(std::move(good)),
          .spoil = FirstTensor(std::move(bad)),
          .at = At("tensor[0]." + field),
          .where = "tensor[0] 'w'",
          .says = std::move(says)};
}

}  // namespace

std::vector<RuleCase> TensorRuleCases() {
  const Tensor first = {.name = "first", .ne = {8}};
  const std::vector<uint64_t> five = {2, 2, 2, 1, 1};
  return {
      {.code = Code::kGgufTensorNamePastEnd,
       .lie = SetTo("tensor[0].name.length", 60000),
       .at = At("tensor[0].name.length"),
       .where = "tensor[0] ''",
       .says = {"length of 60000", "only 83 bytes left"}},
      {.code = Code::kGgufTensorNameTooLong,
       .variant = "beyond-reading-on",
       .lie = SetTo("tensor[0].name.length", 65536),
       .at = At("tensor[0].name.length"),
       .where = "tensor[0] ''",
       .says = {"length of 65536"}},
      NameCase(Code::kGgufTensorNameTooLong, std::string(63, 'n'),
               std::string(64, 'n'), 0, {"64 bytes", "more than 63"}),
      NameCase(Code::kGgufTensorNameEmpty, "n", "", 0, {"name is empty"}),
      NameCase(Code::kGgufTensorNameNul, "ab", "a\0b"s, 8 + 1, {"a NUL"}),
      NameCase(Code::kGgufTensorNameNotUtf8, "v\u00e9", "v\xe9", 8 + 1,
               {"not UTF-8"}),
      NameCase(Code::kGgufTensorNameControl, "a[2Jb", "a\x1b[2Jb", 8,
               {"a control byte"}),
      {.code = Code::kGgufTensorNameDuplicate,
       .good = WithTensors({first, {.name = "second", .ne = {8}}}),
       .spoil = SecondTensor(first),
       .at = At("tensor[1].name.length"),
       .where = "tensor[1] 'first'",
       .says = {"already as tensor[0]", "at offset 69"}},
      ShapeCase(Code::kGgufDimensionCount, {.ne = {2, 2, 2, 1}}, {.ne = five},
                "dimension_count", {"5 dimensions", "more than 4"}),
  };
}

std::vector<RuleCase> SizeRuleCases() {
  const Tensor plain = {.ne = {8}};
  const Tensor row = {.ne = {32}, .type = kTensorQ4_0};
  const std::vector<Tensor> two = {{.name = "a", .ne = {8}},
                                   {.name = "b", .ne = {8}}};
  return {
      ShapeCase(Code::kGgufDimensionTooLarge, plain, {.ne = {2 * kTwoTo62}},
                "ne[0]",
                {"Dimension 0 is 9223372036854775808", "more than 2^63-1"}),
      ShapeCase(Code::kGgufDimensionZero, {.ne = {8, 1}},
                {.ne = {8, 0}, .data_bytes = 0}, "ne[1]", {"Dimension 1 is 0"}),
      ShapeCase(Code::kGgufEmptyTensorAbsurd, {.ne = {4, 2, 1}},
                {.ne = {kTwoTo62, kTwoTo62, 0}, .data_bytes = 0}, "ne[2]",
                {"Dimension 2 is 0", "past 2^63 bytes"}),
      ShapeCase(Code::kGgufElementCountOverflow, {.ne = {4, 2}},
                {.ne = {uint64_t{1} << 32, uint64_t{1} << 31}}, "ne[0]",
                {"[4294967296, 2147483648, 1, 1]", "more than 2^63-1"}),
      ShapeCase(Code::kGgufTensorTypeUnknown, plain, {.ne = {8}, .type = 43},
                "type", {"The type is 43", "0 to 42"}),
      ShapeCase(Code::kGgufTensorTypeRemoved, plain, {.ne = {8}, .type = 4},
                "type", {"The type is 4, q4_2", "removed"}),
      ShapeCase(Code::kGgufRowNotWholeBlocks, row,
                {.ne = {33}, .type = kTensorQ4_0}, "ne[0]",
                {"first dimension is 33", "the 32 elements in a block of"}),
      ShapeCase(Code::kGgufByteSizeOverflow, plain,
                {.ne = {kTwoTo62 / 2}, .type = kTensorF32}, "ne[0]",
                {"2305843009213693952 elements", "more than 2^63-1 bytes"}),
      ShapeCase(Code::kGgufPaddedSizeOverflow, plain,
                {.ne = {2 * kTwoTo62 - 1}, .type = kTensorI8}, "ne[0]",
                {"9223372036854775807 bytes, padded to 32", "than 2^63-1"}),
      {.code = Code::kGgufDataSizeOverflow,
       .good = WithTensors(two),
       .lie =
           [](GgufBytes& file) {
             file.Set("tensor[0].ne[0]", kTwoTo62)
                 .Set("tensor[0].type", kTensorI8)
                 .Set("tensor[1].ne[0]", kTwoTo62)
                 .Set("tensor[1].type", kTensorI8)
                 .Set("tensor[1].offset", kTwoTo62);
           },
       .at = At("tensor[1].ne[0]"),
       .where = "tensor[1] 'b'",
       .says = {"take 4611686018427387904 bytes", "pass 2^63-1"}},
      {.code = Code::kGgufDataSizeOverflow,
       .variant = "with-the-header",
       .lie =
           [](GgufBytes& file) {
             file.Set("tensor[0].ne[0]", 2 * kTwoTo62 - 32)
                 .Set("tensor[0].type", kTensorI8);
           },
       .at = At("header.tensor_count"),
       .where = "data section",
       .says = {"header of 128 bytes", "9223372036854775776", "2^63-1"}},
  };
}

}  // namespace loadgate::testing_support
