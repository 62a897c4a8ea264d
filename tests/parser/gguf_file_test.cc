#include "loadgate/gguf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"

namespace loadgate::testing_support {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GgufFileTest : public testing::TestWithParam<ByteOrder> {
 protected:
  static GgufRecipe Recipe() {
    return {.order = GetParam(),
            .pairs = {{"general.architecture", "llama"},
                      {"llama.block_count", uint32_t{7}},
                      {"rope.scale", 0.5f},
                      {"flag", true},
                      {"list", ArrayOf<int16_t>({-1, 2})}},
            .tensors = {{.name = "a", .ne = {5, 3}},
                        {.name = "b", .ne = {2, 3, 4, 5}, .type = 24},
                        {.name = "scalar"}},
            .tail = "tail"};
  }

  const GgufBytes bytes_ = Build(Recipe());
  const Reading reading_ = ReadGguf(bytes_);
  const GgufFile& file_ = reading_.file;
};

INSTANTIATE_TEST_SUITE_P(Orders, GgufFileTest,
                         testing::Values(ByteOrder::kLittle, ByteOrder::kBig),
                         [](const auto& order) {
                           return order.param == ByteOrder::kLittle ? "Little"
                                                                    : "Big";
                         });

TEST_P(GgufFileTest, KnowsItsSizes) {
  EXPECT_EQ(file_.version(), 3u);
  EXPECT_EQ(file_.order(), GetParam());
  EXPECT_EQ(file_.alignment(), kGgufDefaultAlignment);
  EXPECT_EQ(file_.key_value_count(), 5u);
  EXPECT_EQ(file_.tensor_count(), 3u);
  EXPECT_EQ(file_.header_bytes(),
            bytes_.OffsetOf("tensor[2].offset") + sizeof(uint64_t));
  EXPECT_EQ(file_.data_offset(), (file_.header_bytes() + 31) / 32 * 32);
  EXPECT_EQ(file_.data_bytes(), 64u + 128u + 4u);
  EXPECT_EQ(file_.tail_offset(), file_.data_offset() + 64 + 128 + 32);
  EXPECT_TRUE(file_.layout_known());
}

TEST_P(GgufFileTest, GetsAKeyAsExactlyItsType) {
  EXPECT_EQ(*file_.Get<std::string_view>("general.architecture"), "llama");
  EXPECT_EQ(*file_.Get<uint32_t>("llama.block_count"), 7u);
  EXPECT_EQ(file_.Get<float>("rope.scale").value(), 0.5f);
  const auto flag = file_.Get<bool>("flag");
  EXPECT_TRUE(flag);
  EXPECT_TRUE(flag.has_value());
  EXPECT_EQ(flag.error(), "");
  EXPECT_FALSE(file_.Get<uint64_t>("llama.block_count"));
  EXPECT_FALSE(file_.Get<double>("rope.scale"));
}

TEST_P(GgufFileTest, ConvertsWhereNothingIsLostInKind) {
  EXPECT_EQ(*file_.GetConverted<uint8_t>("llama.block_count"), 7);
  EXPECT_EQ(*file_.GetConverted<int64_t>("llama.block_count"), 7);
  EXPECT_EQ(*file_.GetConverted<double>("rope.scale"), 0.5);
  EXPECT_EQ(*file_.GetConverted<std::string_view>("general.architecture"),
            "llama");
  EXPECT_FALSE(file_.GetConverted<float>("llama.block_count"));
}

TEST_P(GgufFileTest, AFailedGetNamesTheKeyTheWantedAndTheFound) {
  EXPECT_EQ(file_.Get<uint32_t>("none").error(),
            "key 'none' is missing, wanted as u32");
  EXPECT_EQ(file_.GetConverted<bool>("none").error(),
            "key 'none' is missing, wanted as bool");
  const std::string at =
      std::to_string(bytes_.OffsetOf("key_value[1].key.length"));
  EXPECT_EQ(file_.Get<std::string_view>("llama.block_count").error(),
            "key 'llama.block_count' is stored as u32 at offset " + at +
                " and cannot be read as string");
  EXPECT_THAT(file_.GetConverted<int16_t>("list").error(),
              HasSubstr("stored as array of 2 i16 at"));
  EXPECT_FALSE(file_.Get<uint32_t>("none").value().has_value());
}

TEST_P(GgufFileTest, FindsKeysAndTensorsByName) {
  EXPECT_EQ(file_.FindKey("flag")->offset(), file_.key_value(3).offset());
  EXPECT_FALSE(file_.FindKey("fla").has_value());
  EXPECT_FALSE(file_.FindKey("").has_value());
  EXPECT_EQ(file_.FindTensor("b")->offset, 64u);
  EXPECT_EQ(file_.FindTensor("b")->info_offset,
            bytes_.OffsetOf("tensor[1].name.length"));
  EXPECT_FALSE(file_.FindTensor("c").has_value());
}

TEST_P(GgufFileTest, ReversesShapesForRowMajorFrameworks) {
  EXPECT_THAT(file_.tensor(0).Shape(), ElementsAre(5, 3));
  EXPECT_THAT(file_.tensor(0).RowMajorShape(), ElementsAre(3, 5));
  EXPECT_THAT(file_.tensor(1).RowMajorShape(), ElementsAre(5, 4, 3, 2));
  EXPECT_THAT(file_.tensor(2).Shape(), IsEmpty());
  EXPECT_THAT(file_.tensor(2).RowMajorShape(), IsEmpty());
}

TEST_P(GgufFileTest, ArraysAreIteratedInTheFilesOrder) {
  GgufElements left = file_.FindKey("list")->elements();
  int16_t element = 0;
  ASSERT_TRUE(left.Next(&element));
  EXPECT_EQ(element, -1);
  ASSERT_TRUE(left.Next(&element));
  EXPECT_EQ(element, 2);
  EXPECT_FALSE(left.Next(&element));
}

using GgufFileDeathTest = GgufFileTest;
INSTANTIATE_TEST_SUITE_P(Little, GgufFileDeathTest,
                         testing::Values(ByteOrder::kLittle));

TEST_P(GgufFileDeathTest, AnIndexOutOfRangeAborts) {
  EXPECT_DEATH(file_.key_value(5), "key_value_count");
  EXPECT_DEATH(file_.tensor(3), "tensor_count");
  EXPECT_DEATH(file_.tensor(SIZE_MAX), "tensor_count");
}

// A file of two tensors of 5 bytes and a tail, and the findings of its probes.
class GgufCheckProbeTest : public testing::Test {
 protected:
  GgufCheckProbeTest() {
    bytes_.Header(3, 2, 1).PairU8("k", 1);
    bytes_.TensorInfo("a", {5}, 24, 0).TensorInfo("b", {5}, 24, 32);
    header_end_ = bytes_.size();
    bytes_.PadTo(32).Data(5).PadTo(32).Data(5).PadTo(32);
    tail_ = bytes_.size();
  }

  // The file with the byte at `offset` set, and `tail` behind it, checked.
  std::vector<Finding> Check(uint64_t offset, std::string_view tail = "") {
    std::vector<std::byte> content = bytes_.bytes();
    content[static_cast<size_t>(offset)] = std::byte{0x2a};
    for (const char c : tail) content.push_back(std::byte(c));
    const Reading reading = ReadGguf(content, content.size());
    FindingSink sink;
    std::vector<Probe> probes = reading.file.TailProbes(content.size());
    probes.insert(probes.begin(), reading.file.probes().begin(),
                  reading.file.probes().end());
    for (std::optional<Probe> probe : probes) {
      while (probe.has_value()) {
        const ByteSpan bytes =
            ByteSpan(content).subspan(static_cast<size_t>(probe->offset),
                                      static_cast<size_t>(probe->length));
        probe = reading.file.CheckProbe(*probe, bytes, content.size(), &sink);
      }
    }
    return sink.Findings();
  }

  GgufBytes bytes_;
  uint64_t header_end_ = 0;
  uint64_t tail_ = 0;
};

TEST_F(GgufCheckProbeTest, ZeroPaddingIsNoFinding) {
  EXPECT_THAT(Check(tail_ - 32), IsEmpty());  // A byte of data.
}

TEST_F(GgufCheckProbeTest, TheFirstByteOfPaddingThatIsNotZeroIsAWarning) {
  const std::vector<Finding> header = Check(header_end_ + 3);
  EXPECT_THAT(PlacesOf(header),
              ElementsAre(Place(Code::kGgufPaddingNotZero, header_end_ + 3)));
  EXPECT_EQ(header[0].where, "padding before the tensor data");
  EXPECT_THAT(header[0].message, HasSubstr("Byte 3 of 24 bytes of padding is "
                                           "42, not 0."));
  const std::vector<Finding> first = Check(tail_ - 33);
  EXPECT_THAT(PlacesOf(first),
              ElementsAre(Place(Code::kGgufPaddingNotZero, tail_ - 33)));
  EXPECT_EQ(first[0].where, "padding after tensor[0] 'a'");
  EXPECT_EQ(Check(tail_ - 1)[0].where, "padding after tensor[1] 'b'");
}

TEST_F(GgufCheckProbeTest, ATailIsJudgedFromItsStartAndItsEnd) {
  EXPECT_THAT(PlacesOf(Check(tail_ - 32, "x")),
              ElementsAre(Place(Code::kGgufTailBytes, tail_)));
  std::string zip = "xPK\5\6";
  zip.append(18, '\0');
  EXPECT_THAT(PlacesOf(Check(tail_ - 32, zip)),
              ElementsAre(Place(Code::kGgufTailEmbeddedFile, tail_ + 1),
                          Place(Code::kGgufTailBytes, tail_)));
}

TEST(GgufTailProbesOfFileTest, AFileThatEndsBeforeItsTailHasNone) {
  const Reading reading = ReadGguf(
      Build({.tensors = {{.name = "w", .ne = {1}}}, .pad_last = false}));
  EXPECT_TRUE(reading.file.TailProbes(reading.file.data_offset() + 4).empty());
  EXPECT_EQ(reading.file.TailProbes(reading.file.tail_offset() + 1).size(), 2u);
}

}  // namespace
}  // namespace loadgate::testing_support
