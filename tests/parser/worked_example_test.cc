// Holds docs/formats/gguf.md to what the reader does: its worked example byte
// by byte, its tables of types, and its list of codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "loadgate/finding.h"
#include "loadgate/ggml_type.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_value.h"
#include "loadgate/judge.h"
#include "tests/parser/doc_page.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/harness_rules.h"
#include "tests/support/matchers.h"

namespace loadgate {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::DocPage;
using testing_support::GgufBytes;
using testing_support::PageBlock;

constexpr uint64_t kLie = (uint64_t{1} << 62) + 3;

using Field = testing_support::PageField;

const DocPage& Page() {
  static const auto* const kPage = new DocPage("formats/gguf.md");
  return *kPage;
}

GgufBytes BuiltByHand() {
  GgufBytes file;
  file.Header(3, 2, 3)
      .PairString("general.architecture", "example")
      .PairU32("general.alignment", 8)
      .ArrayOfStrings("general.tags", {"tiny", "docs"})
      .TensorInfo("scale", {3}, 0, 0)
      .TensorInfo("grid", {2, 3}, 1, 16)
      .Zeros(3)
      .F32(0.5f)
      .F32(1)
      .F32(2)
      .Zeros(4);
  // The halves 1, 2, 3, 4, 5 and 6.
  for (const uint16_t half : {0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600}) {
    file.U16(half);
  }
  file.Zeros(4);
  return file;
}

Judgement JudgeBytes(ByteSpan bytes, FindingSink* sink) {
  MemorySource source(bytes);
  absl::StatusOr<Judgement> judgement = Judge(source, JudgeOptions(), sink);
  EXPECT_TRUE(judgement.ok());
  return *std::move(judgement);
}

// Lists the fields of a file as the reader gives them back, in file order.
class FieldLister {
 public:
  explicit FieldLister(ByteSpan bytes) : bytes_(bytes) {}

  std::vector<Field> List(const GgufFile& file) {
    Cursor magic(bytes_);
    ByteSpan text;
    EXPECT_TRUE(magic.ReadBytes(4, &text));
    Add("magic", std::string(AsText(text)), 4);
    Add("version", std::to_string(file.version()), 4);
    Add("tensor count", std::to_string(file.tensor_count()), 8);
    Add("key-value count", std::to_string(file.key_value_count()), 8);
    for (size_t i = 0; i < file.key_value_count(); ++i) {
      ListPair(file.key_value(i), "key-value[" + std::to_string(i) + "] ");
    }
    for (size_t i = 0; i < file.tensor_count(); ++i) {
      ListInfo(file.tensor(i), TensorName(i));
    }
    EXPECT_EQ(at_, file.header_bytes());
    for (size_t i = 0; i < file.tensor_count(); ++i) ListData(file, i);
    AddPadding(file.tail_offset());
    return std::move(fields_);
  }

 private:
  static std::string TensorName(size_t i) {
    return "tensor[" + std::to_string(i) + "] ";
  }

  void Add(std::string name, std::string value, uint64_t width) {
    fields_.push_back({at_, std::move(name), std::move(value)});
    at_ += width;
  }

  void AddText(const std::string& name, std::string_view text) {
    Add(name + " length", std::to_string(text.size()), 8);
    Add(name, std::string(text), text.size());
  }

  void AddType(const std::string& name, GgufValueType type) {
    Add(name,
        std::to_string(static_cast<uint32_t>(type)) + " (" +
            std::string(GgufValueTypeName(type)) + ")",
        4);
  }

  void AddPadding(uint64_t up_to) {
    const uint64_t length = up_to - at_;
    if (length > 0) {
      Add("padding", std::to_string(length) + " zero bytes", length);
    }
  }

  void ListPair(const GgufKeyValue& pair, const std::string& name) {
    EXPECT_EQ(pair.offset(), at_);
    AddText(name + "key", pair.key());
    AddType(name + "type", pair.type());
    GgufElements elements = pair.elements();
    if (pair.is_array()) {
      AddType(name + "element type", pair.element_type());
      Add(name + "count", std::to_string(pair.count()), 8);
    }
    EXPECT_EQ(pair.value_offset(), at_);
    std::string_view text;
    for (uint64_t i = 0; i < pair.count() && elements.Next(&text); ++i) {
      const std::string index = "[" + std::to_string(i) + "]";
      AddText(name + (pair.is_array() ? index : "value"), text);
    }
    if (const std::optional<uint32_t> number = pair.As<uint32_t>()) {
      Add(name + "value", std::to_string(*number), 4);
    }
  }

  void ListInfo(const GgufTensor& tensor, const std::string& name) {
    EXPECT_EQ(tensor.info_offset, at_);
    AddText(name + "name", tensor.name);
    Add(name + "n_dims", std::to_string(tensor.n_dims), 4);
    for (size_t i = 0; i < tensor.n_dims; ++i) {
      Add(name + "ne[" + std::to_string(i) + "]", std::to_string(tensor.ne[i]),
          8);
    }
    Add(name + "type",
        std::to_string(tensor.type_id) + " (" + std::string(tensor.type->name) +
            ")",
        4);
    Add(name + "offset", std::to_string(tensor.offset), 8);
  }

  void ListData(const GgufFile& file, size_t i) {
    const GgufTensor tensor = file.tensor(i);
    AddPadding(file.data_offset() + tensor.offset);
    Cursor cursor(bytes_);
    Cursor data;
    EXPECT_TRUE(cursor.Skip(at_) && cursor.ReadSub(tensor.bytes, &data));
    std::ostringstream values;
    for (uint64_t n = 0; n < tensor.elements; ++n) {
      values << (n == 0 ? "" : " ");
      float single = 0;
      uint16_t half = 0;
      if (tensor.type->name == "f32") {
        EXPECT_TRUE(data.Read(&single));
        values << single;
      } else {
        EXPECT_TRUE(data.ReadU16(&half));
        values << FromHalf(half);
      }
    }
    EXPECT_TRUE(data.empty());
    Add(TensorName(i) + "data", values.str(), tensor.bytes);
  }

  // A positive normal number is enough here.
  static float FromHalf(uint16_t half) {
    const int exponent = (half >> 10) - 15;
    return std::ldexp(1.0f + static_cast<float>(half & 0x3ff) / 1024, exponent);
  }

  ByteSpan bytes_;
  uint64_t at_ = 0;
  std::vector<Field> fields_;
};

TEST(WorkedExampleTest, IsTheFileBuiltFieldByField) {
  EXPECT_EQ(Page().BlockBehind("bytes: accepted").Bytes(),
            BuiltByHand().bytes());
}

TEST(WorkedExampleTest, IsAcceptedWithoutAFinding) {
  const std::vector<std::byte> bytes =
      Page().BlockBehind("bytes: accepted").Bytes();
  FindingSink sink;
  JudgeBytes(bytes, &sink);
  EXPECT_THAT(sink.Findings(), IsEmpty());
  EXPECT_EQ(sink.verdict(), Verdict::kAccept);
}

TEST(WorkedExampleTest, EveryFieldIsWhatTheReaderReturns) {
  const PageBlock block = Page().BlockBehind("bytes: accepted");
  const std::vector<std::byte> bytes = block.Bytes();
  FindingSink sink;
  const Judgement judgement = JudgeBytes(bytes, &sink);
  ASSERT_TRUE(judgement.gguf.has_value());
  EXPECT_EQ(block.fields, FieldLister(bytes).List(*judgement.gguf));
}

TEST(WorkedExampleTest, TheLieIsOneFieldOfTheSameFile) {
  GgufBytes lying = BuiltByHand();
  lying.Set("tensor[1].ne[1]", kLie);
  const PageBlock lie = Page().BlockBehind("bytes: rejected");
  ASSERT_THAT(lie.fields, SizeIs(1));
  EXPECT_EQ(lie.fields[0].offset, lying.OffsetOf("tensor[1].ne[1]"));
  EXPECT_EQ(lie.fields[0].name, "tensor[1] ne[1]");
  EXPECT_EQ(lie.fields[0].value, std::to_string(kLie));
  const PageBlock good = Page().BlockBehind("bytes: accepted");
  EXPECT_EQ(lie.WrittenOver(good.Bytes()), lying.bytes());
}

TEST(WorkedExampleTest, TheLieGivesTheFindingOnThePage) {
  GgufBytes lying = BuiltByHand();
  lying.Set("tensor[1].ne[1]", kLie);
  FindingSink sink;
  JudgeBytes(lying.bytes(), &sink);
  ASSERT_THAT(sink.Findings(), SizeIs(1));
  const Finding finding = sink.Findings()[0];
  EXPECT_EQ(finding.code, Code::kGgufElementCountOverflow);
  std::ostringstream told;
  told << SeverityName(finding.severity) << " " << CodeName(finding.code)
       << " at " << finding.offset << ", " << finding.where << " "
       << finding.message;
  EXPECT_EQ(Page().TextBehind("finding: rejected"), told.str());
}

TEST(GgufPageTest, ListsTheValueTypes) {
  std::vector<std::string> rows;
  for (uint32_t id = 0; id < kGgufValueTypeCount; ++id) {
    const auto type = static_cast<GgufValueType>(id);
    const uint64_t fixed = GgufFixedSize(type);
    std::string size = std::to_string(fixed);
    if (type == GgufValueType::kString) size = "8 + length";
    if (type == GgufValueType::kArray) size = "12 + elements";
    rows.push_back("| " + std::to_string(id) + " | " +
                   std::string(GgufValueTypeName(type)) + " | " + size + " |");
  }
  EXPECT_EQ(Page().LinesBehind("value types"), rows);
}

TEST(GgufPageTest, ListsTheTensorTypes) {
  std::vector<std::string> rows;
  for (const GgmlType& type : AllGgmlTypes()) {
    const std::string sizes =
        type.removed() ? "removed | |"
                       : std::to_string(type.block_elements) + " | " +
                             std::to_string(type.block_bytes) + " |";
    rows.push_back("| " + std::to_string(type.id) + " | " +
                   std::string(type.name) + " | " + sizes);
  }
  EXPECT_EQ(Page().LinesBehind("ggml types"), rows);
}

TEST(GgufPageTest, NamesTheTensorTypeTablesDate) {
  const std::string sentence =
      "The table of " + std::string(kGgmlTypeTableDate) + ".";
  bool found = false;
  for (const std::string& line : Page().lines()) {
    found = found || line.starts_with(sentence);
  }
  EXPECT_TRUE(found) << sentence;
}

TEST(GgufPageTest, NamesEveryGgufCodeAndNoOther) {
  std::set<std::string> in_table;
  for (const Rule& rule : AllRules()) {
    if (testing_support::IsHarnessRule(rule)) continue;
    if (rule.code == Code::kLimitShards) continue;  // Of formats/sets.md.
    if (rule.name.starts_with("gguf-") || rule.name.starts_with("limit-")) {
      in_table.insert(std::string(rule.name));
    }
  }
  EXPECT_EQ(Page().Codes({"gguf-", "limit-"}), in_table);
}

}  // namespace
}  // namespace loadgate
