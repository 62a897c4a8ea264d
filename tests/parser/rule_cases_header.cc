// Rules about any input, our own limits, and the GGUF header.

#include <string>
#include <vector>

#include "tests/parser/rule_cases.h"

namespace loadgate::testing_support {
namespace {

void AddTensor(GgufRecipe& recipe) {
  recipe.tensors.push_back({.name = "second", .ne = {8}});
}

void AddPair(GgufRecipe& recipe) {
  recipe.pairs.push_back({"general.name", "x"});
}

}  // namespace

std::vector<RuleCase> InputRuleCases() {
  return {
      {.code = Code::kFileEmpty,
       .lie = ReplaceBy(""),
       .at = AtByte(0),
       .where = "file",
       .says = {"The file has 0 bytes."}},
      {.code = Code::kFormatUnknown,
       .lie = ReplaceBy("\1not a model"),
       .at = AtByte(0),
       .where = "file",
       .says = {"The file begins with '\1not a m'."},
       .name = "m"},
      {.code = Code::kIndexAlone,
       .lie = ReplaceBy(R"({"weight_map":{"a":"1.safetensors"}})"),
       .at = AtByte(0),
       .where = "file",
       .says = {"Only the index was given."},
       .name = "m.safetensors.index.json"},
      {.code = Code::kLimitHeaderBytes,
       .spoil = [](GgufRecipe& recipe) { recipe.tensors[0].name = "w2"; },
       .at = At("tensor[0].name.length"),
       .where = "header",
       .says = {"more than 102 bytes"},
       .limits = {.header_bytes = 102}},
      {.code = Code::kLimitKeyValues,
       .spoil = AddPair,
       .at = At("header.key_value_count"),
       .where = "header",
       .says = {"The key-value count is 2", "the limit is 1"},
       .limits = {.key_values = 1}},
      {.code = Code::kLimitTensors,
       .spoil = AddTensor,
       .at = At("header.tensor_count"),
       .where = "header",
       .says = {"The tensor count is 2", "the limit is 1"},
       .limits = {.tensors = 1}},
  };
}

std::vector<RuleCase> HeaderRuleCases() {
  constexpr uint64_t kTooMany = uint64_t{1} << 40;
  return {
      {.code = Code::kGgufMagic,
       .lie = ReplaceBy("GGML\2 and what follows"),
       .at = AtByte(0),
       .where = "header",
       .says = {"begins with 'GGML'", "not with 'GGUF'"}},
      {.code = Code::kGgufMagic,
       .variant = "in-a-file-of-two-bytes",
       .lie = ReplaceBy("g\2"),
       .at = AtByte(0),
       .where = "header",
       .says = {"begins with 'g\2'", "not with 'GGUF'"}},
      {.code = Code::kGgufVersionUnsupported,
       .variant = "old",
       .lie = SetTo("header.version", 1),
       .at = At("header.version"),
       .where = "header",
       .says = {"The version is 1", "versions 2 and 3"}},
      {.code = Code::kGgufVersionUnsupported,
       .variant = "new",
       .lie = SetTo("header.version", 4),
       .at = At("header.version"),
       .where = "header",
       .says = {"The version is 4", "versions 2 and 3"}},
      {.code = Code::kGgufVersionUnsupported,
       .variant = "old-big-endian",
       .lie = SetTo("header.version", 0x01000000),
       .at = At("header.version"),
       .where = "header",
       .says = {"The version is 1", "versions 2 and 3"}},
      {.code = Code::kGgufBigEndian,
       .spoil = [](GgufRecipe& recipe) { recipe.order = ByteOrder::kBig; },
       .at = At("header.version"),
       .where = "header",
       .says = {"stored big endian"}},
      {.code = Code::kGgufTruncated,
       .variant = "in-the-magic",
       .lie = ReplaceBy("GGU"),
       .at = AtByte(3),
       .where = "header",
       .says = {"inside the magic", "1 byte is needed and 0 are left"}},
      {.code = Code::kGgufTruncated,
       .variant = "in-the-header",
       .lie = CutAfter("header.key_value_count", 7),
       .at = At("header.key_value_count"),
       .where = "header",
       .says = {"key-value count", "8 bytes are needed and 7 are left"}},
      {.code = Code::kGgufTruncated,
       .variant = "in-a-tensor-info",
       .lie = CutAfter("tensor[0].offset", 3),
       .at = At("tensor[0].offset"),
       .where = "tensor[0] 'w'",
       .says = {"tensor offset", "8 bytes are needed and 3 are left"}},
      {.code = Code::kGgufTensorCountPastEnd,
       .lie = SetTo("header.tensor_count", kTooMany),
       .at = At("header.tensor_count"),
       .where = "header",
       .says = {"tensor count is 1099511627776", "at most 5 of at least 24",
                "136 bytes that follow"}},
      {.code = Code::kGgufKeyValueCountPastEnd,
       .lie = SetTo("header.key_value_count", kTooMany),
       .at = At("header.key_value_count"),
       .where = "header",
       .says = {"key-value count is 1099511627776", "at most 9 of at least 14",
                "136 bytes that follow"}},
      {.code = Code::kGgufNoKeyValues,
       .spoil = [](GgufRecipe& recipe) { recipe.pairs.clear(); },
       .at = At("header.key_value_count"),
       .where = "header",
       .says = {"The key-value count is 0."}},
  };
}

}  // namespace loadgate::testing_support
