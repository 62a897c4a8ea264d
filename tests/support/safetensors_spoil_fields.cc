#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/safetensors_dtype.h"
#include "tests/support/safetensors_spoiler.h"

namespace loadgate::testing_support {

using std::string_literals::operator""s;

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

}  // namespace loadgate::testing_support
