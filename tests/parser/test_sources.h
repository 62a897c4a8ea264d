// Byte sources and pipes for tests.

#ifndef LOADGATE_TESTS_PARSER_TEST_SOURCES_H_
#define LOADGATE_TESTS_PARSER_TEST_SOURCES_H_

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <optional>
#include <random>
#include <span>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate::testing_support {

// IgnoreBrokenPipe makes a write into a pipe that nobody reads come out as an
// error and not as a signal, in the thread that calls it.
inline void IgnoreBrokenPipe() {
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
}

// HeldPipe is a pipe into which a thread writes bytes, `piece` at a time, and
// which then stays open: whoever waits for its end hangs. The bytes outlive it.
class HeldPipe {
 public:
  HeldPipe(ByteSpan bytes, size_t piece) {
    LG_CHECK(pipe(ends_.data()) == 0);
    writer_ = std::thread([this, bytes, piece] { Write(bytes, piece); });
  }
  ~HeldPipe() {
    if (writer_.joinable()) Left();
  }

  HeldPipe(const HeldPipe&) = delete;
  HeldPipe& operator=(const HeldPipe&) = delete;

  // fd returns the end to read from.
  int fd() const { return ends_[0]; }

  // Left ends the writing and returns how many bytes nobody has read. It may be
  // called once, and nothing is read after it.
  uint64_t Left() {
    released_.count_down();
    std::vector<std::byte> buffer(64 * 1024);
    uint64_t left = 0;
    for (;;) {
      const ssize_t got = read(fd(), buffer.data(), buffer.size());
      LG_CHECK(got >= 0);
      if (got == 0) break;
      left += static_cast<uint64_t>(got);
    }
    writer_.join();
    close(fd());
    return left;
  }

 private:
  void Write(ByteSpan bytes, size_t piece) {
    while (!bytes.empty()) {
      const size_t length = std::min(bytes.size(), piece);
      const ssize_t written = write(ends_[1], bytes.data(), length);
      LG_CHECK(written > 0);
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    released_.wait();
    close(ends_[1]);
  }

  std::array<int, 2> ends_ = {-1, -1};
  std::latch released_{1};
  std::thread writer_;
};

// PipedBytes is a pipe into which a thread writes bytes in pieces of random
// size, none above `largest`. The bytes outlive it. The reader need not read
// them all.
class PipedBytes {
 public:
  explicit PipedBytes(ByteSpan bytes, unsigned seed = 1, size_t largest = 9000)
      : largest_(largest) {
    LG_CHECK(pipe(ends_.data()) == 0);
    writer_ = std::thread([this, bytes, seed] { Write(bytes, seed); });
  }
  ~PipedBytes() {
    close(fd());
    writer_.join();
  }

  PipedBytes(const PipedBytes&) = delete;
  PipedBytes& operator=(const PipedBytes&) = delete;

  // fd returns the end to read from.
  int fd() const { return ends_[0]; }

 private:
  // Writes until all is written or nobody reads any more.
  void Write(ByteSpan bytes, unsigned seed) const {
    IgnoreBrokenPipe();
    std::minstd_rand random(seed);
    while (!bytes.empty()) {
      const size_t small = std::min<size_t>(largest_, 7);
      const size_t most = random() % 3 == 0 ? small : largest_;
      const size_t piece = std::min<size_t>(bytes.size(), 1 + random() % most);
      const ssize_t written = write(ends_[1], bytes.data(), piece);
      if (written < 0) break;
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    close(ends_[1]);
  }

  size_t largest_;
  std::array<int, 2> ends_ = {-1, -1};
  std::thread writer_;
};

// RecordingSource serves bytes of memory and remembers how it was asked.
class RecordingSource : public MemorySource {
 public:
  explicit RecordingSource(ByteSpan bytes) : MemorySource(bytes) {}

  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override {
    asked_.push_back(out.size());
    const auto got = MemorySource::ReadSome(offset, out, least);
    taken_ = std::max(taken_, offset + got.value_or(0));
    return got;
  }

  // asked returns how many bytes each call wanted, taken the end of the
  // furthest byte that was handed out.
  const std::vector<uint64_t>& asked() const { return asked_; }
  uint64_t taken() const { return taken_; }

 private:
  std::vector<uint64_t> asked_;
  uint64_t taken_ = 0;
};

// FakeStream is a RecordingSource that behaves as a stream: its size shows at
// its end, and it fails the test that goes back.
class FakeStream : public RecordingSource {
 public:
  explicit FakeStream(ByteSpan bytes) : RecordingSource(bytes) {}

  std::optional<uint64_t> size() const override { return size_; }

  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override {
    EXPECT_GE(offset, taken()) << "a stream cannot go back";
    const auto got = RecordingSource::ReadSome(offset, out, least);
    if (*got < least) size_ = MemorySource::size();
    return got;
  }

 private:
  std::optional<uint64_t> size_;
};

// SlowStream is a FakeStream of which never more has arrived than is waited
// for.
class SlowStream : public FakeStream {
 public:
  explicit SlowStream(ByteSpan bytes) : FakeStream(bytes) {}

  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override {
    return FakeStream::ReadSome(offset, out.first(least), least);
  }
};

// LyingSource says that it has `said` bytes.
class LyingSource : public MemorySource {
 public:
  LyingSource(ByteSpan bytes, uint64_t said)
      : MemorySource(bytes), said_(said) {}
  std::optional<uint64_t> size() const override { return said_; }

 private:
  uint64_t said_;
};

// Failing<Base> serves the bytes before `fails_at`; a read that reaches it
// fails.
template <typename Base>
class Failing : public Base {
 public:
  Failing(ByteSpan bytes, uint64_t fails_at)
      : Base(bytes), fails_at_(fails_at) {}
  absl::StatusOr<size_t> ReadSome(uint64_t offset, std::span<std::byte> out,
                                  size_t least) override {
    if (offset >= fails_at_ || least > fails_at_ - offset) {
      return absl::UnavailableError("the disk is gone");
    }
    const uint64_t there = std::min<uint64_t>(out.size(), fails_at_ - offset);
    return Base::ReadSome(offset, out.first(static_cast<size_t>(there)), least);
  }

 private:
  uint64_t fails_at_;
};

using FailingSource = Failing<MemorySource>;
using FailingStream = Failing<FakeStream>;

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_TEST_SOURCES_H_
