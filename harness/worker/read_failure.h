// What the worker says where it could not get bytes.

#ifndef HARNESS_WORKER_READ_FAILURE_H_
#define HARNESS_WORKER_READ_FAILURE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "harness/gate/input_report.h"
#include "harness/gate/record.h"

namespace loadgate {

// SendReadFailure sends all of a reply about an input of this `size`: bytes
// that could not be had leave it undecided, whatever was found in those that
// could. `where` is which file that was, of a set.
inline void SendReadFailure(const std::optional<uint64_t>& size,
                            const absl::Status& status, const RecordSink& sink,
                            std::string where = {}) {
  const Code code =
      absl::IsDataLoss(status) ? Code::kInputChanged : Code::kInputNotReadable;
  Finding finding = MakeFinding(
      code,
      absl::StrFormat("Reading broke off: %s.", std::string(status.message())));
  finding.where = std::move(where);
  sink(FormatRecord{
      .format = "unknown", .size = size, .expected_size = std::nullopt});
  sink(std::move(finding));
  sink(EndRecord{.verdict = Verdict::kUndecided, .omitted = 0});
}

}  // namespace loadgate

#endif  // HARNESS_WORKER_READ_FAILURE_H_
