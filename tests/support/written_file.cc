#include "tests/support/written_file.h"

#include <algorithm>
#include <utility>

#include "loadgate/byte_source.h"
#include "loadgate/check.h"

namespace loadgate::testing_support {

std::vector<std::byte> PatternBytes(uint64_t count, size_t seed) {
  std::vector<std::byte> bytes(static_cast<size_t>(count));
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::byte>((i * 31 + seed * 17) % 255 + 1);
  }
  return bytes;
}

std::vector<std::byte> WriteWithPattern(const FileLayout& layout,
                                        uint64_t piece) {
  MemorySink sink;
  TensorStream stream(&layout, &sink);
  LG_CHECK(stream.Begin().ok());
  for (size_t i = 0; i < layout.tensors.size(); ++i) {
    const TensorExtent& tensor = layout.tensors[i];
    const auto data = PatternBytes(tensor.bytes, tensor.added);
    ByteSpan rest = data;
    while (!rest.empty()) {
      const auto length =
          static_cast<size_t>(std::min<uint64_t>(piece, rest.size()));
      LG_CHECK(stream.Write(i, rest.first(length)).ok());
      rest = rest.subspan(length);
    }
  }
  LG_CHECK(stream.Finish().ok());
  LG_CHECK(sink.bytes().size() == layout.file_bytes);
  return sink.bytes();
}

JudgedFile JudgeBytes(ByteSpan file, const std::string& name, bool in_set) {
  MemorySource source(file);
  JudgeOptions options;
  options.name = name;
  options.in_set = in_set;
  FindingSink sink(options.limits);
  auto judgement = Judge(source, options, &sink);
  LG_CHECK(judgement.ok());
  return {.judgement = *std::move(judgement),
          .findings = sink.Findings(),
          .verdict = sink.verdict()};
}

std::string FindingTexts(const JudgedFile& judged) {
  std::string text;
  for (const Finding& finding : judged.findings) {
    text += std::string(CodeName(finding.code)) + " in " + finding.where +
            ": " + finding.message + "\n";
  }
  return text;
}

}  // namespace loadgate::testing_support
