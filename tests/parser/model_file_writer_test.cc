#include "loadgate/model_file_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;
using absl::StatusCode;
using ::testing::ElementsAre;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

FileLayout LayoutOf(std::string_view header, std::vector<uint64_t> tensors) {
  FileLayout layout;
  const ByteSpan bytes = AsBytes(header);
  layout.header.assign(bytes.begin(), bytes.end());
  layout.file_bytes = header.size();
  for (const uint64_t size : tensors) {
    layout.tensors.push_back({.name = "t", .bytes = size});
    layout.file_bytes += size;
  }
  return layout;
}

class ModelFileWriterTest : public ::testing::Test {
 protected:
  // Three shards with 2, 0 and 1 tensors, and a text beside them.
  ModelFiles ThreeShards() {
    return {.shards = {{dir_.PathOf("1"), LayoutOf("H1", {2, 1})},
                       {dir_.PathOf("2"), LayoutOf("H2", {})},
                       {dir_.PathOf("3"), LayoutOf("H3", {3})}},
            .beside = {{dir_.PathOf("index"), "text"}}};
  }

  std::vector<std::string> Names() {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir_.path())) {
      names.push_back(entry.path().filename().string());
    }
    std::ranges::sort(names);
    return names;
  }

  testing_support::TempDir dir_;
};

TEST_F(ModelFileWriterTest, AllFilesGetTheirNamesAtTheEnd) {
  ModelFileWriter writer(ThreeShards());
  ASSERT_EQ(writer.tensor_count(), 3U);
  EXPECT_EQ(writer.tensor(2).bytes, 3U);
  EXPECT_TRUE(Names().empty());
  EXPECT_TRUE(writer.Write(0, AsBytes("ab")).ok());
  EXPECT_TRUE(writer.Write(1, AsBytes("c")).ok());
  EXPECT_TRUE(writer.Write(2, AsBytes("de")).ok());
  EXPECT_EQ(writer.Finish().code(), StatusCode::kFailedPrecondition);
  EXPECT_FALSE(fs::exists(dir_.PathOf("1")));
  EXPECT_TRUE(writer.Write(2, AsBytes("f")).ok());
  EXPECT_TRUE(writer.Finish().ok());
  EXPECT_THAT(Names(), ElementsAre("1", "2", "3", "index"));
  EXPECT_EQ(ReadAll(dir_.PathOf("1")), "H1abc");
  EXPECT_EQ(ReadAll(dir_.PathOf("2")), "H2");
  EXPECT_EQ(ReadAll(dir_.PathOf("3")), "H3def");
  EXPECT_EQ(ReadAll(dir_.PathOf("index")), "text");
  EXPECT_EQ(writer.Finish().code(), StatusCode::kFailedPrecondition);
}

TEST_F(ModelFileWriterTest, ATensorBeforeItsTurnOrTwiceIsRefused) {
  ModelFileWriter writer(ThreeShards());
  EXPECT_EQ(writer.Write(3, {}).code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(writer.Write(0, AsBytes("ab")).ok());
  // The shard before is not whole.
  EXPECT_EQ(writer.Write(2, AsBytes("d")).code(),
            StatusCode::kFailedPrecondition);
  EXPECT_TRUE(writer.Write(1, AsBytes("c")).ok());
  EXPECT_TRUE(writer.Write(2, AsBytes("def")).ok());
  EXPECT_EQ(writer.Write(0, AsBytes("x")).code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(writer.Finish().ok());
}

TEST_F(ModelFileWriterTest, AWriterThatIsGivenUpLeavesWhatWasThere) {
  dir_.WriteFile("1", "old");
  {
    ModelFileWriter writer(ThreeShards());
    EXPECT_TRUE(writer.Write(0, AsBytes("ab")).ok());
    EXPECT_TRUE(writer.Write(1, AsBytes("c")).ok());
    EXPECT_TRUE(writer.Write(2, AsBytes("d")).ok());
    EXPECT_EQ(Names().size(), 4U);
  }
  EXPECT_THAT(Names(), ElementsAre("1"));
  EXPECT_EQ(ReadAll(dir_.PathOf("1")), "old");
}

TEST_F(ModelFileWriterTest, AFileThatCannotBeMadeStopsAllOfThem) {
  dir_.WriteFile("1", "old");
  ModelFiles files = ThreeShards();
  files.shards[2].path = dir_.PathOf("missing/3");
  const std::string ab = "ab";
  EXPECT_EQ(WriteModel(std::move(files),
                       std::vector<ByteSpan>{AsBytes("ab"), AsBytes("c"),
                                             AsBytes("def")})
                .code(),
            StatusCode::kNotFound);
  EXPECT_THAT(Names(), ElementsAre("1"));
  files = ThreeShards();
  files.beside[0].path = dir_.PathOf("missing/index");
  EXPECT_EQ(WriteModel(std::move(files),
                       std::vector<ByteSpan>{AsBytes("ab"), AsBytes("c"),
                                             AsBytes("def")})
                .code(),
            StatusCode::kNotFound);
  EXPECT_THAT(Names(), ElementsAre("1"));
  EXPECT_EQ(ReadAll(dir_.PathOf("1")), "old");
}

TEST_F(ModelFileWriterTest, AWholeModelIsWrittenInOneCall) {
  EXPECT_EQ(WriteModel(ThreeShards(), {}).code(), StatusCode::kInvalidArgument);
  EXPECT_TRUE(WriteModel(ThreeShards(),
                         std::vector<ByteSpan>{AsBytes("ab"), AsBytes("c"),
                                               AsBytes("def")})
                  .ok());
  EXPECT_EQ(ReadAll(dir_.PathOf("3")), "H3def");
}

}  // namespace
}  // namespace loadgate
