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

// PipedBytes is a pipe into which a thread writes bytes in pieces of random
// size. The bytes outlive it. The reader need not read them all.
class PipedBytes {
 public:
  explicit PipedBytes(ByteSpan bytes, unsigned seed = 1) {
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
  // Writes until all is written or nobody reads any more, which must come out
  // as an error and not as a signal.
  void Write(ByteSpan bytes, unsigned seed) const {
    sigset_t broken_pipe;
    sigemptyset(&broken_pipe);
    sigaddset(&broken_pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
    std::minstd_rand random(seed);
    while (!bytes.empty()) {
      const size_t most = random() % 3 == 0 ? 7 : 9000;
      const size_t piece = std::min<size_t>(bytes.size(), 1 + random() % most);
      const ssize_t written = write(ends_[1], bytes.data(), piece);
      if (written < 0) break;
      bytes = bytes.subspan(static_cast<size_t>(written));
    }
    close(ends_[1]);
  }

  std::array<int, 2> ends_ = {-1, -1};
  std::thread writer_;
};

// RecordingSource serves bytes of memory and remembers how it was asked.
class RecordingSource : public MemorySource {
 public:
  explicit RecordingSource(ByteSpan bytes) : MemorySource(bytes) {}

  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override {
    asked_.push_back(out.size());
    const absl::StatusOr<size_t> got = MemorySource::ReadAt(offset, out);
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

  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override {
    EXPECT_GE(offset, taken()) << "a stream cannot go back";
    const absl::StatusOr<size_t> got = RecordingSource::ReadAt(offset, out);
    if (*got < out.size()) size_ = MemorySource::size();
    return got;
  }

 private:
  std::optional<uint64_t> size_;
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
  absl::StatusOr<size_t> ReadAt(uint64_t offset,
                                std::span<std::byte> out) override {
    if (offset >= fails_at_ || out.size() > fails_at_ - offset) {
      return absl::UnavailableError("the disk is gone");
    }
    return Base::ReadAt(offset, out);
  }

 private:
  uint64_t fails_at_;
};

using FailingSource = Failing<MemorySource>;
using FailingStream = Failing<FakeStream>;

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_TEST_SOURCES_H_
