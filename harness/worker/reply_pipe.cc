#include "harness/worker/reply_pipe.h"

#include <variant>

#include "harness/gate/record_encoder.h"
#include "harness/gate/reply_budget.h"
#include "harness/write_all.h"

namespace loadgate {
namespace {

// What is gathered before it is written.
constexpr size_t kBuffer = 16 * 1024;

}  // namespace

void ReplyPipe::Send(const Record& record) {
  if (const auto* finding = std::get_if<Finding>(&record)) {
    findings_.push_back(*finding);
    return;
  }
  if (const auto* last = std::get_if<EndRecord>(&record)) {
    EndRecord end = *last;
    KeepWhatFits(limits_, sent_ + buffer_.size(), &findings_, &end);
    for (const Finding& finding : findings_) EncodeRecord(finding, &buffer_);
    EncodeRecord(end, &buffer_);
    return;
  }
  EncodeRecord(record, &buffer_);
  if (buffer_.size() >= kBuffer) Flush();
}

bool ReplyPipe::Finish() {
  Flush();
  return !failed_;
}

void ReplyPipe::Flush() {
  sent_ += buffer_.size();
  if (!failed_) failed_ = !WriteAll(fd_, buffer_);
  buffer_.clear();
}

}  // namespace loadgate
