#include "tests/support/safetensors_defects.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "loadgate/safetensors_dtype.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr std::string_view kStructure = "{}[]:,";

size_t TokenLength(std::string_view rest) {
  if (kStructure.find(rest[0]) != std::string_view::npos) return 1;
  if (rest[0] != '"') {
    return std::min(rest.find_first_of("{}[]:, \t\r\n"), rest.size());
  }
  size_t end = 1;
  while (rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  return end + 1;
}

// Makes the defects of one file.
class Spoiler {
 public:
  explicit Spoiler(const GoodSafetensors& good)
      : good_(good), tokens_(JsonTokens(good.file.json)) {}

  std::vector<SafetensorsDefect> Run() {
    Lengths();
    DataSizes();
    for (const JsonToken& token : tokens_) {
      Structure(token);
      Spaces(token.at);
      if (First(token) == '"') Strings(token);
      if (First(token) >= '0' && First(token) <= '9') Numbers(token);
    }
    Spaces(good_.file.json.size());
    for (size_t i = 0; i < tokens_.size(); ++i) {
      if (First(tokens_[i]) == '{') Objects(i);
      if (i + 2 < tokens_.size() && First(tokens_[i + 1]) == ':') Members(i);
    }
    Fields();
    Offsets();
    Shapes();
    return std::move(defects_);
  }

 private:
  char First(const JsonToken& token) const { return good_.file.json[token.at]; }
  std::string Text(const JsonToken& token) const {
    return good_.file.json.substr(token.at, token.length);
  }

  void Add(std::string kind, std::string what, SafetensorsBytes file) {
    defects_.push_back({std::move(kind), good_.name + ": " + std::move(what),
                        std::move(file)});
  }

  // Puts `text` in the place of a token.
  void Replace(std::string kind, const JsonToken& token,
               const std::string& text) {
    SafetensorsBytes file = good_.file;
    file.json.replace(token.at, token.length, text);
    Add(std::move(kind),
        Text(token) + " at " + std::to_string(token.at) + " becomes " +
            text.substr(0, 80),
        std::move(file));
  }

  void Lengths();
  void DataSizes();
  void Structure(const JsonToken& token);
  void Spaces(size_t at);
  void Strings(const JsonToken& token);
  void Numbers(const JsonToken& token);
  void Objects(size_t i);
  void Members(size_t i);
  void Fields();
  void Offsets();
  void Shapes();
  JsonToken ValueAt(size_t i) const;
  std::vector<JsonToken> ValuesOf(std::string_view field) const;

  const GoodSafetensors& good_;
  std::vector<JsonToken> tokens_;
  std::vector<SafetensorsDefect> defects_;
};

// The header's length says something else, and the file stays as it is.
void Spoiler::Lengths() {
  const uint64_t length = good_.file.json.size();
  for (const uint64_t lie :
       {length + 1, length - 1, length + 8, length - 8, uint64_t{0},
        uint64_t{1}, uint64_t{100'000'000}, uint64_t{100'000'001},
        uint64_t{1} << 32 | length, uint64_t{1} << 63,
        length | uint64_t{1} << 63, UINT64_MAX - 7, UINT64_MAX}) {
    SafetensorsBytes file = good_.file;
    file.declared_length = lie;
    Add("header length", std::to_string(lie), std::move(file));
  }
}

void Spoiler::DataSizes() {
  for (const uint64_t bytes : {good_.file.data_bytes + 1,
                               good_.file.data_bytes + 8, uint64_t{1} << 16}) {
    SafetensorsBytes file = good_.file;
    file.data_bytes = bytes;
    Add("data longer", std::to_string(bytes), std::move(file));
  }
  const uint64_t size = good_.file.size();
  const uint64_t header = good_.file.header_bytes();
  for (const uint64_t cut :
       {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{8}, uint64_t{9},
        header / 2, header - 1, header, size - 1}) {
    if (cut >= size) continue;
    SafetensorsBytes file = good_.file;
    file.cut_to = cut;
    Add("cut short", std::to_string(cut), std::move(file));
  }
}

void Spoiler::Structure(const JsonToken& token) {
  Replace("token dropped", token, "");
  Replace("token doubled", token, Text(token) + Text(token));
  if (token.length != 1) return;
  for (const char other : kStructure) {
    if (other != First(token)) {
      Replace("token exchanged", token, std::string(1, other));
    }
  }
}

// White space, and what is none, between two tokens.
void Spoiler::Spaces(size_t at) {
  for (const std::string& space :
       {" "s, "\t"s, "\r"s, "\n"s, "\0"s, "\v"s, "\f"s, "\x1f"s, "\x7f"s,
        "\xc2\xa0"s, "\xef\xbb\xbf"s, "\xe2\x80\xa8"s, "\xff"s, "/**/"s}) {
    Replace("space", {at, 0}, space);
  }
}

// Other ways to write the first character of a string, and a few that are none.
void Spoiler::Strings(const JsonToken& token) {
  const std::string text = Text(token);
  const std::string inner = text.substr(1, text.size() - 2);
  const auto in_front = [&](const std::string& what) {
    Replace("string", token, "\"" + what + inner + "\"");
  };
  for (const char* escape : {"\\/", "\\\\", "\\\"", "\\b", "\\f", "\\n", "\\r",
                             "\\t", "\\x41", "\\a", "\\'", "\\0", "\\"}) {
    in_front(escape);
  }
  for (const char* escape :
       {"\\u0000", "\\u0041", "\\u00e9", "\\u00E9", "\\u", "\\u12", "\\u12g4",
        "\\u+123", "\\u 123", "\\U0041"}) {
    in_front(escape);
  }
  for (const char* surrogates :
       {"\\ud83d\\ude00", "\\uD83D\\uDE00", "\\ud83d", "\\ude00",
        "\\ude00\\ud83d", "\\ud83d\\u0041", "\\ud83d\\ud83d", "\\ud83d\\n"}) {
    in_front(surrogates);
  }
  for (const std::string& raw :
       {"\0"s, "\x01"s, "\n"s, "\t"s, "\x1f"s, "\x7f"s, "\xc3\xa9"s,
        "\xf0\x9f\x98\x80"s, "\x80"s, "\xc3"s, "\xc0\x80"s, "\xed\xa0\x80"s,
        "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xe2\x82"s, "\xef\xbb\xbf"s,
        "../"s}) {
    in_front(raw);
  }
  Replace("string", token, "\"\"");
  Replace("string", token, inner);
  Replace("string", token, "'" + inner + "'");
  Replace("string", token, "\"" + inner);
  Replace("string", token, inner + "\"");
  Replace("string", token, "\"" + inner + "\\\"");
  for (const char* other : {"null", "true", "0", "-1.5", "{}", "[]", "nul"}) {
    Replace("string", token, other);
  }
  if (inner.empty() || inner[0] == '\\') return;
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(inner[0]);
  const std::string escaped =
      "\\u00"s + kHex[byte >> 4] + kHex[byte & 0xf] + inner.substr(1);
  Replace("string", token, "\"" + escaped + "\"");
}

void Spoiler::Numbers(const JsonToken& token) {
  const std::string text = Text(token);
  const uint64_t value = std::stoull(text);
  for (const uint64_t lie :
       {value + 1, value - 1, value + 8, value * 2, uint64_t{0}, uint64_t{1},
        uint64_t{1} << 31, uint64_t{1} << 32, (uint64_t{1} << 53) + 1,
        (uint64_t{1} << 61) - 1, uint64_t{1} << 61, uint64_t{1} << 62,
        uint64_t{1} << 63, UINT64_MAX - 1, UINT64_MAX}) {
    if (lie != value) Replace("number", token, std::to_string(lie));
  }
  for (const std::string& lie : {"18446744073709551616"s,
                                 "9999999999999999999999"s,
                                 "-0"s,
                                 "-" + text,
                                 text + ".0",
                                 text + "e0",
                                 text + "E+0",
                                 text + "e-1",
                                 text + "e400",
                                 "0" + text,
                                 "00"s,
                                 "+" + text,
                                 text + ".",
                                 "." + text,
                                 text + "e",
                                 "0x" + text,
                                 text + "u",
                                 "NaN"s,
                                 "-Infinity"s,
                                 "1e308"s,
                                 "1e309"s,
                                 std::string(400, '9'),
                                 "\"" + text + "\"",
                                 "null"s,
                                 "true"s,
                                 "{}"s,
                                 "[]"s,
                                 "[" + text + "]",
                                 ""s,
                                 "-"s}) {
    Replace("number form", token, lie);
  }
}

// The whole of the value that begins with token `i`.
JsonToken Spoiler::ValueAt(size_t i) const {
  const size_t begin = tokens_[i].at;
  int depth = 0;
  do {
    const char first = First(tokens_[i]);
    if (first == '{' || first == '[') ++depth;
    if (first == '}' || first == ']') --depth;
    ++i;
  } while (depth > 0);
  return {begin, tokens_[i - 1].at + tokens_[i - 1].length - begin};
}

// Another value where an object stands.
void Spoiler::Objects(size_t i) {
  const JsonToken object = ValueAt(i);
  for (const std::string& other :
       {"null"s, "false"s, "7"s, "-7.5"s, "\"text\""s, "[]"s, "{}"s, "[{}]"s,
        R"(["F32",[2],[0,8]])"s, R"({"":""})"s, "[" + Text(object) + "]"}) {
    Replace("object", object, other);
  }
}

// A member of an object that is not there, or is there twice.
void Spoiler::Members(size_t i) {
  const JsonToken value = ValueAt(i + 2);
  JsonToken member = {tokens_[i].at, value.at + value.length - tokens_[i].at};
  Replace("member doubled", member, Text(member) + "," + Text(member));
  if (good_.file.json[member.at + member.length] == ',') {
    ++member.length;
  } else if (good_.file.json[member.at - 1] == ',') {
    --member.at;
    ++member.length;
  }
  Replace("member dropped", member, "");
}

// The tokens of the values of every member `field`, whose strings are plain.
std::vector<JsonToken> Spoiler::ValuesOf(std::string_view field) const {
  std::vector<JsonToken> values;
  const std::string quoted = "\"" + std::string(field) + "\"";
  for (size_t i = 0; i + 2 < tokens_.size(); ++i) {
    if (Text(tokens_[i]) != quoted || Text(tokens_[i + 1]) != ":") continue;
    values.push_back(ValueAt(i + 2));
  }
  return values;
}

void Spoiler::Fields() {
  for (const JsonToken& dtype : ValuesOf("dtype")) {
    for (const SafetensorsDtype& other : AllSafetensorsDtypes()) {
      const std::string text = "\"" + std::string(other.name) + "\"";
      if (text != Text(dtype)) Replace("dtype", dtype, text);
    }
    for (const char* other : {"\"f32\"", "\"F32 \"", "\"F\"", "\"F8_E4M3FN\"",
                              "\"float32\"", "\"I4\"", "{\"F32\":null}"}) {
      Replace("dtype", dtype, other);
    }
    const JsonToken behind = {dtype.at + dtype.length, 0};
    for (const std::string& more :
         {",\"dtype\":" + Text(dtype), R"(,"d\u0074ype":"F32")"s, R"(,"z":1)"s,
          R"(,"z":1,"\u007a":2)"s, R"(,"z":{"a":1,"\u0061":1})"s,
          ",\"z\":" + std::string(125, '[') + std::string(125, ']'),
          ",\"z\":" + std::string(126, '[') + std::string(126, ']'),
          R"(,"Dtype":"F32")"s, R"(,"__metadata__":{})"s, R"(,"shape":[])"s}) {
      Replace("field", behind, more);
    }
  }
}

void Spoiler::Offsets() {
  const std::vector<JsonToken> all = ValuesOf("data_offsets");
  for (const JsonToken& token : all) {
    const std::string text = Text(token);
    const size_t comma = text.find(',');
    const uint64_t begin = std::stoull(text.substr(1));
    const uint64_t end = std::stoull(text.substr(comma + 1));
    const auto put = [&](uint64_t a, uint64_t b) {
      if (a == begin && b == end) return;
      Replace("offsets", token,
              "[" + std::to_string(a) + "," + std::to_string(b) + "]");
    };
    put(end, begin);
    for (const uint64_t by : {1, 4, 8}) {
      put(begin + by, end + by);
      put(begin - by, end - by);
      put(begin, end + by);
      put(begin, end - by);
    }
    put(end, end);
    put(begin, begin);
    put(UINT64_MAX - (end - begin), UINT64_MAX);
    for (const JsonToken& other : all) {
      if (Text(other) != text) Replace("offsets", token, Text(other));
    }
    for (const char* other : {"[]", "[0]", "[0,8,8]", "[[0,8]]", "{}"}) {
      Replace("offsets", token, other);
    }
  }
}

void Spoiler::Shapes() {
  for (const JsonToken& token : ValuesOf("shape")) {
    const std::string text = Text(token);
    const std::string inner = text.substr(1, text.size() - 2);
    const std::string comma = inner.empty() ? "" : ",";
    for (const std::string& more :
         {"0"s, "1"s, "2"s, "18446744073709551615"s, "4294967296,4294967296"s,
          "9223372036854775808,2"s, "0,18446744073709551615,2"s,
          "18446744073709551615,2,0"s, Repeated("1", 1000)}) {
      Replace("shape", token, "[" + inner + comma + more + "]");
      Replace("shape", token, "[" + more + comma + inner + "]");
    }
    for (const std::string& other : {"[]"s, "{}"s, "[" + text + "]"}) {
      if (other != text) Replace("shape", token, other);
    }
  }
}

}  // namespace

std::vector<JsonToken> JsonTokens(std::string_view json) {
  std::vector<JsonToken> tokens;
  for (size_t at = json.find_first_not_of(kWhiteSpace); at < json.size();
       at = json.find_first_not_of(kWhiteSpace, at)) {
    tokens.push_back({at, TokenLength(json.substr(at))});
    at += tokens.back().length;
  }
  return tokens;
}

std::vector<GoodSafetensors> DefectSources() {
  const std::string a = TensorText("a", "F32", {2}, 0, 8);
  const std::string b = TensorText("b", "BF16", {2, 2}, 8, 16);
  const std::string none = TensorText("n", "U8", {0}, 8, 8);
  const std::string packed = TensorText("p", "F4", {2, 4}, 16, 20);
  const std::string metadata = R"("__metadata__":{"format":"pt","k":""})";
  return {
      {"one", {Padded(ObjectText({a})), 8}, 1},
      {"two", {Padded(ObjectText({metadata, b, a})), 16}, 2, 2},
      {"many", {ObjectText({a, none, b, packed}), 20}, 4},
      {"unknown field",
       {R"({"w":{"x":[{"y":1.5e3},null],"shape":[],"dtype":"U8",)"
        R"("data_offsets":[0,1]}})",
        1},
       1},
  };
}

std::vector<SafetensorsDefect> DefectsOf(const GoodSafetensors& good) {
  return Spoiler(good).Run();
}

}  // namespace loadgate::testing_support
