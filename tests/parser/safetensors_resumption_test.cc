// A safetensors file gives the same however it is read and however it arrives.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/safetensors_reader.h"
#include "tests/parser/read_safetensors.h"
#include "tests/parser/rule_cases_safetensors.h"
#include "tests/support/guard_buffer.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

// All that can be told of a reading.
std::string TextOf(ReadStatus status, const std::vector<Finding>& findings,
                   const SafetensorsFile& file) {
  std::string text = std::to_string(static_cast<int>(status));
  for (const Finding& f : findings) text += ::testing::PrintToString(f) + "\n";
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const SafetensorsTensor t = file.tensor(i);
    text += std::string(t.name) + std::to_string(t.begin) + "-" +
            std::to_string(t.end) + ::testing::PrintToString(t.shape);
    if (t.dtype != nullptr) text += t.dtype->name;
  }
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    text += ::testing::PrintToString(file.metadata(i));
  }
  return text;
}

std::string ReadAtOnce(const std::vector<std::byte>& bytes) {
  const SafetensorsReading reading = ReadSafetensors(bytes, bytes.size());
  return TextOf(reading.result.status, reading.findings, reading.file);
}

std::string ReadWritable(std::vector<std::byte> bytes) {
  FindingSink sink;
  SafetensorsReader reader({}, {});
  const ReadResult result = reader.ReadInPlace(bytes, bytes.size(), &sink);
  const SafetensorsFile file = std::move(reader).TakePartial(bytes);
  return TextOf(result.status, sink.Findings(), file);
}

// Reads a file a byte more at a time, each time in other memory that ends at a
// guard page. The size shows at the end, or is known from the start.
std::string ReadByteByByte(const std::vector<std::byte>& bytes,
                           bool size_known) {
  FindingSink sink;
  SafetensorsReader reader({}, {});
  ReadResult result;
  std::optional<GuardBuffer> buffer;
  for (size_t n = 0; n <= bytes.size(); ++n) {
    buffer.emplace(ByteSpan(bytes).first(n));
    std::optional<uint64_t> size;
    if (size_known || n == bytes.size()) size = bytes.size();
    result = reader.Read(buffer->bytes(), size, &sink);
    if (result.status == ReadStatus::kNeedBytes) {
      EXPECT_GT(result.need, n);
    }
  }
  if (result.status == ReadStatus::kNeedBytes) ADD_FAILURE() << "never decided";
  const SafetensorsFile file = std::move(reader).TakePartial(buffer->bytes());
  return TextOf(result.status, sink.Findings(), file);
}

void ExpectTheSameHoweverItIsRead(const std::vector<std::byte>& bytes,
                                  const std::string& name) {
  const std::string expected = ReadAtOnce(bytes);
  EXPECT_EQ(ReadWritable(bytes), expected) << name;
  EXPECT_EQ(ReadByteByByte(bytes, true), expected) << name;
}

TEST(SafetensorsResumptionTest, GoodFilesAreTheSameHoweverTheyAreRead) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const std::vector<std::byte> bytes = good.file.bytes();
    ExpectTheSameHoweverItIsRead(bytes, good.name);
    EXPECT_EQ(ReadByteByByte(bytes, false), ReadAtOnce(bytes)) << good.name;
  }
}

TEST(SafetensorsResumptionTest, BadFilesAreTheSameHoweverTheyAreRead) {
  for (const SafetensorsRuleCase& rule_case : SafetensorsRuleCases()) {
    ExpectTheSameHoweverItIsRead(rule_case.bad.bytes(), CaseName(rule_case));
  }
}

TEST(SafetensorsResumptionTest, NoFrontPartOfAGoodFileIsAccepted) {
  for (const GoodSafetensors& good : GoodSafetensorsFiles()) {
    const std::vector<std::byte> bytes = good.file.bytes();
    for (size_t n = 0; n < bytes.size(); ++n) {
      const GuardBuffer part(ByteSpan(bytes).first(n));
      const SafetensorsReading reading = ReadSafetensors(part.bytes(), n);
      ASSERT_EQ(reading.verdict, Verdict::kReject) << good.name << " " << n;
      const Code code = n < 8 ? Code::kSafetensorsTruncated
                        : n < good.file.header_bytes()
                            ? Code::kSafetensorsHeaderPastEnd
                            : Code::kSafetensorsDataPastEnd;
      ASSERT_THAT(reading.findings, HasOnlyError(code)) << good.name << n;
      for (const Finding& finding : reading.findings) {
        ASSERT_LE(finding.offset, n) << good.name;
      }
    }
  }
}

}  // namespace
}  // namespace loadgate::testing_support
