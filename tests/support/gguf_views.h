// Reading everything that a parsed GGUF file views.

#ifndef LOADGATE_TESTS_SUPPORT_GGUF_VIEWS_H_
#define LOADGATE_TESTS_SUPPORT_GGUF_VIEWS_H_

#include <cstdint>
#include <string>

#include "loadgate/bytes.h"
#include "loadgate/gguf_file.h"
#include "tests/naive/gguf.h"

namespace loadgate::testing_support {

// BrokenGgufViews reads every key, value and name of `file`, which views
// `header`, to its last byte; of a rejected file as far as it was read. It
// returns what is wrong, or an empty text.
std::string BrokenGgufViews(const GgufFile& file, ByteSpan header);

// BrokenGgufLayout recomputes every size and place of an accepted file of
// `file_size` bytes and compares them, and its keys and elements, with what the
// naive reader says.
std::string BrokenGgufLayout(const GgufFile& file, ByteSpan header,
                             uint64_t file_size,
                             const naive::Judgement& expected);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GGUF_VIEWS_H_
