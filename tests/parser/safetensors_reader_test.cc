#include "loadgate/safetensors_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/parser/read_safetensors.h"
#include "tests/parser/rule_cases_safetensors.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::byte> LengthOnly(uint64_t length) {
  return SafetensorsBytes{.json = "", .declared_length = length}.bytes();
}

// Asks twice, with the size unknown and then known.
std::vector<Place> LateSize(const std::vector<std::byte>& bytes,
                            uint64_t size) {
  FindingSink sink;
  SafetensorsReader reader({}, {});
  reader.Read(bytes, std::nullopt, &sink);
  const ReadResult result = reader.Read(bytes, size, &sink);
  EXPECT_TRUE(result.status == ReadStatus::kParsed ||
              result.status == ReadStatus::kFindings)
      << "asks for " << result.need << " bytes of " << size;
  return PlacesOf(sink.Findings());
}

TEST(SafetensorsReaderTest, GoodFilesAreParsed) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const SafetensorsReading reading = ReadSafetensors(good.file);
    EXPECT_EQ(reading.result.status, ReadStatus::kParsed) << good.name;
    EXPECT_EQ(reading.verdict, Verdict::kAccept) << good.name;
    EXPECT_EQ(reading.file.tensor_count(), good.tensors) << good.name;
    EXPECT_EQ(reading.file.metadata_count(), good.metadata) << good.name;
  }
}

TEST(SafetensorsReaderTest, AsksForTheLengthAndThenForTheWholeHeader) {
  const SafetensorsBytes file = SmallSafetensors();
  const std::vector<std::byte> bytes = file.bytes();
  FindingSink sink;
  SafetensorsReader reader({}, {});
  EXPECT_EQ(reader.wanted(), std::nullopt);
  ReadResult result = reader.Read({}, bytes.size(), &sink);
  std::vector<uint64_t> needs;
  while (result.status == ReadStatus::kNeedBytes) {
    needs.push_back(result.need);
    const GuardBuffer header(
        ByteSpan(bytes).first(static_cast<size_t>(result.need)));
    result = reader.Read(header.bytes(), bytes.size(), &sink);
  }
  EXPECT_THAT(needs, ElementsAre(8, file.header_bytes()));
  EXPECT_EQ(result.status, ReadStatus::kParsed);
  EXPECT_EQ(reader.wanted(), file.header_bytes());
}

TEST(SafetensorsReaderTest, FilesShorterThanALengthAreTruncated) {
  for (uint64_t size = 0; size < 8; ++size) {
    EXPECT_THAT(
        ReadSafetensors(ByteSpan(LengthOnly(2)).first(size), size).places(),
        ElementsAre(Place(Code::kSafetensorsTruncated, 0)))
        << size;
  }
  EXPECT_THAT(ReadSafetensors(LengthOnly(2), 8).places(),
              ElementsAre(Place(Code::kSafetensorsHeaderPastEnd, 0)));
}

TEST(SafetensorsReaderTest, TheLengthIsJudgedAtByte8) {
  const auto first = [](uint64_t length, std::optional<uint64_t> size) {
    return ReadSafetensors(LengthOnly(length), size);
  };
  for (const std::optional<uint64_t> size :
       {std::optional<uint64_t>(), std::optional<uint64_t>(200'000'000)}) {
    EXPECT_THAT(first(0, size).places(),
                ElementsAre(Place(Code::kSafetensorsHeaderEmpty, 0)));
    for (const uint64_t length : {uint64_t{100'000'001}, UINT64_MAX,
                                  UINT64_MAX - 7, uint64_t{1} << 63}) {
      EXPECT_THAT(first(length, size).places(),
                  ElementsAre(Place(Code::kSafetensorsHeaderTooLarge, 0)));
    }
    const SafetensorsReading most = first(100'000'000, size);
    EXPECT_THAT(most.findings, IsEmpty());
    EXPECT_EQ(most.result.status, ReadStatus::kNeedBytes);
    EXPECT_EQ(most.result.need, 100'000'008u);
  }
}

TEST(SafetensorsReaderTest, AHeaderMayEndWithItsFileAndNoLater) {
  EXPECT_EQ(ReadSafetensors(LengthOnly(10), 18).result.status,
            ReadStatus::kNeedBytes);
  EXPECT_THAT(ReadSafetensors(LengthOnly(10), 17).places(),
              ElementsAre(Place(Code::kSafetensorsHeaderPastEnd, 0)));
  EXPECT_THAT(ReadSafetensors(LengthOnly(100'000'000), 100'000'007).places(),
              ElementsAre(Place(Code::kSafetensorsHeaderPastEnd, 0)));
}

TEST(SafetensorsReaderTest, WithoutASizeItWaitsForOneOnceTheHeaderIsWhole) {
  const std::vector<std::byte> bytes = SmallSafetensors().bytes();
  FindingSink sink;
  SafetensorsReader reader({}, {});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reader.Read(bytes, std::nullopt, &sink).status,
              ReadStatus::kNeedSize);
  }
  EXPECT_EQ(reader.Read(bytes, bytes.size(), &sink).status,
            ReadStatus::kParsed);
}

TEST(SafetensorsReaderTest, ALateSizeIsJudgedWhereverReadingStands) {
  const SafetensorsBytes file = SmallSafetensors();
  const std::vector<std::byte> bytes = file.bytes();
  EXPECT_THAT(LateSize(bytes, 72), IsEmpty());
  EXPECT_THAT(LateSize(bytes, 71),
              ElementsAre(Place(Code::kSafetensorsDataPastEnd, 71)));
  EXPECT_THAT(LateSize(bytes, 73),
              ElementsAre(Place(Code::kSafetensorsTrailingData, 72)));
  EXPECT_THAT(LateSize(bytes, 40),
              ElementsAre(Place(Code::kSafetensorsHeaderPastEnd, 0)));
  std::vector<std::byte> part(bytes.begin(), bytes.begin() + 40);
  EXPECT_THAT(LateSize(part, 40),
              ElementsAre(Place(Code::kSafetensorsHeaderPastEnd, 0)));
  part.resize(5);
  EXPECT_THAT(LateSize(part, 5),
              ElementsAre(Place(Code::kSafetensorsTruncated, 0)));
}

TEST(SafetensorsReaderTest, ErrorsInTheHeaderDoNotWaitForASize) {
  SafetensorsBytes file = SmallSafetensors();
  file.json[0] = '[';
  EXPECT_EQ(ReadSafetensors(file.bytes(), std::nullopt).result.status,
            ReadStatus::kFindings);
}

TEST(SafetensorsReaderTest, ReadLeavesTheCallersBytesAlone) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const std::vector<std::byte> bytes = good.file.bytes();
    const GuardBuffer read_only(bytes);
    EXPECT_EQ(ReadSafetensors(read_only.bytes(), bytes.size()).result.status,
              ReadStatus::kParsed)
        << good.name;
    EXPECT_TRUE(std::ranges::equal(read_only.bytes(), bytes));
  }
}

TEST(SafetensorsReaderTest, ReadInPlaceWritesNothingOutsideTheHeader) {
  SafetensorsBytes file = SmallSafetensors();
  file.json = Padded(R"({"\u0077":{"dtype":"U8","shape":[8],)"
                     R"("data_offsets":[0,8],"x":-1.5}})");
  std::vector<std::byte> bytes = file.bytes();
  std::fill(bytes.end() - 8, bytes.end(), std::byte{0x5a});
  const std::vector<std::byte> before = bytes;
  FindingSink sink;
  SafetensorsReader reader({}, {});
  EXPECT_EQ(reader.ReadInPlace(bytes, bytes.size(), &sink).status,
            ReadStatus::kParsed);
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.begin() + 8, before.begin()));
  EXPECT_TRUE(std::equal(bytes.end() - 8, bytes.end(), before.end() - 8));
  const SafetensorsFile parsed = std::move(reader).TakeFile(bytes);
  EXPECT_EQ(parsed.tensor(0).name, "w");
}

TEST(SafetensorsReaderTest, TheAnswerStaysAndFindingsComeOnce) {
  SafetensorsBytes file = SmallSafetensors();
  file.data_bytes = 9;
  const std::vector<std::byte> bytes = file.bytes();
  FindingSink sink;
  SafetensorsReader reader({}, {});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(reader.Read(bytes, bytes.size(), &sink).status,
              ReadStatus::kFindings);
  }
  EXPECT_EQ(sink.Findings().size(), 1u);
}

TEST(SafetensorsReaderTest, AnErrorOfAnotherReaderInTheSinkIsNotItsOwn) {
  const std::vector<std::byte> bytes = SmallSafetensors().bytes();
  FindingSink sink;
  sink.Report(Code::kFileEmpty, 0, [] { return FindingText{}; });
  SafetensorsReader reader({}, {});
  EXPECT_EQ(reader.Read(bytes, bytes.size(), &sink).status,
            ReadStatus::kParsed);
}

TEST(SafetensorsReaderTest, AHeaderOverOurLimitIsLeftUndecided) {
  const SafetensorsBytes file = SmallSafetensors();
  EXPECT_EQ(ReadSafetensors(file, Limits{.header_bytes = file.header_bytes()})
                .verdict,
            Verdict::kAccept);
  const SafetensorsReading over =
      ReadSafetensors(file, Limits{.header_bytes = file.header_bytes() - 1});
  EXPECT_EQ(over.verdict, Verdict::kUndecided);
  EXPECT_EQ(over.result.status, ReadStatus::kFindings);
  EXPECT_THAT(over.places(), ElementsAre(Place(Code::kLimitHeaderBytes, 0)));
}

TEST(SafetensorsReaderDeathTest, AFileIsTakenOnlyOnceItIsParsed) {
  FindingSink sink;
  SafetensorsReader fresh({}, {});
  EXPECT_DEATH(std::move(fresh).TakeFile({}), "kParsed");
  const std::vector<std::byte> bytes = SmallSafetensors().bytes();
  SafetensorsReader waiting({}, {});
  waiting.Read(bytes, std::nullopt, &sink);
  EXPECT_DEATH(std::move(waiting).TakeFile(bytes), "kParsed");
}

}  // namespace
}  // namespace loadgate::testing_support
