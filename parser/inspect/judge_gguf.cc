#include "inspect/judge_gguf.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "formats/gguf_tail.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/probe.h"

namespace loadgate {
namespace {

// The first step of a stream's tail is what its first probe shows of it.
static_assert(kStreamStep == kGgufTailStartBytes);

absl::Status FileShrank() {
  return absl::DataLossError("the file became shorter while it was read");
}

// Reads a stream that has an error anew, and gives the reader no byte that it
// does not ask for, up to the error: what else had arrived with it must not
// show in the report.
ReadResult ReadUpToError(GgufReader& reader, HeaderWindow& window,
                         FindingSink* sink) {
  const uint64_t errors = sink->errors();
  ReadResult result = {.status = ReadStatus::kNeedBytes, .need = 1};
  while (result.status == ReadStatus::kNeedBytes && sink->errors() == errors) {
    LG_CHECK(result.need <= window.bytes().size());
    window.Decide(result.need);
    result = reader.Read(window.deciding(), std::nullopt, sink);
  }
  return result;
}

// Reads the header in windows until the reader has an answer about it.
absl::StatusOr<ReadResult> ReadHeader(GgufReader& reader, HeaderWindow& window,
                                      ByteSource& source, FindingSink* sink) {
  const GgufReader fresh_reader = reader;
  const FindingSink fresh_sink = *sink;
  ReadResult result = reader.Read(window.bytes(), source.size(), sink);
  for (;;) {
    const bool was_known = source.size().has_value();
    // A stream is left alone as soon as it is rejected; of a file, the other
    // findings are worth the rest of its header.
    if (!was_known && sink->errors() > fresh_sink.errors()) {
      reader = fresh_reader;
      *sink = fresh_sink;
      return ReadUpToError(reader, window, sink);
    }
    if (result.status != ReadStatus::kNeedBytes) return result;
    const absl::Status status = window.GrowTo(result.need);
    if (!status.ok()) return status;
    if (!was_known && source.size().has_value()) {
      // The stream ended inside the header, all of which is here. Read as the
      // file it is, it gives that file's report.
      reader = fresh_reader;
      *sink = fresh_sink;
    }
    result = reader.Read(window.bytes(), source.size(), sink);
  }
}

absl::Status CheckProbes(std::span<const Probe> probes, const GgufFile& file,
                         HeaderWindow& window, uint64_t file_size,
                         FindingSink* sink) {
  for (std::optional<Probe> probe : probes) {
    while (probe.has_value()) {
      const auto bytes = window.Fetch(probe->offset, probe->length);
      if (!bytes.ok()) return bytes.status();
      if (bytes->size() < probe->length) return FileShrank();
      probe = file.CheckProbe(*probe, *bytes, file_size, sink);
    }
  }
  return absl::OkStatus();
}

// What a stream's tail leaves behind when it has passed.
struct PassedTail {
  uint64_t file_size = 0;
  std::vector<std::byte> start;
  std::optional<uint64_t> pointer;  // Where `pointed` stand in the file.
  std::vector<std::byte> pointed;
  std::vector<std::byte> end;
};

// Keeps of `step`, which lies at `position`, what the tail's start points to.
// No step before it was left out.
void KeepPointed(ByteSpan step, uint64_t position, PassedTail* tail) {
  if (!tail->pointer.has_value()) return;
  while (tail->pointed.size() < kGgufTailPointedBytes) {
    const uint64_t at = *tail->pointer + tail->pointed.size() - position;
    if (at >= step.size()) return;
    tail->pointed.push_back(step[static_cast<size_t>(at)]);
  }
}

// Reads a stream to its end from `offset` on and keeps the first step, what
// that points to, and as much of the end as a probe may ask for.
absl::StatusOr<PassedTail> PassTail(HeaderWindow& window, uint64_t offset) {
  PassedTail tail;
  std::vector<std::byte> step;
  uint64_t position = offset;
  do {
    auto bytes = window.Fetch(position, kStreamStep);
    if (!bytes.ok()) return bytes.status();
    step = *std::move(bytes);
    if (position == offset) {
      tail.start = step;
      const auto pointer = FindGgufTailPointer(step);
      if (pointer.has_value()) tail.pointer = SaturatingAdd(offset, *pointer);
    }
    KeepPointed(step, position, &tail);
    position += step.size();
    tail.end.insert(tail.end.end(), step.begin(), step.end());
    if (tail.end.size() > 4 * kStreamStep) {
      tail.end.erase(tail.end.begin(), tail.end.end() - 2 * kStreamStep);
    }
  } while (step.size() == kStreamStep);
  tail.file_size = position;
  return tail;
}

// The bytes of a tail probe, out of what was kept.
ByteSpan OfPassedTail(const PassedTail& tail, const Probe& probe) {
  const auto length = static_cast<size_t>(probe.length);
  if (probe.rule == ProbeRule::kTailStart) {
    return ByteSpan(tail.start).first(length);
  }
  return probe.rule == ProbeRule::kTailPointed
             ? ByteSpan(tail.pointed).first(length)
             : ByteSpan(tail.end).last(length);
}

// Judges what follows the header of a stream. Padding is checked as it passes;
// rules about the end wait for it.
absl::StatusOr<GgufFile> JudgeStream(GgufReader reader, HeaderWindow& window,
                                     ByteSource& source, FindingSink* sink) {
  const GgufFile passing = GgufReader(reader).TakePartial(window.bytes());
  window.Decide(passing.header_bytes());
  for (const Probe& probe : passing.probes()) {
    const auto bytes = window.Fetch(probe.offset, probe.length);
    if (!bytes.ok()) return bytes.status();
    // Padding calls for no other probe.
    LG_CHECK(!passing.CheckProbe(probe, *bytes, 0, sink).has_value());
    if (bytes->size() < probe.length) break;
  }
  const auto tail = PassTail(window, passing.tail_offset());
  if (!tail.ok()) return tail.status();
  const uint64_t size = source.size().value_or(tail->file_size);
  reader.Read(window.bytes(), size, sink);
  for (std::optional<Probe> probe : passing.TailProbes(size)) {
    while (probe.has_value()) {
      const ByteSpan bytes = OfPassedTail(*tail, *probe);
      probe = passing.CheckProbe(*probe, bytes, size, sink);
    }
  }
  return std::move(reader).TakePartial(window.bytes());
}

}  // namespace

absl::StatusOr<GgufFile> JudgeGguf(HeaderWindow& window, ByteSource& source,
                                   const JudgeOptions& options,
                                   FindingSink* sink) {
  GgufReader reader(options.limits, options.hash_key);
  const auto result = ReadHeader(reader, window, source, sink);
  if (!result.ok()) return result.status();
  if (result->status == ReadStatus::kNeedSize && sink->errors() == 0) {
    return JudgeStream(std::move(reader), window, source, sink);
  }
  GgufFile file = result->status == ReadStatus::kParsed
                      ? std::move(reader).TakeFile(window.bytes())
                      : std::move(reader).TakePartial(window.bytes());
  // A file that has errors is looked at to its end too: what one error says
  // must not hide what lies behind the last tensor.
  if (!source.size().has_value() || !file.layout_known()) return file;
  const uint64_t size = *source.size();
  absl::Status status = CheckProbes(file.probes(), file, window, size, sink);
  if (status.ok()) {
    status = CheckProbes(file.TailProbes(size), file, window, size, sink);
  }
  if (!status.ok()) return status;
  return file;
}

}  // namespace loadgate
