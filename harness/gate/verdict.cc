#include "harness/gate/verdict.h"

namespace loadgate {

void Tally::Add(Verdict verdict) {
  switch (verdict) {
    case Verdict::kAccept:
      ++accepted_;
      return;
    case Verdict::kReject:
      ++rejected_;
      return;
    case Verdict::kUndecided:
      break;
  }
  // A value that is no enumerator is no verdict either.
  ++undecided_;
}

int Tally::ExitCode() const {
  if (undecided_ > 0 || inputs() == 0) return kExitUndecided;
  return rejected_ > 0 ? kExitRejected : kExitAccepted;
}

}  // namespace loadgate
