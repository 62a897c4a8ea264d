// What must hold for every file whatever its bytes are.
//
// Asserted by tests on files that are known, and by the fuzz target on files
// that are not. Needs the reader and the naive reader alone.

#ifndef LOADGATE_TESTS_SUPPORT_GGUF_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_GGUF_PROPERTIES_H_

#include <string>

#include "loadgate/bytes.h"
#include "loadgate/limits.h"
#include "tests/naive/gguf.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::testing_support {

// JudgeNaively returns what the naive reader says of `file`.
naive::Judgement JudgeNaively(ByteSpan file);

// BrokenGgufProperty reads `file` whole, in pieces and with an unknown size,
// and has the naive reader judge it. It returns what is not as it must be, in
// words, or an empty text:
//
//   accepted   sizes recomputed in 128 bits agree, everything lies where the
//              naive reader says, and each view can be read to its last byte
//   otherwise  there is a finding that says why
//   always     findings lie in the file and say something; every way of
//              feeding gives the same; the verdict is the naive reader's
std::string BrokenGgufProperty(ByteSpan file, const Limits& limits = {});

// BrokenGgufReading is the part of it that is about one reading of `file`.
std::string BrokenGgufReading(ByteSpan file, const GgufReading& reading);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_GGUF_PROPERTIES_H_
