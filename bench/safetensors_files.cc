#include "bench/safetensors_files.h"

#include <array>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "bench/words.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::bench {
namespace {

using testing_support::Padded;
using testing_support::SafetensorsBytes;
using testing_support::TensorText;

constexpr uint64_t kRows = 2048;
constexpr uint64_t kColumns = 7168;
constexpr uint64_t kScaleBlock = 128;

SafetensorsModel ModelOf(std::string json, uint64_t data_bytes,
                         uint64_t tensors) {
  const SafetensorsBytes file = {.json = Padded(std::move(json))};
  return {.header = file.bytes(),
          .file_size = file.header_bytes() + data_bytes,
          .tensors = tensors};
}

// The name of the weight of expert `i`, counted over all layers.
std::string WeightName(uint64_t i) {
  constexpr uint64_t kExperts = 256;
  constexpr std::array<const char*, 3> kParts = {"down", "gate", "up"};
  const uint64_t expert = i / kParts.size();
  return absl::StrCat("model.layers.", expert / kExperts, ".mlp.experts.",
                      expert % kExperts, ".", kParts.at(i % kParts.size()),
                      "_proj.weight");
}

void Shuffle(std::vector<std::string>* entries) {
  Random random;
  for (size_t i = entries->size(); i > 1; --i) {
    std::swap(entries->at(i - 1),
              entries->at(static_cast<size_t>(random.Below(i))));
  }
}

}  // namespace

SafetensorsModel SafetensorsWithTensors(uint64_t n, Listing listing) {
  std::vector<std::string> entries;
  uint64_t end = 0;
  const auto add = [&](std::string_view name, std::string_view dtype,
                       uint64_t rows, uint64_t columns, uint64_t bytes) {
    const uint64_t begin = std::exchange(end, end + rows * columns * bytes);
    entries.push_back(TensorText(name, dtype, {rows, columns}, begin, end));
  };
  for (uint64_t i = 0; i < n / 2; ++i) {
    add(absl::StrCat(WeightName(i), "_scale_inv"), "F32", kRows / kScaleBlock,
        kColumns / kScaleBlock, 4);
  }
  for (uint64_t i = 0; i < n / 2; ++i) {
    add(WeightName(i), "F8_E4M3", kRows, kColumns, 1);
  }
  if (listing == Listing::kShuffled) Shuffle(&entries);
  return ModelOf(absl::StrCat(R"({"__metadata__":{"format":"pt"},)",
                              absl::StrJoin(entries, ","), "}"),
                 end, entries.size());
}

namespace {

// One tensor of a byte, its shape made of `dimensions` and a last 1, and `more`
// behind its fields.
std::string OneTensor(const std::string& dimensions, const std::string& more) {
  return absl::StrCat(R"({"w":{"dtype":"U8","shape":[)", dimensions,
                      R"(1],"data_offsets":[0,1])", more, "}}");
}

std::string Times(uint64_t n, std::string_view text) {
  std::string out;
  out.reserve(static_cast<size_t>(n * text.size()));
  for (uint64_t i = 0; i < n; ++i) out += text;
  return out;
}

// An unknown field that holds an array of `n` times `value`.
HostileHeader UnknownField(std::string name, uint64_t n, std::string value) {
  return {std::move(name), [n, value] {
            const std::string values = Times(n - 1, value + ",");
            return ModelOf(
                OneTensor("", absl::StrCat(R"(,"x":[)", values, value, "]")), 1,
                1);
          }};
}

// `n` members "key":`value` with keys of `digits` digits.
std::string MembersText(uint64_t n, unsigned digits, const std::string& value) {
  std::string json;
  for (uint64_t i = 0; i < n; ++i) {
    const std::string number = absl::StrCat(i);
    absl::StrAppend(&json, i > 0 ? ",\"" : "\"",
                    Times(digits - number.size(), "0"), number, "\":", value);
  }
  return json;
}

// `front`, then those members, then `back`.
HostileHeader Members(std::string name, std::string front, uint64_t n,
                      unsigned digits, std::string value, std::string back,
                      uint64_t data_bytes) {
  return {std::move(name), [=] {
            return ModelOf(
                absl::StrCat(front, MembersText(n, digits, value), back),
                data_bytes, n);
          }};
}

}  // namespace

std::vector<HostileHeader> AllHostileHeaders() {
  constexpr uint64_t kMillion = 1'000'000;
  const std::string empty = R"({"dtype":"U8","shape":[0],)"
                            R"("data_offsets":[0,0]})";
  const std::string overlapping = R"({"dtype":"U8","shape":[9],)"
                                  R"("data_offsets":[0,9]})";
  return {
      UnknownField("49 million numbers in an unknown field", 49 * kMillion,
                   "0"),
      UnknownField("24 million fractions in an unknown field", 24 * kMillion,
                   "0.5"),
      UnknownField("33 million objects in an unknown field", 33 * kMillion,
                   "{}"),
      UnknownField("900,000 objects of 17 keys", 900'000,
                   R"({"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0,"i":0,)"
                   R"("j":0,"k":0,"l":0,"m":0,"n":0,"o":0,"p":0,"q":0})"),
      {"a shape of 49 million ones",
       [] { return ModelOf(OneTensor(Times(49 * kMillion, "1,"), ""), 1, 1); }},
      Members("a million metadata pairs", R"({"__metadata__":{)", kMillion, 7,
              absl::StrCat("\"", Times(80, "v"), "\""), "}}", 0),
      Members("6 million metadata pairs", R"({"__metadata__":{)", 6 * kMillion,
              7, R"("")", "}}", 0),
      Members("8 million unknown fields", R"({"w":{)", 8 * kMillion, 7, "0",
              "}}", 0),
      {"4 million keys in an unknown field, twice each",
       [] {
         const std::string keys = MembersText(4 * kMillion, 7, "0");
         return ModelOf(absl::StrCat(R"({"w":{"x":{)", keys, ",", keys, "}}}"),
                        0, 0);
       }},
      Members("8 million names of no tensors", "{", 8 * kMillion, 7, "0", "}",
              0),
      Members("1.5 million tensors of no bytes", "{", kMillion * 3 / 2, 7,
              empty, "}", 0),
      Members("1.5 million tensors in one place", "{", kMillion * 3 / 2, 7,
              overlapping, "}", 9),
      {"90 million levels of nesting",
       [] {
         return ModelOf(R"({"w":{"x":)" + std::string(90 * kMillion, '['), 0,
                        0);
       }},
      {"a name of 95 million bytes",
       [] {
         const std::string name(95 * kMillion, 'n');
         return ModelOf(
             absl::StrCat("{", TensorText(name, "U8", {1}, 0, 1), "}"), 1, 1);
       }},
      {"16 million escapes in a name",
       [] {
         const std::string name = Times(16 * kMillion, "\\u00e9");
         return ModelOf(
             absl::StrCat("{", TensorText(name, "U8", {1}, 0, 1), "}"), 1, 1);
       }},
  };
}

}  // namespace loadgate::bench
