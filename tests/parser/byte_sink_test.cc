#include "loadgate/byte_sink.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "loadgate/check.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::loadgate::testing_support::TempDir;
using ::testing::ElementsAre;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

class ByteSinkTest : public ::testing::Test {
 protected:
  ~ByteSinkTest() override {
    for (const int fd : open_) ::close(fd);
  }

  int Open(const std::string& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
    LG_CHECK(fd >= 0);
    open_.push_back(fd);
    return fd;
  }

  int OpenNew(std::string_view name) {
    return Open(dir_.PathOf(name), O_WRONLY | O_CREAT | O_TRUNC);
  }

  TempDir dir_;
  std::vector<int> open_;
};

TEST_F(ByteSinkTest, AMemorySinkKeepsPiecesInOrder) {
  MemorySink sink;
  EXPECT_TRUE(sink.Write(AsBytes("ab")).ok());
  EXPECT_TRUE(sink.Write({}).ok());
  EXPECT_TRUE(sink.Write(AsBytes("c")).ok());
  EXPECT_EQ(AsText(sink.bytes()), "abc");
}

TEST_F(ByteSinkTest, ARangeIsCopiedFromAnyPlaceAndMovesNoPosition) {
  const std::string text(700'000, 'x');
  const int from =
      Open(dir_.WriteFile("from", "head" + text + "tail"), O_RDONLY);
  MemorySink memory;
  ASSERT_TRUE(memory.CopyRange(from, 4, text.size()).ok());
  EXPECT_EQ(AsText(memory.bytes()), text);

  DescriptorSink file(OpenNew("to"));
  ASSERT_TRUE(file.Write(AsBytes("<")).ok());
  ASSERT_TRUE(file.CopyRange(from, 4, text.size()).ok());
  ASSERT_TRUE(file.CopyRange(from, 4, 0).ok());
  ASSERT_TRUE(file.Write(AsBytes(">")).ok());
  EXPECT_EQ(ReadAll(dir_.PathOf("to")), "<" + text + ">");
  EXPECT_EQ(::lseek(from, 0, SEEK_CUR), 0);
}

TEST_F(ByteSinkTest, WhatTheKernelDoesNotCopyIsCopiedByHand) {
  const int from = Open(dir_.WriteFile("from", "0123456789"), O_RDONLY);
  // copy_file_range(2) wants no file open for appending, and no pipe.
  DescriptorSink appended(
      Open(dir_.PathOf("to"), O_WRONLY | O_CREAT | O_APPEND));
  ASSERT_TRUE(appended.CopyRange(from, 2, 3).ok());
  EXPECT_EQ(ReadAll(dir_.PathOf("to")), "234");
  int ends[2] = {};
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  open_.insert(open_.end(), {ends[0], ends[1]});
  ASSERT_TRUE(DescriptorSink(ends[1]).CopyRange(from, 5, 2).ok());
  char got[2] = {};
  EXPECT_EQ(::read(ends[0], got, 2), 2);
  EXPECT_THAT(got, ElementsAre('5', '6'));
}

TEST_F(ByteSinkTest, ASourceThatEndsInsideTheRangeIsDataLoss) {
  const int from = Open(dir_.WriteFile("from", "0123456789"), O_RDONLY);
  MemorySink memory;
  EXPECT_EQ(memory.CopyRange(from, 4, 7).code(), absl::StatusCode::kDataLoss);
  DescriptorSink file(OpenNew("to"));
  EXPECT_EQ(file.CopyRange(from, 4, 7).code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(file.CopyRange(from, 11, 1).code(), absl::StatusCode::kDataLoss);
}

TEST_F(ByteSinkTest, ARangeThatWrapsIsRefused) {
  const int from = Open(dir_.WriteFile("from", "0123456789"), O_RDONLY);
  MemorySink memory;
  EXPECT_EQ(memory.CopyRange(from, UINT64_MAX, 2).code(),
            absl::StatusCode::kInvalidArgument);
  DescriptorSink file(OpenNew("to"));
  EXPECT_EQ(file.CopyRange(from, uint64_t{1} << 63, 0).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(ByteSinkTest, AFullDiskIsAnError) {
  const int from = Open(dir_.WriteFile("from", "0123456789"), O_RDONLY);
  DescriptorSink full(Open("/dev/full", O_WRONLY));
  EXPECT_EQ(full.Write(AsBytes("x")).code(),
            absl::ErrnoToStatus(ENOSPC, "").code());
  EXPECT_FALSE(full.CopyRange(from, 0, 10).ok());
}

TEST_F(ByteSinkTest, ADescriptorThatCannotBeWrittenIsAnError) {
  const int from = Open(dir_.WriteFile("from", "0123456789"), O_RDONLY);
  DescriptorSink sink(from);
  EXPECT_FALSE(sink.Write(AsBytes("x")).ok());
  DescriptorSink other(OpenNew("to"));
  const int write_only = OpenNew("other");
  EXPECT_FALSE(other.CopyRange(write_only, 0, 1).ok());
}

}  // namespace
}  // namespace loadgate
