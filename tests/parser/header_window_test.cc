#include "inspect/header_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "tests/parser/test_sources.h"

namespace loadgate {
namespace {

using testing::ElementsAre;
using testing_support::FailingSource;
using testing_support::FakeStream;
using testing_support::LyingSource;
using testing_support::RecordingSource;
using testing_support::SlowStream;

constexpr uint64_t kStep = 64 * 1024;
constexpr uint64_t kPlenty = uint64_t{1} << 30;

// A megabyte in which no two places within 250 bytes are alike.
const std::vector<std::byte>& Megabyte() {
  static const auto* const kBytes = [] {
    auto* bytes = new std::vector<std::byte>(1 << 20);
    for (size_t i = 0; i < bytes->size(); ++i) {
      (*bytes)[i] = static_cast<std::byte>(i % 251);
    }
    return bytes;
  }();
  return *kBytes;
}

// Expects that `bytes` are those of the megabyte from `offset` on.
void ExpectBytes(ByteSpan bytes, uint64_t offset, uint64_t length) {
  ASSERT_EQ(bytes.size(), length);
  EXPECT_EQ(AsText(bytes), AsText(Megabyte()).substr(offset, length));
}

TEST(HeaderWindowTest, AFileIsFetchedInStepsThatDouble) {
  RecordingSource source(Megabyte());
  HeaderWindow window(source, kPlenty);
  EXPECT_TRUE(window.bytes().empty());
  for (uint64_t wanted = 1; wanted < Megabyte().size(); wanted *= 2) {
    ASSERT_TRUE(window.GrowTo(wanted).ok());
    ASSERT_GE(window.bytes().size(), wanted);
  }
  ASSERT_TRUE(window.GrowTo(Megabyte().size()).ok());
  EXPECT_THAT(source.asked(),
              ElementsAre(kStep, kStep, 2 * kStep, 4 * kStep, 8 * kStep));
  ExpectBytes(window.bytes(), 0, Megabyte().size());
}

TEST(HeaderWindowTest, WhatIsPresentIsNotFetchedAgain) {
  RecordingSource source(Megabyte());
  HeaderWindow window(source, kPlenty);
  ASSERT_TRUE(window.GrowTo(kStep).ok());
  ASSERT_TRUE(window.GrowTo(0).ok());
  ASSERT_TRUE(window.GrowTo(kStep).ok());
  EXPECT_EQ(source.asked().size(), 1u);
}

TEST(HeaderWindowTest, AStepGoesNoFurtherThanTheFileOrTheLimit) {
  RecordingSource small(ByteSpan(Megabyte()).first(100));
  HeaderWindow whole(small, kPlenty);
  ASSERT_TRUE(whole.GrowTo(1).ok());
  EXPECT_THAT(small.asked(), ElementsAre(100));
  RecordingSource large(Megabyte());
  HeaderWindow limited(large, 1000);
  ASSERT_TRUE(limited.GrowTo(1).ok());
  ASSERT_TRUE(limited.GrowTo(1000).ok());
  EXPECT_THAT(large.asked(), ElementsAre(1000));
}

TEST(HeaderWindowTest, ALongWantIsFetchedAtOnceFromAFile) {
  RecordingSource source(Megabyte());
  HeaderWindow window(source, kPlenty);
  ASSERT_TRUE(window.GrowTo(10 * kStep).ok());
  EXPECT_THAT(source.asked(), ElementsAre(10 * kStep));
}

TEST(HeaderWindowTest, AStreamIsTakenNoFurtherThan64KiBBehindTheWant) {
  FakeStream source(Megabyte());
  HeaderWindow window(source, kPlenty);
  for (const uint64_t wanted :
       {uint64_t{1}, kStep, kStep + 1, 5 * kStep, 5 * kStep + 7}) {
    ASSERT_TRUE(window.GrowTo(wanted).ok());
    EXPECT_GE(window.bytes().size(), wanted);
    EXPECT_LE(source.taken(), wanted + kStep);
    EXPECT_EQ(source.size(), std::nullopt);
  }
  ASSERT_TRUE(window.GrowTo(2 * Megabyte().size()).ok());
  EXPECT_EQ(source.size(), Megabyte().size());
  ExpectBytes(window.bytes(), 0, Megabyte().size());
}

TEST(HeaderWindowTest, NoMoreOfASlowStreamIsWaitedForThanIsWanted) {
  SlowStream source(Megabyte());
  HeaderWindow window(source, kPlenty);
  for (const uint64_t wanted :
       {uint64_t{1}, uint64_t{3}, kStep, kStep + 1, 3 * kStep, 3 * kStep + 1}) {
    ASSERT_TRUE(window.GrowTo(wanted).ok());
    ExpectBytes(window.bytes(), 0, wanted);
    EXPECT_EQ(source.size(), std::nullopt);
  }
  EXPECT_THAT(source.asked(),
              ElementsAre(1, 2, kStep - 3, 1, kStep, kStep - 1, 1));
  const std::vector<std::byte> bytes = std::move(window).Release();
  ExpectBytes(bytes, 0, 3 * kStep + 1);
}

TEST(HeaderWindowTest, OfAStreamThatHasPlentyLargeStepsAreTaken) {
  FakeStream source(Megabyte());
  HeaderWindow window(source, kPlenty);
  for (uint64_t wanted = 1; wanted <= 4 * kStep; ++wanted) {
    ASSERT_TRUE(window.GrowTo(wanted).ok());
  }
  EXPECT_THAT(source.asked(), ElementsAre(kStep, kStep, kStep, kStep));
}

TEST(HeaderWindowTest, AFileThatHasLessThanItSaysIsDataLoss) {
  LyingSource source(ByteSpan(Megabyte()).first(100), 1000);
  HeaderWindow window(source, kPlenty);
  EXPECT_EQ(window.GrowTo(500).code(), absl::StatusCode::kDataLoss);
  ExpectBytes(window.bytes(), 0, 100);
}

TEST(HeaderWindowTest, AnErrorKeepsWhatWasThere) {
  FailingSource source(Megabyte(), kStep);
  HeaderWindow window(source, kPlenty);
  ASSERT_TRUE(window.GrowTo(1).ok());
  EXPECT_EQ(window.GrowTo(kStep + 1).code(), absl::StatusCode::kUnavailable);
  ExpectBytes(window.bytes(), 0, kStep);
  EXPECT_EQ(window.Fetch(kStep, 1).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(HeaderWindowTest, FetchesFromTheWindowTheSourceAndBoth) {
  for (const bool stream : {false, true}) {
    RecordingSource file(Megabyte());
    FakeStream pipe(Megabyte());
    ByteSource& source = stream ? static_cast<ByteSource&>(pipe) : file;
    HeaderWindow window(source, kPlenty);
    ASSERT_TRUE(window.GrowTo(kStep).ok());
    struct Row {
      uint64_t offset;
      uint64_t length;
    };
    for (const Row& row :
         {Row{0, 10}, Row{kStep - 10, 10}, Row{kStep - 5, 10},
          Row{kStep + 100, 10}, Row{3 * kStep, kStep}, Row{900'000, 0}}) {
      const auto bytes = window.Fetch(row.offset, row.length);
      ASSERT_TRUE(bytes.ok()) << bytes.status();
      ExpectBytes(*bytes, row.offset, row.length);
    }
  }
}

TEST(HeaderWindowTest, FetchingPastTheEndGivesFewer) {
  MemorySource source(Megabyte());
  HeaderWindow window(source, kPlenty);
  const uint64_t size = Megabyte().size();
  for (const uint64_t wanted : {uint64_t{0}, size}) {
    ASSERT_TRUE(window.GrowTo(wanted).ok());
    ExpectBytes(*window.Fetch(size - 3, 10), size - 3, 3);
    EXPECT_TRUE(window.Fetch(size, 10)->empty());
    EXPECT_TRUE(window.Fetch(UINT64_MAX, 10)->empty());
  }
}

TEST(HeaderWindowTest, GivesItsBytesAway) {
  MemorySource source(Megabyte());
  HeaderWindow window(source, kPlenty);
  ASSERT_TRUE(window.GrowTo(1).ok());
  const std::byte* const first = window.bytes().data();
  const std::vector<std::byte> bytes = std::move(window).Release();
  EXPECT_EQ(bytes.data(), first) << "without a copy";
}

}  // namespace
}  // namespace loadgate
