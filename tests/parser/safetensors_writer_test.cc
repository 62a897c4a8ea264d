#include "loadgate/safetensors_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/rewrite.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::FindingTexts;
using testing_support::JudgeBytes;
using testing_support::PatternBytes;
using testing_support::Rewrite;
using testing_support::WriteWithPattern;
using Numbers = std::vector<uint64_t>;

const SafetensorsDtype& Dtype(std::string_view name) {
  return *FindSafetensorsDtype(name);
}

std::vector<std::byte> Written(const SafetensorsWriter& writer) {
  const auto layout = writer.Layout();
  EXPECT_TRUE(layout.ok()) << layout.status();
  return WriteWithPattern(*layout);
}

testing_support::JudgedFile Read(const std::vector<std::byte>& file) {
  auto judged = JudgeBytes(file, "m.safetensors");
  EXPECT_EQ(FindingTexts(judged), "");
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  return judged;
}

TEST(SafetensorsWriterTest, AFileIsWrittenByteForByte) {
  SafetensorsWriter writer;
  ASSERT_TRUE(writer.SetMetadata("format", "pt").ok());
  ASSERT_TRUE(writer.AddTensor("b", Dtype("U8"), Numbers{3}, 3).ok());
  ASSERT_TRUE(writer.AddTensor("c", Dtype("F32"), Numbers{}, 4).ok());
  ASSERT_TRUE(writer.AddTensor("a", Dtype("U8"), Numbers{2, 0}, 0).ok());
  const std::string json =
      R"({"__metadata__":{"format":"pt"},)"
      R"("c":{"dtype":"F32","shape":[],"data_offsets":[0,4]},)"
      R"("a":{"dtype":"U8","shape":[2,0],"data_offsets":[4,4]},)"
      R"("b":{"dtype":"U8","shape":[3],"data_offsets":[4,7]}})";
  const std::vector<std::byte> file = Written(writer);
  const size_t padded = (json.size() + 7) / 8 * 8;
  ASSERT_EQ(file.size(), 8 + padded + 7);
  EXPECT_EQ(AsText(file)[0], static_cast<char>(padded));
  EXPECT_EQ(AsText(file).substr(1, 7), std::string(7, '\0'));
  EXPECT_EQ(AsText(file).substr(8, padded),
            json + std::string(padded - json.size(), ' '));
  EXPECT_EQ(AsText(file).substr(8 + padded, 4), AsText(PatternBytes(4, 1)));
  EXPECT_EQ(AsText(file).substr(12 + padded), AsText(PatternBytes(3, 0)));
  Read(file);
}

TEST(SafetensorsWriterTest, EveryDtypeIsWrittenLargestFirstAndReadAgain) {
  SafetensorsWriter writer;
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    const std::string name(dtype.name);
    ASSERT_TRUE(
        writer.AddTensor("z." + name, dtype, Numbers{3, 4}, dtype.bits * 12 / 8)
            .ok());
    ASSERT_TRUE(
        writer.AddTensor("a." + name, dtype, Numbers{1, 2, 1, 1, 4}, dtype.bits)
            .ok());
  }
  const std::vector<std::byte> file = Written(writer);
  const auto judged = Read(file);
  const SafetensorsFile& read = *judged.judgement.safetensors;
  ASSERT_EQ(read.tensor_count(), writer.tensor_count());
  uint64_t end = 0;
  for (size_t i = 0; i < read.tensor_count(); ++i) {
    const SafetensorsTensor tensor = read.tensor(i);
    const size_t row = AllSafetensorsDtypes().size() - 1 - i / 2;
    EXPECT_EQ(tensor.dtype, &AllSafetensorsDtypes()[row]);
    EXPECT_EQ(tensor.name,
              (i % 2 == 0 ? "a." : "z.") + std::string(tensor.dtype->name));
    EXPECT_EQ(tensor.begin, end);
    end = tensor.end;
    const size_t added = row * 2 + (i % 2 == 0 ? 1 : 0);
    EXPECT_EQ(AsText(ByteSpan(file).subspan(read.data_offset() + tensor.begin,
                                            tensor.bytes())),
              AsText(PatternBytes(tensor.bytes(), added)));
  }
  EXPECT_EQ(*Rewrite(file, read), file);
}

TEST(SafetensorsWriterTest, NamesAndMetadataOfAnyTextComeBack) {
  SafetensorsWriter writer;
  const std::string odd = "q\" b\\ \n\x01\x1f\x7f \xc3\xa9 \xf0\x9f\xa6\x99";
  ASSERT_TRUE(writer.SetMetadata(odd, odd).ok());
  ASSERT_TRUE(writer.SetMetadata("nul", std::string_view("a\0b", 3)).ok());
  ASSERT_TRUE(writer.SetMetadata("", "").ok());
  ASSERT_TRUE(writer.AddTensor(odd, Dtype("U8"), Numbers{1}, 1).ok());
  const std::vector<std::byte> file = Written(writer);
  const auto judged = JudgeBytes(file, "m.safetensors");
  EXPECT_EQ(judged.verdict, Verdict::kAccept) << FindingTexts(judged);
  const SafetensorsFile& read = *judged.judgement.safetensors;
  EXPECT_EQ(read.tensor(0).name, odd);
  ASSERT_EQ(read.metadata_count(), 3U);
  EXPECT_EQ(read.metadata(0).first, odd);
  EXPECT_EQ(read.metadata(0).second, odd);
  EXPECT_EQ(read.metadata(1).second, std::string_view("a\0b", 3));
  EXPECT_EQ(*Rewrite(file, read), file);
}

TEST(SafetensorsWriterTest, AnEmptyModelIsAFile) {
  const std::vector<std::byte> file = Written(SafetensorsWriter());
  EXPECT_EQ(AsText(file), std::string_view("\x08\0\0\0\0\0\0\0{}      ", 16));
  Read(file);
}

TEST(SafetensorsWriterTest, TensorsThatTheReaderRejectsAreRefused) {
  SafetensorsWriter writer;
  const uint64_t huge = uint64_t{1} << 62;
  const auto add = [&](std::string_view name, std::string_view dtype,
                       const Numbers& shape, uint64_t bytes) {
    return writer.AddTensor(name, Dtype(dtype), shape, bytes);
  };
  EXPECT_THAT(std::string(add("t", "F32", {2}, 7).message()),
              HasSubstr("safetensors-size-mismatch"));
  EXPECT_THAT(std::string(add("t", "F4", {3}, 1).message()),
              HasSubstr("safetensors-not-whole-bytes"));
  EXPECT_THAT(std::string(add("t", "U8", {huge, huge}, 1).message()),
              HasSubstr("safetensors-shape-overflow"));
  EXPECT_THAT(std::string(add("t", "F64", {huge}, 1).message()),
              HasSubstr("safetensors-size-overflow"));
  EXPECT_THAT(
      std::string(add(std::string_view("\0", 1), "U8", {1}, 1).message()),
      HasSubstr("safetensors-name-nul"));
  EXPECT_THAT(std::string(add("\xff", "U8", {1}, 1).message()),
              HasSubstr("safetensors-header-not-utf8"));
  EXPECT_EQ(add("__metadata__", "U8", {1}, 1).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(
      writer.AddTensor("t", {.name = "F3", .bits = 8}, Numbers{1}, 1).code(),
      StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.tensor_count(), 0U);
  EXPECT_TRUE(add("t", "U8", {1}, 1).ok());
  EXPECT_EQ(add("t", "F32", {1}, 4).code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(writer.AddTensor({.name = "v", .dtype = nullptr}).code(),
            StatusCode::kInvalidArgument);
}

TEST(SafetensorsWriterTest, SizesThatPassAFilesAreRefused) {
  SafetensorsWriter writer;
  const uint64_t half = uint64_t{1} << 60;
  for (int i = 0; i < 7; ++i) {
    EXPECT_TRUE(
        writer.AddTensor(std::to_string(i), Dtype("U8"), Numbers{half}, half)
            .ok());
  }
  EXPECT_EQ(writer.AddTensor("x", Dtype("U8"), Numbers{half}, half).code(),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(
      writer.AddTensor("x", Dtype("U8"), Numbers{half - 8}, half - 8).ok());
  EXPECT_EQ(writer.Layout().status().code(), StatusCode::kInvalidArgument);
}

TEST(SafetensorsWriterTest, MetadataThatTheReaderRejectsIsRefused) {
  SafetensorsWriter writer;
  EXPECT_TRUE(writer.SetMetadata("a", "b").ok());
  EXPECT_EQ(writer.SetMetadata("a", "c").code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(writer.SetMetadata(std::string_view("\0", 1), "c").code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.SetMetadata("\x80", "c").code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.SetMetadata("c", "\xed\xa0\x80").code(),
            StatusCode::kInvalidArgument);
}

TEST(SafetensorsWriterTest, AFileOverALimitIsRefused) {
  SafetensorsWriterOptions options;
  options.limits.safetensors_tensors = 1;
  options.limits.metadata_pairs = 1;
  options.limits.header_bytes = 100;
  SafetensorsWriter writer(options);
  EXPECT_TRUE(writer.SetMetadata("a", std::string(60, 'x')).ok());
  EXPECT_EQ(writer.SetMetadata("b", "c").code(),
            StatusCode::kResourceExhausted);
  EXPECT_TRUE(writer.Layout().ok());
  EXPECT_TRUE(writer.AddTensor("t", Dtype("U8"), Numbers{1}, 1).ok());
  EXPECT_EQ(writer.AddTensor("u", Dtype("U8"), Numbers{1}, 1).code(),
            StatusCode::kResourceExhausted);
  EXPECT_EQ(writer.Layout().status().code(), StatusCode::kResourceExhausted);
}

TEST(SafetensorsWriterTest, AViewIsAddedByItsDtypeAndShape) {
  SafetensorsWriter writer;
  const TensorView view = {.name = "v",
                           .dtype = FindSafetensorsDtype("U16"),
                           .shape = {2, 1},
                           .strides = {1, 9},
                           .bytes = AsBytes("abcdef")};
  ASSERT_TRUE(writer.AddTensor(view).ok());
  const auto layout = writer.Layout();
  MemorySink sink;
  TensorStream stream(&*layout, &sink);
  ASSERT_TRUE(stream.Begin().ok());
  ASSERT_TRUE(stream.WriteTensor(0, view).ok());
  ASSERT_TRUE(stream.Finish().ok());
  EXPECT_TRUE(AsText(sink.bytes()).ends_with("abcd"));
  Read(sink.bytes());
}

}  // namespace
}  // namespace loadgate
