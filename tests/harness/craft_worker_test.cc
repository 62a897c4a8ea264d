#include "harness/craft_worker/craft_worker.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

#include "loadgate/unique_fd.h"
#include "tests/harness/sample_crafts.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::DecodeCraft;
using testing_support::DecodedCraft;
using testing_support::OneFile;
using testing_support::SetOf;
using testing_support::TempDir;
using Kind = CraftFailureKind;

CraftResult Craft(const CraftRequest& request, int fd) {
  std::string reply;
  RunCraftWorker(request, fd,
                 [&reply](std::string_view piece) { reply += piece; });
  const DecodedCraft decoded = DecodeCraft(reply, LimitsOf(request));
  EXPECT_EQ(decoded.end, ReplyState::kEnded);
  return decoded.result;
}

// What is made of a file that holds `bytes`.
CraftResult CraftFrom(std::string_view bytes, CraftRequest request) {
  TempDir dir;
  const UniqueFd fd(::open(dir.WriteFile("f", std::string(bytes)).c_str(),
                           O_RDONLY | O_CLOEXEC));
  request.inputs.push_back({.size = bytes.size(), .name = ""});
  return Craft(request, fd.get());
}

CraftRequest Request(CraftVerb verb, bool set = false,
                     uint64_t most_bytes = 1000) {
  return {.verb = verb, .set = set, .most_bytes = most_bytes, .inputs = {}};
}

CraftFailure FailureOf(std::string_view recipe, bool set = false,
                       uint64_t most_bytes = 1000) {
  const CraftResult result =
      CraftFrom(recipe, Request(CraftVerb::kAsm, set, most_bytes));
  EXPECT_TRUE(result.failure.has_value()) << recipe;
  return result.failure.value_or(CraftFailure{});
}

TEST(CraftWorkerTest, MakesRecipesOfFilesAndFilesOfRecipes) {
  EXPECT_EQ(CraftFrom("ab", Request(CraftVerb::kDisasm)),
            OneFile("bytes x\"61 62\"  # 0x0000\n"));
  EXPECT_EQ(CraftFrom("bytes \"ab\"", Request(CraftVerb::kAsm)), OneFile("ab"));
  EXPECT_EQ(CraftFrom("bytes \"ab\"", Request(CraftVerb::kAsm, true)),
            OneFile("ab"));
}

TEST(CraftWorkerTest, ASetIsMadeIfItMayBe) {
  constexpr std::string_view kSet = "set\nfile \"a/b\"\nbytes \"x\"\n";
  EXPECT_EQ(CraftFrom(kSet, Request(CraftVerb::kAsm, true)),
            SetOf({{"a/b", "x"}}));
  EXPECT_EQ(FailureOf(kSet).kind, Kind::kSet);
}

TEST(CraftWorkerTest, AnErrorHasItsLineAndWhatIsToBeShownOfIt) {
  const CraftFailure failure = FailureOf("gguf\n  nonsense \r\n");
  EXPECT_EQ(failure.kind, Kind::kRecipe);
  EXPECT_EQ(failure.line, 2u);
  EXPECT_EQ(failure.shown, "nonsense");
  EXPECT_NE(failure.message, "");
  EXPECT_EQ(FailureOf("gguf\nx" + std::string(900, 'x')).shown.size(),
            kMaxCraftShown);
  EXPECT_EQ(FailureOf("# nothing\n").shown, "");
  EXPECT_EQ(FailureOf(std::string("GGUF\0", 5)).kind, Kind::kNoText);
  EXPECT_EQ(FailureOf(std::string("GGUF\0", 5)).shown, "");
  EXPECT_EQ(FailureOf("bytes zeros 1001").kind, Kind::kTooManyBytes);
  EXPECT_EQ(FailureOf("set\nfile \"a\"\nbytes zeros 1001", true).kind,
            Kind::kTooManyBytes);
}

TEST(CraftWorkerTest, AnInputIsNoLongerThanItMayBe) {
  CraftRequest request = Request(CraftVerb::kDisasm, false, 4);
  EXPECT_FALSE(CraftFrom("1234", request).failure.has_value());
  EXPECT_EQ(CraftFrom("12345", request).failure->kind, Kind::kInputTooLarge);
  for (const char* const bytes : {"1234", "12345"}) {
    std::array<int, 2> ends = {-1, -1};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const UniqueFd reader(ends[0]);
    UniqueFd writer(ends[1]);
    const std::string_view text = bytes;
    ASSERT_EQ(::write(writer.get(), bytes, text.size()),
              static_cast<ssize_t>(text.size()));
    writer = UniqueFd();
    CraftRequest stream = request;
    stream.inputs.push_back({});
    EXPECT_EQ(Craft(stream, reader.get()).failure.has_value(),
              text.size() == 5);
  }
}

TEST(CraftWorkerTest, FilesOfAFolderAreReadInTheirOrder) {
  TempDir dir;
  const std::string path = dir.WriteFile("f", "12345");
  const UniqueFd first(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const UniqueFd second(::fcntl(first.get(), F_DUPFD_CLOEXEC, first.get() + 1));
  ASSERT_EQ(second.get(), first.get() + 1);
  CraftRequest request = Request(CraftVerb::kDisasm, true, 10);
  request.inputs = {{.size = 5, .name = "a"}, {.size = 5, .name = "b"}};
  EXPECT_EQ(Craft(request, first.get()).files.at(0).bytes,
            "set\n\nfile \"a\"\nbytes x\"31 32 33 34 35\"  # 0x0000\n"
            "\nfile \"b\"\nbytes x\"31 32 33 34 35\"  # 0x0000\n");
  request.most_bytes = 9;
  const CraftResult late = Craft(request, first.get());
  EXPECT_EQ(late.failure->kind, Kind::kInputTooLarge);
  EXPECT_EQ(late.failure->input, 1u);
}

TEST(CraftWorkerTest, WhatCannotBeReadIsSaidWithItsInput) {
  TempDir dir;
  const UniqueFd folder(
      ::open(dir.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  CraftRequest request = Request(CraftVerb::kDisasm);
  request.inputs.push_back({.size = 4, .name = ""});
  const CraftResult result = Craft(request, folder.get());
  EXPECT_EQ(result.failure->kind, Kind::kUnreadable);
  EXPECT_NE(result.failure->message, "");
}

TEST(CraftWorkerTest, AResultThatIsMoreThanAReplyMayHaveIsNone) {
  std::string recipe = "set\n";
  for (uint64_t i = 0; i <= kMostCraftFiles; ++i) {
    recipe += "file \"\"\nbytes\n";
  }
  EXPECT_EQ(FailureOf(recipe, true, 1 << 24).kind, Kind::kReplyTooLarge);
}

}  // namespace
}  // namespace loadgate
