// Any bytes become a model that gives them back, and as little of them as can
// be stays raw.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "craft/safetensors_model.h"
#include "tests/support/craft_properties.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/safetensors_defects.h"
#include "tests/support/safetensors_forms.h"

namespace loadgate::craft {
namespace {

using std::string_literals::operator""s;
using testing_support::BrokenSafetensorsCraftProperty;
using testing_support::DefectsOf;
using testing_support::DefectSources;
using testing_support::GoodSafetensors;
using testing_support::GoodSafetensorsFiles;
using testing_support::RandomSafetensors;
using testing_support::SafetensorsBytes;
using testing_support::SafetensorsDefect;

constexpr size_t kSmall = 4096;

SafetensorsModel ModelOf(const SafetensorsBytes& file) {
  return SafetensorsFromBytes(file.bytes());
}

// A file whose length field lies by far.
SafetensorsModel ModelOfLying(const std::string& behind) {
  return SafetensorsFromBytes(AsBytes("\0\0\0\0\0\0\0\x80"s + behind));
}

TEST(SafetensorsFromBytesTest, EveryGoodFileComesBackAndHasNothingRaw) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    EXPECT_EQ(BrokenSafetensorsCraftProperty(good.file.bytes()), "")
        << good.name;
    const SafetensorsModel model = ModelOf(good.file);
    EXPECT_EQ(JsonText(model.header), good.file.json) << good.name;
    EXPECT_EQ(model.data.size(), good.file.data_bytes) << good.name;
  }
}

TEST(SafetensorsFromBytesTest, EveryPrefixComesBack) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const std::vector<std::byte> bytes = good.file.bytes();
    if (bytes.size() > kSmall) continue;
    for (size_t n = 0; n < bytes.size(); ++n) {
      EXPECT_EQ(BrokenSafetensorsCraftProperty(ByteSpan(bytes).first(n)), "")
          << good.name << " cut at " << n;
    }
  }
}

TEST(SafetensorsFromBytesTest, EveryFileWithOneDefectComesBack) {
  for (const GoodSafetensors& good : DefectSources()) {
    for (const SafetensorsDefect& defect : DefectsOf(good)) {
      EXPECT_EQ(BrokenSafetensorsCraftProperty(defect.file.bytes()), "")
          << defect.kind << ": " << defect.name;
    }
  }
}

TEST(SafetensorsFromBytesTest, EveryFormAndManyDefectsComeBack) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    for (const uint32_t wrong : {0u, 5u, 100u}) {
      const SafetensorsBytes file = RandomSafetensors(seed, wrong);
      EXPECT_EQ(BrokenSafetensorsCraftProperty(file.bytes()), "")
          << "seed " << seed << ", " << wrong << " wrong";
    }
  }
}

TEST(SafetensorsFromBytesTest, EverySeedOfTheFuzzerComesBack) {
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           LG_SOURCE_DIR "/fuzz/corpus/safetensors_reader_fuzzer")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(BrokenSafetensorsCraftProperty(AsBytes(bytes)), "")
        << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0u);
}

TEST(SafetensorsFromBytesTest, AFileTooShortForItsLengthIsRaw) {
  EXPECT_EQ(SafetensorsFromBytes(AsBytes("")), SafetensorsModel());
  const SafetensorsModel model = SafetensorsFromBytes(AsBytes("\2\0{}"s));
  EXPECT_EQ(model.header_length, std::nullopt);
  EXPECT_EQ(model.raw, "\2\0{}"s);
  EXPECT_EQ(SafetensorsFromBytes(AsBytes("\2\0\0\0\0\0\0\0"s)).header_length,
            2u);
}

TEST(SafetensorsFromBytesTest, ALengthThatFitsIsBelieved) {
  const SafetensorsModel model =
      SafetensorsFromBytes(AsBytes("\3\0\0\0\0\0\0\0{} xyz"s));
  EXPECT_EQ(JsonText(model.header), "{} ");
  EXPECT_EQ(model.data, "xyz");
  EXPECT_EQ(SafetensorsFromBytes(AsBytes("\0\0\0\0\0\0\0\0{}"s)).data, "{}");
}

TEST(SafetensorsFromBytesTest, BehindALyingLengthTheFirstObjectIsTheHeader) {
  const SafetensorsModel model = ModelOfLying(" {\"a\":{}}xyz{}");
  EXPECT_EQ(model.header_length, uint64_t{1} << 63);
  EXPECT_EQ(JsonText(model.header), " {\"a\":{}}");
  EXPECT_EQ(model.data, "xyz{}");
}

TEST(SafetensorsFromBytesTest, TheSpacesThatPadTheHeaderBelongToIt) {
  EXPECT_EQ(JsonText(ModelOfLying("{}      xyz").header), "{}      ");
  EXPECT_EQ(JsonText(ModelOfLying("{}        ").header), "{}      ");
  EXPECT_EQ(JsonText(ModelOfLying("{\"a\":12}    ").header), "{\"a\":12}");
  EXPECT_EQ(JsonText(ModelOfLying("{}     xyz").header), "{}");
  EXPECT_EQ(JsonText(ModelOfLying("{}     ").header), "{}");
}

TEST(SafetensorsFromBytesTest, WithoutAnObjectAllIsHeader) {
  EXPECT_EQ(JsonText(ModelOfLying("{\"a\":{").header), "{\"a\":{");
  EXPECT_EQ(JsonText(ModelOfLying("[1]xyz").header), "[1]xyz");
  EXPECT_EQ(JsonText(ModelOfLying("<html>").header), "<html>");
  EXPECT_EQ(ModelOfLying("<html>").data, "");
}

}  // namespace
}  // namespace loadgate::craft
