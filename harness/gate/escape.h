// The one escaper: text from a file, or a file's name, made fit to print.
//
// Names and values in a hostile file can hold escape sequences that rewrite a
// terminal, bidirectional overrides that make a line read as another, invisible
// characters, and bytes that are no text at all. Every report puts each such
// text through `Escaped` exactly once, the JSON reports too: what comes out is
// valid UTF-8 without any of them, and it says what was there.
//
//   \n \r \t     these three control bytes
//   \xNN         any other control byte (00 to 1F, 7F), and a byte that is not
//                part of well-formed UTF-8
//   \u{N}        a C1 control, a line or paragraph separator, a bidirectional
//                control, or a character that prints as nothing
//   \\           a backslash, so that the mapping can be undone
//
// Everything else stays as it is.

#ifndef HARNESS_GATE_ESCAPE_H_
#define HARNESS_GATE_ESCAPE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace loadgate {

// Escaped returns `text` in the form above.
std::string Escaped(std::string_view text);

// EscapedPrefix returns the escaped form of the first `max_characters`
// characters of `text`, followed by "..." if it has more. An escape counts as
// one character.
std::string EscapedPrefix(std::string_view text, size_t max_characters);

// MustEscape returns whether a character that is no ASCII is escaped.
bool MustEscape(char32_t c);

// DisplayColumns returns how many characters escaped text has: the columns it
// takes on a terminal, wide characters aside.
size_t DisplayColumns(std::string_view escaped);

}  // namespace loadgate

#endif  // HARNESS_GATE_ESCAPE_H_
