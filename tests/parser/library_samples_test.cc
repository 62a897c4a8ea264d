// The code samples of docs/library.md: they compile, they do what the page
// says, and the page shows them as they stand here.
//
// A sample stands between "// [name]" and "// [end]"; the page quotes it behind
// "<!-- sample: name -->".

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"
#include "loadgate/escape.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/judge.h"
#include "loadgate/limits.h"
#include "loadgate/mapped_file.h"
#include "loadgate/probe.h"
#include "loadgate/random_hash_key.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/temp_dir.h"

namespace {

// [print]
// Returns one line for a log, whatever the file is called and holds.
std::string LogLine(std::string_view path, const loadgate::Finding& finding) {
  return loadgate::EscapedQuoted(path) + " " +
         std::string(loadgate::CodeName(finding.code)) + ": " +
         loadgate::Escaped(finding.message);
}
// [end]

// [judge]
// Returns whether the file behind `fd` may be loaded. `*findings` says why not.
absl::StatusOr<bool> MayLoad(int fd, uint64_t size,
                             std::vector<loadgate::Finding>* findings) {
  loadgate::JudgeOptions options;
  options.hash_key = loadgate::RandomHashKey();
  loadgate::FindingSink sink(options.limits);
  loadgate::FileSource source(fd, size);
  const auto judgement = loadgate::Judge(source, options, &sink);
  if (!judgement.ok()) return judgement.status();
  *findings = sink.Findings();
  return sink.verdict() == loadgate::Verdict::kAccept;
}
// [end]

// [memory]
// Reads the header at the front of `header`, which may hold more than that and
// must outlive the result.
std::optional<loadgate::GgufFile> ReadHeader(loadgate::ByteSpan header,
                                             uint64_t file_size,
                                             loadgate::FindingSink* sink) {
  loadgate::GgufReader reader(loadgate::Limits(), loadgate::RandomHashKey());
  const auto result = reader.Read(header, file_size, sink);
  if (result.status != loadgate::ReadStatus::kParsed) return std::nullopt;
  return std::move(reader).TakeFile(header);
}
// [end]

// [resume]
// Fetch appends to the bytes until there are at least `need`, or returns false.
using Fetch = std::function<bool(uint64_t need, std::vector<std::byte>* bytes)>;

// Reads a header as it arrives. `*header` holds it, and must stay as it is
// while the result is used.
std::optional<loadgate::GgufFile> ReadUpload(const Fetch& fetch,
                                             uint64_t file_size,
                                             std::vector<std::byte>* header,
                                             loadgate::FindingSink* sink) {
  loadgate::GgufReader reader(loadgate::Limits(), loadgate::RandomHashKey());
  auto result = reader.Read(*header, file_size, sink);
  while (result.status == loadgate::ReadStatus::kNeedBytes) {
    if (sink->errors() > 0) return std::nullopt;  // No need to wait for more.
    if (!fetch(result.need, header)) return std::nullopt;
    result = reader.Read(*header, file_size, sink);
  }
  if (result.status != loadgate::ReadStatus::kParsed) return std::nullopt;
  return std::move(reader).TakeFile(*header);
}
// [end]

// [probes]
// Checks padding and tail, which lie outside the header.
absl::Status CheckRest(const loadgate::GgufFile& file,
                       loadgate::ByteSource& source, uint64_t file_size,
                       loadgate::FindingSink* sink) {
  const std::span<const loadgate::Probe> padding = file.probes();
  std::vector<loadgate::Probe> probes(padding.begin(), padding.end());
  for (const loadgate::Probe& probe : file.TailProbes(file_size)) {
    probes.push_back(probe);
  }
  for (std::optional<loadgate::Probe> probe : probes) {
    // The bytes of one probe may call for another.
    while (probe.has_value()) {
      std::vector<std::byte> bytes(probe->length);
      const auto got = source.ReadAt(probe->offset, bytes);
      if (!got.ok()) return got.status();
      if (*got < bytes.size()) return absl::DataLossError("the file shrank");
      probe = file.CheckProbe(*probe, bytes, file_size, sink);
    }
  }
  return absl::OkStatus();
}
// [end]

// [get]
std::string Describe(const loadgate::GgufFile& file) {
  // As exactly the type it is stored in.
  const auto name = file.Get<std::string_view>("general.architecture");
  if (!name) return name.error();
  // As any integer type that the value fits in.
  const auto alignment = file.GetConverted<uint64_t>("general.alignment");
  if (!alignment) return std::string(*name);
  return std::string(*name) + ", aligned to " + std::to_string(*alignment);
}
// [end]

// [array]
std::vector<std::string_view> Tags(const loadgate::GgufFile& file) {
  std::vector<std::string_view> tags;
  const auto pair = file.FindKey("general.tags");
  if (!pair || !pair->is_array()) return tags;
  loadgate::GgufElements elements = pair->elements();
  // The type of `tag` must be that of the elements; else Next returns false.
  for (std::string_view tag; elements.Next(&tag);) tags.push_back(tag);
  return tags;
}
// [end]

// [tensors]
std::vector<std::string> ListTensors(const loadgate::GgufFile& file) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const loadgate::GgufTensor tensor = file.tensor(i);
    std::string line(tensor.name);
    line += " " + std::string(tensor.type->name);
    for (const uint64_t dimension : tensor.RowMajorShape()) {
      line += " " + std::to_string(dimension);
    }
    const uint64_t begin = file.data_offset() + tensor.offset;
    line += " at " + std::to_string(begin);
    lines.push_back(line + ", " + std::to_string(tensor.bytes) + " bytes");
  }
  return lines;
}
// [end]

// [map]
// Returns the data of a tensor of an accepted file. The view lives as long as
// the mapping.
std::optional<loadgate::ByteSpan> TensorData(const loadgate::MappedFile& mapped,
                                             const loadgate::GgufFile& file,
                                             std::string_view name) {
  const auto tensor = file.FindTensor(name);
  if (!tensor) return std::nullopt;
  loadgate::Cursor cursor(mapped.bytes());
  loadgate::ByteSpan data;
  if (!cursor.Skip(file.data_offset()) || !cursor.Skip(tensor->offset) ||
      !cursor.ReadBytes(tensor->bytes, &data)) {
    return std::nullopt;  // The file is not the one that was judged.
  }
  return data;
}
// [end]

// [safetensors]
// The tensors of a safetensors file, of which `header` is the front; or nothing
// if it is rejected.
std::optional<std::vector<std::string>> ListSafetensors(
    loadgate::ByteSpan header, uint64_t file_size,
    loadgate::FindingSink* sink) {
  loadgate::SafetensorsReader reader(loadgate::Limits(),
                                     loadgate::RandomHashKey());
  const auto result = reader.Read(header, file_size, sink);
  if (result.status != loadgate::ReadStatus::kParsed) return std::nullopt;
  // Names and metadata are views of a copy that `file` owns.
  const loadgate::SafetensorsFile file = std::move(reader).TakeFile(header);
  std::vector<std::string> lines;
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const loadgate::SafetensorsTensor tensor = file.tensor(i);
    std::string line(tensor.name);
    line += " " + std::string(tensor.dtype->name);
    for (const uint64_t dimension : tensor.shape) {
      line += " " + std::to_string(dimension);
    }
    const uint64_t begin = file.data_offset() + tensor.begin;
    line += " at " + std::to_string(begin);
    lines.push_back(line + ", " + std::to_string(tensor.bytes()) + " bytes");
  }
  return lines;
}
// [end]

using loadgate::Code;
using loadgate::testing_support::GgufBytes;
using loadgate::testing_support::HasFinding;
using loadgate::testing_support::TempDir;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

GgufBytes Example() {
  GgufBytes file;
  file.Header(3, 2, 3)
      .PairString("general.architecture", "example")
      .PairU32("general.alignment", 8)
      .ArrayOfStrings("general.tags", {"tiny", "docs"})
      .TensorInfo("scale", {3}, 0, 0)
      .TensorInfo("grid", {2, 3}, 1, 16)
      .PadTo(8)
      .Data(12)
      .PadTo(8)
      .Data(12)
      .PadTo(8);
  return file;
}

TEST(LibrarySamplesTest, JudgesAFile) {
  const TempDir dir;
  const std::string path = dir.WriteFile("model.gguf", Example().bytes());
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  std::vector<loadgate::Finding> findings;
  const auto accepted = MayLoad(fd, Example().size(), &findings);
  ASSERT_TRUE(accepted.ok());
  EXPECT_TRUE(*accepted);
  EXPECT_THAT(findings, IsEmpty());
  const auto longer = MayLoad(fd, Example().size() + 1, &findings);
  EXPECT_FALSE(longer.ok());
  ::close(fd);
}

TEST(LibrarySamplesTest, PrintsALineWhateverTheFileSays) {
  const loadgate::Finding finding = {.code = Code::kFileWebPage,
                                     .severity = loadgate::Severity::kError,
                                     .offset = 0,
                                     .where = {},
                                     .message = "a\n\x1b[2J\xe2\x80\xae"};
  EXPECT_EQ(LogLine("x\" accept: \ny", finding),
            "\"x\\\" accept: \\ny\" file-web-page: a\\n\\x1b[2J\\u{202e}");
}

TEST(LibrarySamplesTest, ReadsAHeaderInMemory) {
  const GgufBytes bytes = Example();
  loadgate::FindingSink sink;
  EXPECT_TRUE(ReadHeader(bytes.bytes(), bytes.size(), &sink).has_value());
  GgufBytes lying = Example();
  lying.Set("tensor[1].offset", 8);
  EXPECT_FALSE(ReadHeader(lying.bytes(), lying.size(), &sink).has_value());
  EXPECT_THAT(sink.Findings(), HasFinding(Code::kGgufOffsetOverlap,
                                          lying.OffsetOf("tensor[1].offset")));
}

TEST(LibrarySamplesTest, ReadsAHeaderThatArrivesInPieces) {
  const GgufBytes all = Example();
  const Fetch fetch = [&all](uint64_t need, std::vector<std::byte>* bytes) {
    while (bytes->size() < need && bytes->size() < all.size()) {
      bytes->push_back(all.bytes()[bytes->size()]);
    }
    return bytes->size() >= need;
  };
  loadgate::FindingSink sink;
  std::vector<std::byte> header;
  const auto file = ReadUpload(fetch, all.size(), &header, &sink);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(header.size(), file->header_bytes());
  EXPECT_THAT(Tags(*file), ElementsAre("tiny", "docs"));
}

TEST(LibrarySamplesTest, LooksAtPaddingAndTail) {
  GgufBytes bytes = Example();
  bytes.Raw("more");
  loadgate::FindingSink sink;
  const auto file = ReadHeader(bytes.bytes(), bytes.size(), &sink);
  ASSERT_TRUE(file.has_value());
  EXPECT_THAT(sink.Findings(), IsEmpty());
  loadgate::MemorySource source(bytes.bytes());
  EXPECT_TRUE(CheckRest(*file, source, bytes.size(), &sink).ok());
  ASSERT_THAT(sink.Findings(), SizeIs(1));
  EXPECT_EQ(sink.Findings()[0].code, Code::kGgufTailBytes);
}

TEST(LibrarySamplesTest, LooksValuesUp) {
  const GgufBytes bytes = Example();
  loadgate::FindingSink sink;
  const auto file = ReadHeader(bytes.bytes(), bytes.size(), &sink);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(Describe(*file), "example, aligned to 8");
  EXPECT_THAT(Tags(*file), ElementsAre("tiny", "docs"));
  EXPECT_THAT(ListTensors(*file), ElementsAre("scale f32 3 at 248, 12 bytes",
                                              "grid f16 3 2 at 264, 12 bytes"));
}

TEST(LibrarySamplesTest, MapsTensorData) {
  const TempDir dir;
  const GgufBytes bytes = Example();
  const std::string path = dir.WriteFile("model.gguf", bytes.bytes());
  loadgate::FindingSink sink;
  const auto file = ReadHeader(bytes.bytes(), bytes.size(), &sink);
  ASSERT_TRUE(file.has_value());
  const auto mapped = loadgate::MappedFile::Open(path);
  ASSERT_TRUE(mapped.ok());
  const auto grid = TensorData(**mapped, *file, "grid");
  ASSERT_TRUE(grid.has_value());
  const auto wanted = loadgate::ByteSpan(bytes.bytes()).subspan(264, 12);
  EXPECT_EQ(loadgate::AsText(*grid), loadgate::AsText(wanted));
  EXPECT_FALSE(TensorData(**mapped, *file, "none").has_value());
}

TEST(LibrarySamplesTest, ListsTheTensorsOfASafetensorsFile) {
  using loadgate::testing_support::TensorText;
  loadgate::testing_support::SafetensorsBytes file = {
      .json = loadgate::testing_support::Padded(
          loadgate::testing_support::ObjectText(
              {TensorText("gr\\u0069d", "BF16", {2, 3}, 12, 24),
               TensorText("scale", "F32", {3}, 0, 12)})),
      .data_bytes = 24};
  const std::vector<std::byte> bytes = file.bytes();
  const std::string at = std::to_string(file.header_bytes());
  const std::string behind = std::to_string(file.header_bytes() + 12);
  loadgate::FindingSink sink;
  const auto lines = ListSafetensors(bytes, bytes.size(), &sink);
  ASSERT_TRUE(lines.has_value());
  EXPECT_THAT(*lines, ElementsAre("grid BF16 2 3 at " + behind + ", 12 bytes",
                                  "scale F32 3 at " + at + ", 12 bytes"));
  EXPECT_FALSE(ListSafetensors(bytes, bytes.size() - 1, &sink).has_value());
  ASSERT_THAT(sink.Findings(), SizeIs(1));
  EXPECT_EQ(sink.Findings()[0].code, Code::kSafetensorsDataPastEnd);
}

std::vector<std::string> LinesOf(const std::string& path) {
  std::ifstream file(LG_SOURCE_DIR "/" + path);
  EXPECT_TRUE(file.is_open()) << path;
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The files of samples; each compiles and tests its own.
constexpr auto kFiles = std::to_array<std::string_view>(
    {"library_samples_test.cc", "library_model_samples_test.cc",
     "library_writing_samples_test.cc"});

// The samples of these files by their names.
std::map<std::string, std::string> Samples() {
  std::map<std::string, std::string> samples;
  for (const std::string_view file : kFiles) {
    std::string name;
    for (const auto& line : LinesOf("tests/parser/" + std::string(file))) {
      if (line == "// [end]") {
        name.clear();
      } else if (line.starts_with("// [") && line.ends_with("]")) {
        name = line.substr(4, line.size() - 5);
      } else if (!name.empty()) {
        samples[name] += line + "\n";
      }
    }
  }
  return samples;
}

// What the page quotes behind "<!-- KIND: name -->", by the names.
std::map<std::string, std::string> Quotes(const std::string& kind) {
  const std::string front = "<!-- " + kind + ": ";
  const std::string back = " -->";
  std::map<std::string, std::string> quotes;
  std::string name;
  bool in_block = false;
  for (const std::string& line : LinesOf("docs/library.md")) {
    if (line.starts_with(front) && line.ends_with(back)) {
      name =
          line.substr(front.size(), line.size() - front.size() - back.size());
    } else if (line.starts_with("```")) {
      in_block = !in_block;
      if (!in_block) name.clear();
    } else if (in_block && !name.empty()) {
      quotes[name] += line + "\n";
    }
  }
  return quotes;
}

TEST(LibraryPageTest, ShowsTheSamplesAsTheyStandInTheTests) {
  EXPECT_THAT(Samples(), SizeIs(14));
  EXPECT_EQ(Quotes("sample"), Samples());
}

TEST(LibraryPageTest, ShowsTheConsumerProjectAsItIs) {
  std::string project;
  for (const std::string& line : LinesOf("tests/install/CMakeLists.txt")) {
    project += line + "\n";
  }
  const auto quotes = Quotes("part of");
  ASSERT_THAT(quotes, SizeIs(1));
  EXPECT_EQ(quotes.begin()->first, "tests/install/CMakeLists.txt");
  EXPECT_NE(project.find(quotes.begin()->second), std::string::npos)
      << quotes.begin()->second;
}

}  // namespace
