#include "tests/support/other_file_properties.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

#include "formats/lfs_pointer.h"
#include "formats/mangled_text.h"
#include "formats/other_file.h"
#include "formats/part_name.h"
#include "formats/text_file.h"
#include "loadgate/finding.h"

namespace loadgate::testing_support {
namespace {

// The longest sentence quotes 96 bytes of the file, or a hash of 64.
constexpr size_t kLongestSentence = 256;

// So many bytes hold every sign but text and zeros, of which more may say less.
constexpr size_t kBinarySigns = 512;

std::string BrokenFound(const OtherFile& found, ByteSpan file) {
  const Rule& rule = RuleOf(found.code);
  if (!rule.name.starts_with("file-") || rule.severity != Severity::kError) {
    return "a rule that is not about what a file is";
  }
  if (found.what.size() > kLongestSentence || !found.what.ends_with('.')) {
    return "no sentence, or a long one";
  }
  const bool is_pointer = found.code == Code::kFileLfsPointer;
  if (found.expected_size.has_value() && !is_pointer) {
    return "a size that no pointer says";
  }
  if (is_pointer != FindLfsPointer(file).has_value()) {
    return "a pointer that is none";
  }
  if (found.code == Code::kFileZeros && file.front() != std::byte{0}) {
    return "zeros that are none";
  }
  return "";
}

bool IsBinarySign(Code code) {
  return code == Code::kFileOldGgml || code == Code::kFileZipArchive ||
         code == Code::kFilePickle || code == Code::kFileOtherFormat;
}

// What the front shows by a sign of its own, the whole shows too.
std::string BrokenFront(const std::optional<OtherFile>& whole, ByteSpan file) {
  const ByteSpan front = file.first(std::min(file.size(), kBinarySigns));
  const std::optional<OtherFile> of_front = FindOtherFile(front, file.size());
  if (!of_front.has_value() || !IsBinarySign(of_front->code)) return "";
  return whole.has_value() && whole->code == of_front->code
             ? ""
             : "more bytes undo what the first show";
}

// A front that can become nothing known is that of no known file: what waits
// for more bytes of a stream goes by it.
std::string BrokenHope(const std::optional<OtherFile>& whole, ByteSpan file) {
  if (!whole.has_value()) return "";
  const size_t most = std::min(file.size(), kOtherFileLook);
  for (size_t length = 0; length <= most; length += 1 + length / 16) {
    if (!MayBeOtherFile(file.first(length))) {
      return "a front that was given up, of a file that is known";
    }
  }
  return MayBeOtherFile(file) ? "" : "a file that was given up and is known";
}

std::string BrokenText(ByteSpan file) {
  const std::optional<TextFile> text = FindTextFile(file);
  if (!text.has_value()) return "";
  return text->excerpt.empty() || text->excerpt.size() > kTextFileLook
             ? "text without an excerpt"
             : "";
}

std::string BrokenMangling(ByteSpan file) {
  const std::optional<Mangling> mangling = FindMangling(file, file.size());
  if (!mangling.has_value()) return "";
  const std::string_view there = AsText(file).substr(mangling->offset);
  return there.starts_with("\xef\xbf\xbd") || there.starts_with("\r\n")
             ? ""
             : "no sign where mangling was found";
}

// A name that is no part's stays none with a directory in front.
std::string BrokenName(ByteSpan file) {
  const std::string_view text = AsText(file);
  const std::string name(text.substr(0, text.find('\n')));
  return PartKindOf(name) == PartKindOf("a.gguf.part1/" + name)
             ? ""
             : "a directory that changes what a name says";
}

}  // namespace

std::string BrokenOtherFileProperty(ByteSpan file) {
  const std::optional<OtherFile> whole = FindOtherFile(file, file.size());
  std::string broken;
  if (whole.has_value()) broken = BrokenFound(*whole, file);
  if (broken.empty()) broken = BrokenFront(whole, file);
  if (broken.empty()) broken = BrokenHope(whole, file);
  if (broken.empty()) broken = BrokenText(file);
  if (broken.empty()) broken = BrokenMangling(file);
  if (broken.empty()) broken = BrokenName(file);
  return broken;
}

}  // namespace loadgate::testing_support
