// Holds docs/formats/safetensors.md to what the reader does: its worked example
// byte by byte, its table of dtypes, and its list of codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/safetensors_file.h"
#include "tests/parser/doc_page.h"
#include "tests/parser/read_safetensors.h"
#include "tests/support/safetensors_defects.h"

namespace loadgate::testing_support {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kPlace = "[12,24]";

const DocPage& Page() {
  static const auto* const kPage = new DocPage("formats/safetensors.md");
  return *kPage;
}

SafetensorsBytes Header(const std::string& grid_shape) {
  const std::string grid = R"("gr\u0069d":{"dtype":"BF16","shape":)" +
                           grid_shape +
                           ",\"data_offsets\":" + std::string(kPlace) + "}";
  return {.json = Padded(ObjectText({R"("__metadata__":{"format":"pt"})", grid,
                                     TensorText("scale", "F32", {3}, 0, 12)})),
          .data_bytes = 24};
}

std::vector<std::byte> BuiltByHand(const std::string& grid_shape) {
  std::vector<std::byte> file = Header(grid_shape).bytes();
  size_t at = Header(grid_shape).header_bytes();
  const auto put = [&](uint32_t bits, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      file.at(at++) = static_cast<std::byte>(bits >> (8 * i) & 0xff);
    }
  };
  for (const float single : {0.5f, 1.0f, 2.0f}) {
    put(std::bit_cast<uint32_t>(single), 4);
  }
  // A BF16 is the upper half of an F32.
  for (const float single : {1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f}) {
    put(std::bit_cast<uint32_t>(single) >> 16, 2);
  }
  return file;
}

// Lists the fields of a file in which __metadata__ comes first, and the fields
// of an entry in the order dtype, shape, data_offsets: the values as the reader
// gives them back, the places as they are in the text.
class FieldLister {
 public:
  FieldLister(ByteSpan bytes, const SafetensorsFile& file)
      : bytes_(bytes), file_(file) {}

  std::vector<PageField> List() {
    const std::string_view json =
        AsText(bytes_).substr(0, file_.header_bytes()).substr(8);
    fields_ = {{0, "header length", std::to_string(json.size())}};
    std::vector<PageField> values = Values();
    size_t next = 0;
    size_t end = 0;
    for (const JsonToken& token : JsonTokens(json)) {
      const std::string text(json.substr(token.at, token.length));
      EXPECT_EQ(token.at, end) << "white space inside";
      end = token.at + token.length;
      if (text.find_first_of("{}[]:,") != 0) {
        if (next == values.size()) break;
        fields_.push_back(std::move(values[next++]));
        fields_.back().offset = 8 + token.at;
      } else if (fields_.back().name == "JSON") {
        fields_.back().value += text;
      } else {
        fields_.push_back({8 + token.at, "JSON", text});
      }
    }
    EXPECT_EQ(next, values.size());
    fields_.push_back({8 + end, "white space",
                       std::to_string(json.size() - end) + " spaces"});
    for (const size_t i : {1, 0}) ListData(i);
    return std::move(fields_);
  }

 private:
  // What stands in the header besides its structure.
  std::vector<PageField> Values() const {
    std::vector<PageField> all = {{0, "key", "__metadata__"}};
    const auto add = [&all](std::string name, std::string_view value) {
      all.push_back({0, std::move(name), std::string(value)});
    };
    for (size_t i = 0; i < file_.metadata_count(); ++i) {
      const std::string front = "metadata[" + std::to_string(i) + "] ";
      add(front + "key", file_.metadata(i).first);
      add(front + "value", file_.metadata(i).second);
    }
    for (size_t i = 0; i < file_.tensor_count(); ++i) {
      const std::string front = "tensor[" + std::to_string(i) + "] ";
      const SafetensorsTensor tensor = file_.tensor(i);
      add(front + "name", tensor.name);
      add(front + "field", "dtype");
      add(front + "dtype", std::string(tensor.dtype->name) + " (" +
                               std::to_string(tensor.dtype->bits) + " bits)");
      add(front + "field", "shape");
      for (size_t n = 0; n < tensor.shape.size(); ++n) {
        add(front + "shape[" + std::to_string(n) + "]",
            std::to_string(tensor.shape[n]));
      }
      add(front + "field", "data_offsets");
      add(front + "begin", std::to_string(tensor.begin));
      add(front + "end", std::to_string(tensor.end));
    }
    return all;
  }

  void ListData(size_t i) {
    const SafetensorsTensor tensor = file_.tensor(i);
    Cursor cursor(bytes_);
    Cursor data;
    const uint64_t at = file_.data_offset() + tensor.begin;
    EXPECT_TRUE(cursor.Skip(at) && cursor.ReadSub(tensor.bytes(), &data));
    std::ostringstream values;
    while (!data.empty()) {
      float single = 0;
      uint16_t upper = 0;
      if (tensor.dtype->name == "F32") {
        EXPECT_TRUE(data.Read(&single));
      } else {
        EXPECT_TRUE(data.ReadU16(&upper));
        single = std::bit_cast<float>(uint32_t{upper} << 16);
      }
      values << (values.str().empty() ? "" : " ") << single;
    }
    fields_.push_back(
        {at, "tensor[" + std::to_string(i) + "] data", values.str()});
  }

  ByteSpan bytes_;
  const SafetensorsFile& file_;
  std::vector<PageField> fields_;
};

SafetensorsReading Read(const std::vector<std::byte>& bytes) {
  return ReadSafetensors(bytes, bytes.size());
}

TEST(SafetensorsWorkedExampleTest, IsTheFileBuiltFieldByField) {
  EXPECT_EQ(Page().BlockBehind("bytes: accepted").Bytes(),
            BuiltByHand("[2,3]"));
}

TEST(SafetensorsWorkedExampleTest, IsAcceptedWithoutAFinding) {
  const SafetensorsReading reading =
      Read(Page().BlockBehind("bytes: accepted").Bytes());
  EXPECT_EQ(reading.verdict, Verdict::kAccept);
  EXPECT_THAT(reading.findings, IsEmpty());
}

TEST(SafetensorsWorkedExampleTest, EveryFieldIsWhatTheReaderReturns) {
  const PageBlock block = Page().BlockBehind("bytes: accepted");
  const std::vector<std::byte> bytes = block.Bytes();
  const SafetensorsReading reading = Read(bytes);
  ASSERT_THAT(reading.file.tensor_count(), 2U);
  EXPECT_EQ(block.fields, FieldLister(bytes, reading.file).List());
}

TEST(SafetensorsWorkedExampleTest, TheLieIsOneFieldOfTheSameFile) {
  const PageBlock lie = Page().BlockBehind("bytes: rejected");
  const PageBlock good = Page().BlockBehind("bytes: accepted");
  ASSERT_THAT(lie.fields, SizeIs(1));
  EXPECT_EQ(lie.fields[0].value, "9");
  bool found = false;
  for (const PageField& field : good.fields) {
    found = found || (field.offset == lie.fields[0].offset &&
                      field.name == lie.fields[0].name);
  }
  EXPECT_TRUE(found) << lie.fields[0].name;
  EXPECT_EQ(lie.WrittenOver(good.Bytes()), BuiltByHand("[2,9]"));
}

TEST(SafetensorsWorkedExampleTest, TheLieGivesTheFindingOnThePage) {
  const SafetensorsReading reading = Read(BuiltByHand("[2,9]"));
  ASSERT_THAT(reading.findings, SizeIs(1));
  const Finding finding = reading.findings[0];
  EXPECT_EQ(finding.code, Code::kSafetensorsSizeMismatch);
  EXPECT_EQ(finding.offset, Header("[2,9]").OffsetOf(kPlace));
  std::ostringstream told;
  told << SeverityName(finding.severity) << " " << CodeName(finding.code)
       << " at " << finding.offset << ", " << finding.where << " "
       << finding.message;
  EXPECT_EQ(Page().TextBehind("finding: rejected"), told.str());
}

TEST(SafetensorsPageTest, ListsTheDtypes) {
  std::vector<std::string> rows;
  for (const SafetensorsDtype& dtype : AllSafetensorsDtypes()) {
    rows.push_back("| " + std::string(dtype.name) + " | " +
                   std::to_string(dtype.bits) + " |");
  }
  EXPECT_THAT(rows, SizeIs(22));
  EXPECT_EQ(Page().LinesBehind("dtypes"), rows);
}

TEST(SafetensorsPageTest, NamesTheDtypeTablesDate) {
  const std::string sentence =
      "The table of " + std::string(kSafetensorsDtypeTableDate) + ".";
  bool found = false;
  for (const std::string& line : Page().lines()) {
    found = found || line.starts_with(sentence);
  }
  EXPECT_TRUE(found) << sentence;
}

TEST(SafetensorsPageTest, NamesEverySafetensorsCodeAndNoOther) {
  std::set<std::string> in_table = {"limit-header-bytes", "limit-key-values",
                                    "limit-tensors"};
  for (const Rule& rule : AllRules()) {
    if (rule.name.starts_with("safetensors-")) {
      in_table.insert(std::string(rule.name));
    }
  }
  EXPECT_EQ(Page().Codes({"safetensors-", "limit-"}), in_table);
}

TEST(SafetensorsPageTest, SaysOfEachStanceWhatTheRulesSay) {
  const std::regex stance("(error|warning|note) `(safetensors-[a-z0-9-]+)`");
  size_t stances = 0;
  for (const std::string& line : Page().lines()) {
    for (std::sregex_iterator match(line.begin(), line.end(), stance), end;
         match != end; ++match) {
      const Rule* const rule = FindRule((*match)[2].str());
      ASSERT_NE(rule, nullptr) << line;
      EXPECT_EQ(SeverityName(rule->severity), (*match)[1].str()) << line;
      ++stances;
    }
  }
  EXPECT_GE(stances, 15U);
}

}  // namespace
}  // namespace loadgate::testing_support
