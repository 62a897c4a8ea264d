#include "loadgate/gguf_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/good_files.h"
#include "tests/support/rewrite.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using absl::StatusCode;
using ::testing::AllOf;
using ::testing::HasSubstr;
using testing_support::FindingTexts;
using testing_support::GoodFile;
using testing_support::GoodGgufFiles;
using testing_support::IsCanonical;
using testing_support::JudgeBytes;
using testing_support::PatternBytes;
using testing_support::Rewrite;
using testing_support::WriterOf;
using testing_support::WriteWithPattern;
using Numbers = std::vector<uint64_t>;

GgufWriter NewWriter(uint32_t alignment = 32) {
  auto writer = GgufWriter::Create({.alignment = alignment});
  EXPECT_TRUE(writer.ok()) << writer.status();
  EXPECT_TRUE(
      writer->Set<std::string_view>("general.architecture", "llama").ok());
  EXPECT_TRUE(writer->Set<uint32_t>("general.quantization_version", 2).ok());
  return *std::move(writer);
}

std::vector<std::byte> Written(const GgufWriter& writer) {
  const auto layout = writer.Layout();
  EXPECT_TRUE(layout.ok()) << layout.status();
  return WriteWithPattern(*layout);
}

// What a reader says of the file; there is no finding.
testing_support::JudgedFile Read(const std::vector<std::byte>& file) {
  auto judged = JudgeBytes(file, "m.gguf");
  EXPECT_EQ(FindingTexts(judged), "");
  EXPECT_EQ(judged.verdict, Verdict::kAccept);
  return judged;
}

TEST(GgufWriterTest, AFileIsWrittenByteForByte) {
  auto writer = GgufWriter::Create({.alignment = 8});
  ASSERT_TRUE(writer->Set<uint16_t>("k", 0x0102).ok());
  ASSERT_TRUE(writer->AddTensor("t", Numbers{3}, 24, 3).ok());
  const std::string wanted(
      "GGUF\x03\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0"
      "\x11\0\0\0\0\0\0\0general.alignment\x04\0\0\0\x08\0\0\0"
      "\x01\0\0\0\0\0\0\0k\x02\0\0\0\x02\x01"
      "\x01\0\0\0\0\0\0\0t\x01\0\0\0\x03\0\0\0\0\0\0\0\x18\0\0\0"
      "\0\0\0\0\0\0\0\0"
      "\0\0\0\0\0\0"  // To a multiple of 8.
      "\x01\x20\x3f\0\0\0\0\0",
      24 + 33 + 15 + 33 + 7 + 8);
  std::vector<std::byte> file = Written(*writer);
  EXPECT_EQ(file.size() % 8, 0U);
  EXPECT_EQ(AsText(file).substr(0, 105), wanted.substr(0, 105));
  EXPECT_EQ(AsText(file).substr(105, 7), std::string(7, '\0'));
  EXPECT_EQ(AsText(file).substr(112), std::string("\x01\x20\x3f\0\0\0\0\0", 8));
}

TEST(GgufWriterTest, EveryTypeIsWrittenInEveryRankAndAlignment) {
  for (uint32_t alignment = 8; alignment <= 4096; alignment *= 2) {
    GgufWriter writer = NewWriter(alignment);
    std::vector<GgufTensor> wanted;
    for (const GgmlType& type : AllGgmlTypes()) {
      if (type.removed()) continue;
      for (size_t rank = 1; rank <= kGgufMaxDimensions; ++rank) {
        Numbers ne = {type.block_elements * 3, 1, 2, 5};
        ne.resize(rank);
        uint64_t blocks = 3;
        for (size_t i = 1; i < rank; ++i) blocks *= ne[i];
        const std::string name =
            std::string(type.name) + "." + std::to_string(rank);
        ASSERT_TRUE(
            writer.AddTensor(name, ne, type.id, blocks * type.block_bytes)
                .ok());
      }
    }
    const std::vector<std::byte> file = Written(writer);
    const auto judged = Read(file);
    const GgufFile& read = *judged.judgement.gguf;
    EXPECT_EQ(read.alignment(), alignment);
    EXPECT_EQ(read.tensor_count(), writer.tensor_count());
    EXPECT_EQ(read.key_value_count(), writer.key_value_count());
    for (size_t i = 0; i < read.tensor_count(); ++i) {
      const GgufTensor tensor = read.tensor(i);
      EXPECT_EQ(tensor.name, std::string(tensor.type->name) + "." +
                                 std::to_string(tensor.n_dims));
      const ByteSpan data = ByteSpan(file).subspan(
          read.data_offset() + tensor.offset, tensor.bytes);
      EXPECT_EQ(AsText(data), AsText(PatternBytes(tensor.bytes, i)));
    }
    // And the reading of it writes the same file.
    EXPECT_TRUE(IsCanonical(file, read));
    EXPECT_EQ(*Rewrite(file, read), file);
  }
}

TEST(GgufWriterTest, EveryGoodFileIsWrittenAgainAndCanonicalOnesAsTheyWere) {
  size_t canonical = 0;
  for (const GoodFile& good : GoodGgufFiles()) {
    const auto judged = JudgeBytes(good.bytes);
    const GgufFile& file = *judged.judgement.gguf;
    bool has_scalar = false;
    for (size_t i = 0; i < file.tensor_count(); ++i) {
      has_scalar = has_scalar || file.tensor(i).n_dims == 0;
    }
    const auto again = Rewrite(good.bytes, file);
    if (has_scalar) {
      EXPECT_FALSE(again.ok()) << good.name;
      continue;
    }
    ASSERT_TRUE(again.ok()) << good.name << again.status();
    if (IsCanonical(good.bytes, file)) {
      EXPECT_EQ(*again, good.bytes) << good.name;
      ++canonical;
    }
    const auto judged_again = JudgeBytes(*again);
    EXPECT_EQ(judged_again.verdict, Verdict::kAccept) << good.name;
    const GgufFile& file_again = *judged_again.judgement.gguf;
    EXPECT_TRUE(IsCanonical(*again, file_again)) << good.name;
    EXPECT_EQ(*Rewrite(*again, file_again), *again) << good.name;
  }
  EXPECT_GT(canonical, 20U);
}

TEST(GgufWriterTest, JunkInPaddingReachesNoOutput) {
  size_t dirty = 0;
  for (GoodFile good : GoodGgufFiles()) {
    if (good.recipe.tensors.empty()) continue;
    good.recipe.padding = std::byte{0xaa};
    const testing_support::GgufBytes built = Build(good.recipe);
    const auto judged = JudgeBytes(built.bytes());
    if (judged.verdict != Verdict::kAccept) continue;
    const auto clean = JudgeBytes(good.bytes);
    const auto from_dirty = Rewrite(built.bytes(), *judged.judgement.gguf);
    const auto from_clean = Rewrite(good.bytes, *clean.judgement.gguf);
    if (!from_clean.ok()) continue;
    EXPECT_EQ(*from_dirty, *from_clean) << good.name;
    if (AsText(built.bytes()) != AsText(good.bytes)) ++dirty;
  }
  EXPECT_GT(dirty, 5U);
}

template <typename T>
void ExpectValues(const std::vector<T>& values) {
  GgufWriter writer = NewWriter();
  ASSERT_TRUE(writer.SetArray<T>("array", values).ok());
  ASSERT_TRUE(writer.SetArray<T>("none", {}).ok());
  for (size_t i = 0; i < values.size(); ++i) {
    ASSERT_TRUE(writer.Set<T>("v" + std::to_string(i), values[i]).ok());
  }
  const std::vector<std::byte> file = Written(writer);
  const auto judged = Read(file);
  const GgufFile& read = *judged.judgement.gguf;
  const auto array = read.FindKey("array");
  ASSERT_TRUE(array.has_value());
  EXPECT_EQ(array->element_type(), *kGgufTypeOf<T>);
  EXPECT_EQ(array->count(), values.size());
  GgufElements elements = array->elements();
  for (size_t i = 0; i < values.size(); ++i) {
    T value{};
    ASSERT_TRUE(elements.Next(&value));
    EXPECT_EQ(value, values[i]);
    EXPECT_EQ(*read.Get<T>("v" + std::to_string(i)), values[i]);
  }
  EXPECT_EQ(read.FindKey("none")->count(), 0U);
  EXPECT_EQ(read.FindKey("none")->element_type(), *kGgufTypeOf<T>);
}

template <typename T>
void ExpectNumbers() {
  using Limits = std::numeric_limits<T>;
  ExpectValues<T>({0, 1, Limits::lowest(), Limits::max(), Limits::min()});
}

TEST(GgufWriterTest, EveryValueTypeAndItsArraysAreReadAsTheyWereSet) {
  ExpectNumbers<uint8_t>();
  ExpectNumbers<int8_t>();
  ExpectNumbers<uint16_t>();
  ExpectNumbers<int16_t>();
  ExpectNumbers<uint32_t>();
  ExpectNumbers<int32_t>();
  ExpectNumbers<uint64_t>();
  ExpectNumbers<int64_t>();
  ExpectNumbers<float>();
  ExpectNumbers<double>();
  ExpectValues<std::string_view>({"", "a", "\xc3\xa9", "longer than a word"});
  GgufWriter writer = NewWriter();
  constexpr std::array<bool, 3> kBools = {true, false, true};
  ASSERT_TRUE(writer.SetArray<bool>("bools", kBools).ok());
  ASSERT_TRUE(writer.Set<bool>("yes", true).ok());
  const std::vector<std::byte> file = Written(writer);
  const auto judged = Read(file);
  EXPECT_TRUE(*judged.judgement.gguf->Get<bool>("yes"));
  EXPECT_EQ(judged.judgement.gguf->FindKey("bools")->count(), 3U);
}

TEST(GgufWriterTest, TheAlignmentIsAnOptionAndNoPair) {
  GgufWriter writer = NewWriter();
  EXPECT_EQ(writer.Set<uint32_t>("general.alignment", 32).code(),
            StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.key_value_count(), 2U);
  const std::vector<std::byte> plain = Written(writer);
  EXPECT_FALSE(Read(plain).judgement.gguf->FindKey("general.alignment"));
  const std::vector<std::byte> wide = Written(NewWriter(64));
  const auto judged = Read(wide);
  EXPECT_EQ(judged.judgement.gguf->key_value(0).key(), "general.alignment");
  EXPECT_EQ(*judged.judgement.gguf->Get<uint32_t>("general.alignment"), 64U);
  EXPECT_EQ(writer.CopyKeyValue(judged.judgement.gguf->key_value(0)).code(),
            StatusCode::kInvalidArgument);
  for (const uint32_t bad : {0U, 1U, 2U, 4U, 24U, 33U, 0xffffffffU}) {
    EXPECT_EQ(GgufWriter::Create({.alignment = bad}).status().code(),
              StatusCode::kInvalidArgument)
        << bad;
  }
  EXPECT_TRUE(GgufWriter::Create({.alignment = 1U << 31}).ok());
}

TEST(GgufWriterTest, KeysThatTheReaderRejectsAreRefused) {
  GgufWriter writer = NewWriter();
  const auto set = [&](std::string_view key) {
    return writer.Set<uint32_t>(key, 1);
  };
  for (const std::string& key :
       {std::string(), std::string("a\0b", 3), std::string("a\xc3\xa9"),
        std::string(65536, 'k')}) {
    EXPECT_EQ(set(key).code(), StatusCode::kInvalidArgument);
  }
  EXPECT_TRUE(set(std::string(65535, 'k')).ok());
  EXPECT_TRUE(set("a").ok());
  EXPECT_EQ(set("a").code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(set("general.architecture").code(), StatusCode::kAlreadyExists);
  EXPECT_EQ(writer.key_value_count(), 4U);
  EXPECT_EQ(writer.Set<std::string_view>("tokenizer.ggml.model", "\xff").code(),
            StatusCode::kInvalidArgument);
  // What is refused may be set rightly afterwards.
  EXPECT_TRUE(
      writer.Set<std::string_view>("tokenizer.ggml.model", "gpt2").ok());
  const std::vector<std::byte> file = Written(writer);
  Read(file);
}

struct BadTensor {
  std::string name;
  Numbers ne;
  uint32_t type;
  uint64_t bytes;
  std::string_view why;
};

TEST(GgufWriterTest, TensorsThatTheReaderRejectsAreRefused) {
  const uint64_t huge = uint64_t{1} << 62;
  GgufWriter writer = NewWriter();
  ASSERT_TRUE(writer.AddTensor("there", Numbers{4}, 0, 16).ok());
  for (const BadTensor& bad : std::vector<BadTensor>{
           {"t", {}, 0, 4, "0 dimensions"},
           {"t", {1, 1, 1, 1, 1}, 0, 4, "5 dimensions"},
           {"t", {4}, 0, 15, "takes 16 bytes, not 15"},
           {"t", {4}, 0, 17, "takes 16 bytes, not 17"},
           {"t", {33}, 2, 18, "gguf-row-not-whole-blocks"},
           {"t", {16, 2}, 2, 18, "gguf-row-not-whole-blocks"},
           {"t", {32}, 4, 18, "gguf-tensor-type-removed"},
           {"t", {32}, 43, 18, "gguf-tensor-type-unknown"},
           {"t", {huge, 4}, 24, 0, "gguf-element-count-overflow"},
           {"t", {huge}, 0, 0, "gguf-byte-size-overflow"},
           {"t", {huge * 2 - 1}, 24, huge * 2 - 1, "gguf-padded-size-overflow"},
           {"t", {huge * 2}, 24, 0, "gguf-dimension-too-large"},
           {std::string(64, 'n'), {4}, 0, 16, "gguf-tensor-name-too-long"},
           {std::string("a\0", 2), {4}, 0, 16, "gguf-tensor-name-nul"},
           {"\xff", {4}, 0, 16, "gguf-tensor-name-not-utf8"}}) {
    const absl::Status status =
        writer.AddTensor(bad.name, bad.ne, bad.type, bad.bytes);
    EXPECT_EQ(status.code(), StatusCode::kInvalidArgument) << bad.why;
    EXPECT_THAT(std::string(status.message()), HasSubstr(bad.why));
  }
  EXPECT_EQ(writer.AddTensor("there", Numbers{1}, 0, 4).code(),
            StatusCode::kAlreadyExists);
  // The sum of all, and the file with its header.
  EXPECT_TRUE(writer.AddTensor("a", Numbers{huge}, 24, huge).ok());
  EXPECT_EQ(writer.AddTensor("b", Numbers{huge}, 24, huge).code(),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(writer.AddTensor("b", Numbers{huge - 64}, 24, huge - 64).ok());
  EXPECT_EQ(writer.Layout().status().code(), StatusCode::kInvalidArgument);
}

TEST(GgufWriterTest, ATypedTensorIsTurnedRound) {
  GgufWriter writer = NewWriter();
  const std::string data(24, 'd');
  TensorView view = {.name = "w",
                     .dtype = FindSafetensorsDtype("F16"),
                     .shape = {3, 4},
                     .bytes = AsBytes(data)};
  ASSERT_TRUE(writer.AddTensor(view).ok());
  view.name = "strided";
  view.shape = {2, 3};
  view.strides = {1, 4};
  ASSERT_TRUE(writer.AddTensor(view).ok());
  const std::vector<std::byte> file = Written(writer);
  const auto judged = Read(file);
  const GgufTensor tensor = judged.judgement.gguf->tensor(0);
  EXPECT_EQ(tensor.RowMajorShape(), (Numbers{3, 4}));
  EXPECT_EQ(tensor.ne[0], 4U);
  EXPECT_EQ(tensor.type->name, "f16");
  EXPECT_EQ(judged.judgement.gguf->tensor(1).bytes, 12U);

  view = {.name = "bad",
          .dtype = FindSafetensorsDtype("BOOL"),
          .shape = {24},
          .bytes = AsBytes(data)};
  EXPECT_EQ(writer.AddTensor(view).code(), StatusCode::kInvalidArgument);
  view.dtype = FindSafetensorsDtype("I8");
  view.shape = {23};
  EXPECT_EQ(writer.AddTensor(view).code(), StatusCode::kInvalidArgument);
  view.shape = {1, 1, 1, 1, 24};
  EXPECT_EQ(writer.AddTensor(view).code(), StatusCode::kInvalidArgument);
}

TEST(GgufWriterTest, AFileOverALimitIsRefused) {
  GgufWriterOptions options;
  options.limits.key_values = 2;
  options.limits.tensors = 1;
  options.limits.header_bytes = 200;
  auto writer = GgufWriter::Create(options);
  EXPECT_TRUE(writer->Set<bool>("a", true).ok());
  EXPECT_TRUE(writer->Set<std::string_view>("b", std::string(150, 'x')).ok());
  EXPECT_EQ(writer->Set<bool>("c", true).code(),
            StatusCode::kResourceExhausted);
  EXPECT_TRUE(writer->AddTensor("t", Numbers{1}, 0, 4).ok());
  EXPECT_EQ(writer->AddTensor("u", Numbers{1}, 0, 4).code(),
            StatusCode::kResourceExhausted);
  EXPECT_EQ(writer->Layout().status().code(), StatusCode::kResourceExhausted);
}

TEST(GgufWriterTest, ACopyGoesItsOwnWay) {
  GgufWriter one = NewWriter();
  GgufWriter two = one;
  ASSERT_TRUE(one.Set<bool>("a", true).ok());
  ASSERT_TRUE(two.Set<bool>("a", false).ok());
  ASSERT_TRUE(two.Set<bool>("b", false).ok());
  EXPECT_EQ(one.key_value_count(), 3U);
  EXPECT_NE(one.Layout()->header, two.Layout()->header);
}

}  // namespace
}  // namespace loadgate
