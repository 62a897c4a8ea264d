#include "loadgate/split_name.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/message.h"

namespace loadgate {
namespace {

constexpr size_t kDigits = 5;
constexpr std::string_view kOf = "-of-";
constexpr std::string_view kExtension = ".gguf";

bool AreNumbers(uint32_t number, uint32_t count) {
  return number >= 1 && number <= count && count <= kMaxSplitCount;
}

std::string FiveDigits(uint32_t number) {
  const std::string digits = Number(number);
  return std::string(kDigits - digits.size(), '0') + digits;
}

// Takes `end` off the end of `text`; returns whether it stood there.
bool TakeEnd(std::string_view end, std::string_view* text) {
  if (!text->ends_with(end)) return false;
  text->remove_suffix(end.size());
  return true;
}

// Takes five digits off the end of `text`.
bool TakeNumber(std::string_view* text, uint32_t* out) {
  if (text->size() < kDigits) return false;
  const std::string_view digits = text->substr(text->size() - kDigits);
  if (!std::ranges::all_of(digits, IsAsciiDigit)) return false;
  *out = 0;
  for (const char digit : digits) {
    *out = *out * 10 + static_cast<uint32_t>(digit - '0');
  }
  text->remove_suffix(kDigits);
  return true;
}

}  // namespace

std::optional<std::string> SplitPath(std::string_view prefix, uint32_t number,
                                     uint32_t count) {
  if (prefix.empty() || !AreNumbers(number, count)) return std::nullopt;
  return Message(
      {prefix, "-", FiveDigits(number), kOf, FiveDigits(count), kExtension});
}

std::optional<SplitName> ParseSplitPath(std::string_view path) {
  SplitName name;
  if (!TakeEnd(kExtension, &path) || !TakeNumber(&path, &name.count) ||
      !TakeEnd(kOf, &path) || !TakeNumber(&path, &name.number) ||
      !TakeEnd("-", &path)) {
    return std::nullopt;
  }
  name.prefix = path;
  if (path.empty() || !AreNumbers(name.number, name.count)) {
    return std::nullopt;
  }
  return name;
}

}  // namespace loadgate
