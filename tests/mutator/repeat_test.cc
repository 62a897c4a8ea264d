// A campaign can be repeated: the same seed and the same corpus give the same
// first 10,000 inputs. scripts/fuzz_repeat says so of libFuzzer as a whole.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/random.h"
#include "fuzz/mutator/set_mutator.h"

namespace loadgate::mutator {
namespace {

namespace fs = std::filesystem;

constexpr size_t kInputs = 10000;
constexpr size_t kMaxSize = 4096;
constexpr size_t kMostFiles = 400;

struct Format {
  const char* name;
  const char* corpus;
  std::string (*mutate)(ByteSpan, size_t, uint64_t, const ByteMutator&);
  std::string (*cross_over)(ByteSpan, ByteSpan, size_t, uint64_t);
};

// The three ways to make a file.
struct Made {
  std::string (*seed)(size_t, uint64_t);
  std::string (*mutate)(ByteSpan, size_t, uint64_t, const ByteMutator&);
  std::string (*cross_over)(ByteSpan, ByteSpan, size_t, uint64_t);
};

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

const Format kFormats[] = {
    {"Gguf", "gguf_reader_fuzzer", MutateGguf, CrossOverGguf},
    {"Safetensors", "safetensors_reader_fuzzer", MutateSafetensors,
     CrossOverSafetensors},
};

std::vector<std::string> Corpus(const Format& format) {
  std::vector<fs::path> paths;
  const fs::path folder = fs::path(LG_SOURCE_DIR) / "fuzz/corpus";
  for (const auto& entry : fs::directory_iterator(folder / format.corpus)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> files;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in),
                       std::istreambuf_iterator<char>());
  }
  return files;
}

// FNV-1a.
uint64_t Hash(const std::string& file) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : file) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  }
  return hash;
}

// The hash of each input, in order. Every tenth joins the corpus, as what
// reaches something new does.
std::vector<uint64_t> Inputs(const Format& format, uint64_t seed) {
  std::vector<std::string> corpus = Corpus(format);
  Random random(seed);
  std::vector<uint64_t> hashes;
  while (hashes.size() < kInputs) {
    const ByteSpan from = AsBytes(random.Pick(corpus));
    const ByteSpan other = AsBytes(random.Pick(corpus));
    const bool crossed = random.OneIn(2);
    const uint64_t bits = random.Bits();
    std::string file = crossed ? format.cross_over(from, other, kMaxSize, bits)
                               : format.mutate(from, kMaxSize, bits, {});
    hashes.push_back(Hash(file));
    if (hashes.size() % 10 == 0 && corpus.size() < kMostFiles) {
      corpus.push_back(std::move(file));
    }
  }
  return hashes;
}

// One number for a thousand seeds, and what they become.
uint64_t Chain(const Made& made) {
  uint64_t chain = 0;
  std::string last;
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    const std::string fresh = made.seed(kMaxSize, seed);
    const std::string changed = made.mutate(AsBytes(fresh), kMaxSize, seed, {});
    last = made.cross_over(AsBytes(changed), AsBytes(last), kMaxSize, seed);
    chain = (chain ^ Hash(fresh) ^ Hash(changed) ^ Hash(last)) * 0x100000001b3;
  }
  return chain;
}

// The order in which a call's arguments are evaluated is each compiler's own:
// two that draw on one Random make two mutators.
TEST(RepeatTest, EveryCompilerMakesTheSameFiles) {
  EXPECT_EQ(Chain({SeedGguf, MutateGguf, CrossOverGguf}), 0xd94d73e273db98deu);
  EXPECT_EQ(Chain({SeedSafetensors, MutateSafetensors, CrossOverSafetensors}),
            0xcd8565aacf1f10efu);
  EXPECT_EQ(Chain({SeedSet, MutateSet, CrossOverSet}), 0x5abefcf93d5f73au);
}

class FormatRepeatTest : public testing::TestWithParam<Format> {};

TEST_P(FormatRepeatTest, TheSameSeedAndCorpusGiveTheSameFirst10000Inputs) {
  const std::vector<uint64_t> inputs = Inputs(GetParam(), 1);
  EXPECT_EQ(inputs, Inputs(GetParam(), 1));
  EXPECT_NE(inputs, Inputs(GetParam(), 2));
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatRepeatTest, testing::ValuesIn(kFormats),
                         [](const testing::TestParamInfo<Format>& one) {
                           return one.param.name;
                         });

}  // namespace
}  // namespace loadgate::mutator
