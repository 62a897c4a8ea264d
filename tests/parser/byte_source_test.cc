#include "loadgate/byte_source.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "tests/parser/test_sources.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::HeldPipe;
using testing_support::PipedBytes;
using testing_support::TempDir;

// Text in which every place is unlike its neighbours.
std::string LongText(size_t size) {
  std::string text;
  while (text.size() < size) text += std::to_string(text.size()) + ' ';
  text.resize(size);
  return text;
}

// Reads `length` bytes at `offset`; an error fails the test.
std::string Read(ByteSource& source, uint64_t offset, size_t length) {
  std::vector<std::byte> out(length);
  const absl::StatusOr<size_t> got = source.ReadAt(offset, out);
  EXPECT_TRUE(got.ok()) << got.status();
  return std::string(AsText(out).substr(0, got.value_or(0)));
}

absl::StatusCode CodeOfRead(ByteSource& source, uint64_t offset) {
  std::array<std::byte, 1> out;
  return source.ReadAt(offset, out).status().code();
}

// A descriptor that closes itself.
class OpenFile {
 public:
  OpenFile(const std::string& path, int flags)
      : fd_(open(path.c_str(), flags)) {}
  ~OpenFile() { close(fd_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  int fd() const { return fd_; }

 private:
  int fd_;
};

void ExpectRandomAccess(ByteSource& source, const std::string& text) {
  EXPECT_EQ(source.size(), text.size());
  EXPECT_EQ(Read(source, 0, 4), text.substr(0, 4));
  EXPECT_EQ(Read(source, 7, 3), text.substr(7, 3));
  EXPECT_EQ(Read(source, 0, text.size()), text) << "going back is fine";
  EXPECT_EQ(Read(source, 0, text.size() + 1), text);
  EXPECT_EQ(Read(source, text.size() - 2, 9), text.substr(text.size() - 2));
  EXPECT_EQ(Read(source, text.size(), 9), "");
  EXPECT_EQ(Read(source, text.size() + 1, 9), "");
  EXPECT_EQ(Read(source, 3, 0), "");
}

TEST(MemorySourceTest, ReadsAnywhere) {
  const std::string text = LongText(100);
  MemorySource source(AsBytes(text));
  ExpectRandomAccess(source, text);
  EXPECT_EQ(Read(source, UINT64_MAX, 1), "");
  MemorySource empty({});
  EXPECT_EQ(empty.size(), 0u);
  EXPECT_EQ(Read(empty, 0, 1), "");
}

TEST(FileSourceTest, ReadsAnywhereAndMovesNoPosition) {
  const TempDir dir;
  const std::string text = LongText(100);
  const OpenFile file(dir.WriteFile("file", text), O_RDONLY);
  ASSERT_EQ(lseek(file.fd(), 5, SEEK_SET), 5);
  FileSource source(file.fd(), text.size());
  ExpectRandomAccess(source, text);
  EXPECT_EQ(lseek(file.fd(), 0, SEEK_CUR), 5);
}

TEST(FileSourceTest, BytesThatHaveGoneComeOutAsTooFew) {
  const TempDir dir;
  const std::string path = dir.WriteFile("file", LongText(100));
  const OpenFile file(path, O_RDONLY);
  FileSource source(file.fd(), 100);
  ASSERT_EQ(truncate(path.c_str(), 40), 0);
  EXPECT_EQ(source.size(), 100u);
  EXPECT_EQ(Read(source, 30, 50).size(), 10u);
  EXPECT_EQ(Read(source, 60, 5), "");
}

TEST(FileSourceTest, ErrorsAreTheSystems) {
  const TempDir dir;
  FileSource closed(-1, 100);
  EXPECT_EQ(CodeOfRead(closed, 0), absl::StatusCode::kFailedPrecondition);
  const OpenFile file(dir.WriteFile("file", "text"), O_RDONLY);
  FileSource source(file.fd(), 4);
  EXPECT_EQ(CodeOfRead(source, uint64_t{1} << 63),
            absl::StatusCode::kInvalidArgument)
      << "no file offset";
}

TEST(StreamSourceTest, ReadsWhatWasWrittenInPieces) {
  const std::string text = LongText(300'000);
  for (unsigned seed = 1; seed <= 3; ++seed) {
    const PipedBytes pipe(AsBytes(text), seed);
    StreamSource source(pipe.fd());
    std::string read;
    for (size_t step = 1; read.size() < text.size(); step = step * 2 + 1) {
      const std::string piece = Read(source, read.size(), step);
      ASSERT_FALSE(piece.empty());
      read += piece;
    }
    EXPECT_EQ(read, text);
    EXPECT_EQ(source.size(), text.size());
  }
}

// A pipe that stays open with ten bytes in it. Waiting for more hangs.
TEST(StreamSourceTest, WhatHasArrivedIsReturnedOnceItIsEnough) {
  const std::string text = LongText(10);
  HeldPipe pipe(AsBytes(text), text.size());
  StreamSource source(pipe.fd());
  std::vector<std::byte> out(100'000);
  std::string read;
  for (const size_t least : {0u, 1u, 10u}) {
    const size_t missing = least - std::min(least, read.size());
    const auto got = source.ReadSome(read.size(), out, missing);
    ASSERT_TRUE(got.ok()) << got.status();
    ASSERT_GE(*got, missing);
    read += AsText(out).substr(0, *got);
  }
  EXPECT_EQ(read, text);
  EXPECT_EQ(source.size(), std::nullopt) << "a pause is not the end";
  EXPECT_EQ(pipe.Left(), 0u);
}

TEST(StreamSourceTest, NothingIsWaitedForWhereNothingIsWanted) {
  const HeldPipe pipe({}, 1);
  StreamSource source(pipe.fd());
  std::array<std::byte, 8> out;
  EXPECT_EQ(*source.ReadSome(0, out, 0), 0u);
  EXPECT_EQ(source.size(), std::nullopt);
}

TEST(StreamSourceTest, ManySmallWritesMakeUpWhatIsWanted) {
  const std::string text = LongText(3000);
  HeldPipe pipe(AsBytes(text), 1);
  StreamSource source(pipe.fd());
  std::vector<std::byte> out(100'000);
  const auto got = source.ReadSome(0, out, text.size());
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(AsText(out).substr(0, *got), text);
}

TEST(StreamSourceTest, PlentyIsTakenInOneLargeStep) {
  const std::string text = LongText(60'000);
  HeldPipe pipe(AsBytes(text), text.size());
  StreamSource source(pipe.fd());
  std::vector<std::byte> out(64 * 1024);
  ASSERT_EQ(*source.ReadSome(0, out, text.size() - 1), text.size());
  EXPECT_EQ(source.size(), std::nullopt);
}

TEST(StreamSourceTest, PassingOverBytesWaitsForNoneBehindThem) {
  const std::string text = LongText(1000);
  HeldPipe pipe(AsBytes(text), text.size());
  StreamSource source(pipe.fd());
  EXPECT_EQ(Read(source, 990, 10), text.substr(990));
}

TEST(StreamSourceTest, BytesBetweenTwoReadsArePassedOver) {
  const std::string text = LongText(300'000);
  const PipedBytes pipe(AsBytes(text));
  StreamSource source(pipe.fd());
  for (const size_t offset : {3u, 100u, 65736u, 299'990u}) {
    EXPECT_EQ(Read(source, offset, 10), text.substr(offset, 10));
  }
  EXPECT_EQ(source.size(), std::nullopt) << "the end was not seen yet";
  EXPECT_EQ(Read(source, 300'000, 1), "");
  EXPECT_EQ(source.size(), 300'000u);
  EXPECT_EQ(Read(source, 300'000, 1), "") << "and the end stays";
}

TEST(StreamSourceTest, PassingOverTheEndFindsIt) {
  const std::string text = LongText(100'000);
  const PipedBytes pipe(AsBytes(text));
  StreamSource source(pipe.fd());
  EXPECT_EQ(Read(source, 500'000, 10), "");
  EXPECT_EQ(source.size(), 100'000u);
}

TEST(StreamSourceTest, TheSizeIsKnownOnceAReadComesOutShort) {
  const std::string text = LongText(10);
  const PipedBytes pipe(AsBytes(text));
  StreamSource source(pipe.fd());
  EXPECT_EQ(Read(source, 0, 10), text);
  EXPECT_EQ(source.size(), std::nullopt);
  EXPECT_EQ(Read(source, 10, 0), "");
  EXPECT_EQ(source.size(), std::nullopt) << "nothing was asked for";
  EXPECT_EQ(Read(source, 10, 1), "");
  EXPECT_EQ(source.size(), 10u);
}

TEST(StreamSourceTest, GoingBackIsAFailedPrecondition) {
  const std::string text = LongText(100);
  const PipedBytes pipe(AsBytes(text));
  StreamSource source(pipe.fd());
  Read(source, 0, 10);
  for (const uint64_t offset : {0u, 9u}) {
    EXPECT_EQ(CodeOfRead(source, offset),
              absl::StatusCode::kFailedPrecondition);
  }
  EXPECT_EQ(Read(source, 10, 5), text.substr(10, 5));
}

TEST(StreamSourceTest, ErrorsAreTheSystems) {
  StreamSource source(-1);
  EXPECT_EQ(CodeOfRead(source, 0), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(CodeOfRead(source, 7), absl::StatusCode::kFailedPrecondition)
      << "while passing over bytes";
  EXPECT_EQ(source.size(), std::nullopt);
}

TEST(StreamSourceTest, AReadThatASignalInterruptsGoesOn) {
  struct sigaction interrupt = {};
  interrupt.sa_handler = [](int) {};
  struct sigaction before = {};
  ASSERT_EQ(sigaction(SIGUSR1, &interrupt, &before), 0);
  std::array<int, 2> ends;
  ASSERT_EQ(pipe(ends.data()), 0);
  const pthread_t reader = pthread_self();
  std::thread writer([&] {
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      pthread_kill(reader, SIGUSR1);
    }
    EXPECT_EQ(write(ends[1], "text", 4), 4);
    close(ends[1]);
  });
  StreamSource source(ends[0]);
  EXPECT_EQ(Read(source, 0, 10), "text");
  writer.join();
  close(ends[0]);
  sigaction(SIGUSR1, &before, nullptr);
}

}  // namespace
}  // namespace loadgate
