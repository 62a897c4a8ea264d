// Signatures of files that have no place behind a model.
//
// Sources: each format's own specification; the magic numbers are those that
// file(1) and the formats' readers test.

#ifndef LOADGATE_FORMATS_SIGNATURE_H_
#define LOADGATE_FORMATS_SIGNATURE_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate {

// FindSignature returns the name of the archive, executable, pickle or script
// that `bytes` begin as, such as "a ZIP archive", or an empty view. A sign of
// two bytes counts only with a second one: the PE header that an MZ header
// points to, the opcode behind a pickle's protocol.
std::string_view FindSignature(ByteSpan bytes);

// FindZipEnd returns where in `bytes`, which end where their file ends, a ZIP
// end-of-central-directory record begins whose comment ends exactly there.
std::optional<size_t> FindZipEnd(ByteSpan bytes);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SIGNATURE_H_
