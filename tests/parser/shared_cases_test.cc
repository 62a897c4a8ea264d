// Files built for causes that people reported, and files from the world.
//
// They are no part of the project: where they are not beside it, these tests
// are skipped.

#include "tests/support/shared_cases.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/judge_bytes.h"
#include "tests/support/matchers.h"

namespace loadgate::testing_support {
namespace {

// What the container's rules must make of a case; nullopt where that is another
// layer's matter.
std::optional<Verdict> ExpectedOf(SharedCase& c) {
  if (c["container"] == "invalid") return Verdict::kReject;
  if (c["container"] == "warn") {
    if (c["stance"].empty()) return std::nullopt;
    return c["stance"] == "reject" ? Verdict::kReject : Verdict::kAccept;
  }
  if (c["verdict"] == "invalid") return std::nullopt;
  return Verdict::kAccept;
}

Judged JudgeNamed(const std::filesystem::path& path, const std::string& bytes) {
  return JudgeBytes(AsBytes(bytes), {}, FormatOfName(path.string()));
}

// The findings, with where the first one points.
std::string Told(const Judged& judged) {
  if (judged.findings.empty()) return "no finding";
  return "first at " + std::to_string(judged.findings[0].offset) + ": " +
         ::testing::PrintToString(judged.findings);
}

bool IsLoud(const Judged& judged) {
  for (const Finding& finding : judged.findings) {
    if (finding.severity != Severity::kNote) return true;
  }
  return false;
}

void CheckCase(SharedCase& c, const std::filesystem::path& path,
               const std::string& bytes) {
  const Judged judged = JudgeNamed(path, bytes);
  const std::optional<Verdict> expected = ExpectedOf(c);
  if (expected.has_value()) {
    EXPECT_EQ(judged.verdict, *expected)
        << c["file"] << ": " << c["reason"] << "\n"
        << Told(judged);
  }
  if (c["verdict"] == "ok") {
    EXPECT_FALSE(IsLoud(judged)) << c["file"] << "\n" << Told(judged);
  }
  if (c["container"] == "warn") {
    EXPECT_FALSE(judged.findings.empty()) << c["file"];
  }
}

TEST(SharedCasesTest, EveryGgufCaseIsJudgedAsExpected) {
  const std::filesystem::path top = SharedFolder() / "cases";
  const auto json = ReadSharedFile(top / "expected.json");
  if (!json) GTEST_SKIP() << "no cases beside the project";
  int checked = 0;
  int not_shipped = 0;
  for (SharedCase& c : ParseSharedCases(*json)) {
    if (c["format"] != "gguf" || c["file"].ends_with("/")) continue;
    const std::filesystem::path path = top / "files" / c["file"];
    if (const auto bytes = ReadSharedFile(path)) {
      CheckCase(c, path, *bytes);
      ++checked;
    } else {
      ++not_shipped;
    }
  }
  std::cout << checked << " cases judged, " << not_shipped << " not shipped\n";
  EXPECT_GT(checked, 0);
}

TEST(SharedCasesTest, FilesFromTheWorldAreJudgedAsTheyShouldBe) {
  struct RealFile {
    const char* path;
    Verdict verdict;
  };
  constexpr RealFile kFiles[] = {
      {"llama-vocab/ggml-vocab-bert-bge.gguf", Verdict::kAccept},
      {"llama-vocab/ggml-vocab-gpt-2.gguf", Verdict::kAccept},
      {"llama-vocab/ggml-vocab-phi-3.gguf", Verdict::kAccept},
      {"crabml/stories-260k-f32.gguf", Verdict::kReject},
      {"weight-inspect/empty.gguf", Verdict::kAccept},
      {"weight-inspect/tiny.gguf", Verdict::kReject},
      {"whisper/for-tests-ggml-tiny.bin", Verdict::kReject},
      {"mangled/ggml-vocab-bert-bge.gguf", Verdict::kReject},
  };
  const std::filesystem::path top = SharedFolder() / "real";
  if (!std::filesystem::is_directory(top)) {
    GTEST_SKIP() << "no real files beside the project";
  }
  for (const RealFile& file : kFiles) {
    const auto bytes = ReadSharedFile(top / file.path);
    if (!bytes) {
      ADD_FAILURE() << file.path << " is missing";
      continue;
    }
    const Judged judged = JudgeNamed(file.path, *bytes);
    EXPECT_EQ(judged.verdict, file.verdict) << file.path << "\n"
                                            << Told(judged);
  }
}

}  // namespace
}  // namespace loadgate::testing_support
