// Rules about GGUF keys, values and general.alignment.

#include <string>
#include <utility>
#include <vector>

#include "tests/parser/rule_cases.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr uint64_t kMostElements = uint64_t{1} << 30;

// A case about the second pair: `good` is accepted and `bad` is not.
RuleCase PairCase(Code code, Pair good, Pair bad, Spot at, std::string where,
                  std::vector<std::string> says) {
  return {.code = code,
          .good = WithPair(std::move(good)),
          .spoil = SecondPair(std::move(bad)),
          .at = std::move(at),
          .where = std::move(where),
          .says = std::move(says)};
}

RuleCase Variant(std::string name, RuleCase rule_case) {
  rule_case.variant = std::move(name);
  return rule_case;
}

// A case about the key of the second pair, whose value is a byte.
RuleCase KeyCase(Code code, std::string good, std::string bad, uint64_t plus,
                 std::vector<std::string> says) {
  const std::string where = "key-value[1] '" + bad + "'";
  return PairCase(code, {std::move(good), uint8_t{1}},
                  {std::move(bad), uint8_t{1}},
                  At("key_value[1].key.length", plus), where, std::move(says));
}

// A case about the text of the second pair. The bad byte stands at `plus` from
// the value's length on.
RuleCase TextCase(Code code, const std::string& key, std::string good,
                  std::string bad, uint64_t plus, std::string says) {
  return PairCase(code, {key, std::move(good)}, {key, std::move(bad)},
                  At("key_value[1].value.length", plus),
                  "key-value[1] '" + key + "'", {std::move(says)});
}

RuleCase AlignmentCase(Code code, Item good, Item bad, const std::string& field,
                       std::vector<std::string> says) {
  RuleCase rule_case = PairCase(
      code, {"general.alignment", std::move(good)},
      {"general.alignment", std::move(bad)}, At("key_value[1]." + field),
      "key-value[1] 'general.alignment'", std::move(says));
  rule_case.good.tensors.clear();
  return rule_case;
}

Pair Declare(Pair pair, uint64_t key_length) {
  pair.declared_key_length = key_length;
  return pair;
}

Pair DeclareText(std::string key, uint64_t length) {
  Pair pair = {std::move(key), "text"};
  pair.declared_value_length = length;
  return pair;
}

Pair DeclareList(uint64_t count) {
  Array array = ArrayOf<uint8_t>({1, 2, 3});
  array.declared_count = count;
  return {"list", std::move(array)};
}

}  // namespace

std::vector<RuleCase> KeyRuleCases() {
  const Pair plain = {"a.key", uint8_t{1}};
  return {
      KeyCase(Code::kGgufKeyEmpty, "k", "", 0, {"length of 0"}),
      PairCase(Code::kGgufKeyTooLong, {std::string(65535, 'k'), uint8_t{1}},
               {std::string(65536, 'k'), uint8_t{1}},
               At("key_value[1].key.length"), "key-value[1] ''",
               {"length of 65536", "more than the 65535"}),
      PairCase(Code::kGgufKeyPastEnd, plain, Declare(plain, 60000),
               At("key_value[1].key.length"), "key-value[1] ''",
               {"The key has a length of 60000", "only 83 bytes left"}),
      KeyCase(Code::kGgufKeyNul, "a.b", "a\0b"s, 8 + 1, {"holds a NUL"}),
      KeyCase(Code::kGgufKeyNotAscii, "model.uber", "model.\u00fcber", 8 + 6,
              {"a byte above 7F"}),
      KeyCase(Code::kGgufKeySpelling, "general.name", "General.Name", 8,
              {"lower-case segments"}),
      Variant("with-an-empty-segment",
              KeyCase(Code::kGgufKeySpelling, "a.b", "a..b", 8,
                      {"lower-case segments"})),
      PairCase(Code::kGgufKeyDuplicate, plain, {"general.architecture", "gpt2"},
               At("key_value[1].key.length"),
               "key-value[1] 'general.architecture'",
               {"already as key-value[0]", "at offset 24"}),
      PairCase(Code::kGgufValueTypeUnknown, plain,
               {"a.key", uint8_t{1}, uint32_t{13}}, At("key_value[1].type"),
               "key-value[1] 'a.key'", {"value type is 13", "0 to 12"}),
  };
}

std::vector<RuleCase> ValueRuleCases() {
  const Pair list = {"list", ArrayOf<uint8_t>({1, 2, 3})};
  const Array odd_list = {.element_type = 13, .elements = {uint8_t{1}}};
  const Pair texts = {"list", ArrayOf<std::string>({"one", "two"})};
  const std::string in_list = "key-value[1] 'list'";
  const std::string text = "key-value[1] 'text'";
  const Pair good_text = {"text", "text"};
  return {
      PairCase(Code::kGgufArrayTypeUnknown, list, {"list", odd_list},
               At("key_value[1].element_type"), in_list,
               {"array element type is 13", "0 to 12"}),
      PairCase(
          Code::kGgufArrayNested, list,
          {"list", Array{.element_type = kArray, .elements = {uint8_t{1}}}},
          At("key_value[1].element_type"), in_list,
          {"element type is 9, array"}),
      PairCase(Code::kGgufStringTooLong, good_text,
               DeclareText("text", kMostElements + 1),
               At("key_value[1].value.length"), text,
               {"length of 1073741825", "more than the 1073741824"}),
      PairCase(Code::kGgufStringPastEnd, good_text,
               DeclareText("text", kMostElements),
               At("key_value[1].value.length"), text,
               {"length of 1073741824", "only 99 bytes left"}),
      {.code = Code::kGgufStringPastEnd,
       .variant = "in-an-array",
       .good = WithPair(texts),
       .lie = SetTo("key_value[1].element[1].length", 1000),
       .at = At("key_value[1].element[1].length"),
       .where = in_list + "[1]",
       .says = {"length of 1000", "only 76 bytes left"}},
      PairCase(Code::kGgufArrayTooLong, list, DeclareList(kMostElements + 1),
               At("key_value[1].count"), in_list,
               {"1073741825 elements", "more than the 1073741824"}),
      PairCase(Code::kGgufArrayPastEnd, list, DeclareList(kMostElements),
               At("key_value[1].count"), in_list,
               {"1073741824 elements", "at most 95 of at least 1 byte fit"}),
      {.code = Code::kGgufBoolInvalid,
       .good = WithPair({"flag", true}),
       .lie = SetTo("key_value[1].value", 2),
       .at = At("key_value[1].value"),
       .where = "key-value[1] 'flag'",
       .says = {"the byte 2", "neither 0 nor 1"}},
      {.code = Code::kGgufBoolInvalid,
       .variant = "in-an-array",
       .good = WithPair({"list", ArrayOf<bool>({true, false, true})}),
       .lie = SetTo("key_value[1].element[2]", 255),
       .at = At("key_value[1].element[2]"),
       .where = in_list + "[2]",
       .says = {"the byte 255", "neither 0 nor 1"}},
      TextCase(Code::kGgufStringNotUtf8, "text", "J\u00f6rg", "J\xf6rg", 8 + 1,
               "'J\xf6rg' is not UTF-8"),
      TextCase(Code::kGgufStringNul, "text", "ab", "a\0b"s, 8 + 1,
               "'a\0b' holds a NUL"s),
      TextCase(Code::kGgufKeyTextNotUtf8, "tokenizer.ggml.model", "bert",
               "b\xff", 8 + 1, "'b\xff' is not UTF-8"),
      Variant("in-a-chat-template",
              TextCase(Code::kGgufKeyTextNotUtf8, "tokenizer.chat_template.x",
                       "{{ a }}", "{{\xc0\x80}}", 8 + 2, "is not UTF-8")),
      TextCase(Code::kGgufKeyTextNul, "tokenizer.ggml.pre", "default",
               "default\0"s, 8 + 7, "'default\0' holds a NUL"s),
  };
}

std::vector<RuleCase> AlignmentRuleCases() {
  constexpr uint32_t kMiB = uint32_t{1} << 20;
  return {
      AlignmentCase(Code::kGgufAlignmentType, uint32_t{32}, uint64_t{32},
                    "type", {"stored as u64", "not as u32"}),
      AlignmentCase(Code::kGgufAlignmentZero, uint32_t{32}, uint32_t{0},
                    "value", {"general.alignment is 0"}),
      AlignmentCase(Code::kGgufAlignmentNotPowerOfTwo, uint32_t{32},
                    uint32_t{24}, "value", {"general.alignment is 24"}),
      AlignmentCase(Code::kGgufAlignmentNotMultipleOf8, uint32_t{8},
                    uint32_t{4}, "value", {"general.alignment is 4"}),
      AlignmentCase(Code::kGgufAlignmentLarge, kMiB, 2 * kMiB, "value",
                    {"general.alignment is 2097152"}),
  };
}

}  // namespace loadgate::testing_support
