#include "harness/gate/reply_budget.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "harness/gate/input_report.h"
#include "harness/gate/record_encoder.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

uint64_t FrameBytes(const Record& record) {
  std::string frame;
  EncodeRecord(record, &frame);
  return frame.size();
}

// The places of the findings that fit `room` bytes, in their order. The first
// that does not fit is the last that is looked at: what weighs less does not
// take its place.
std::vector<size_t> Fitting(const std::vector<Finding>& findings, uint64_t most,
                            uint64_t room) {
  std::vector<size_t> places;
  for (int weight = 0; weight <= kMaxFindingWeight; ++weight) {
    for (size_t i = 0; i < findings.size(); ++i) {
      if (FindingWeight(findings[i]) != weight) continue;
      const uint64_t bytes = FrameBytes(findings[i]);
      if (bytes > room || places.size() >= most) return places;
      room -= bytes;
      places.push_back(i);
    }
  }
  return places;
}

}  // namespace

void KeepWhatFits(const ReplyLimits& limits, uint64_t bytes_sent,
                  std::vector<Finding>* findings, EndRecord* end) {
  uint64_t room = limits.bytes;
  for (const uint64_t taken : {bytes_sent, FrameBytes(*end)}) {
    room -= std::min(room, taken);
  }
  std::vector<size_t> places = Fitting(*findings, limits.findings, room);
  end->omitted = SaturatingAdd(end->omitted, findings->size() - places.size());
  std::ranges::sort(places);
  std::vector<Finding> fitting;
  for (const size_t i : places) fitting.push_back(std::move((*findings)[i]));
  *findings = std::move(fitting);
}

}  // namespace loadgate
