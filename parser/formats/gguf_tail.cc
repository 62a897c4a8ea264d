#include "formats/gguf_tail.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/message.h"
#include "formats/signature.h"

namespace loadgate {
namespace {

// Shorter tails are not searched for other files: the signs are short, and no
// file of interest is.
constexpr uint64_t kSmallestEmbeddedFile = 64;
static_assert(kGgufTailPointedBytes == kPeHeaderBytes);

void Report(Code code, uint64_t offset, std::string what, FindingSink* sink) {
  sink->Report(code, offset, [&] {
    return FindingText{"tail", std::move(what)};
  });
}

std::string Follow(const GgufTail& tail) {
  return Message({Count(tail.length, "byte"),
                  Agree(tail.length, " follows", " follow"), " at ",
                  Number(tail.offset)});
}

// A tail of zeros, as far as it was looked at.
void CheckZeros(const GgufTail& tail, ByteSpan start, FindingSink* sink) {
  if (tail.length > tail.alignment) {
    Report(
        Code::kGgufTailZeros, tail.offset,
        Message({Follow(tail), ", more than the alignment of ",
                 Number(tail.alignment), "; the first ", Number(start.size()),
                 Agree(start.size(), " is", " are"), " zero."}),
        sink);
  } else if (start.size() < tail.length) {
    Report(Code::kGgufPaddingNotLookedAt, tail.offset,
           Message({Follow(tail), "; the first ", Number(start.size()),
                    " are zero, the others were not looked at."}),
           sink);
  }
}

void ReportEmbedded(const GgufTail& tail, std::string_view name,
                    FindingSink* sink) {
  Report(Code::kGgufTailEmbeddedFile, tail.offset,
         Message({Follow(tail), " and begin as ", name, "."}), sink);
}

void ReportBytes(const GgufTail& tail, uint64_t first, FindingSink* sink) {
  Report(Code::kGgufTailBytes, tail.offset + first,
         Message({Follow(tail), " and ", Agree(tail.length, "is", "are"),
                  " not zero."}),
         sink);
}

// The probe that settles what begins as `start`, if it lies in the tail.
std::optional<Probe> PointedProbe(const GgufTail& tail, ByteSpan start) {
  const std::optional<uint64_t> pointer = FindGgufTailPointer(start);
  if (!pointer.has_value() || *pointer > tail.length ||
      tail.length - *pointer < kGgufTailPointedBytes) {
    return std::nullopt;
  }
  return Probe{.offset = tail.offset + *pointer,
               .length = kGgufTailPointedBytes,
               .rule = ProbeRule::kTailPointed};
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

std::optional<uint64_t> FindGgufTailPointer(ByteSpan start) {
  const std::optional<uint32_t> header = FindPeHeader(start);
  if (!header.has_value()) return std::nullopt;
  const bool seen = *header <= start.size() &&
                    start.size() - *header >= kGgufTailPointedBytes;
  return seen ? std::nullopt : std::optional<uint64_t>(*header);
}

std::optional<Probe> CheckGgufTailStart(const GgufTail& tail, ByteSpan start,
                                        FindingSink* sink) {
  const std::string_view name = tail.length >= kSmallestEmbeddedFile
                                    ? FindSignature(start)
                                    : std::string_view();
  if (!name.empty()) {
    ReportEmbedded(tail, name, sink);
    return std::nullopt;
  }
  const std::string_view text = AsText(start);
  const size_t first = text.find_first_not_of('\0');
  if (first == std::string_view::npos) {
    CheckZeros(tail, start, sink);
    return std::nullopt;
  }
  const std::optional<Probe> pointed = PointedProbe(tail, start);
  if (!pointed.has_value()) ReportBytes(tail, first, sink);
  return pointed;
}

void CheckGgufTailPointed(const GgufTail& tail, ByteSpan pointed,
                          FindingSink* sink) {
  if (IsPeHeader(pointed)) {
    ReportEmbedded(tail, kPeName, sink);
  } else {
    ReportBytes(tail, 0, sink);
  }
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
