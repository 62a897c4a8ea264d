#include <string>
#include <utility>

#include "bench/worst_cases.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::bench {
namespace {

using testing_support::GgufBytes;
using testing_support::kBool;
using testing_support::kU8;

constexpr uint64_t kHeaderBytes = 24;

// Writes pair `i`. All pairs of a case have the same size.
using WritePair = std::function<void(GgufBytes& file, uint64_t i)>;

uint64_t SizeOf(const WritePair& write) {
  GgufBytes one;
  write(one.Record(false), 0);
  return one.size();
}

WorstCase Pairs(std::string name, const WritePair& write) {
  return {std::move(name), [write](uint64_t bytes) {
            const uint64_t count = (bytes - kHeaderBytes) / SizeOf(write);
            GgufBytes file;
            file.Record(false).Header(3, 0, count);
            for (uint64_t i = 0; i < count; ++i) write(file, i);
            return file.bytes();
          }};
}

// Pairs of the smallest value, with a key of `length` bytes.
WorstCase SmallPairs(std::string name, uint64_t length) {
  return Pairs(std::move(name), [length](GgufBytes& file, uint64_t i) {
    file.PairU8(UniqueName(i, length), 1);
  });
}

// Pairs whose keys are `before` and a name of their own.
WorstCase OddKeys(std::string name, const std::string& before) {
  return Pairs(std::move(name), [before](GgufBytes& file, uint64_t i) {
    file.PairU8(before + UniqueName(i, 4), 1);
  });
}

// A header that declares more than any file holds, and zeros.
std::vector<std::byte> Zeros(uint64_t bytes) {
  GgufBytes file;
  const uint64_t rest = bytes - kHeaderBytes;
  file.Record(false).Header(3, 0, rest / 14).Zeros(rest);
  return file.bytes();
}

}  // namespace

std::vector<WorstCase> WorstKeys() {
  return {
      SmallPairs("keys of 4 bytes", 4),
      // As many of them as the limit allows in a file of 100 MiB.
      SmallPairs("keys of 88 bytes, alike but for the last 4", 88),
      SmallPairs("keys of 65,535 bytes, alike but for the last 4", 65535),
      OddKeys("keys in upper case", "A"),
      OddKeys("keys with a byte above 7F", "\u00d0"),
      OddKeys("keys with a NUL", std::string(1, '\0')),
      Pairs("keys, all the same",
            [](GgufBytes& file, uint64_t) { file.PairU8("a", 1); }),
      Pairs("keys, all empty",
            [](GgufBytes& file, uint64_t) { file.PairU8("", 1); }),
      Pairs("pairs of an empty array",
            [](GgufBytes& file, uint64_t i) {
              file.ArrayHead(UniqueName(i, 4), kU8, 0);
            }),
      Pairs("pairs of a bool that is neither 0 nor 1",
            [](GgufBytes& file, uint64_t i) {
              file.Key(UniqueName(i, 4), kBool).U8(2);
            }),
      Pairs("pairs of a string that is not UTF-8",
            [](GgufBytes& file, uint64_t i) {
              file.PairString(UniqueName(i, 4), "\xff");
            }),
      {"a count, and zeros", Zeros},
  };
}

}  // namespace loadgate::bench
