#include "tests/support/safetensors_defects.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/safetensors_spoiler.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

constexpr std::string_view kWhiteSpace = " \t\r\n";

size_t TokenLength(std::string_view rest) {
  if (kJsonStructure.find(rest[0]) != std::string_view::npos) return 1;
  if (rest[0] != '"') {
    return std::min(rest.find_first_of("{}[]:, \t\r\n"), rest.size());
  }
  size_t end = 1;
  while (rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  return end + 1;
}

}  // namespace

std::vector<SafetensorsDefect> Spoiler::Run() {
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

void Spoiler::Add(std::string kind, std::string what, SafetensorsBytes file) {
  defects_.push_back(
      {std::move(kind), good_.name + ": " + std::move(what), std::move(file)});
}

void Spoiler::Replace(std::string kind, const JsonToken& token,
                      const std::string& text) {
  SafetensorsBytes file = good_.file;
  file.json.replace(token.at, token.length, text);
  Add(std::move(kind),
      Text(token) + " at " + std::to_string(token.at) + " becomes " +
          text.substr(0, 80),
      std::move(file));
}

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
