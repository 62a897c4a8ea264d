// loadgate_make_writers_seeds OUTDIR | --check CORPUS
//
// The seeds of writers_fuzzer: see SeedsMain. Each is a list of orders in the
// language of tests/support/writer_properties.h.

#include <cstdint>
#include <string>

#include "fuzz/support/seeds.h"
#include "loadgate/ggml_type.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

std::string Byte(size_t value) { return {static_cast<char>(value)}; }

std::string Text(const std::string& text) { return Byte(text.size()) + text; }

std::string Huge(char top) { return "\xff\0\0\0\0\0\0\0"s + top; }

// A key of value type `index` in the order of the property's setters.
std::string Key(size_t index, const std::string& name,
                const std::string& value) {
  return "k" + Byte(index) + Text(name) + value;
}

std::string Gguf(const std::string& name, const std::string& shape,
                 uint32_t type) {
  return "t" + Text(name) + Byte(shape.size()) + shape + Byte(type) + "\0"s;
}

std::string Safetensors(const std::string& name, const std::string& shape,
                        size_t dtype) {
  return "s" + Text(name) + Byte(shape.size()) + shape + Byte(dtype) + "\0"s;
}

std::string EveryGgmlType() {
  std::string orders = "a\x06n\x03";
  for (const GgmlType& type : AllGgmlTypes()) {
    // A row of 256 elements; removed types are refused.
    orders +=
        "t" + Text(std::string(type.name)) + "\x02\xff\0\x01\0\0\0\0\0\0"s;
    orders += "\x02" + Byte(type.id) + "\0"s;
  }
  return orders;
}

std::string EveryDtype() {
  std::string orders = "n\x02";
  for (size_t i = 0; i < AllSafetensorsDtypes().size(); ++i) {
    orders +=
        Safetensors(std::string(AllSafetensorsDtypes()[i].name), "\x03\x04", i);
  }
  return orders;
}

std::string EveryValueType() {
  std::string orders;
  for (size_t i = 0; i < 12; ++i) {
    const bool is_text = i == 8;
    const std::string value = is_text ? Text("text") : "\x01"s;
    orders += Key(i, "k" + std::to_string(i), value);
    orders +=
        "l" + Byte(i) + Text("l" + std::to_string(i)) + "\x02" + value + value;
  }
  return orders;
}

Seeds AllSeeds() {
  const std::string architecture =
      Key(8, "general.architecture", Text("llama"));
  return {
      {"nothing", ""},
      {"metadata", "m" + Text("format") + Text("pt") + "m" + Text("a\"\\\n") +
                       Text("\x01\0\x1f"s)},
      {"values", EveryValueType()},
      {"ggml-types", EveryGgmlType()},
      {"dtypes", EveryDtype()},
      {"split", architecture + "n\x01" + Gguf("a", "\x03", 24) +
                    Gguf("b", "\x05\x02", 24) + Gguf("none", "\0\x02"s, 0) +
                    Gguf("c", "\x01\x01\x01\x01", 0)},
      {"split-keys", Key(2, "split.no", "\x01") + Gguf("a", "\x03", 24)},
      {"empty-tensors", Safetensors("z", "\0"s, 21) + Safetensors("y", "", 0) +
                            Safetensors("x", "\x02\0"s, 17)},
      {"alignment-wide", "a\x0c" + architecture + Gguf("a", "\x03", 24)},
      {"alignment-narrow",
       "a\x03" + Gguf("a", "\x03", 24) + Gguf("b", "\x03", 24)},
      {"alignment-bad", "a\x02" + Gguf("a", "\x03", 24)},
      {"refused-keys", Key(4, "", "\x01") + Key(4, "general.alignment", " ") +
                           Key(4, "a\0b"s, "\x01") + Key(4, "a\x80", "\x01") +
                           Key(4, "a", "\x01") + Key(4, "a", "\x02") +
                           Key(8, "tokenizer.ggml.model", Text("\xff"))},
      {"refused-tensors",
       Gguf("a", "", 0) + Gguf("a", "\1\1\1\1\1", 0) + Gguf("a", "\x21", 2) +
           Gguf("\xff", "\1", 0) + Gguf("a", "\1", 0) + Gguf("a", "\1", 0) +
           "t" + Text("b") + "\x02" + Huge('\x40') + Huge('\x40') + "\x18\0"s},
      {"refused-entries",
       Safetensors("__metadata__", "\1", 4) + Safetensors("a", "\3", 1) +
           Safetensors("a\0"s, "\1", 4) + Safetensors("\x80", "\1", 4) +
           Safetensors("a", "\1", 4) + Safetensors("a", "\1", 4) + "s" +
           Text("b") + "\x01\x04\x04\x03"},
      {"huge", "t" + Text("a") + "\x01" + Huge('\x20') + "\x18\0"s + "s" +
                   Text("a") + "\x01" + Huge('\x20') + "\x04\0"s},
  };
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
