#include "formats/gguf_tail.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/message.h"
#include "formats/signature.h"

namespace loadgate {
namespace {

// Shorter tails are not searched for other files: the signs are short, and no
// file of interest is.
constexpr uint64_t kSmallestEmbeddedFile = 64;

void Report(Code code, uint64_t offset, std::string what, FindingSink* sink) {
  sink->Report(code, offset, [&] {
    return FindingText{"tail", std::move(what)};
  });
}

std::string Follow(const GgufTail& tail) {
  return Message(
      {Number(tail.length), " bytes follow at ", Number(tail.offset)});
}

// A tail of zeros, as far as it was looked at.
void CheckZeros(const GgufTail& tail, ByteSpan start, FindingSink* sink) {
  if (tail.length > tail.alignment) {
    Report(Code::kGgufTailZeros, tail.offset,
           Message({Follow(tail), ", more than the alignment of ",
                    Number(tail.alignment), "; the first ",
                    Number(start.size()), " are zero."}),
           sink);
  } else if (start.size() < tail.length) {
    Report(Code::kGgufPaddingNotLookedAt, tail.offset,
           Message({Follow(tail), "; the first ", Number(start.size()),
                    " are zero, the others were not looked at."}),
           sink);
  }
}

}  // namespace

std::vector<Probe> GgufTailProbes(const GgufTail& tail) {
  if (tail.length == 0) return {};
  const uint64_t start = std::min(tail.length, kGgufTailStartBytes);
  const uint64_t end = std::min(tail.length, kGgufTailEndBytes);
  return {Probe{.offset = tail.offset,
                .length = start,
                .rule = ProbeRule::kTailStart},
          Probe{.offset = tail.offset + (tail.length - end),
                .length = end,
                .rule = ProbeRule::kTailEnd}};
}

void CheckGgufTailStart(const GgufTail& tail, ByteSpan start,
                        FindingSink* sink) {
  const std::string_view name = tail.length >= kSmallestEmbeddedFile
                                    ? FindSignature(start)
                                    : std::string_view();
  if (!name.empty()) {
    Report(Code::kGgufTailEmbeddedFile, tail.offset,
           Message({Follow(tail), " and begin as ", name, "."}), sink);
    return;
  }
  const std::string_view text = AsText(start);
  const size_t first = text.find_first_not_of('\0');
  if (first == std::string_view::npos) {
    CheckZeros(tail, start, sink);
    return;
  }
  Report(Code::kGgufTailBytes, tail.offset + first,
         Message({Follow(tail), " and are not zero."}), sink);
}

void CheckGgufTailEnd(const GgufTail& tail, ByteSpan end, FindingSink* sink) {
  const std::optional<size_t> at = FindZipEnd(end);
  if (!at.has_value()) return;
  const uint64_t offset = tail.offset + (tail.length - end.size()) + *at;
  Report(Code::kGgufTailEmbeddedFile, offset,
         Message({Follow(tail), "; at ", Number(offset),
                  " they hold the end record of a ZIP archive."}),
         sink);
}

}  // namespace loadgate
