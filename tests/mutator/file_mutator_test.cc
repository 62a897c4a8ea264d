// What the mutator promises of the files it makes.

#include "fuzz/mutator/file_mutator.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/safetensors_model.h"
#include "fuzz/mutator/random.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::mutator {
namespace {

constexpr size_t kMaxSize = 4096;

// The functions for one format, and what its reader says.
struct Format {
  const char* name;
  std::string (*seed)(size_t, uint64_t);
  std::string (*mutate)(ByteSpan, size_t, uint64_t, const ByteMutator&);
  std::string (*cross_over)(ByteSpan, ByteSpan, size_t, uint64_t);
  // The findings, and whether an accepted file has more than a header.
  std::vector<Finding> (*read)(ByteSpan, Verdict*, bool* deep);
  std::string_view prefix;  // Of its rules.
};

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

std::vector<Finding> ReadGguf(ByteSpan file, Verdict* verdict, bool* deep) {
  auto reading = testing_support::ReadGguf(file);
  const craft::GgufModel model = craft::GgufFromBytes(file);
  *verdict = reading.verdict;
  *deep = !model.pairs.empty() && !model.tensors.empty();
  return std::move(reading.findings);
}

std::vector<Finding> ReadSafetensors(ByteSpan file, Verdict* verdict,
                                     bool* deep) {
  FindingSink sink;
  SafetensorsReader reader(Limits{}, HashKey{});
  reader.Read(file, file.size(), &sink);
  *verdict = sink.verdict();
  *deep = !craft::Entries(craft::SafetensorsFromBytes(file)).empty();
  return sink.Findings();
}

const Format kFormats[] = {
    {"Gguf", SeedGguf, MutateGguf, CrossOverGguf, ReadGguf, "gguf-"},
    {"Safetensors", SeedSafetensors, MutateSafetensors, CrossOverSafetensors,
     ReadSafetensors, "safetensors-"},
};

// As a campaign without feedback: each file is made of one of those before it.
std::vector<std::string> Campaign(const Format& format, size_t runs,
                                  size_t max_size = kMaxSize) {
  Random random(1);
  std::vector<std::string> files = {""};
  while (files.size() < runs) {
    const ByteSpan from = AsBytes(random.Pick(files));
    if (random.OneIn(10)) {
      const ByteSpan other = AsBytes(random.Pick(files));
      files.push_back(format.cross_over(from, other, max_size, random.Bits()));
    } else {
      files.push_back(format.mutate(from, max_size, random.Bits(), {}));
    }
  }
  return files;
}

struct Accepted {
  size_t all = 0;
  size_t deep = 0;
};

Accepted CountAccepted(const Format& format,
                       const std::vector<std::string>& files) {
  Accepted accepted;
  for (const std::string& file : files) {
    Verdict verdict = Verdict::kUndecided;
    bool deep = false;
    format.read(AsBytes(file), &verdict, &deep);
    if (verdict != Verdict::kAccept) continue;
    ++accepted.all;
    if (deep) ++accepted.deep;
  }
  return accepted;
}

class FileMutatorTest : public testing::TestWithParam<Format> {};

TEST_P(FileMutatorTest, ASeedIsAccepted) {
  std::vector<std::string> files;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    files.push_back(GetParam().seed(kMaxSize, seed));
  }
  EXPECT_EQ(CountAccepted(GetParam(), files).all, files.size());
}

TEST_P(FileMutatorTest, MostFilesAreAcceptedDeepAndManyAreNot) {
  const std::vector<std::string> files = Campaign(GetParam(), 5000);
  const Accepted accepted = CountAccepted(GetParam(), files);
  EXPECT_GT(accepted.deep, files.size() * 45 / 100);
  EXPECT_LT(accepted.all, files.size() * 80 / 100);
}

TEST_P(FileMutatorTest, NoFileIsLargerThanItMayBe) {
  for (const size_t max_size : {0u, 1u, 8u, 23u, 24u, 40u, 64u, 200u, 1000u}) {
    for (const std::string& file : Campaign(GetParam(), 300, max_size)) {
      ASSERT_LE(file.size(), max_size);
    }
  }
}

TEST_P(FileMutatorTest, TheSameSeedGivesTheSameFile) {
  const Format& format = GetParam();
  EXPECT_EQ(Campaign(format, 1000), Campaign(format, 1000));
  const std::string file = format.seed(kMaxSize, 7);
  EXPECT_NE(format.mutate(AsBytes(file), kMaxSize, 1, {}),
            format.mutate(AsBytes(file), kMaxSize, 2, {}));
}

TEST_P(FileMutatorTest, AShareIsTheEnginesOwn) {
  const std::string file = GetParam().seed(kMaxSize, 7);
  int calls = 0;
  const auto count = [&](std::string bytes, size_t max_size) {
    ++calls;
    EXPECT_EQ(bytes, file);
    EXPECT_EQ(max_size, kMaxSize);
    return bytes + "mutated";
  };
  for (uint64_t seed = 0; seed < 1000; ++seed) {
    GetParam().mutate(AsBytes(file), kMaxSize, seed, count);
  }
  EXPECT_GT(calls, 20);
  EXPECT_LT(calls, 100);
}

TEST_P(FileMutatorTest, EveryRuleOfTheContainerIsMet) {
  std::set<std::string_view> met;
  for (const std::string& file : Campaign(GetParam(), 30000)) {
    Verdict verdict = Verdict::kUndecided;
    bool deep = false;
    for (const Finding& finding :
         GetParam().read(AsBytes(file), &verdict, &deep)) {
      met.insert(CodeName(finding.code));
    }
  }
  for (const Rule& rule : AllRules()) {
    const std::string_view prefix = GetParam().prefix;
    if (rule.name.substr(0, prefix.size()) != prefix) continue;
    EXPECT_TRUE(met.contains(rule.name)) << rule.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, FileMutatorTest, testing::ValuesIn(kFormats),
                         [](const testing::TestParamInfo<Format>& one) {
                           return one.param.name;
                         });

}  // namespace
}  // namespace loadgate::mutator
