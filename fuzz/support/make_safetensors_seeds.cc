// loadgate_make_safetensors_seeds OUTDIR | --check CORPUS
//
// The seeds of safetensors_reader_fuzzer: see SeedsMain.

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/support/seeds.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// A name and a piece of JSON.
using Piece = std::pair<const char*, std::string>;

std::string LengthField(uint64_t length) {
  std::string field;
  for (size_t i = 0; i < 8; ++i) {
    field.push_back(static_cast<char>(length >> (8 * i) & 0xFF));
  }
  return field;
}

std::string File(const std::string& header, size_t data_bytes = 0) {
  return LengthField(header.size()) + header + std::string(data_bytes, '\0');
}

std::string Entry(const std::string& name, const std::string& dtype,
                  const std::string& shape, const std::string& offsets) {
  return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":[" + shape +
         "],\"data_offsets\":[" + offsets + "]}";
}

// An empty tensor with one more field.
std::string WithField(const std::string& field) {
  return R"({"w":{)" + field +
         R"(,"dtype":"U8","shape":[0],"data_offsets":[0,0]}})";
}

// Every dtype: of so many elements that they fill whole bytes.
void AddDtypes(Seeds* seeds) {
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    const std::string name(dtype.name);
    const size_t bytes = dtype.bits / 2;
    const std::string end = std::to_string(bytes);
    seeds->emplace(
        "dtype-" + name,
        File("{" + Entry("w", name, "2,2", "0," + end) + "}", bytes));
  }
  for (const char* name : {"f32", "C128"}) {
    seeds->emplace("dtype-not-"s + name,
                   File("{" + Entry("w", name, "0", "0,0") + "}"));
  }
}

void AddHeaders(Seeds* seeds) {
  const std::string a = Entry("a", "F32", "2", "0,8");
  const Piece kHeaders[] = {
      {"empty-object", "{}"},
      {"space-everywhere",
       " {\t\"a\" :\n{ \"dtype\" : \"F32\" , \"shape\" : "
       "[ 2 ] ,\r\"data_offsets\" : [ 0 , 8 ] } } \t\r\n"},
      {"fields-in-another-order",
       R"({"a":{"data_offsets":[0,8],"dtype":"F32","shape":[2]}})"},
      {"padded", "{" + a + "}      "},
      {"padded-with-nul", "{" + a + "}\0\0"s},
      {"text-behind", "{" + a + "}x"},
      {"second-object", "{" + a + "}{}"},
      {"byte-order-mark", "\xEF\xBB\xBF{" + a + "}"},
      {"comma-behind", "{" + a + ",}"},
      {"comma-missing", "{" + a + a + "}"},
      {"array", "[]"},
      {"string", "\"a\""},
      {"null", "null"},
      {"space-alone", "  "},
      {"space-not-ascii", "{\xC2\xA0}"},
      {"entry-null", R"({"a":null})"},
      {"entry-array", R"({"a":["F32",[2],[0,8]]})"},
      {"dtype-object", R"({"a":{"dtype":{"F32":null}}})"},
      {"dtype-missing", R"({"a":{"shape":[2],"data_offsets":[0,8]}})"},
      {"shape-missing", R"({"a":{"dtype":"F32","data_offsets":[0,8]}})"},
      {"offsets-missing", R"({"a":{"dtype":"F32","shape":[2]}})"},
      {"shape-number", R"({"a":{"shape":2}})"},
      {"shape-nested", R"({"a":{"shape":[[2]]}})"},
      {"offsets-object", R"({"a":{"data_offsets":{"0":8}}})"},
  };
  for (const auto& [name, header] : kHeaders) {
    seeds->emplace("header-"s + name, File(header, 8));
  }
  seeds->emplace("header-nothing-else", File("{}"));
  for (const uint64_t length :
       {uint64_t{0}, uint64_t{1}, uint64_t{3}, uint64_t{100'000'000},
        uint64_t{100'000'001}, uint64_t{1} << 63, ~uint64_t{0}}) {
    seeds->emplace("length-" + std::to_string(length),
                   LengthField(length) + "{}");
  }
  for (const size_t size : std::vector<size_t>{0, 1, 7, 8, 20, 60}) {
    seeds->emplace("cut-" + std::to_string(size),
                   File("{" + a + "}", 8).substr(0, size));
  }
}

void AddMetadata(Seeds* seeds) {
  const Piece kValues[] = {
      {"map", R"({"format":"pt","":"","a":"\u0000"})"},
      {"empty", "{}"},
      {"null", "null"},
      {"array", "[]"},
      {"number", R"({"a":1})"},
      {"nested", R"({"a":{"b":"c"}})"},
      {"value-null", R"({"a":null})"},
      {"key-nul", R"({"a\u0000":"b"})"},
      {"key-twice", R"({"a":"b","\u0061":"c"})"},
      {"tensor", R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})"},
  };
  for (const auto& [name, value] : kValues) {
    seeds->emplace("metadata-"s + name,
                   File(R"({"__metadata__":)" + value + "," +
                        Entry("w", "U8", "0", "0,0") + "}"));
  }
  seeds->emplace("metadata-escaped",
                 File(R"({"\u005f_metadata__":{"a":"b"}})"));
  seeds->emplace("metadata-twice",
                 File(R"({"__metadata__":{},"__meta\u0064ata__":{}})"));
}

// As a name, and as what an unknown field holds.
void AddStrings(Seeds* seeds) {
  const Piece kStrings[] = {
      {"escapes", R"(\"\\\/\b\f\n\r\t\u20aC)"},
      {"lengths", R"(\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff)"},
      {"high-alone", R"(\ud83d)"},
      {"high-twice", R"(\ud83d\ud83d)"},
      {"high-then-other", R"(\ud83d\n)"},
      {"low-alone", R"(\ude00)"},
      {"escape-unknown", R"(\x41)"},
      {"escape-short", R"(\u12)"},
      {"nul-escaped", R"(a\u0000b)"},
      {"nul-raw", "a\0b"s},
      {"control-raw", "a\nb"},
      {"control-escaped", R"(a\u001b[2Jb)"},
      {"delete", "\x7F"},
      {"path", "../../etc/passwd"},
      {"empty", ""},
      {"utf8", "\xC3\xA9\xE2\x96\x81\xF0\x9F\xA7\xB1"},
      {"utf8-overlong", "\xC0\x80"},
      {"utf8-surrogate", "\xED\xA0\x80"},
      {"utf8-too-large", "\xF4\x90\x80\x80"},
      {"utf8-cut", "\xE2\x96"},
      {"long", std::string(300, 'n')},
  };
  for (const auto& [name, text] : kStrings) {
    seeds->emplace("name-"s + name,
                   File("{" + Entry(text, "U8", "0", "0,0") + "}"));
    seeds->emplace("string-"s + name,
                   File(WithField("\"x\":\"" + text + "\"")));
  }
}

void AddValues(Seeds* seeds) {
  const Piece kFields[] = {
      {"literals", R"("x":[true,false,null,[],{}])"},
      {"literal-cut", R"("x":tru)"},
      {"keys-apart", R"("x":[{"k":1},{"k":{"k":2}}])"},
      {"keys-twice", R"("x":[{"k":1,"\u006b":2}])"},
      {"keys-nul-twice", R"("\u0000":1,"\u0000":1)"},
      {"keys-nul-apart", R"("a\u0000":1,"a":1)"},
      {"unknown-twice", R"("x":1,"x":1)"},
      {"dtype-twice", R"("dtype":"U8")"},
      {"shape-twice", R"("sh\u0061pe":[0])"},
      {"bracket-wrong", R"("x":[1})"},
      {"colon-missing", R"("x" 1)"},
      {"quote-missing", R"("x":"a)"},
      {"levels-127", "\"x\":" + std::string(125, '[') + std::string(125, ']')},
      {"levels-128", "\"x\":" + std::string(126, '[') + std::string(126, ']')},
  };
  for (const auto& [name, field] : kFields) {
    seeds->emplace("field-"s + name, File(WithField(field)));
  }
  std::string many = R"("x":{"k":0)";
  for (int i = 0; i < 40; ++i) many += ",\"" + std::to_string(i) + "\":0";
  seeds->emplace("field-many-keys", File(WithField(many + "}")));
  seeds->emplace("field-many-keys-twice",
                 File(WithField(many + R"(,"\u006b":1})")));
  std::string objects = "1";
  for (int i = 0; i < 125; ++i) objects = "{\"\":" + objects + "}";
  seeds->emplace("field-objects-127", File(WithField("\"x\":" + objects)));
}

// In an unknown field, and in a shape that has no elements.
void AddNumbers(Seeds* seeds) {
  std::istringstream numbers(
      "0 -0 01 1. .5 1e 0x1 NaN 1.5 1E-2 -5000000000 18446744073709551616 "
      "1e308 1e309 -1e400 1e-400 0e999 0.0001e312 0.0001e313 10000e304 "
      "10000e305 1.7976931348623158e308 1.7976931348623159e308");
  for (std::string number; numbers >> number;) {
    seeds->emplace("number-" + number,
                   File(WithField("\"x\":[" + number + "]")));
  }
  std::istringstream dims(
      "0 -0 01 -1 1.0 1e0 9007199254740993 18446744073709551615 "
      "18446744073709551616 1e309");
  for (std::string dim; dims >> dim;) {
    seeds->emplace("shape-0-" + dim,
                   File("{" + Entry("w", "U8", "0," + dim, "0,0") + "}"));
  }
}

void AddShapes(Seeds* seeds) {
  const std::string most = "18446744073709551615";
  const auto add = [seeds](const char* name, const std::string& dtype,
                           const std::string& shape, size_t bytes) {
    const std::string offsets = "0," + std::to_string(bytes);
    seeds->emplace("shape-"s + name,
                   File("{" + Entry("w", dtype, shape, offsets) + "}", bytes));
  };
  add("scalar", "F32", "", 4);
  add("scalar-of-4-bits", "F4", "", 1);
  add("odd-of-4-bits", "F4", "3", 2);
  add("odd-last", "F4", "2,3", 3);
  add("not-whole", "F6_E2M3", "2", 2);
  add("other-size", "F32", "2", 7);
  add("zero-first", "U8", "0," + most + "," + most, 0);
  add("zero-last", "U8", most + ",2,0", 0);
  add("zero-between", "U8", most + ",0," + most, 0);
  add("wraps", "U8", "4294967296,4294967296", 0);
  add("bits-wrap", "F64", "288230376151711744", 0);
  add("bits-most", "U8", "2305843009213693951", 0);
  std::string ones = "1";
  for (int i = 0; i < 99; ++i) ones += ",1";
  add("rank-100", "U8", ones, 1);
}

// Three tensors of 2, 0 and 2 bytes, by their offsets.
void AddTilings(Seeds* seeds) {
  struct Tiling {
    const char* name;
    std::vector<const char*> offsets;
    size_t data_bytes;
  };
  const Tiling kTilings[] = {
      {"good", {"0,2", "2,2", "2,4"}, 4},
      {"reversed", {"2,4", "0,0", "0,2"}, 4},
      {"empty-last", {"0,2", "4,4", "2,4"}, 4},
      {"empty-inside", {"0,2", "1,1", "2,4"}, 4},
      {"empty-outside", {"0,2", "5,5", "2,4"}, 4},
      {"hole-first", {"1,3", "1,1", "3,5"}, 5},
      {"hole", {"0,2", "2,2", "3,5"}, 5},
      {"overlap", {"0,2", "2,2", "1,3"}, 3},
      {"same", {"0,2", "0,0", "0,2"}, 2},
      {"short", {"0,2", "2,2", "2,4"}, 3},
      {"tail", {"0,2", "2,2", "2,4"}, 5},
      {"backwards", {"2,0", "2,2", "2,4"}, 4},
      {"one-offset", {"0", "2,2", "2,4"}, 4},
      {"three-offsets", {"0,2,4", "2,2", "2,4"}, 4},
      {"far",
       {"18446744073709551613,18446744073709551615",
        "18446744073709551615,18446744073709551615", "0,2"},
       2},
  };
  for (const Tiling& tiling : kTilings) {
    seeds->emplace("tiling-"s + tiling.name,
                   File("{" + Entry("a", "U8", "2", tiling.offsets[0]) + "," +
                            Entry("b", "U8", "0", tiling.offsets[1]) + "," +
                            Entry("c", "BF16", "1", tiling.offsets[2]) + "}",
                        tiling.data_bytes));
  }
  seeds->emplace("tiling-none", File("{}", 1));
  seeds->emplace("tiling-name-twice",
                 File("{" + Entry("a", "U8", "2", "0,2") + "," +
                          Entry("\\u0061", "U8", "2", "2,4") + "}",
                      4));
}

Seeds AllSeeds() {
  Seeds seeds;
  AddDtypes(&seeds);
  AddHeaders(&seeds);
  AddMetadata(&seeds);
  AddStrings(&seeds);
  AddValues(&seeds);
  AddNumbers(&seeds);
  AddShapes(&seeds);
  AddTilings(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
