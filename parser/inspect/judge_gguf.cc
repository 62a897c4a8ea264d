#include "inspect/judge_gguf.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/probe.h"

namespace loadgate {
namespace {

absl::Status FileShrank() {
  return absl::DataLossError("the file became shorter while it was read");
}

// Reads the header in windows until the reader has an answer about it.
absl::StatusOr<ReadResult> ReadHeader(GgufReader& reader, HeaderWindow& window,
                                      ByteSource& source, FindingSink* sink) {
  const GgufReader fresh_reader = reader;
  const FindingSink fresh_sink = *sink;
  ReadResult result = reader.Read(window.bytes(), source.size(), sink);
  while (result.status == ReadStatus::kNeedBytes) {
    const bool was_known = source.size().has_value();
    // A stream is left alone as soon as it is rejected; of a file, the other
    // findings are worth the rest of its header.
    if (!was_known && sink->errors() > 0) return result;
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
  return result;
}

absl::Status CheckProbes(std::span<const Probe> probes, const GgufFile& file,
                         HeaderWindow& window, uint64_t file_size,
                         FindingSink* sink) {
  for (const Probe& probe : probes) {
    const auto bytes = window.Fetch(probe.offset, probe.length);
    if (!bytes.ok()) return bytes.status();
    if (bytes->size() < probe.length) return FileShrank();
    file.CheckProbe(probe, *bytes, file_size, sink);
  }
  return absl::OkStatus();
}

// What a stream's tail leaves behind when it has passed.
struct PassedTail {
  uint64_t file_size = 0;
  std::vector<std::byte> start;
  std::vector<std::byte> end;
};

// Reads a stream to its end from `offset` on and keeps the first step, and as
// much of the end as a probe may ask for.
absl::StatusOr<PassedTail> PassTail(HeaderWindow& window, uint64_t offset) {
  PassedTail tail;
  std::vector<std::byte> step;
  uint64_t position = offset;
  do {
    auto bytes = window.Fetch(position, kStreamStep);
    if (!bytes.ok()) return bytes.status();
    step = *std::move(bytes);
    if (position == offset) tail.start = step;
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
  return probe.rule == ProbeRule::kTailStart
             ? ByteSpan(tail.start).first(length)
             : ByteSpan(tail.end).last(length);
}

// Judges what follows the header of a stream. Padding is checked as it passes;
// rules about the end wait for it.
absl::StatusOr<GgufFile> JudgeStream(GgufReader reader, HeaderWindow& window,
                                     ByteSource& source, FindingSink* sink) {
  const GgufFile passing = GgufReader(reader).TakePartial(window.bytes());
  for (const Probe& probe : passing.probes()) {
    const auto bytes = window.Fetch(probe.offset, probe.length);
    if (!bytes.ok()) return bytes.status();
    passing.CheckProbe(probe, *bytes, 0, sink);
    if (bytes->size() < probe.length) break;
  }
  const auto tail = PassTail(window, passing.tail_offset());
  if (!tail.ok()) return tail.status();
  const uint64_t size = source.size().value_or(tail->file_size);
  reader.Read(window.bytes(), size, sink);
  for (const Probe& probe : passing.TailProbes(size)) {
    passing.CheckProbe(probe, OfPassedTail(*tail, probe), size, sink);
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
