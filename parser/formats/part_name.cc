#include "formats/part_name.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace loadgate {
namespace {

// The extensions of browsers, download managers and hub clients.
constexpr auto kPartialExtensions = std::to_array<std::string_view>(
    {".part", ".partial", ".crdownload", ".download", ".incomplete", ".aria2",
     ".opdownload", ".filepart", ".!qb", ".!ut", ".tmp"});

constexpr auto kModelExtensions =
    std::to_array<std::string_view>({".gguf", ".safetensors"});

constexpr std::string_view kSeparators = "._-";
constexpr size_t kMostLetters = 3;
constexpr size_t kMostDigits = 5;

std::string LowerCase(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), AsciiLower);
  return lower;
}

// Takes up to `most` front characters that `is` of off `text`; returns whether
// there were any.
template <typename Is>
bool Take(std::string_view* text, size_t most, Is is) {
  size_t length = 0;
  while (length < std::min(most, text->size()) && is((*text)[length])) ++length;
  text->remove_prefix(length);
  return length > 0;
}

bool TakeWord(std::string_view* text, std::string_view word) {
  if (!text->starts_with(word)) return false;
  text->remove_prefix(word.size());
  return true;
}

void TakeSeparator(std::string_view* text) {
  Take(text, 1, [](char c) { return kSeparators.find(c) != kSeparators.npos; });
}

// "1", "01of02", "1-of-2".
bool IsNumber(std::string_view text) {
  if (!Take(&text, kMostDigits, IsAsciiDigit)) return false;
  if (text.empty()) return true;
  TakeSeparator(&text);
  if (!TakeWord(&text, "of")) return false;
  TakeSeparator(&text);
  return Take(&text, kMostDigits, IsAsciiDigit) && text.empty();
}

// "a", "ab": what split(1) counts in.
bool IsLetters(std::string_view text) {
  return Take(&text, kMostLetters, IsAsciiLower) && text.empty();
}

// Whether `rest`, which follows a model's extension, counts parts.
bool CountsParts(std::string_view rest) {
  TakeSeparator(&rest);
  if (TakeWord(&rest, "part") || TakeWord(&rest, "split")) {
    TakeSeparator(&rest);
    return IsNumber(rest) || IsLetters(rest);
  }
  // Without a word: two or three digits, or the first letters that split(1)
  // gives.
  const bool letters = rest.size() == 2 && rest.front() == 'a';
  const bool digits = rest.size() == 2 || rest.size() == 3;
  return (digits && IsNumber(rest)) || (letters && IsLetters(rest));
}

}  // namespace

std::optional<std::string_view> PartialDownloadOf(std::string_view name) {
  const std::string lower = LowerCase(name);
  for (const std::string_view extension : kPartialExtensions) {
    if (lower.ends_with(extension)) {
      return name.substr(0, name.size() - extension.size());
    }
  }
  return std::nullopt;
}

PartKind PartKindOf(std::string_view name) {
  if (PartialDownloadOf(name).has_value()) return PartKind::kPartialDownload;
  const std::string lower = LowerCase(name);
  const std::string_view text = lower;
  for (const std::string_view extension : kModelExtensions) {
    const size_t at = text.rfind(extension);
    if (at != std::string_view::npos &&
        CountsParts(text.substr(at + extension.size()))) {
      return PartKind::kSplitPart;
    }
  }
  return PartKind::kNone;
}

}  // namespace loadgate
