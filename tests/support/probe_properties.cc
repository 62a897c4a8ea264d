#include "tests/support/probe_properties.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/limits.h"
#include "loadgate/probe.h"
#include "tests/naive/gguf.h"
#include "tests/naive/shape.h"
#include "tests/naive/tail.h"
#include "tests/naive/wide.h"

namespace loadgate::testing_support {
namespace {

using naive::Wide;

// What the tail may take for itself: its first 64 KiB, 4 bytes that these point
// to, and its last 65,557.
constexpr uint64_t kTailProbes = 3;
constexpr uint64_t kTailBytes = 65536 + 4 + 65557;

std::vector<uint8_t> Numbers(ByteSpan file) {
  std::vector<uint8_t> numbers;
  for (const std::byte b : file) numbers.push_back(std::to_integer<uint8_t>(b));
  return numbers;
}

Probe PlaceOf(Wide begin, Wide end, ProbeRule rule, size_t item) {
  return {.offset = static_cast<uint64_t>(begin),
          .length = static_cast<uint64_t>(end - begin),
          .rule = rule,
          .item = static_cast<uint32_t>(item)};
}

// All padding by the naive reader's layout, in file order. It may lie behind
// the end of the file.
std::vector<Probe> PaddingOf(const naive::Judgement& naive, uint64_t header) {
  std::vector<Probe> places;
  if (naive.tensors.empty()) return places;
  places.push_back(
      PlaceOf(header, naive.data_start, ProbeRule::kHeaderPadding, 0));
  for (size_t i = 0; i < naive.tensors.size(); ++i) {
    const naive::Tensor& tensor = naive.tensors[i];
    const Wide padded =
        tensor.begin + naive::RoundUp(tensor.bytes, naive.alignment);
    places.push_back(PlaceOf(tensor.end, padded, ProbeRule::kTensorPadding, i));
  }
  std::erase_if(places, [](const Probe& place) { return place.length == 0; });
  return places;
}

bool Same(const Probe& a, const Probe& b) {
  return a.offset == b.offset && a.length == b.length && a.rule == b.rule &&
         a.item == b.item;
}

uint64_t BytesOf(std::span<const Probe> probes) {
  uint64_t bytes = 0;
  for (const Probe& probe : probes) bytes += probe.length;
  return bytes;
}

std::string NameOf(const Probe& probe) {
  return "the probe of " + std::to_string(probe.length) + " bytes at " +
         std::to_string(probe.offset);
}

// One reading of one file within one set of limits.
class Reading {
 public:
  Reading(ByteSpan file, const naive::Judgement& naive, const Limits& limits)
      : file_(file), naive_(naive), limits_(limits), sink_(limits) {
    GgufReader reader(limits, HashKey{});
    const ReadResult result = reader.Read(file, file.size(), &sink_);
    if (result.status != ReadStatus::kParsed) return;
    parsed_ = std::move(reader).TakeFile(file);
    places_ = PaddingOf(naive, parsed_->header_bytes());
    probes_.assign(parsed_->probes().begin(), parsed_->probes().end());
  }

  bool parsed() const { return parsed_.has_value(); }
  const std::vector<Probe>& places() const { return places_; }

  std::string Broken() {
    std::string broken = BrokenList();
    if (broken.empty()) broken = BrokenLimits();
    if (broken.empty()) broken = BrokenNote();
    return broken.empty() ? BrokenChecks() : broken;
  }

 private:
  // The place in the file as it is: it may end early, or not be there.
  Probe Cut(Probe place) const {
    const uint64_t there =
        file_.size() - std::min<uint64_t>(place.offset, file_.size());
    place.length = std::min(place.length, there);
    return place;
  }

  bool IsListed(const Probe& place) const {
    return std::ranges::any_of(
        probes_, [&](const Probe& probe) { return Same(probe, Cut(place)); });
  }

  std::string BrokenList() const {
    if (naive_.data_start - parsed_->header_bytes() >= naive_.alignment) {
      return "the data section begins too late";
    }
    uint64_t end = 0;
    for (const Probe& probe : probes_) {
      if (probe.length == 0 || probe.offset > file_.size() ||
          probe.length > file_.size() - probe.offset) {
        return NameOf(probe) + " is empty or lies outside the file";
      }
      if (probe.offset < end) return NameOf(probe) + " lies before the last";
      end = probe.offset + probe.length;
      if (!std::ranges::any_of(places_, [&](const Probe& place) {
            return Same(Cut(place), probe);
          })) {
        return NameOf(probe) + " is not padding of its rule and tensor";
      }
    }
    return "";
  }

  std::string BrokenLimits() const {
    const std::vector<Probe> tail = parsed_->TailProbes(file_.size());
    if (probes_.size() + kTailProbes >
            std::max<uint64_t>(limits_.probes, kTailProbes) ||
        BytesOf(probes_) + kTailBytes >
            std::max(limits_.probe_bytes, kTailBytes) ||
        tail.size() > kTailProbes - 1 || BytesOf(tail) > kTailBytes - 4) {
      return "the probes are more than the limits allow";
    }
    bool left_out = false;
    for (const Probe& place : places_) {
      if (Cut(place).length == 0 || IsListed(place)) continue;
      left_out = true;
      if (!HasRoom(place)) return "";
    }
    return left_out ? "a place is left out that has room" : "";
  }

  // Whether the limits have room for `place` beside what is listed.
  bool HasRoom(const Probe& place) const {
    return probes_.size() + kTailProbes < limits_.probes &&
           Wide{BytesOf(probes_)} + place.length + kTailBytes <=
               limits_.probe_bytes;
  }

  // The note counts places before it is known where the file ends: one that
  // lies behind that may count or not.
  std::string BrokenNote() const {
    uint64_t missing = 0;
    uint64_t behind = 0;
    for (const Probe& place : places_) {
      if (Cut(place).length == 0) {
        ++behind;
      } else if (!IsListed(place)) {
        ++missing;
      }
    }
    uint64_t told = 0;
    for (const Finding& finding : sink_.Findings()) {
      if (finding.code != Code::kGgufPaddingNotLookedAt) continue;
      if (told != 0) return "there are two notes";
      told = std::strtoull(finding.message.c_str(), nullptr, 10);
      if (told == 0) return "a note tells of no places";
    }
    return told >= missing && told <= missing + behind
               ? ""
               : "the note tells of " + std::to_string(told) +
                     " places, not of " + std::to_string(missing);
  }

  // What looking at `probe` adds, and at those that it leads to.
  std::vector<Finding> Look(std::optional<Probe> probe) const {
    FindingSink sink;
    while (probe.has_value()) {
      const ByteSpan bytes = file_.subspan(static_cast<size_t>(probe->offset),
                                           static_cast<size_t>(probe->length));
      probe = parsed_->CheckProbe(*probe, bytes, file_.size(), &sink);
    }
    return sink.Findings();
  }

  // The place of the first byte of [begin, end) that is not zero.
  std::optional<uint64_t> FirstNotZero(uint64_t begin, uint64_t end) const {
    for (uint64_t at = begin; at < end; ++at) {
      if (file_[static_cast<size_t>(at)] != std::byte{0}) return at;
    }
    return std::nullopt;
  }

  std::string BrokenChecks() const {
    for (const Probe& probe : probes_) {
      const auto first =
          FirstNotZero(probe.offset, probe.offset + probe.length);
      const std::string broken =
          BrokenCheck(probe, first, Code::kGgufPaddingNotZero);
      if (!broken.empty()) return broken;
    }
    for (const Probe& probe : parsed_->TailProbes(file_.size())) {
      const std::string broken = probe.rule == ProbeRule::kTailStart
                                     ? BrokenTailStart(probe)
                                     : BrokenTailEnd(probe);
      if (!broken.empty()) return broken;
    }
    return "";
  }

  // Looking at `probe` must find `code` at `at` and nothing else; or nothing.
  std::string BrokenCheck(const Probe& probe, std::optional<uint64_t> at,
                          Code code) const {
    const std::vector<Finding> found = Look(probe);
    if (!at.has_value()) {
      return found.empty() ? "" : NameOf(probe) + " has a finding";
    }
    return found.size() == 1 && found[0].code == code && found[0].offset == *at
               ? ""
               : NameOf(probe) + " does not have " +
                     std::string(CodeName(code)) + " at " +
                     std::to_string(*at) + " alone";
  }

  std::string BrokenTailStart(const Probe& probe) const {
    const std::vector<uint8_t> tail =
        Numbers(file_.subspan(static_cast<size_t>(probe.offset)));
    const auto first = FirstNotZero(probe.offset, file_.size());
    if (!naive::NameTail(tail).empty()) {
      return BrokenCheck(probe, probe.offset, Code::kGgufTailEmbeddedFile);
    }
    if (first.has_value()) {
      return BrokenCheck(probe, first, Code::kGgufTailBytes);
    }
    const bool long_tail = tail.size() > naive_.alignment;
    return BrokenCheck(probe,
                       long_tail ? std::optional(probe.offset) : std::nullopt,
                       Code::kGgufTailZeros);
  }

  std::string BrokenTailEnd(const Probe& probe) const {
    const std::vector<uint8_t> file = Numbers(file_);
    const size_t tail = static_cast<size_t>(parsed_->tail_offset());
    const std::optional<size_t> end = naive::FindZipEnd(file, tail);
    return BrokenCheck(
        probe, end.has_value() ? std::optional<uint64_t>(*end) : std::nullopt,
        Code::kGgufTailEmbeddedFile);
  }

  ByteSpan file_;
  const naive::Judgement& naive_;
  Limits limits_;
  FindingSink sink_;
  std::optional<GgufFile> parsed_;
  std::vector<Probe> places_;
  std::vector<Probe> probes_;
};

// Limits about `count` places with `bytes`.
std::vector<Limits> LimitsAbout(uint64_t count, uint64_t bytes) {
  std::vector<Limits> all;
  for (const uint64_t probes :
       {uint64_t{0}, kTailProbes, kTailProbes + 1, kTailProbes + count / 2,
        kTailProbes + count - 1, kTailProbes + count}) {
    all.push_back({.probes = static_cast<uint32_t>(probes)});
  }
  for (const uint64_t most :
       {uint64_t{0}, kTailBytes, kTailBytes + 1, kTailBytes + bytes / 2,
        kTailBytes + bytes - 1, kTailBytes + bytes}) {
    all.push_back({.probe_bytes = most});
  }
  all.push_back({.probes = static_cast<uint32_t>(kTailProbes + count / 2),
                 .probe_bytes = kTailBytes + bytes / 2});
  return all;
}

}  // namespace

std::string BrokenProbeProperty(ByteSpan file) {
  const naive::Judgement naive = naive::JudgeGguf(Numbers(file));
  // What the tail holds is the last thing that the naive reader looks at.
  if (!naive.accept && !naive.reason.starts_with("the tail ")) return "";
  Reading unlimited(file, naive, Limits{});
  if (!unlimited.parsed()) return "";
  std::string broken = unlimited.Broken();
  const std::vector<Probe>& places = unlimited.places();
  for (const Limits& limits : LimitsAbout(places.size(), BytesOf(places))) {
    if (!broken.empty()) break;
    Reading reading(file, naive, limits);
    broken = reading.parsed() ? reading.Broken()
                              : "a limit on probes keeps it from being parsed";
    if (!broken.empty()) {
      broken += ", within " + std::to_string(limits.probes) + " probes of " +
                std::to_string(limits.probe_bytes) + " bytes";
    }
  }
  return broken;
}

}  // namespace loadgate::testing_support
