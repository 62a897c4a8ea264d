// Signatures of files that have no place behind a model.
//
// Sources: each format's own specification; the magic numbers are those that
// file(1) and the formats' readers test.

#ifndef LOADGATE_FORMATS_SIGNATURE_H_
#define LOADGATE_FORMATS_SIGNATURE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate {

// FindSignature returns the name of the archive, executable, pickle or script
// that `bytes` begin as, such as "a ZIP archive", or an empty view. A sign of
// two bytes counts only with a second one: the PE header that an MZ header
// points to, the opcode behind a pickle's protocol.
std::string_view FindSignature(ByteSpan bytes);

// MayBeSigned returns whether `start`, the front of bytes of which more may be
// to come, up to `most` of them, is or may become one of these but a tar
// archive, whose sign stands behind a name that may be anything. Once it is
// not, no more bytes make FindSignature name another.
bool MayBeSigned(ByteSpan start, uint64_t most);

// MatchesSoFar returns whether `start` begins with `magic`, or is a front part
// of it.
bool MatchesSoFar(ByteSpan start, std::string_view magic);

// kTarName is what FindSignature calls a tar archive, and kTarSigned how many
// bytes hold its sign.
inline constexpr std::string_view kTarName = "a tar archive";
inline constexpr size_t kTarSigned = 262;

// FindPeHeader returns where the PE header of an executable lies whose MZ
// header `bytes` begin with, counted from the first of them, or nullopt where
// they do not. It is what the MZ header says: it may lie behind `bytes`.
std::optional<uint32_t> FindPeHeader(ByteSpan bytes);

// kPeHeaderBytes is how many bytes tell a PE header, and IsPeHeader whether
// `bytes` begin as one. kPeName is what FindSignature calls such a file.
inline constexpr uint64_t kPeHeaderBytes = 4;
inline constexpr std::string_view kPeName = "a Windows executable";
bool IsPeHeader(ByteSpan bytes);

// FindZipEnd returns where in `bytes`, which end where their file ends, a ZIP
// end-of-central-directory record begins whose comment ends exactly there.
std::optional<size_t> FindZipEnd(ByteSpan bytes);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SIGNATURE_H_
