#include "fuzz/other/reader.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>

#include "tests/support/temp_dir.h"

namespace loadgate::other {
namespace {

using testing_support::TempDir;

// Files whose only byte decides what the fake reader does.
constexpr char kCrashes[] = "\x10";
constexpr char kHangs[] = "\x11";
constexpr char kPanics[] = "\x12";
constexpr char kIsRefused[] = "\x13";
constexpr char kIsAccepted[] = "\x18";

class ReaderTest : public testing::TestWithParam<bool> {
 protected:
  Invocation Fake() const {
    Invocation how;
    how.words = {LG_FAKE_READER, dir_.PathOf("log")};
    how.serves = GetParam();
    return how;
  }

  std::string File(const char* text) const {
    return dir_.WriteFile("file", std::string_view(text));
  }

  TempDir dir_;
};

TEST_P(ReaderTest, SaysWhatBecameOfEachFile) {
  const std::unique_ptr<Reader> reader = MakeReader(Fake());
  EXPECT_EQ(reader->Run(File(kIsAccepted))->outcome, Outcome::kAccepted);
  EXPECT_EQ(reader->Run(File(kIsRefused))->outcome, Outcome::kRefused);
  EXPECT_EQ(reader->Run(File(kIsAccepted))->outcome, Outcome::kAccepted);
}

TEST_P(ReaderTest, GoesOnAfterACrashWhichItNames) {
  const std::unique_ptr<Reader> reader = MakeReader(Fake());
  ASSERT_TRUE(reader->Run(File(kIsAccepted)).has_value());
  const auto answer = reader->Run(File(kCrashes));
  EXPECT_EQ(answer->outcome, Outcome::kCrashed);
  EXPECT_EQ(answer->detail, -SIGABRT);
  EXPECT_EQ(reader->Run(File(kIsAccepted))->outcome, Outcome::kAccepted);
}

TEST_P(ReaderTest, EndsAFileThatHangsAndGoesOn) {
  Invocation how = Fake();
  how.timeout = std::chrono::milliseconds(300);
  EXPECT_EQ(MakeReader(how)->Run(File(kHangs))->outcome, Outcome::kHung);
  how.timeout = std::chrono::seconds(60);
  EXPECT_EQ(MakeReader(how)->Run(File(kIsAccepted))->outcome,
            Outcome::kAccepted);
}

TEST_P(ReaderTest, AProgramThatIsNotThereCannotBeRun) {
  Invocation how = Fake();
  how.words[0] = dir_.PathOf("nothing");
  const std::unique_ptr<Reader> reader = MakeReader(how);
  EXPECT_FALSE(reader->Run(File(kIsAccepted)).has_value());
  EXPECT_EQ(reader->error(),
            how.words[0] + " cannot be run: No such file or directory");
}

INSTANTIATE_TEST_SUITE_P(CommandAndServer, ReaderTest, testing::Bool(),
                         [](const auto& serves) {
                           return serves.param ? "Server" : "Command";
                         });

class CommandReaderTest : public ReaderTest {};

INSTANTIATE_TEST_SUITE_P(Command, CommandReaderTest, testing::Values(false),
                         [](const auto&) { return "Command"; });

TEST_P(CommandReaderTest, AnExitStatusIsACrashOnlyWhereItIsSaidTo) {
  Invocation how = Fake();
  EXPECT_EQ(MakeReader(how)->Run(File(kPanics))->outcome, Outcome::kRefused);
  how.crash_statuses = {7, 101};
  const auto answer = MakeReader(how)->Run(File(kPanics));
  EXPECT_EQ(answer->outcome, Outcome::kCrashed);
  EXPECT_EQ(answer->detail, 101);
}

TEST_P(CommandReaderTest, TheFileStandsWhereThePlaceIs) {
  Invocation how;
  how.words = {"test", "{}", "-ef", File(kIsAccepted)};
  EXPECT_EQ(MakeReader(how)->Run(dir_.PathOf("file"))->outcome,
            Outcome::kAccepted);
  EXPECT_EQ(MakeReader(how)->Run("/dev/null")->outcome, Outcome::kRefused);
}

TEST(ServingReaderTest, OneThatEndsWithoutEverAnsweringCannotBeRun) {
  Invocation how;
  how.words = {"false"};
  how.serves = true;
  const std::unique_ptr<Reader> reader = MakeReader(how);
  EXPECT_FALSE(reader->Run("/dev/null").has_value());
  EXPECT_NE(reader->error().find("--serve"), std::string::npos)
      << reader->error();
}

TEST(GgmlReaderTest, AcceptsAFileAndRefusesAnother) {
  if (!std::filesystem::exists(LG_GGML_LIBRARY)) {
    GTEST_SKIP() << "ggml from npm is not here; scripts/fuzz_other --ggml "
                    "installs it";
  }
  const TempDir dir;
  Invocation how;
  how.words = {LG_GGML_READER, LG_GGML_LIBRARY};
  how.serves = true;
  // Version 3, no tensors and no key-values.
  const std::string empty("GGUF\3\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 24);
  const std::unique_ptr<Reader> reader = MakeReader(how);
  EXPECT_EQ(reader->Run(dir.WriteFile("a", empty))->outcome,
            Outcome::kAccepted);
  EXPECT_EQ(reader->Run(dir.WriteFile("b", "GGML" + empty.substr(4)))->outcome,
            Outcome::kRefused);
}

}  // namespace
}  // namespace loadgate::other
