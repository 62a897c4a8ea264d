#include <string>
#include <string_view>
#include <utility>

#include "bench/worst_cases.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::bench {
namespace {

using testing_support::GgufBytes;
using testing_support::kBool;
using testing_support::kString;
using testing_support::kU8;

constexpr std::string_view kKey = "bench.array";

// The header, a key, and the head of an array.
constexpr uint64_t kBeforeElements = 24 + 8 + kKey.size() + 4 + 4 + 8;

GgufBytes ArrayFile(uint32_t element_type, uint64_t count) {
  GgufBytes file;
  file.Record(false).Header(3, 0, 1).ArrayHead(kKey, element_type, count);
  return file;
}

// An array of as many times `text` as there is room for.
WorstCase Repeated(std::string name, std::string text) {
  return {std::move(name), [text](uint64_t bytes) {
            const uint64_t size = sizeof(uint64_t) + text.size();
            const uint64_t count = (bytes - kBeforeElements) / size;
            GgufBytes file = ArrayFile(kString, count);
            for (uint64_t i = 0; i < count; ++i) file.Str(text);
            return file.bytes();
          }};
}

// An array of as many times the byte as there is room for.
WorstCase Bytes(std::string name, uint32_t element_type, std::byte byte) {
  return {std::move(name), [element_type, byte](uint64_t bytes) {
            const uint64_t count = bytes - kBeforeElements;
            return ArrayFile(element_type, count).Fill(count, byte).bytes();
          }};
}

std::string Times(uint64_t n, std::string_view text) {
  std::string out;
  for (uint64_t i = 0; i < n; ++i) out += text;
  return out;
}

// One string of two-byte characters that goes wrong at its last byte.
std::vector<std::byte> LongString(uint64_t bytes) {
  const uint64_t pairs = (bytes - kBeforeElements - sizeof(uint64_t) - 1) / 2;
  return ArrayFile(kString, 1).Str(Times(pairs, "\u00d0") + '\xff').bytes();
}

}  // namespace

std::vector<WorstCase> WorstStrings() {
  return {
      Repeated("strings, empty", ""),
      Repeated("strings of a letter", "a"),
      Repeated("strings of a two-byte letter", "\u0120"),
      Repeated("strings of 21 three-byte letters", Times(21, "\u4e2d")),
      Repeated("strings of a NUL", std::string(1, '\0')),
      Repeated("strings, not UTF-8", "\xff"),
      Repeated("strings, not UTF-8 after 62 bytes",
               Times(31, "\u0120") + '\xff'),
      {"a long string, not UTF-8 at its end", LongString},
      Bytes("array of bytes", kU8, std::byte{1}),
      Bytes("array of bools, none of them 0 or 1", kBool, std::byte{2}),
  };
}

}  // namespace loadgate::bench
