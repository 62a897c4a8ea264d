// An input that changes after it was read and before the answer is believed:
// nothing is made of it.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "harness/craft_run.h"
#include "harness/worker_options.h"
#include "tests/harness/sample_crafts.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

struct Ran {
  std::optional<CraftResult> result;
  std::string errors;
};

// What comes of a file, or of a folder with that one file, whose worker replies
// with its bytes, which are a good reply, and then does something to it.
Ran RunOn(const std::string& lie, CraftVerb verb, bool folder) {
  const TempDir dir;
  std::filesystem::create_symlink(LG_LYING_ZYGOTE, dir.PathOf(lie));
  std::filesystem::create_directory(dir.PathOf("d"));
  const std::string file = dir.WriteFile("d/f", Encoded(OneFile("made")));
  // The clock of file times is coarse; a time in the past always differs.
  const timespec times[2] = {{1, 0}, {1, 0}};
  EXPECT_EQ(::utimensat(AT_FDCWD, file.c_str(), times, 0), 0);
  Conversion conversion;
  conversion.input = folder ? dir.PathOf("d") : file;
  conversion.most_bytes = 1000;
  conversion.workers = DefaultCraftSettings();
  conversion.workers.zygote.program = dir.PathOf(lie);
  conversion.workers.zygote.worker.clear();
  conversion.workers.zygote.answer_time = std::chrono::minutes(2);
  testing::internal::CaptureStderr();
  Ran ran;
  ran.result = RunCraft(conversion, verb, false);
  ran.errors = testing::internal::GetCapturedStderr();
  return ran;
}

bool SaysThatItChanged(const Ran& ran) {
  return !ran.result.has_value() &&
         ran.errors.find(
             ": The file is no longer as it was when it was "
             "opened. ") != std::string::npos;
}

TEST(ChangingInputTest, NothingIsMadeOfAnInputThatChanged) {
  for (const CraftVerb verb : {CraftVerb::kDisasm, CraftVerb::kAsm}) {
    for (const char* const change :
         {"truncated", "overwritten", "replaced", "removed"}) {
      const Ran ran = RunOn(std::string("input-") + change, verb, false);
      EXPECT_TRUE(SaysThatItChanged(ran)) << change << ": " << ran.errors;
    }
    EXPECT_EQ(RunOn("input-kept", verb, false).result, OneFile("made"));
  }
}

TEST(ChangingInputTest, NothingIsMadeOfASetOneFileOfWhichChanged) {
  for (const char* const change :
       {"truncated", "overwritten", "replaced", "removed"}) {
    const Ran ran =
        RunOn(std::string("input-") + change, CraftVerb::kDisasm, true);
    EXPECT_TRUE(SaysThatItChanged(ran)) << change << ": " << ran.errors;
  }
  EXPECT_EQ(RunOn("input-kept", CraftVerb::kDisasm, true).result,
            OneFile("made"));
}

}  // namespace
}  // namespace loadgate::testing_support
