#include "loadgate/judge.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "base/message.h"
#include "formats/other_file.h"
#include "inspect/header_window.h"
#include "inspect/judge_gguf.h"
#include "inspect/judge_index.h"
#include "inspect/judge_safetensors.h"
#include "inspect/recognition.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/cursor.h"
#include "loadgate/gguf_split.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate {
namespace {

// Fetches what tells the format. Of a stream no more is waited for: behind a
// length that no header has it may send nothing. Of a format that has a name,
// the reader asks.
absl::Status FetchStart(HeaderWindow& window, const ByteSource& source,
                        Format named) {
  if (source.size().has_value()) return window.GrowTo(kOtherFileLook);
  if (named != Format::kUnknown) return window.GrowTo(1);
  absl::Status status = window.GrowTo(kSafetensorsLengthBytes);
  uint64_t length = 0;
  const bool decided = !Cursor(window.bytes()).ReadU64(&length) ||
                       length > kSafetensorsMaxHeader;
  return !status.ok() || decided ? status : window.GrowTo(kRecognisedBy);
}

// A file is read as what its name says, so that messages are about that format.
// Without a name, it shows itself by its first bytes.
Format Recognise(ByteSpan start, Format named) {
  return named != Format::kUnknown ? named : FormatOfContent(start);
}

// Fetches of a rejected stream what it takes to say what it is, so that this
// depends on its bytes and not on how they arrive.
absl::Status FetchExplanation(HeaderWindow& window, const ByteSource& source,
                              Format format) {
  absl::Status status;
  while (status.ok() && !source.size().has_value() &&
         window.bytes().size() < kOtherFileLook &&
         IsUnexplained(window.bytes(), format)) {
    status = window.GrowTo(window.bytes().size() + 1);
  }
  return status;
}

void ReportUnknown(ByteSpan start, FindingSink* sink) {
  sink->Report(Code::kFormatUnknown, 0, [start] {
    const ByteSpan first = start.first(std::min<size_t>(start.size(), 8));
    return FindingText{
        "file", Message({"The file begins with ", Quoted(AsText(first)), "."})};
  });
}

// A name without the extension, such as a hub's hash, says nothing.
void CheckAlone(const GgufFile& file, std::string_view name,
                FindingSink* sink) {
  const bool says = FormatOfName(name) == Format::kGguf;
  CheckGgufAlone(file, says ? std::optional(name) : std::nullopt, sink);
}

absl::Status JudgeAs(HeaderWindow& window, ByteSource& source,
                     const JudgeOptions& options, FindingSink* sink,
                     Judgement* judgement) {
  switch (judgement->format) {
    case Format::kGguf: {
      auto file = JudgeGguf(window, source, options, sink);
      if (!file.ok()) return file.status();
      judgement->gguf = *std::move(file);
      if (!options.in_set) CheckAlone(*judgement->gguf, options.name, sink);
      return absl::OkStatus();
    }
    case Format::kSafetensors: {
      auto file = JudgeSafetensors(window, source, options, sink);
      if (!file.ok()) return file.status();
      judgement->safetensors = *std::move(file);
      return absl::OkStatus();
    }
    case Format::kSafetensorsIndex: {
      auto index = JudgeIndex(window, source, options, sink);
      if (!index.ok()) return index.status();
      judgement->index = *std::move(index);
      return absl::OkStatus();
    }
    case Format::kUnknown:
      ReportUnknown(window.bytes(), sink);
      return absl::OkStatus();
  }
  LG_CHECK(false);
}

// The size that a file should have which is well formed but for its end.
std::optional<uint64_t> ExpectedSize(const Judgement& judgement,
                                     const FindingSink& sink) {
  const uint64_t of_end = sink.count_of(Code::kGgufTensorDataPastEnd) +
                          sink.count_of(Code::kGgufDataStartPastEnd) +
                          sink.count_of(Code::kSafetensorsDataPastEnd) +
                          sink.count_of(Code::kSafetensorsTrailingData);
  if (of_end == 0 || of_end != sink.errors()) return std::nullopt;
  const auto end_of = [](const auto& file) {
    return CheckedAdd(file->data_offset(), file->data_bytes());
  };
  if (judgement.gguf.has_value()) return end_of(judgement.gguf);
  if (judgement.safetensors.has_value()) return end_of(judgement.safetensors);
  return std::nullopt;
}

}  // namespace

absl::StatusOr<Judgement> Judge(ByteSource& source, const JudgeOptions& options,
                                FindingSink* sink) {
  HeaderWindow window(source, options.limits.header_bytes);
  const Format named = FormatOfName(options.name);
  absl::Status status = FetchStart(window, source, named);
  if (!status.ok()) return status;
  const FindingSink before = *sink;
  Judgement judgement;
  if (window.bytes().empty()) {
    sink->Report(Code::kFileEmpty, 0, [] {
      return FindingText{"file", "The file has 0 bytes."};
    });
  } else {
    judgement.format = Recognise(window.bytes(), named);
    status = JudgeAs(window, source, options, sink, &judgement);
  }
  if (!status.ok()) return status;
  judgement.size = source.size();
  if (sink->errors() > before.errors()) {
    status = FetchExplanation(window, source, judgement.format);
    if (!status.ok()) return status;
    judgement.size = source.size();
    judgement.expected_size = ExpectedSize(judgement, *sink);
    ExplainFailure(window.bytes(), window.deciding(), options.name, before,
                   sink, &judgement);
  }
  judgement.header = std::move(window).Release();
  return judgement;
}

}  // namespace loadgate
