// Rules about a safetensors header as a text, and the table of all.

#include "tests/parser/rule_cases_safetensors.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// A header whose metadata holds one value, as it stands between the quotes.
std::string WithValue(const std::string& value) {
  return "{\"__metadata__\":{\"k\":\"" + value + "\"}}";
}

// A header whose only entry has a field that no reader knows.
std::string WithField(const std::string& value) {
  SafetensorsEntry entry;
  entry.more = ",\"x\":" + value;
  return ObjectText({entry.Text()});
}

SafetensorsRuleCase ValueCase(Code code, std::string variant,
                              const std::string& good, const std::string& bad,
                              const TextPlace& at,
                              std::vector<std::string> says) {
  return JsonCase(code, std::move(variant), WithValue(good), WithValue(bad), at,
                  "header", std::move(says), 0);
}

SafetensorsRuleCase FieldCase(Code code, std::string variant,
                              const std::string& good, const std::string& bad,
                              const TextPlace& at,
                              std::vector<std::string> says) {
  return JsonCase(code, std::move(variant), WithField(good), WithField(bad), at,
                  "header", std::move(says));
}

SafetensorsRuleCase SyntaxCase(std::string variant, const std::string& bad,
                               const TextPlace& at, std::string says) {
  return JsonCase(Code::kSafetensorsJsonSyntax, std::move(variant), "{}", bad,
                  at, "header", {std::move(says)}, 0);
}

SafetensorsRuleCase RootCase(std::string variant, const std::string& root,
                             const std::string& says) {
  return JsonCase(Code::kSafetensorsNotAnObject, std::move(variant), "{}", root,
                  {root}, "header", {"The header is " + says}, 0);
}

SafetensorsRuleCase RestCase(std::string variant, const std::string& rest,
                             std::vector<std::string> says) {
  return JsonCase(Code::kSafetensorsHeaderTrailing, std::move(variant),
                  "{} \t\r\n", "{} " + rest, {"{} ", 3}, "header",
                  std::move(says), 0);
}

// A case about the length in front of the header.
SafetensorsRuleCase LengthCase(Code code, std::string variant,
                               uint64_t declared,
                               std::vector<std::string> says) {
  SafetensorsBytes bad = SmallSafetensors();
  bad.declared_length = declared;
  return {.code = code,
          .variant = std::move(variant),
          .good = SmallSafetensors(),
          .bad = std::move(bad),
          .where = "header length",
          .says = std::move(says)};
}

}  // namespace

SafetensorsBytes SmallSafetensors() {
  return {.json = Padded(ObjectText({SafetensorsEntry().Text()})),
          .data_bytes = 8};
}

SafetensorsRuleCase JsonCase(Code code, std::string variant, std::string good,
                             std::string bad, const TextPlace& at,
                             std::string where, std::vector<std::string> says,
                             uint64_t data_bytes) {
  SafetensorsRuleCase made = {
      .code = code,
      .variant = std::move(variant),
      .good = {.json = Padded(std::move(good)), .data_bytes = data_bytes},
      .bad = {.json = Padded(std::move(bad)), .data_bytes = data_bytes},
      .where = std::move(where),
      .says = std::move(says)};
  made.at = made.bad.OffsetOf(at.text) + at.plus;
  return made;
}

SafetensorsRuleCase EntryCase(Code code, std::string variant,
                              const SafetensorsEntry& good,
                              const SafetensorsEntry& bad, const TextPlace& at,
                              std::vector<std::string> says,
                              uint64_t data_bytes) {
  return JsonCase(code, std::move(variant), ObjectText({good.Text()}),
                  ObjectText({bad.Text()}), at, "tensor[0] '" + bad.name + "'",
                  std::move(says), data_bytes);
}

std::vector<SafetensorsRuleCase> LengthCases() {
  SafetensorsRuleCase short_file =
      LengthCase(Code::kSafetensorsTruncated, "", 56,
                 {"The file has 7 bytes;", "takes 8."});
  short_file.bad.cut_to = 7;
  return {
      short_file,
      LengthCase(Code::kSafetensorsHeaderEmpty, "", 0,
                 {"header length is 0;", "the least is 2"}),
      LengthCase(Code::kSafetensorsHeaderTooLarge, "", 100'000'001,
                 {"length is 100000001;", "at most 100000000"}),
      LengthCase(
          Code::kSafetensorsHeaderPastEnd, "far", 100'000'000,
          {"length is 100000000,", "only 64 bytes", "99999936 are missing"}),
      LengthCase(Code::kSafetensorsHeaderPastEnd, "by-one", 65,
                 {"length is 65,", "only 64 bytes", "1 is missing"}),
  };
}

std::vector<SafetensorsRuleCase> TextCases() {
  const std::string good = std::string(125, '[') + std::string(125, ']');
  const std::string deep = "[" + good + "]";
  return {
      JsonCase(Code::kSafetensorsByteOrderMark, "", "{}", "\xef\xbb\xbf{}",
               {"\xef"}, "header", {"EF BB BF, not with {"}, 0),
      ValueCase(Code::kSafetensorsHeaderNotUtf8, "in-a-string", "caf\xc3\xa9",
                "caf\xe9", {"\xe9"},
                {"No UTF-8 character begins with the bytes E9 22 7D 7D"}),
      JsonCase(Code::kSafetensorsHeaderNotUtf8, "outside-strings", "{}",
               "{\xff}", {"\xff"}, "header",
               {"No UTF-8 character begins with the bytes FF 7D 20 20"}, 0),
      ValueCase(Code::kSafetensorsControlByte, "", "a\\tb", "a\tb", {"\t"},
                {"raw byte 09;", "none below 20"}),
      ValueCase(Code::kSafetensorsLoneSurrogate, "high", "\\ud83d\\ude00",
                "\\ud83d", {"\\ud83d"},
                {"\\ud83d is half of a surrogate pair"}),
      ValueCase(Code::kSafetensorsLoneSurrogate, "low", "\\ud83d\\ude00",
                "\\ude00", {"\\ude00"},
                {"\\ude00 is half of a surrogate pair"}),
      FieldCase(Code::kSafetensorsNesting, "", good, deep, {"[[[", 125},
                {"Level 128 of", "at most 127"}),
      FieldCase(Code::kSafetensorsNumberTooLarge, "", "1e308", "1e309",
                {"1e309"}, {"The number '1e309' is past 1.8e308"}),
      JsonCase(Code::kSafetensorsLeadingSpace, "", "{}", "\n {}", {"\n"},
               "header", {"2 bytes of white space"}, 0),
  };
}

std::vector<SafetensorsRuleCase> SyntaxCases() {
  return {
      SyntaxCase("nothing", " ", {" ", 8}, "holds no value"),
      SyntaxCase("no-value", R"({"a":})", {"}"},
                 "No JSON value begins here. The byte here is 7D."),
      SyntaxCase("infinity", R"({"a":Infinity})", {"Inf"}, "No JSON value"),
      SyntaxCase("no-key", "{a:1}", {"a"}, "A key, in double quotes"),
      SyntaxCase("comma-at-the-end", R"({"__metadata__":{},})", {",}", 1},
                 "A key,"),
      SyntaxCase("no-colon", R"({"a" 1})", {"1"}, "A colon is missing"),
      SyntaxCase("no-comma", R"({"__metadata__":{} "b":{}})", {"\"b"},
                 "comma or }"),
      SyntaxCase("no-comma-in-array", R"({"a":{"x":[1 2]}})", {"2"},
                 "comma or ]"),
      SyntaxCase("zero-in-front", R"({"a":{"x":[01]}})", {"1"}, "comma or ]"),
      SyntaxCase("no-escape", R"({"\a":1})", {"\\a"}, "none of JSON's"),
      SyntaxCase("no-hex", R"({"\u12g4":1})", {"\\u"}, "none of JSON's"),
      SyntaxCase("no-fraction", R"({"a":1.})", {"}"}, "lacks digits"),
      SyntaxCase("no-exponent", R"({"a":1e})", {"}"}, "lacks digits"),
      RestCase("nul", "\0"s, {"the byte 00 stands", "5 bytes of the header"}),
      RestCase("vertical-tab", "\v", {"the byte 0B stands"}),
      RestCase("second-object", "{}    ", {"the byte 7B stands"}),
      RestCase("text", "x", {"the byte 78 stands"}),
      RootCase("array", "[]", "an array."),
      RootCase("null", "null", "null."),
      RootCase("bool", "false", "a bool."),
      RootCase("number", "17", "a number."),
      RootCase("string", "\"text\"", "a string."),
  };
}

const std::vector<SafetensorsRuleCase>& SafetensorsRuleCases() {
  static const auto* const kCases = [] {
    auto* const all = new std::vector<SafetensorsRuleCase>;
    for (const auto part :
         {LengthCases, TextCases, SyntaxCases, NameCases, MetadataCases,
          FieldCases, NumberCases, SizeCases, DataCases}) {
      std::vector<SafetensorsRuleCase> cases = part();
      std::move(cases.begin(), cases.end(), std::back_inserter(*all));
    }
    return all;
  }();
  return *kCases;
}

std::string CaseName(const SafetensorsRuleCase& rule_case) {
  std::string name(CodeName(rule_case.code));
  if (!rule_case.variant.empty()) name += "-" + rule_case.variant;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace loadgate::testing_support
