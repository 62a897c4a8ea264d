// What a file is that is no model: the things people upload instead.
//
// Recognising one explains why a file does not parse. It never speaks against a
// file that does: it is asked only after a reader has failed.

#ifndef LOADGATE_FORMATS_OTHER_FILE_H_
#define LOADGATE_FORMATS_OTHER_FILE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "formats/text_file.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"

namespace loadgate {

// OtherFile is a file that was recognised as something else.
struct OtherFile {
  // Which rule names the thing, and the sentence that does. Bytes quoted from
  // the file are raw.
  Code code;
  std::string what;
  // The size in bytes of the file that belongs here, where this one says it.
  std::optional<uint64_t> expected_size;
};

// kOtherFileLook is how many bytes of a file FindOtherFile looks at, however
// many it is given.
inline constexpr size_t kOtherFileLook = kTextFileLook;

// FindOtherFile returns what the file is whose first bytes are `start`, and
// whose size in bytes is `size` where it is known: a Git LFS pointer, zeros, an
// older ggml format, an archive, executable, pickle, document or picture, or
// text. nullopt if it is none of these.
std::optional<OtherFile> FindOtherFile(ByteSpan start,
                                       std::optional<uint64_t> size);

// MayBeOtherFile returns whether FindOtherFile names the file, or may name it
// once more of its first bytes are there than `start`. Once it returns false,
// no more bytes make it one: so a stream is waited for no longer than it takes
// to say what it is.
bool MayBeOtherFile(ByteSpan start);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_OTHER_FILE_H_
