#include "harness/progress.h"

#include <unistd.h>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr std::chrono::seconds kPatience(1);
constexpr std::chrono::milliseconds kInterval(200);
constexpr size_t kPathColumns = 48;

}  // namespace

void Progress::Show(size_t number, size_t total, std::string_view path,
                    Clock::time_point now) {
  if (!enabled_) return;
  const Clock::duration wait =
      first_ ? Clock::duration(kPatience) : Clock::duration(kInterval);
  if (now - shown_at_ < wait) return;
  first_ = false;
  shown_at_ = now;
  Clear();
  Write(absl::StrFormat("judging %u of %u: %s", number, total,
                        EscapedPrefix(path, kPathColumns)));
  visible_ = true;
}

void Progress::Clear() {
  // Back to the first column, and erase the line.
  if (visible_) Write("\r\x1b[K");
  visible_ = false;
}

void Progress::Write(std::string_view text) {
  // A progress line that gets lost is no loss.
  const ssize_t ignored = ::write(fd_, text.data(), text.size());
  static_cast<void>(ignored);
}

}  // namespace loadgate
