// From verdicts to an exit code.
//
// The arithmetic fails closed: 2 wins over 1, 1 over 0, and a run in which
// nothing was judged is 2, because an empty list must not read as "all
// accepted".

#ifndef HARNESS_GATE_VERDICT_H_
#define HARNESS_GATE_VERDICT_H_

#include <cstdint>

#include "loadgate/finding.h"

namespace loadgate {

// kExitAccepted, kExitRejected and kExitUndecided are the exit codes that the
// command line promises. Bad usage is kExitUndecided too.
inline constexpr int kExitAccepted = 0;
inline constexpr int kExitRejected = 1;
inline constexpr int kExitUndecided = 2;

// Tally counts the verdicts of a run.
class Tally {
 public:
  // Add counts one input.
  void Add(Verdict verdict);

  // AddIgnored counts one file that was not looked at, and AddIgnoredFolder a
  // directory that was not looked into.
  void AddIgnored() { ++ignored_; }
  void AddIgnoredFolder() { ++ignored_folders_; }

  // accepted, rejected, undecided, ignored (files) and ignored_folders return
  // the counts.
  uint64_t accepted() const { return accepted_; }
  uint64_t rejected() const { return rejected_; }
  uint64_t undecided() const { return undecided_; }
  uint64_t ignored() const { return ignored_; }
  uint64_t ignored_folders() const { return ignored_folders_; }

  // inputs returns how many inputs were counted, ignored files aside.
  uint64_t inputs() const { return accepted_ + rejected_ + undecided_; }

  // ExitCode returns what the run comes to.
  int ExitCode() const;

 private:
  uint64_t accepted_ = 0;
  uint64_t rejected_ = 0;
  uint64_t undecided_ = 0;
  uint64_t ignored_ = 0;
  uint64_t ignored_folders_ = 0;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_VERDICT_H_
