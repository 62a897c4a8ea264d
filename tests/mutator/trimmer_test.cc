// What the trimmer promises: smaller and smaller, whole parts at a time, to an
// end, with what was true still true and what was a lie still one.

#include "fuzz/mutator/trimmer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/safetensors_model.h"
#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/random.h"
#include "tests/mutator/accepted.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::SafetensorsModel;
using Predicate = std::function<bool(const std::string&)>;

constexpr size_t kMaxSize = 4096;

struct Format {
  const char* name;
  Trimmer (*trim)(ByteSpan);
  std::string (*mutate)(ByteSpan, size_t, uint64_t, const ByteMutator&);
  bool (*is_accepted)(const std::string&);
  std::string (*large)();
};

void PrintTo(const Format& format, std::ostream* out) { *out << format.name; }

constexpr std::string_view kWanted = "wanted";

std::string LargeGguf() {
  GgufModel model = craft::NewGguf();
  for (uint64_t i = 0; i < 100; ++i) {
    const std::vector<uint64_t> elements(i % 40, i);
    model.pairs.push_back(craft::MakePair(
        "key." + std::to_string(i), GgufValueType::kU32,
        craft::GgufArray{.element_type = 4,
                         .count = elements.size(),
                         .elements = craft::MakeNumbers(4, elements)}));
    model.tensors.push_back(
        craft::MakeTensor("tensor." + std::to_string(i), {8, 1 + i % 16}, 0));
  }
  model.tensors[70].name = craft::GgufText::Of(kWanted);
  craft::Fix({}, &model);
  return craft::GgufToBytes(model);
}

std::string LargeSafetensors() {
  SafetensorsModel model = craft::NewSafetensors();
  for (uint64_t i = 0; i < 100; ++i) {
    const std::string name = "tensor." + std::to_string(i);
    craft::AddEntry(i == 70 ? kWanted : name, "F32", {8, 1 + i % 16}, 0, 0,
                    &model);
  }
  craft::SetMetadata({{"format", "pt"}, {"note", std::string(500, 'n')}},
                     &model);
  craft::PadHeader(&model);
  craft::Fix({}, &model);
  craft::PadHeader(&model);
  craft::Fix({}, &model);
  return craft::SafetensorsToBytes(model);
}

const Format kFormats[] = {
    {"Gguf", TrimGguf, MutateGguf, GgufIsAccepted, LargeGguf},
    {"Safetensors", TrimSafetensors, MutateSafetensors, SafetensorsIsAccepted,
     LargeSafetensors},
};

// Trims as long as `serves`; every file that is tried goes to `seen`.
std::string Trimmed(const Format& format, std::string file,
                    const Predicate& serves,
                    std::vector<std::string>* seen = nullptr) {
  Trimmer trimmer = format.trim(AsBytes(file));
  while (auto smaller = trimmer.Next()) {
    EXPECT_LT(smaller->size(), file.size());
    if (seen != nullptr) seen->push_back(*smaller);
    if (!serves(*smaller)) continue;
    trimmer.Keep();
    file = *std::move(smaller);
  }
  EXPECT_FALSE(trimmer.Next().has_value());
  return file;
}

// Files as a campaign without feedback makes them.
std::vector<std::string> SomeFiles(const Format& format, size_t count) {
  Random random(1);
  std::vector<std::string> files = {""};
  while (files.size() < count) {
    files.push_back(format.mutate(AsBytes(random.Pick(files)), kMaxSize,
                                  random.Bits(), {}));
  }
  return files;
}

class TrimmerTest : public testing::TestWithParam<Format> {};

TEST_P(TrimmerTest, ALargeFileIsTrimmedToTheOneTensorThatIsWanted) {
  const Format& format = GetParam();
  const std::string large = format.large();
  ASSERT_TRUE(format.is_accepted(large));
  const std::string small =
      Trimmed(format, large, [&](const std::string& file) {
        return format.is_accepted(file) &&
               file.find(kWanted) != std::string::npos;
      });
  EXPECT_GT(large.size(), 8000u);
  EXPECT_LT(small.size(), 140u);
  EXPECT_TRUE(format.is_accepted(small));
}

TEST_P(TrimmerTest, MostCutsOfAnAcceptedFileAreAcceptedFiles) {
  const Format& format = GetParam();
  std::vector<std::string> seen;
  Trimmed(
      format, format.large(), [](const std::string&) { return false; }, &seen);
  size_t accepted = 0;
  for (const std::string& file : seen) accepted += format.is_accepted(file);
  EXPECT_GT(accepted, seen.size() / 2) << seen.size();
}

TEST_P(TrimmerTest, TheSameAnswersGiveTheSameFiles) {
  const Format& format = GetParam();
  const std::string large = format.large();
  std::vector<std::string> first;
  std::vector<std::string> second;
  for (std::vector<std::string>* const seen : {&first, &second}) {
    int asked = 0;
    Trimmed(
        format, large, [&](const std::string&) { return ++asked % 3 == 0; },
        seen);
  }
  EXPECT_EQ(first, second);
  EXPECT_GT(first.size(), 10u);
}

TEST_P(TrimmerTest, ItEndsOnAnyFileWhateverTheAnswers) {
  const Format& format = GetParam();
  Random random(2);
  for (const std::string& file : SomeFiles(format, 300)) {
    std::vector<std::string> seen;
    Trimmed(
        format, file, [&](const std::string&) { return random.OneIn(4); },
        &seen);
    EXPECT_LE(seen.size(), Trimmer::kMostSteps);
  }
}

TEST_P(TrimmerTest, GarbageIsTrimmedToo) {
  for (const std::string& file :
       {std::string(), std::string(1, '\0'), std::string(300, 'x'),
        std::string(300, '\xff'), "GGUF" + std::string(300, '\xff'),
        "GGUF" + std::string(300, '\0'), std::string(8, '\0') + "{\"a\":[1,2",
        std::string("\x40\0\0\0\0\0\0\0{\"a\":{\"shape\":[1,}", 25)}) {
    const std::string small =
        Trimmed(GetParam(), file, [](const std::string&) { return true; });
    EXPECT_LE(small.size(), std::min<size_t>(file.size(), 24));
  }
}

TEST_P(TrimmerTest, ALargerFileThanAModelIsMadeOfIsLeftAlone) {
  const std::string file(2 << 20, '\0');
  EXPECT_FALSE(GetParam().trim(AsBytes(file)).Next().has_value());
}

INSTANTIATE_TEST_SUITE_P(Formats, TrimmerTest, testing::ValuesIn(kFormats),
                         [](const testing::TestParamInfo<Format>& one) {
                           return one.param.name;
                         });

TEST(TrimGgufTest, ALieAboutAnOffsetSurvivesTheTensorsBeforeIt) {
  GgufModel model = craft::GgufFromBytes(AsBytes(LargeGguf()));
  *model.tensors[70].offset += 64;
  const std::string small = Trimmed(
      kFormats[0], craft::GgufToBytes(model), [](const std::string& file) {
        const auto reading = testing_support::ReadGguf(AsBytes(file));
        return reading.verdict == Verdict::kReject &&
               file.find(kWanted) != std::string::npos;
      });
  const GgufModel left = craft::GgufFromBytes(AsBytes(small));
  ASSERT_EQ(left.tensors.size(), 1u);
  EXPECT_EQ(left.tensors[0].offset, 64u);
}

TEST(TrimGgufTest, ALieAboutACountStaysAsFarFromTheTruth) {
  GgufModel model = craft::GgufFromBytes(AsBytes(LargeGguf()));
  model.tensors.clear();
  model.tensor_count = 0;
  model.padding.clear();
  *model.pair_count += 7;
  const std::string small = Trimmed(
      kFormats[0], craft::GgufToBytes(model), [](const std::string& file) {
        const GgufModel is = craft::GgufFromBytes(AsBytes(file));
        return is.pair_count.has_value() &&
               *is.pair_count >= is.pairs.size() + 7;
      });
  EXPECT_LT(small.size(), 100u);
}

TEST(TrimSafetensorsTest, ALieAboutTheHeadersLengthSurvives) {
  SafetensorsModel model =
      craft::SafetensorsFromBytes(AsBytes(LargeSafetensors()));
  *model.header_length += uint64_t{1} << 40;
  const std::string small =
      Trimmed(kFormats[1], craft::SafetensorsToBytes(model),
              [](const std::string& file) {
                const auto is = craft::SafetensorsFromBytes(AsBytes(file));
                return is.header_length.value_or(0) > (uint64_t{1} << 40) &&
                       file.find(kWanted) != std::string::npos;
              });
  EXPECT_LT(small.size(), 140u);
}

}  // namespace
}  // namespace loadgate::mutator
