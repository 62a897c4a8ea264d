#include "harness/signals.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>
#include <string_view>

#include "harness/gate/verdict.h"

namespace loadgate {
namespace {

volatile std::sig_atomic_t interrupted = 0;

volatile std::sig_atomic_t stream = -1;       // See SignalEndsStream.
volatile std::sig_atomic_t null_device = -1;  // Open while `stream` is.

void OnSignal(int signal) {
  interrupted = 1;
  // A second one always ends the program.
  std::signal(signal, SIG_DFL);
  const int error = errno;
  // However the signal and the read meet, the next read is of /dev/null.
  if (stream >= 0) ::dup2(null_device, stream);
  errno = error;
}

// Nothing may unwind from here: half a verdict must not be printed as a whole
// one, and nothing may allocate.
[[noreturn]] void OnNoMemory() {
  constexpr std::string_view kText =
      "loadgate: out of memory; what was not printed has no verdict\n";
  const ssize_t ignored = ::write(STDERR_FILENO, kText.data(), kText.size());
  static_cast<void>(ignored);
  ::_exit(kExitUndecided);
}

bool IsOpen(int fd) { return ::fcntl(fd, F_GETFD) >= 0 || errno != EBADF; }

}  // namespace

void InstallHandlers() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::signal(signal, OnSignal);
  }
  // Writing fails instead, and whoever writes says so.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_new_handler(OnNoMemory);
}

bool Interrupted() { return interrupted != 0; }

SignalEndsStream::SignalEndsStream(int fd)
    : null_(::open("/dev/null", O_RDONLY | O_CLOEXEC)) {
  if (!null_.is_open()) return;
  null_device = null_.get();
  stream = fd;
  // A signal that came before would have had nothing to put it in the place of.
  if (Interrupted()) ::dup2(null_.get(), fd);
}

SignalEndsStream::~SignalEndsStream() { stream = -1; }

bool EnsureStandardStreams() {
  const bool has_output = IsOpen(STDOUT_FILENO);
  // open(2) takes the lowest free number, so the missing ones are filled in
  // order.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    // A read from standard input has to fail, and not to find it empty.
    const int flags = fd == STDIN_FILENO ? O_WRONLY : O_RDWR;
    if (!IsOpen(fd) && ::open("/dev/null", flags) != fd) return false;
  }
  return has_output;
}

}  // namespace loadgate
