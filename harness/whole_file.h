// Whole files: an output file that is there complete or as it was before.

#ifndef HARNESS_WHOLE_FILE_H_
#define HARNESS_WHOLE_FILE_H_

#include <optional>
#include <string>
#include <string_view>

namespace loadgate {

// WriteWholeFile makes `bytes` the content of the file at `path`. They are
// written beside it and take its place, with its permissions, once they are
// complete; on failure the file is as it was. A link, device or pipe is written
// to where it is. Returns what is wrong,
// as a sentence fit to print behind the name, or nothing.
std::optional<std::string> WriteWholeFile(const std::string& path,
                                          std::string_view bytes);

}  // namespace loadgate

#endif  // HARNESS_WHOLE_FILE_H_
