// loadgate_make_json_text_seeds OUTDIR | --check CORPUS
//
// The seeds of json_text_fuzzer: see SeedsMain. Texts of JSON, and near misses.

#include <cstddef>
#include <sstream>
#include <string>

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

std::string Nested(const std::string& open, const std::string& close,
                   size_t levels) {
  std::string text;
  for (size_t i = 0; i < levels; ++i) text += open;
  text += "1";
  for (size_t i = 0; i < levels; ++i) text += close;
  return text;
}

void AddNumbers(Seeds* seeds) {
  std::istringstream numbers(
      "0 -0 01 -01 1. .5 1e 1e+ 0x1 -1 1.5 1E-2 10e0 2147483648 -2147483649 "
      "9223372036854775808 18446744073709551615 18446744073709551616 "
      "99999999999999999999 1e308 1e309 -1e400 1e-400 0e999 0.0001e312 "
      "1.7976931348623158e308 1.7976931348623159e308");
  std::string all = "[";
  for (std::string number; numbers >> number;) {
    seeds->emplace("number-" + number, "[" + number + "]");
  }
  for (size_t i = 0; i < 300; ++i) all += "-" + std::to_string(i + 1) + ",";
  seeds->emplace("numbers-more-than-are-remembered", all + "1.5]");
  seeds->emplace("number-longer-than-is-remembered",
                 "[0." + std::string(120, '7') + "]");
  seeds->emplace("numbers-without-space", "[1,-2,3.0,4]");
  seeds->emplace("numbers-run-together", "[1-2]");
}

void AddStrings(Seeds* seeds) {
  const auto add = [seeds](const char* name, const std::string& text) {
    seeds->emplace("string-"s + name, "{\"" + text + "\":\"" + text + "\"}");
  };
  add("empty", "");
  add("escapes", R"(\"\\\/\b\f\n\r\t\u20aC)");
  add("surrogates", R"(\ud83d\ude00\uD800\uDC00)");
  add("high-alone", R"(\ud83d)");
  add("high-twice", R"(\ud83d\ud83d)");
  add("low-alone", R"(\ude00)");
  add("escape-unknown", R"(\x41)");
  add("escape-short", R"(\u12)");
  add("escape-of-a-character", "\\\xC3\xA9");
  add("nul-escaped", R"(a\u0000b)");
  add("nul-raw", "a\0b"s);
  add("control-raw", "a\x1f");
  add("delete", "\x7F");
  add("utf8", "\xC3\xA9\xE2\x96\x81\xF0\x9F\xA7\xB1");
  add("utf8-overlong", "\xC0\x80");
  add("utf8-surrogate", "\xED\xA0\x80");
  add("utf8-too-large", "\xF4\x90\x80\x80");
  add("utf8-cut", "\xE2\x96");
  add("of-16", std::string(16, 'n'));
  add("escape-behind-16", std::string(16, 'n') + "\\n" + std::string(20, 'm'));
  seeds->emplace("string-without-end", "\"abc");
  seeds->emplace("string-ends-in-an-escape", "[\"abc\\");
}

void AddKeys(Seeds* seeds) {
  std::string many;
  for (int i = 0; i < 40; ++i) many += "\"" + std::to_string(i) + "\":0,";
  seeds->emplace("keys-many", "{\"x\":{" + many + "\"k\":1}}");
  seeds->emplace("keys-many-twice", "{\"x\":{" + many + "\"\\u0033\":1}}");
  seeds->emplace("keys-twice", R"({"a":1,"\u0061":2})");
  seeds->emplace("keys-twice-in-arrays", R"({"x":[[{"a":1,"b":2,"a":3}]]})");
  seeds->emplace("keys-apart", R"({"x":[{"a":1},{"a":{"a":2}}]})");
  seeds->emplace("keys-nul-twice", R"({"x":{"\u0000":1,"\u0000":2}})");
  seeds->emplace("keys-nul-apart", R"({"x":{"a\u0000":1,"a":2}})");
  seeds->emplace("keys-of-an-entry",
                 R"({"w":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}})");
  seeds->emplace("keys-of-an-entry-twice",
                 R"({"w":{"shape":[0],"sh\u0061pe":[{"a":1,"a":2}]}})");
  seeds->emplace("keys-of-metadata",
                 R"({"__metadata__":{"a":"b","\u0061":"c"}})");
  seeds->emplace("keys-metadata-twice",
                 R"({"__metadata__":{},"__meta\u0064ata__":{}})");
}

void AddTexts(Seeds* seeds) {
  seeds->emplace("empty", "");
  seeds->emplace("space", " \t\r\n");
  seeds->emplace("space-everywhere",
                 " { \"a\"\t: [ 1 , true ,\nnull ]\r, \"b\" : { } } ");
  seeds->emplace("space-not-ascii", "{\xC2\xA0}");
  seeds->emplace("byte-order-mark", "\xEF\xBB\xBF{}");
  seeds->emplace("literals", "[true,false,null,[],{}]");
  seeds->emplace("literal-cut", "[tru]");
  seeds->emplace("literal-alone", "null");
  seeds->emplace("string-alone", "\"a\"");
  seeds->emplace("number-alone", "-1.5");
  seeds->emplace("bracket-wrong", "{\"a\":[1}]");
  seeds->emplace("bracket-missing", "{\"a\":[1]");
  seeds->emplace("bracket-too-many", "[]]");
  seeds->emplace("comma-behind", "[1,]");
  seeds->emplace("comma-missing", "{\"a\":1\"b\":2}");
  seeds->emplace("colon-missing", "{\"a\" 1}");
  seeds->emplace("key-missing", "{1:2}");
  seeds->emplace("second-value", "{}{}");
  seeds->emplace("nul-behind", "{}\0"s);
  seeds->emplace("nul-between", "{\"a\":\0 1}"s);
  seeds->emplace("comment", "{}//");
  for (const size_t levels : {size_t{126}, size_t{127}, size_t{128}}) {
    const std::string end = std::to_string(levels);
    seeds->emplace("levels-of-arrays-" + end, Nested("[", "]", levels));
    seeds->emplace("levels-of-objects-" + end, Nested("{\"\":", "}", levels));
  }
}

Seeds AllSeeds() {
  Seeds seeds;
  AddNumbers(&seeds);
  AddStrings(&seeds);
  AddKeys(&seeds);
  AddTexts(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
