// Text that was saved under a model's name.

#ifndef LOADGATE_FORMATS_TEXT_FILE_H_
#define LOADGATE_FORMATS_TEXT_FILE_H_

#include <optional>
#include <string>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate {

// TextFileKind is what kind of text a file holds. kXmlError is what the servers
// of object storage answer with: a root element called Error.
enum class TextFileKind : uint8_t { kMarkup, kXml, kXmlError, kJson, kPlain };

// TextFile is what a file that is text shows of itself.
struct TextFile {
  TextFileKind kind = TextFileKind::kPlain;
  // A page's title, or the Message or Code of an error document, without white
  // space around it; else the text from its first character that is no white
  // space. It views the bytes.
  std::string_view excerpt;
};

// kTextFileLook is how many bytes of a file FindTextFile looks at.
inline constexpr size_t kTextFileLook = 4096;

// FindTextFile returns what `start`, the front of a file, says as text: nullopt
// where its first kTextFileLook bytes hold a byte that no text has, hold
// nothing but white space, or are none. A byte-order mark counts as white
// space, and a character that the end of `start` cuts as whole.
std::optional<TextFile> FindTextFile(ByteSpan start);

// MayBeText returns whether `start`, the front of a file of which more is to
// come, holds nothing that no text has. Once it does not, no more bytes make
// FindTextFile return anything.
bool MayBeText(ByteSpan start);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_TEXT_FILE_H_
