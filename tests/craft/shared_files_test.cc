// Files from outside: each has a recipe that gives it back.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "craft/recipe.h"
#include "tests/support/craft_properties.h"

namespace loadgate::craft {
namespace {

namespace fs = std::filesystem;

// Above this a recipe that fails would flood the report.
constexpr uintmax_t kLargest = uintmax_t{4} << 20;

std::string Contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void ExpectEachComesBack(const fs::path& folder) {
  if (!fs::exists(folder)) {
    GTEST_SKIP() << "skipped: there is no " << folder.filename()
                 << " folder beside the project";
  }
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() > kLargest) continue;
    const std::string bytes = Contents(entry.path());
    EXPECT_EQ(testing_support::BrokenRecipeProperty(AsBytes(bytes)), "")
        << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

TEST(CraftSharedFilesTest, EveryCaseComesBack) {
  ExpectEachComesBack(fs::path(LG_SOURCE_DIR) / "../shared/cases");
}

TEST(CraftSharedFilesTest, EveryRealFileComesBack) {
  ExpectEachComesBack(fs::path(LG_SOURCE_DIR) / "../shared/real");
}

}  // namespace
}  // namespace loadgate::craft
