// Signals and the end of memory: how the program ends when it cannot go on.

#ifndef HARNESS_SIGNALS_H_
#define HARNESS_SIGNALS_H_

#include "loadgate/unique_fd.h"

namespace loadgate {

// InstallHandlers makes SIGINT, SIGTERM and SIGHUP end the run after the input
// that is being judged (a second one ends it at once), makes a closed pipe a
// write error instead of a signal, and makes the end of memory exit code 2.
void InstallHandlers();

// Interrupted returns whether a signal has asked the run to end.
bool Interrupted();

// SignalEndsStream makes a signal that asks the run to end also end a stream:
// while it lives, such a signal puts /dev/null in the place of `fd`, so that a
// read that waits for more sees the end instead of waiting on. There is at most
// one at a time.
class SignalEndsStream {
 public:
  explicit SignalEndsStream(int fd);
  ~SignalEndsStream();
  SignalEndsStream(const SignalEndsStream&) = delete;
  SignalEndsStream& operator=(const SignalEndsStream&) = delete;

 private:
  UniqueFd null_;
};

// EnsureStandardStreams makes sure that descriptors 0, 1 and 2 are open, so
// that no input is opened under the number of a stream that reports are written
// to. It returns false if one was missing that cannot be replaced: output would
// go nowhere.
bool EnsureStandardStreams();

}  // namespace loadgate

#endif  // HARNESS_SIGNALS_H_
