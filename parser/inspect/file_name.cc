// What a file's name says of it; apart from Judge, so that a program which only
// looks at names links no reader.

#include <algorithm>
#include <optional>
#include <string_view>

#include "absl/strings/match.h"
#include "base/ascii.h"
#include "formats/part_name.h"
#include "loadgate/check.h"
#include "loadgate/judge.h"

namespace loadgate {
namespace {

// What a hub calls a file by: 40 or 64 hexadecimal digits.
bool IsHubHash(std::string_view name) {
  return (name.size() == 40 || name.size() == 64) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return IsAsciiDigit(c) || (c >= 'a' && c <= 'f');
         });
}

}  // namespace

std::string_view FormatName(Format format) {
  switch (format) {
    case Format::kGguf:
      return "gguf";
    case Format::kSafetensors:
      return "safetensors";
    case Format::kSafetensorsIndex:
      return "safetensors-index";
    case Format::kUnknown:
      return "unknown";
  }
  LG_CHECK(false);
}

Format FormatOfName(std::string_view name) {
  const absl::string_view text(name.data(), name.size());
  if (absl::EndsWithIgnoreCase(text, ".gguf")) return Format::kGguf;
  if (absl::EndsWithIgnoreCase(text, ".safetensors")) {
    return Format::kSafetensors;
  }
  if (absl::EndsWithIgnoreCase(text, ".safetensors.index.json")) {
    return Format::kSafetensorsIndex;
  }
  return Format::kUnknown;
}

bool SaysPart(std::string_view name) {
  const std::optional<std::string_view> whole = PartialDownloadOf(name);
  if (!whole.has_value()) return PartKindOf(name) == PartKind::kSplitPart;
  return FormatOfName(*whole) != Format::kUnknown || IsHubHash(*whole);
}

}  // namespace loadgate
