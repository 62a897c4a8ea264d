#include "formats/text_file.h"

#include <algorithm>

#include "base/ascii.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
constexpr std::string_view kWhiteSpace = " \t\r\n\f\v";

// Finds `lower`, which has no capitals, in `text` without regard to case.
size_t FindIgnoringCase(std::string_view text, std::string_view lower) {
  const auto at =
      std::search(text.begin(), text.end(), lower.begin(), lower.end(),
                  [](char a, char b) { return AsciiLower(a) == b; });
  return at == text.end() ? std::string_view::npos
                          : static_cast<size_t>(at - text.begin());
}

std::string_view Trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

bool HasBinaryByte(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return IsControlByte(c) && kWhiteSpace.find(c) == std::string_view::npos;
  });
}

// Whether all of `text` is well-formed, but for a character cut by its end.
bool IsCutUtf8(std::string_view text) {
  const std::string_view rest = text.substr(Utf8PrefixLength(text));
  if (rest.empty()) return true;
  const auto lead = static_cast<unsigned char>(rest.front());
  const size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const std::string_view others = rest.substr(1);
  return lead >= 0xc2 && lead <= 0xf4 && rest.size() < length &&
         std::all_of(others.begin(), others.end(),
                     [](char c) { return (c & 0xc0) == 0x80; });
}

// Whether `text`, which begins with '<', goes on as a tag, a declaration, a
// comment or a processing instruction does.
bool IsMarkup(std::string_view text) {
  if (text.size() < 2) return false;
  const char next = AsciiLower(text[1]);
  return IsAsciiLower(next) || next == '!' || next == '?' || next == '/';
}

// The text of the first element called `name`, or an empty view.
std::string_view ElementText(std::string_view page, std::string_view name) {
  const std::string opening = "<" + std::string(name);
  const size_t tag = FindIgnoringCase(page, opening);
  if (tag == std::string_view::npos) return {};
  std::string_view rest = page.substr(tag);
  const size_t open = rest.find('>');
  if (open == std::string_view::npos) return {};
  rest.remove_prefix(open + 1);
  const size_t close = FindIgnoringCase(rest, "</" + std::string(name));
  if (close == std::string_view::npos) return {};
  return Trimmed(rest.substr(0, close));
}

// Takes an XML declaration off `text`; returns whether there was one.
bool TakeXmlDeclaration(std::string_view* text) {
  if (!text->starts_with("<?xml")) return false;
  const size_t end = text->find("?>");
  *text = end == std::string_view::npos ? std::string_view()
                                        : Trimmed(text->substr(end + 2));
  return true;
}

// What `text`, which is markup, is.
TextFile AsMarkup(std::string_view text) {
  std::string_view root = text;
  const bool declared = TakeXmlDeclaration(&root);
  if (root.starts_with("<Error>") || root.starts_with("<Error ")) {
    for (const std::string_view name : {"message", "code"}) {
      const std::string_view said = ElementText(root, name);
      if (!said.empty()) return TextFile{TextFileKind::kXmlError, said};
    }
    return TextFile{TextFileKind::kXmlError, root};
  }
  const bool page = FindIgnoringCase(root, "<html") != std::string_view::npos;
  if (declared && !page) return TextFile{TextFileKind::kXml, text};
  const std::string_view title = ElementText(text, "title");
  return TextFile{TextFileKind::kMarkup, title.empty() ? text : title};
}

}  // namespace

bool MayBeText(ByteSpan start) {
  const std::string_view text =
      AsText(start.first(std::min(start.size(), kTextFileLook)));
  return !HasBinaryByte(text) && IsCutUtf8(text);
}

std::optional<TextFile> FindTextFile(ByteSpan start) {
  if (!MayBeText(start)) return std::nullopt;
  std::string_view text =
      AsText(start.first(std::min(start.size(), kTextFileLook)));
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  text = Trimmed(text);
  if (text.empty()) return std::nullopt;
  switch (text.front()) {
    case '<':
      if (!IsMarkup(text)) return TextFile{TextFileKind::kPlain, text};
      return AsMarkup(text);
    case '{':
    case '[':
      return TextFile{TextFileKind::kJson, text};
    default:
      return TextFile{TextFileKind::kPlain, text};
  }
}

}  // namespace loadgate
