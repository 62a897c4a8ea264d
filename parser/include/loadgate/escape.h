// The one escaper: text from a file, or a file's name, made fit to print.
//
// Names and values in a hostile file can hold escape sequences that rewrite a
// terminal, bidirectional overrides that make a line read as another, invisible
// characters, and bytes that are no text at all. A report puts each such text
// through `Escaped` or `EscapedQuoted` exactly once, a JSON report too: what
// comes out is valid UTF-8 without any of them, on one line, and it says what
// was there. It is safe on a terminal and in a log; HTML, SQL and shells need
// escapes of their own.
//
//   \n \r \t     these three control bytes
//   \xNN         any other control byte (00 to 1F, 7F), and a byte that is not
//                part of well-formed UTF-8
//   \u{N}        a C1 control, a line or paragraph separator, a bidirectional
//                control, or a character that prints as nothing
//   \\           a backslash, so that the mapping can be undone
//
// Everything else stays as it is.

#ifndef LOADGATE_ESCAPE_H_
#define LOADGATE_ESCAPE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace loadgate {

// Escaped returns `text` in the form above.
std::string Escaped(std::string_view text);

// EscapedQuoted returns `text` in the form above between double quotes, with
// every `"` in it written `\"`: nothing in it can be taken for what stands
// around it.
std::string EscapedQuoted(std::string_view text);

// EscapedPrefix returns the escaped form of the first `max_characters`
// characters of `text`, followed by "..." if it has more. An escape counts as
// one character.
std::string EscapedPrefix(std::string_view text, size_t max_characters);

// MustEscape returns whether a character that is no ASCII is escaped.
bool MustEscape(char32_t c);

}  // namespace loadgate

#endif  // LOADGATE_ESCAPE_H_
