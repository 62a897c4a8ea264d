#include "harness/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>

#include "absl/strings/str_format.h"
#include "harness/gate/verdict.h"

namespace loadgate {
namespace {

constexpr size_t kHoldBytes = 1 << 16;

// Returns 0 or an error number.
int WriteAll(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      // Whoever we share the descriptor with has made it non-blocking.
      pollfd wait = {.fd = fd, .events = POLLOUT, .revents = 0};
      if (::poll(&wait, 1, -1) >= 0 || errno == EINTR) continue;
    }
    if (written < 0) return errno;
    text.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

}  // namespace

void Output::Write(std::string_view text) {
  if (text.size() >= kHoldBytes) {
    Flush();
    if (error_ == 0) error_ = WriteAll(fd_, text);
    return;
  }
  held_ += text;
  if (held_.size() >= kHoldBytes) Flush();
}

void Output::Flush() {
  if (error_ == 0) error_ = WriteAll(fd_, held_);
  held_.clear();
}

int Output::Finish(int exit_code) {
  Flush();
  if (error_ == 0) return exit_code;
  PrintError(absl::StrFormat("the output could not be written: %s",
                             std::generic_category().message(error_)));
  return kExitUndecided;
}

TextSink Output::Sink() {
  return [this](std::string_view text) { Write(text); };
}

void PrintError(std::string_view text) {
  // When standard error is gone too, the exit code has to say it.
  static_cast<void>(
      WriteAll(STDERR_FILENO, absl::StrFormat("loadgate: %s\n", text)));
}

int UsageError(std::string_view verb, std::string_view text) {
  PrintError(text);
  PrintError(absl::StrFormat("see loadgate %s%s--help", verb,
                             verb.empty() ? "" : " "));
  return kExitUndecided;
}

bool WantsColor(int fd) {
  if (::isatty(fd) != 1) return false;
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && !std::string_view(no_color).empty()) return false;
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && std::string_view(terminal) != "dumb";
}

}  // namespace loadgate
