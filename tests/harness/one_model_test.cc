#include "harness/one_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing_support::TempDir;

// The path of the step, or the sentence that says why there is none.
std::string Planned(const std::vector<std::string>& names,
                    const std::string& file = "") {
  const TempDir dir;
  for (const std::string& name : names) dir.WriteFile(name, "x");
  const auto planned =
      PlanOneModel(file.empty() ? dir.path() : dir.PathOf(file));
  if (const auto* why = std::get_if<std::string>(&planned)) return *why;
  const PlannedInput& step = std::get<PlannedInput>(planned);
  return step.path + " " + step.only;
}

TEST(OneModelTest, AFileIsItself) {
  EXPECT_THAT(Planned({"m.gguf", "n.gguf"}, "n.gguf"), EndsWith("/n.gguf "));
  EXPECT_EQ(std::get<PlannedInput>(PlanOneModel("-")).kind,
            PlannedInput::Kind::kStandardInput);
}

TEST(OneModelTest, TheOnlyModelOfADirectoryIsMeant) {
  EXPECT_THAT(Planned({"m.gguf", "README.md", "config"}), EndsWith("/m.gguf "));
  EXPECT_THAT(Planned({"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}),
              EndsWith("/m-00001-of-00002.gguf m-00001-of-00002.gguf"));
}

TEST(OneModelTest, AnIndexIsPreferredToWhatLiesBesideIt) {
  EXPECT_THAT(
      Planned({"model.safetensors.index.json", "model.safetensors",
               "model-00001-of-00002.safetensors", "other.gguf"}),
      EndsWith("/model.safetensors.index.json model.safetensors.index.json"));
}

TEST(OneModelTest, SeveralModelsAreNamed) {
  const std::string why =
      Planned({"a.gguf", "b.gguf", "c.gguf", "d.safetensors"});
  EXPECT_THAT(why, HasSubstr("holds 4 models: name one of"));
  EXPECT_THAT(why, HasSubstr("/c.gguf' ..."));
  EXPECT_THAT(Planned({"a.safetensors.index.json", "b.safetensors.index.json"}),
              HasSubstr("holds 2 models"));
}

TEST(OneModelTest, ADirectoryWithoutAModelIsSaidToHaveNone) {
  EXPECT_THAT(Planned({"README.md"}), HasSubstr("holds no model"));
}

}  // namespace
}  // namespace loadgate
