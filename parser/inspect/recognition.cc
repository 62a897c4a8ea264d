#include "inspect/recognition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/message.h"
#include "formats/gguf_header.h"
#include "formats/json_plain.h"
#include "formats/mangled_text.h"
#include "formats/other_file.h"
#include "formats/part_name.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

// Takes back what a reader said and says `what` instead.
void SayInstead(Code code, std::string what, const FindingSink& before,
                FindingSink* sink, Judgement* judgement) {
  *sink = before;
  sink->Report(code, 0, [&] { return FindingText{"file", std::move(what)}; });
  judgement->gguf.reset();
  judgement->safetensors.reset();
  judgement->index.reset();
}

std::string_view Extension(Format format) {
  return format == Format::kGguf ? ".gguf" : ".safetensors";
}

std::string Mismatch(Format content) {
  return Message(
      {content == Format::kGguf ? "The file begins with GGUF's magic"
                                : "The file begins as safetensors do",
       "; the name of a ", content == Format::kGguf ? "GGUF" : "safetensors",
       " file ends in ", Extension(content), "."});
}

// What `name` says of a file that is not whole; nothing if it says nothing.
std::optional<Code> CodeOfName(std::string_view name) {
  switch (PartKindOf(name)) {
    case PartKind::kSplitPart:
      return Code::kFileSplitPart;
    case PartKind::kPartialDownload:
      return Code::kFilePartialDownload;
    case PartKind::kNone:
      break;
  }
  return std::nullopt;
}

std::string NameSays(std::string_view name) {
  return Message({"The name ", Quoted(name.substr(name.find_last_of('/') + 1)),
                  " says so."});
}

void ExplainBroken(ByteSpan deciding, std::string_view name,
                   FindingSink* sink) {
  if (const std::optional<Code> code = CodeOfName(name)) {
    sink->Report(*code, 0, [&] { return FindingText{"file", NameSays(name)}; });
  }
  const std::vector<Finding> findings = sink->Findings();
  if (findings.empty()) return;
  // What comes behind the first error cannot be its cause.
  const std::optional<Mangling> mangling =
      FindMangling(deciding, findings.front().offset);
  if (!mangling.has_value()) return;
  sink->Report(Code::kFileTextMangled, mangling->offset, [&] {
    return FindingText{"file", std::string(mangling->what)};
  });
}

// A cut-off file of less than a magic is a file cut off, and no text.
bool IsCutMagic(ByteSpan start) {
  return kGgufMagic.starts_with(AsText(start));
}

// Whether `start`, of no format so far, may be the front of a file of another
// format than `format`.
bool MayBecomeModel(ByteSpan start, Format format) {
  if (start.size() >= kRecognisedBy) return false;
  if (format != Format::kGguf && kGgufMagic.starts_with(AsText(start))) {
    return true;
  }
  // The bytes of a length that have not come can only add to it.
  std::array<std::byte, kSafetensorsLengthBytes> least = {};
  std::copy_n(start.begin(), std::min(start.size(), least.size()),
              least.begin());
  uint64_t length = 0;
  return format != Format::kSafetensors && Cursor(least).ReadU64(&length) &&
         length <= kSafetensorsMaxHeader;
}

}  // namespace

Format FormatOfContent(ByteSpan start) {
  if (AsText(start).starts_with(kGgufMagic)) return Format::kGguf;
  Cursor cursor(start);
  uint64_t length = 0;
  uint8_t first = 0;
  // White space before the brace is a warning.
  const bool is_safetensors =
      cursor.ReadU64(&length) && length <= kSafetensorsMaxHeader &&
      cursor.ReadU8(&first) &&
      (first == '{' || IsJsonWhiteSpace(static_cast<char>(first)));
  return is_safetensors ? Format::kSafetensors : Format::kUnknown;
}

bool IsUnexplained(ByteSpan start, Format format) {
  if (FormatOfContent(start) != Format::kUnknown) return false;
  return MayBecomeModel(start, format) || MayBeOtherFile(start);
}

void ExplainFailure(ByteSpan start, ByteSpan deciding, std::string_view name,
                    const FindingSink& before, FindingSink* sink,
                    Judgement* judgement) {
  const Format content = FormatOfContent(start);
  if (content != Format::kUnknown) {
    if (content == judgement->format) {
      ExplainBroken(deciding, name, sink);
    } else {
      SayInstead(Code::kFormatExtensionMismatch, Mismatch(content), before,
                 sink, judgement);
      judgement->format = content;
    }
    return;
  }
  if (IsCutMagic(start)) return ExplainBroken(deciding, name, sink);
  std::optional<OtherFile> other = FindOtherFile(start, judgement->size);
  // An index is JSON: of a broken one its reader knows more.
  const bool is_index = judgement->format == Format::kSafetensorsIndex;
  if (is_index && other.has_value() && other->code == Code::kFileJsonText) {
    return;
  }
  if (other.has_value()) {
    SayInstead(other->code, std::move(other->what), before, sink, judgement);
    judgement->format = Format::kUnknown;
    judgement->expected_size = other->expected_size;
  } else if (const auto code = CodeOfName(name);
             code.has_value() && judgement->format == Format::kUnknown) {
    SayInstead(*code, NameSays(name), before, sink, judgement);
  } else {
    ExplainBroken(deciding, name, sink);
  }
}

}  // namespace loadgate
