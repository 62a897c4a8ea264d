// Writing anew a file that was read.

#ifndef LOADGATE_TESTS_SUPPORT_REWRITE_H_
#define LOADGATE_TESTS_SUPPORT_REWRITE_H_

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "loadgate/bytes.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/safetensors_writer.h"

namespace loadgate::testing_support {

// WriterOf returns a writer that was given what `file` says.
absl::StatusOr<GgufWriter> WriterOf(const GgufFile& file);
absl::StatusOr<SafetensorsWriter> WriterOf(const SafetensorsFile& file);

// Rewrite returns `bytes`, an accepted file that was read as `file`, as the
// writer makes it.
absl::StatusOr<std::vector<std::byte>> Rewrite(ByteSpan bytes,
                                               const GgufFile& file);
absl::StatusOr<std::vector<std::byte>> Rewrite(ByteSpan bytes,
                                               const SafetensorsFile& file);

// IsCanonical returns whether an accepted file is as the writer would have made
// it.
bool IsCanonical(ByteSpan bytes, const GgufFile& file);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_REWRITE_H_
