#include "formats/lfs_pointer.h"

#include <algorithm>

#include "base/ascii.h"
#include "formats/json_number.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr std::string_view kSpecification = "/spec/v1";
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kWhiteSpace = " \t\r\n";
constexpr size_t kLongestPointer = 1024;
constexpr size_t kHashDigits = 64;
// A host may be anybody's, but a line of text that names one is not long.
constexpr size_t kLongestVersion = 100;

bool IsHex(char c) { return IsAsciiDigit(c) || (c >= 'a' && c <= 'f'); }

// Takes what an editor put before a pointer off `*text`; returns whether there
// was anything.
bool TakeFront(std::string_view* text) {
  const size_t before = text->size();
  if (text->starts_with(kByteOrderMark)) {
    text->remove_prefix(kByteOrderMark.size());
  }
  text->remove_prefix(
      std::min(text->find_first_not_of(kWhiteSpace), text->size()));
  return text->size() < before;
}

// Takes the first line off `text`, without its end.
std::string_view TakeLine(std::string_view* text) {
  const size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool IsVersion(std::string_view line) {
  return line.starts_with(kLfsPointerStart) && line.ends_with(kSpecification) &&
         line.size() <= kLongestVersion && !HasControlByte(line);
}

// What follows `key` in `line`; an empty view if the line is another's.
std::string_view ValueOf(std::string_view line, std::string_view key) {
  return line.starts_with(key) ? line.substr(key.size()) : std::string_view();
}

std::optional<uint64_t> ParseSize(std::string_view digits) {
  const bool is_number =
      !digits.empty() &&
      std::all_of(digits.begin(), digits.end(), IsAsciiDigit);
  return is_number ? ParseUnsigned(digits) : std::nullopt;
}

// As much of a file as a pointer may have.
std::string_view Looked(ByteSpan start) {
  return AsText(start.first(std::min(start.size(), kLongestPointer)));
}

}  // namespace

std::optional<LfsPointer> FindLfsPointer(ByteSpan start) {
  std::string_view text = Looked(start);
  const bool has_front = TakeFront(&text);
  if (!IsVersion(TakeLine(&text))) return std::nullopt;
  LfsPointer pointer;
  pointer.has_front = has_front;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    const std::string_view hash = ValueOf(line, "oid sha256:");
    if (hash.size() == kHashDigits &&
        std::all_of(hash.begin(), hash.end(), IsHex)) {
      pointer.sha256 = hash;
    }
    const std::string_view size = ValueOf(line, "size ");
    if (!size.empty()) pointer.size = ParseSize(size);
  }
  return pointer;
}

bool MayBeLfsPointer(ByteSpan start) {
  std::string_view text = Looked(start);
  if (kByteOrderMark.starts_with(text)) return true;
  TakeFront(&text);
  const bool begins =
      text.starts_with(kLfsPointerStart) || kLfsPointerStart.starts_with(text);
  return begins && (!text.empty() || start.size() < kLongestPointer);
}

}  // namespace loadgate
