#include "tests/support/gguf_feeding.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

namespace loadgate::testing_support {
namespace {

constexpr HashKey kKey = {.k0 = 0x0706050403020100, .k1 = 0x0f0e0d0c0b0a0908};

// Through a pointer the compiler cannot see through: the bytes are freed right
// afterwards, and it would leave out a plain memset.
void Poison(std::span<std::byte> bytes) {
  static void* (*const volatile fill)(void*, int, size_t) = std::memset;
  if (!bytes.empty()) fill(bytes.data(), 0xEE, bytes.size());
}

// Looks at the probes and returns whether all of them lie in the file.
bool CheckProbes(std::span<const Probe> probes, const GgufFile& parsed,
                 ByteSpan file, FindingSink* sink) {
  for (std::optional<Probe> probe : probes) {
    while (probe.has_value()) {
      if (probe->length == 0 || probe->offset > file.size() ||
          probe->length > file.size() - probe->offset) {
        return false;
      }
      const ByteSpan bytes = file.subspan(static_cast<size_t>(probe->offset),
                                          static_cast<size_t>(probe->length));
      probe = parsed.CheckProbe(*probe, bytes, file.size(), sink);
    }
  }
  return true;
}

// Takes the file out of `reader`, of which `header` was read, and looks at its
// probes, also when it has errors: as Judge() does.
void Finish(GgufReader reader, ByteSpan header, ByteSpan file,
            FindingSink* sink, GgufReading* out) {
  out->items_read = reader.items_read();
  out->file = out->status == ReadStatus::kParsed
                  ? std::move(reader).TakeFile(header)
                  : std::move(reader).TakePartial(header);
  const GgufFile& read = *out->file;
  if (read.layout_known() &&
      (!CheckProbes(read.probes(), read, file, sink) ||
       !CheckProbes(read.TailProbes(file.size()), read, file, sink))) {
    out->fault = "a probe lies outside the file";
  }
  out->verdict = sink->verdict();
  out->findings = sink->Findings();
  out->omitted = sink->omitted();
}

// A header that grows, and moves whenever it does.
class MovingHeader {
 public:
  explicit MovingHeader(ByteSpan file) : file_(file) {}

  ByteSpan bytes() const { return bytes_; }

  void GrowTo(uint64_t size) {
    const ByteSpan first = file_.first(static_cast<size_t>(size));
    std::vector<std::byte> moved(first.begin(), first.end());
    bytes_.swap(moved);
    Poison(moved);
  }

  std::vector<std::byte> Release() && { return std::move(bytes_); }

 private:
  ByteSpan file_;
  std::vector<std::byte> bytes_;
};

// What is wrong with an answer to `present` of `size` bytes.
std::string FaultOf(const ReadResult& result, uint64_t present, bool size_known,
                    uint64_t size) {
  if (result.status == ReadStatus::kNeedSize) {
    return size_known ? "asks for a size that it was given" : "";
  }
  if (result.status != ReadStatus::kNeedBytes) return "";
  if (result.need <= present) return "asks for no more than it was given";
  if (size_known && result.need > size) return "asks for more than there is";
  return "";
}

}  // namespace

GgufReading ReadGguf(ByteSpan file, const Limits& limits) {
  GgufReading out;
  FindingSink sink(limits);
  GgufReader reader(limits, kKey);
  out.status = reader.Read(file, file.size(), &sink).status;
  Finish(std::move(reader), file, file, &sink, &out);
  return out;
}

Pieces OneByteAtATime() {
  return [](uint64_t present) { return present + 1; };
}

Pieces RandomPieces(uint64_t seed, uint64_t longest) {
  // SplitMix64.
  return [state = seed, longest](uint64_t present) mutable {
    state += 0x9e3779b97f4a7c15;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return present + 1 + (z ^ (z >> 31)) % longest;
  };
}

GgufReading ReadGgufInPieces(ByteSpan file, const Feeding& feeding) {
  GgufReading out;
  FindingSink sink(feeding.limits);
  GgufReader reader(feeding.limits, kKey);
  MovingHeader header(file);
  const uint64_t most =
      std::min<uint64_t>(file.size(), feeding.limits.header_bytes);
  uint64_t present = 0;
  bool size_known = feeding.size_known;
  const auto read = [&] {
    header.GrowTo(present);
    const auto size = size_known ? std::optional<uint64_t>(file.size())
                                 : std::optional<uint64_t>();
    const ReadResult result = reader.Read(header.bytes(), size, &sink);
    out.status = result.status;
    out.fault = FaultOf(result, present, size_known, file.size());
    return out.fault.empty() && result.status != ReadStatus::kParsed &&
           result.status != ReadStatus::kFindings;
  };
  while (read()) {
    if (out.status == ReadStatus::kNeedSize || present == file.size()) {
      size_known = true;
    } else if (present == most) {
      out.fault = "wants to read past its limit";
      break;
    } else {
      present = std::clamp(feeding.pieces(present), present + 1, most);
    }
  }
  Finish(std::move(reader), header.bytes(), file, &sink, &out);
  out.header = std::move(header).Release();
  return out;
}

std::string ReadingText(const GgufReading& reading) {
  std::string text(VerdictName(reading.verdict));
  text += ", " + std::to_string(reading.items_read) + " items\n";
  for (const Finding& finding : reading.findings) {
    text += std::string(CodeName(finding.code)) + " at " +
            std::to_string(finding.offset) + " in " + finding.where + ": " +
            finding.message + "\n";
  }
  return text + std::to_string(reading.omitted) + " more\n" + reading.fault;
}

}  // namespace loadgate::testing_support
