// Recognition: what a file is taken for, and why it fails as that.

#ifndef LOADGATE_INSPECT_RECOGNITION_H_
#define LOADGATE_INSPECT_RECOGNITION_H_

#include <cstdint>
#include <string_view>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/safetensors_reader.h"

namespace loadgate {

// kRecognisedBy is how many bytes of a file tell the formats apart: a header
// length and the byte behind it.
inline constexpr uint64_t kRecognisedBy = kSafetensorsLengthBytes + 1;

// FormatOfContent returns what a file begins like: kGguf with GGUF's magic,
// kSafetensors with a possible header length and a brace or the white space
// that may stand before it, else kUnknown.
Format FormatOfContent(ByteSpan start);

// IsUnexplained returns whether more bytes than `start` may tell what a stream
// is that failed as `format`: whether they may make it a file of another
// format, or one of those that FindOtherFile names. Of a stream that begins as
// none of them nothing more is to be waited for.
bool IsUnexplained(ByteSpan start, Format format);

// ExplainFailure is called when the file `name` was read as
// `judgement->format` and errors were found. `start` is what of its front is at
// hand, and `deciding` that part of it in which the errors were found. `before`
// is the sink as it was before the file was read.
//
// A file that is another thing altogether gets the one finding that names it
// instead of the reader's; `*judgement` then no longer holds what a reader made
// of it. A file that is a broken one of its format keeps the reader's findings,
// and gets those that explain them beside them.
void ExplainFailure(ByteSpan start, ByteSpan deciding, std::string_view name,
                    const FindingSink& before, FindingSink* sink,
                    Judgement* judgement);

}  // namespace loadgate

#endif  // LOADGATE_INSPECT_RECOGNITION_H_
