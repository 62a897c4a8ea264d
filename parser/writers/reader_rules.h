// Asking the readers whether they would take what is to be written.
//
// A writer has no rules of its own: each pair, tensor or entry is put into the
// smallest file that holds it, and the reader judges that. So writer and reader
// cannot come to disagree.

#ifndef LOADGATE_WRITERS_READER_RULES_H_
#define LOADGATE_WRITERS_READER_RULES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"

namespace loadgate {

// StatusOfFindings returns OK if nothing in `sink` keeps a file from being
// accepted; else InvalidArgument with the first finding's code and sentence,
// printable, behind `what`.
absl::Status StatusOfFindings(std::string_view what, const FindingSink& sink);

// CheckGgufPair judges one encoded key-value pair, little endian.
absl::Status CheckGgufPair(std::string_view key, ByteSpan pair);

// CheckGgufTensor judges one encoded tensor info, of which the offset is 0.
absl::Status CheckGgufTensor(std::string_view name, ByteSpan info);

// CheckSafetensorsHeader judges a header, the JSON text alone, of a file with
// `data_bytes` bytes of tensor data.
absl::Status CheckSafetensorsHeader(std::string_view what,
                                    std::string_view header,
                                    uint64_t data_bytes);

}  // namespace loadgate

#endif  // LOADGATE_WRITERS_READER_RULES_H_
