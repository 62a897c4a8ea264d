#include "formats/mangled_text.h"

#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";
constexpr size_t kLongestCharacter = 4;

// Where `sign` first stands in `text`, if at `last` or before. What lies behind
// is not searched.
size_t FindUpTo(std::string_view text, std::string_view sign, uint64_t last) {
  // The sign that begins at `last` ends behind it.
  const size_t whole =
      text.size() < sign.size() ? 0 : text.size() - sign.size();
  if (last < whole) {
    text = text.substr(0, static_cast<size_t>(last) + sign.size());
  }
  return text.find(sign);
}

// Whether every line feed follows a carriage return; the first of these pairs.
std::optional<size_t> OnlyDosLines(std::string_view text, uint64_t last) {
  const size_t first = FindUpTo(text, "\r\n", last);
  if (first == std::string_view::npos) return std::nullopt;
  for (size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return std::nullopt;
  }
  return first;
}

}  // namespace

std::optional<Mangling> FindMangling(ByteSpan start, uint64_t last) {
  const std::string_view text = AsText(start);
  const size_t replaced = FindUpTo(text, kReplacement, last);
  if (replaced != std::string_view::npos &&
      text.size() - Utf8PrefixLength(text) < kLongestCharacter) {
    return Mangling{
        "Bytes that are no UTF-8 seem to have been replaced by EF BF BD.",
        replaced};
  }
  if (const std::optional<size_t> first = OnlyDosLines(text, last)) {
    return Mangling{
        "Every line feed (0A) seems to have been turned into 0D 0A.", *first};
  }
  return std::nullopt;
}

}  // namespace loadgate
