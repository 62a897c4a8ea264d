#include "tests/support/index_cases.h"

#include <algorithm>
#include <utility>

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

std::string WithMap(const std::string& map) {
  return R"({"metadata":{"total_size":4},"weight_map":)" + map + "}";
}

std::string WithShard(const std::string& value) {
  return WithMap(R"({"w":)" + value + "}");
}

// A bad name, as it stands between the quotes.
IndexRuleCase NameCase(Code code, std::string variant, const std::string& name,
                       std::vector<std::string> says) {
  const std::string quoted = "\"" + name + "\"";
  return {.code = code,
          .variant = std::move(variant),
          .good = SmallIndex(),
          .bad = WithShard(quoted),
          .at = quoted,
          .where = "weight_map['w']",
          .says = std::move(says)};
}

IndexRuleCase TextCase(Code code, std::string variant, std::string bad,
                       std::string at, uint64_t plus,
                       std::vector<std::string> says) {
  return {.code = code,
          .variant = std::move(variant),
          .good = SmallIndex(),
          .bad = std::move(bad),
          .at = std::move(at),
          .plus = plus,
          .says = std::move(says)};
}

IndexRuleCase MetadataCase(Code code, std::string variant,
                           const std::string& metadata, std::string at,
                           std::string where, std::vector<std::string> says) {
  return {.code = code,
          .variant = std::move(variant),
          .good = SmallIndex(),
          .bad = R"({"metadata":)" + metadata +
                 R"(,"weight_map":{"w":"a.safetensors"}})",
          .at = std::move(at),
          .where = std::move(where),
          .says = std::move(says)};
}

std::vector<IndexRuleCase> TextCases() {
  const std::string deep(127, '[');
  return {
      TextCase(Code::kIndexByteOrderMark, "", "\xef\xbb\xbf" + SmallIndex(),
               "\xef", 0, {"EF BB BF"}),
      TextCase(Code::kIndexNotUtf8, "", WithShard("\"\xff.safetensors\""),
               "\xff", 0, {"FF"}),
      TextCase(Code::kIndexControlByte, "", WithShard("\"\t.safetensors\""),
               "\t", 0, {"raw byte 09"}),
      TextCase(Code::kIndexLoneSurrogate, "",
               WithShard(R"("\ud800.safetensors")"), R"(\ud800)", 0,
               {R"(\ud800)"}),
      TextCase(Code::kIndexNesting, "",
               R"({"x":)" + deep + std::string(127, ']') + "}", deep, 126,
               {"128", "127"}),
      TextCase(Code::kIndexJsonSyntax, "cut_short", R"({"weight_map":{"w":)",
               "", 19, {"No JSON value", "The index ends here."}),
      TextCase(Code::kIndexJsonSyntax, "empty", "", "", 0,
               {"The index holds no value."}),
      TextCase(Code::kIndexTrailing, "", SmallIndex() + "\n{}", "\n{}", 1,
               {"the byte 7B", "2 bytes of the index are left"}),
      TextCase(Code::kIndexTrailing, "nul", SmallIndex() + "\0"s, "\0"s, 0,
               {"the byte 00", "1 byte of the index is left"}),
      TextCase(Code::kIndexNotAnObject, "array", "[]", "[", 0,
               {"The index is an array."}),
      TextCase(Code::kIndexNotAnObject, "number", "1e999", "1e999", 0,
               {"The index is the number '1e999'."}),
  };
}

std::vector<IndexRuleCase> MapCases() {
  return {
      TextCase(Code::kIndexKeyDuplicate, "tensor",
               WithMap(R"({"w":"a.safetensors","\u0077":"b.safetensors"})"),
               R"("\u0077")", 0, {"The key 'w'", "offset 43"}),
      TextCase(Code::kIndexKeyDuplicate, "map",
               R"({"weight_map":{"a":"a.safetensors"},)"
               R"("weight_map":{"b":"a.safetensors"}})",
               R"(,"weight_map")", 1, {"'weight_map'", "offset 1."}),
      TextCase(Code::kIndexKeyDuplicate, "unknown",
               R"({"x":{"y":1,"y":1},"weight_map":{"w":"a.safetensors"}})",
               R"(,"y")", 1, {"'y'"}),
      TextCase(Code::kIndexWeightMapMissing, "", "{}", "{", 0,
               {"no weight_map"}),
      TextCase(Code::kIndexWeightMapEmpty, "", WithMap("{}"), R"("weight_map")",
               0, {"no tensor"}),
      {.code = Code::kIndexWeightMapNotAnObject,
       .variant = "",
       .good = SmallIndex(),
       .bad = WithMap("null"),
       .at = "null",
       .says = {"weight_map is null."},
       .beside = {Code::kIndexWeightMapEmpty}},
      MetadataCase(Code::kIndexMetadataNotAnObject, "", "[4]", "[", "index",
                   {"metadata is an array."}),
      MetadataCase(Code::kIndexTotalSize, "text", R"({"total_size":"4"})",
                   R"("4")", "metadata['total_size']",
                   {"total_size is a string."}),
      MetadataCase(Code::kIndexTotalSize, "fraction", R"({"total_size":4.0})",
                   "4.0", "metadata['total_size']",
                   {"total_size is the number '4.0'."}),
      {.code = Code::kIndexShardNotAString,
       .variant = "number",
       .good = SmallIndex(),
       .bad = WithMap(R"({"v":"a.safetensors","w":1})"),
       .at = "1}",
       .where = "weight_map['w']",
       .says = {"The value is a number."}},
      {.code = Code::kIndexShardNotAString,
       .variant = "array",
       .good = SmallIndex(),
       .bad = WithMap(R"({"v":"a.safetensors","w":["a.safetensors"]})"),
       .at = "[",
       .where = "weight_map['w']",
       .says = {"The value is an array."}},
  };
}

std::vector<IndexRuleCase> NameCases() {
  return {
      NameCase(Code::kIndexShardNul, "", R"(a\u0000.safetensors)", {"a NUL"}),
      NameCase(Code::kIndexShardControl, "", R"(a\u001b.safetensors)",
               {"control byte 1B"}),
      NameCase(Code::kIndexShardDrive, "", "C:a.safetensors", {"the drive C:"}),
      NameCase(Code::kIndexShardUrl, "", "https://x/a.safetensors",
               {"a colon"}),
      NameCase(Code::kIndexShardBackslash, "", R"(..\\a.safetensors)",
               {"a backslash"}),
      NameCase(Code::kIndexShardDirectory, "parent", "../a.safetensors",
               {"a directory"}),
      NameCase(Code::kIndexShardDirectory, "absolute", "/a.safetensors", {}),
      NameCase(Code::kIndexShardDirectory, "escaped", R"(\u002fa.safetensors)",
               {}),
      NameCase(Code::kIndexShardDirectory, "behind_dot", ".//a.safetensors",
               {}),
      NameCase(Code::kIndexShardDirectory, "percent", "..%2fa.safetensors",
               {"Decoded, it is '../a.safetensors'."}),
      NameCase(Code::kIndexShardDirectory, "percent_twice",
               "..%252Fa.safetensors", {"Decoded, it is '../a.safetensors'."}),
      NameCase(Code::kIndexShardDotSlash, "", "./a.safetensors",
               {"'./a.safetensors'"}),
      NameCase(Code::kIndexShardTooLong, "",
               std::string(244, 'n') + ".safetensors", {"256 bytes", "255"}),
      NameCase(Code::kIndexShardPickle, "", "pytorch_model.BIN", {".bin"}),
      NameCase(Code::kIndexShardExtension, "", "a.gguf", {"not end in"}),
      NameCase(Code::kIndexShardExtension, "nothing_else", ".safetensors", {}),
      NameCase(Code::kIndexShardExtension, "empty", "", {}),
  };
}

std::vector<IndexRuleCase> LimitCases() {
  const std::string two =
      WithMap(R"({"v":"a.safetensors","w":"b.safetensors"})");
  return {
      {.code = Code::kLimitShards,
       .variant = "",
       .good = SmallIndex(),
       .bad = two,
       .at = "\"b.s",
       .where = "weight_map['w']",
       .says = {"more than 1 shard"},
       .limits = {.shards = 1}},
      {.code = Code::kLimitTensors,
       .variant = "index",
       .good = SmallIndex(),
       .bad = two,
       .at = "\"w\"",
       .where = "weight_map['w']",
       .says = {"more than 1 tensor"},
       .limits = {.safetensors_tensors = 1}},
      {.code = Code::kLimitHeaderBytes,
       .variant = "index",
       .good = "{\"weight_map\":{\"w\":\"a.safetensors\"}}",
       .bad = SmallIndex(),
       .at = "{",
       .says = {"64 bytes", "40"},
       .limits = {.header_bytes = 40}},
  };
}

std::vector<IndexRuleCase> AllCases() {
  std::vector<IndexRuleCase> all;
  for (const auto& part :
       {TextCases(), MapCases(), NameCases(), LimitCases()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace

std::string SmallIndex() { return WithShard("\"a.safetensors\""); }

const std::vector<IndexRuleCase>& IndexRuleCases() {
  static const auto* const kCases = new std::vector<IndexRuleCase>(AllCases());
  return *kCases;
}

std::string CaseName(const IndexRuleCase& rule_case) {
  std::string name(CodeName(rule_case.code));
  if (!rule_case.variant.empty()) name += "-" + rule_case.variant;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace loadgate::testing_support
