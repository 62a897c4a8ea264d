#include "tests/support/safetensors_bytes.h"

#include <algorithm>
#include <utility>

#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate::testing_support {
namespace {

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ",";
    text += part;
  }
  return text;
}

std::string NumbersText(const std::vector<uint64_t>& numbers) {
  std::vector<std::string> parts;
  for (const uint64_t number : numbers) parts.push_back(std::to_string(number));
  return "[" + Joined(parts) + "]";
}

// An object in a field that no reader knows, nested 124 deep.
std::string DeepField() {
  return ",\"x\":" + std::string(124, '[') + "-1.5e3" + std::string(124, ']');
}

}  // namespace

std::string SafetensorsEntry::Text() const {
  return "\"" + name + "\":{\"dtype\":" + dtype + ",\"shape\":" + shape +
         ",\"data_offsets\":" + data_offsets + more + "}";
}

std::string TensorText(std::string_view name, std::string_view dtype,
                       const std::vector<uint64_t>& shape, uint64_t begin,
                       uint64_t end) {
  const SafetensorsEntry entry = {.name = std::string(name),
                                  .dtype = "\"" + std::string(dtype) + "\"",
                                  .shape = NumbersText(shape),
                                  .data_offsets = NumbersText({begin, end})};
  return entry.Text();
}

std::string ObjectText(const std::vector<std::string>& members) {
  return "{" + Joined(members) + "}";
}

std::string Repeated(std::string_view text, size_t count) {
  std::string all;
  all.reserve(count * (text.size() + 1));
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) all += ",";
    all += text;
  }
  return all;
}

std::string Padded(std::string json) {
  json.resize((json.size() + 7) / 8 * 8, ' ');
  return json;
}

std::vector<std::byte> SafetensorsBytes::bytes() const {
  std::vector<std::byte> file;
  file.reserve(static_cast<size_t>(size()));
  const uint64_t length = declared_length.value_or(json.size());
  for (int shift = 0; shift < 64; shift += 8) {
    file.push_back(static_cast<std::byte>(length >> shift & 0xff));
  }
  const ByteSpan text = AsBytes(json);
  file.insert(file.end(), text.begin(), text.end());
  file.resize(static_cast<size_t>(size()));
  return file;
}

uint64_t SafetensorsBytes::OffsetOf(std::string_view text) const {
  const size_t at = json.find(text);
  LG_CHECK(at != std::string::npos);
  return 8 + at;
}

std::vector<GoodSafetensors> GoodSafetensorsFiles() {
  const std::string a = TensorText("a", "F32", {2}, 0, 8);
  const std::string b = TensorText("b", "BF16", {2, 2}, 8, 16);
  const std::string metadata = R"("__metadata__":{"format":"pt","k":""})";
  SafetensorsEntry extra;
  extra.more = R"(,"x":{"y":[null,true,{"z":1.5}],"w":"\n"})";
  SafetensorsEntry deep;
  deep.more = DeepField();
  return {
      {"empty", {"{}", 0}},
      {"one", {ObjectText({a}), 8}, 1},
      {"padded", {Padded(ObjectText({metadata, a, b})), 16}, 2, 2},
      {"out-of-order", {ObjectText({b, metadata, a}), 16}, 2, 2},
      {"rank-0", {ObjectText({TensorText("s", "U8", {}, 0, 1)}), 1}, 1},
      {"nothing-in-it",
       {ObjectText({TensorText("n", "F64", {0, 3}, 0, 0), a}), 8},
       2},
      {"packed", {ObjectText({TensorText("p", "F4", {2, 4}, 0, 4)}), 4}, 1},
      {"escapes",
       {R"({"__meta\u0064ata__":{"\ud83d\ude00":"\""},"\u0061":{"\u0064type":)"
        R"("F3\u0032","shape":[2],"data_offsets":[0,8]}})",
        8},
       1,
       1},
      {"unknown-field", {"\n{" + extra.Text() + "}\t\r\n", 8}, 1},
      {"deep", {ObjectText({deep.Text()}), 8}, 1},
  };
}

}  // namespace loadgate::testing_support
