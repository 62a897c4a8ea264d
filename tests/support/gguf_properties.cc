#include "tests/support/gguf_properties.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/support/finding_properties.h"
#include "tests/support/gguf_views.h"

namespace loadgate::testing_support {
namespace {

constexpr size_t kSmallFile = 256;

// The bytes that what was read views.
ByteSpan Viewed(ByteSpan file, const GgufReading& reading) {
  return reading.header.empty() ? file : ByteSpan(reading.header);
}

std::string BrokenVerdict(ByteSpan file, const GgufReading& reading) {
  if (reading.verdict == Verdict::kUndecided) return "";
  const naive::Judgement expected = JudgeNaively(file);
  const bool accept = reading.verdict == Verdict::kAccept;
  if (accept != expected.accept) {
    return "the naive reader says " +
           (expected.accept ? "accept"
                            : "reject, " + expected.reason + " at " +
                                  std::to_string(expected.offset));
  }
  if (!accept) return "";
  return BrokenGgufLayout(*reading.file, Viewed(file, reading), file.size(),
                          expected);
}

// The header, each pair, each element and each tensor info.
uint64_t ItemsIn(const GgufFile& file) {
  uint64_t items = 1 + file.key_value_count() + file.tensor_count();
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const GgufKeyValue pair = file.key_value(i);
    if (pair.is_array()) items += pair.count();
  }
  return items;
}

// A number that hangs on the content, so that the same file is always cut at
// the same places.
uint64_t SeedOf(ByteSpan file) {
  uint64_t seed = 0xcbf29ce484222325;
  for (const std::byte byte : file.first(std::min<size_t>(file.size(), 4096))) {
    seed = (seed ^ std::to_integer<uint64_t>(byte)) * 0x100000001b3;
  }
  return seed;
}

// A reading in pieces must come to the same as `whole`. A stream that is not
// accepted may be told so in other words: a count that no file of this size can
// hold is one that passes our limits while the size is not known.
std::string BrokenPieces(ByteSpan file, const GgufReading& whole,
                         const Feeding& feeding) {
  const GgufReading pieces = ReadGgufInPieces(file, feeding);
  const bool accept = whole.verdict == Verdict::kAccept;
  const bool same =
      feeding.size_known || accept
          ? ReadingText(pieces) == ReadingText(whole)
          : pieces.verdict != Verdict::kAccept && pieces.fault.empty();
  if (!same) {
    return "in pieces it comes to another end:\n" + ReadingText(pieces);
  }
  return BrokenGgufViews(*pieces.file, pieces.header);
}

}  // namespace

naive::Judgement JudgeNaively(ByteSpan file) {
  std::vector<uint8_t> bytes;
  bytes.reserve(file.size());
  for (const std::byte byte : file) {
    bytes.push_back(std::to_integer<uint8_t>(byte));
  }
  return naive::JudgeGguf(bytes);
}

std::string BrokenGgufReading(ByteSpan file, const GgufReading& reading) {
  if (!reading.fault.empty()) return reading.fault;
  const bool parsed = reading.status == ReadStatus::kParsed;
  if (!parsed && reading.status != ReadStatus::kFindings) {
    return "there is no answer";
  }
  if (!parsed && reading.verdict == Verdict::kAccept) {
    return "it is accepted without being parsed";
  }
  if (parsed && reading.items_read != ItemsIn(*reading.file)) {
    return "an item was not parsed exactly once";
  }
  std::string broken =
      BrokenFindings(reading.findings, reading.verdict, file.size());
  if (broken.empty()) {
    broken = BrokenGgufViews(*reading.file, Viewed(file, reading));
  }
  return broken.empty() ? BrokenVerdict(file, reading) : broken;
}

std::string BrokenGgufProperty(ByteSpan file, const Limits& limits) {
  // As much of the header as the limits allow is what any caller gives.
  const GgufReading whole = ReadGgufInPieces(
      file, {.pieces = [](uint64_t) { return UINT64_MAX; }, .limits = limits});
  std::string broken = BrokenGgufReading(file, whole);
  const uint64_t longest = std::max<uint64_t>(16, file.size() / 16);
  const Pieces pieces = RandomPieces(SeedOf(file), longest);
  std::vector<Feeding> feedings = {
      {.pieces = pieces, .limits = limits},
      {.pieces = pieces, .size_known = false, .limits = limits}};
  if (file.size() <= kSmallFile) {
    feedings.push_back({.pieces = OneByteAtATime(), .limits = limits});
  }
  for (const Feeding& feeding : feedings) {
    if (broken.empty()) broken = BrokenPieces(file, whole, feeding);
  }
  return broken.empty() ? "" : broken + "\n" + ReadingText(whole);
}

}  // namespace loadgate::testing_support
