// Signs that a binary file went through a tool for text.

#ifndef LOADGATE_FORMATS_MANGLED_TEXT_H_
#define LOADGATE_FORMATS_MANGLED_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate {

// Mangling is what a tool did to a file.
struct Mangling {
  // How, as a sentence.
  std::string_view what;
  // Where the first sign of it stands, in bytes from the front.
  size_t offset = 0;
};

// FindMangling returns how `start`, the front of a binary file, was mangled, if
// the first sign of it stands at byte `last` or before: every byte that is no
// UTF-8 replaced by EF BF BD, so that all of it is UTF-8 now, or every line
// feed given a carriage return. nullopt if there is no sign. A small file can
// show either sign by chance: it explains an error, it is none.
std::optional<Mangling> FindMangling(ByteSpan start, uint64_t last);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_MANGLED_TEXT_H_
