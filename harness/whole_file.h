// Whole files: an input that is read into memory to its end, and an output file
// that is there complete or as it was before.

#ifndef HARNESS_WHOLE_FILE_H_
#define HARNESS_WHOLE_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/intake.h"

namespace loadgate {

// ReadWholeInput returns all bytes of the file at `path`, or of standard input
// for "-". It takes what intake takes, and no more than `most_bytes`. On
// failure it returns nullopt and what is wrong in `*error`, as sentences fit to
// print behind the name; that `--max-bytes` would help is among them.
std::optional<std::string> ReadWholeInput(const std::string& path,
                                          uint64_t most_bytes,
                                          std::string* error);

// ReadWholeOpened does the same with an input that was just opened, or could
// not be.
std::optional<std::string> ReadWholeOpened(const OpenResult& opened,
                                           uint64_t most_bytes,
                                           std::string* error);

// WriteWholeFile makes `bytes` the content of the file at `path`. They are
// written beside it and take its place, with its permissions, once they are
// complete; on failure the file is as it was. A link, device or pipe is written
// to where it is. Returns what is wrong, likewise, or nothing.
std::optional<std::string> WriteWholeFile(const std::string& path,
                                          std::string_view bytes);

}  // namespace loadgate

#endif  // HARNESS_WHOLE_FILE_H_
