#include "harness/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"

namespace loadgate {
namespace {

constexpr std::chrono::seconds kPatience(1);
constexpr std::chrono::milliseconds kInterval(200);

// Back to the first column, and from the cursor on nothing.
constexpr std::string_view kBack = "\r";
constexpr std::string_view kEraseRest = "\x1b[K";

// The last column stays free: some terminals go to the next line after it.
size_t ColumnsOf(int fd) {
  winsize size = {};
  const bool known = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return (known ? size_t{size.ws_col} : kTextColumns) - 1;
}

std::string Rate(double each_second) {
  if (each_second < 10) return absl::StrFormat("%.1f/s", each_second);
  return Grouped(static_cast<uint64_t>(each_second)) + "/s";
}

}  // namespace

std::string ProgressText(const ProgressCounts& counts,
                         std::chrono::duration<double> time, size_t columns) {
  std::vector<std::string> parts = {
      absl::StrFormat("%s of %s %s", Grouped(counts.done),
                      Grouped(counts.total),
                      counts.total == 1 ? "file" : "files"),
      HumanSize(counts.bytes), Grouped(counts.rejected) + " rejected"};
  if (counts.undecided > 0) {
    parts.push_back(Grouped(counts.undecided) + " undecided");
  }
  if (time.count() > 0) {
    parts.push_back(Rate(static_cast<double>(counts.done) / time.count()));
  }
  std::string text;
  for (const std::string& part : parts) {
    const std::string longer = text.empty() ? part : text + ", " + part;
    if (longer.size() > columns) break;
    text = longer;
  }
  return text;
}

void Progress::Show(const ProgressCounts& counts, Clock::time_point now) {
  if (!enabled_) return;
  const Clock::duration wait =
      first_ ? Clock::duration(kPatience) : Clock::duration(kInterval);
  if (now - shown_at_ < wait) return;
  first_ = false;
  shown_at_ = now;
  const std::string text = ProgressText(counts, now - start_, ColumnsOf(fd_));
  if (text.empty()) return Clear();
  // Over the old one, which would flicker if it were taken away first.
  Write(absl::StrFormat("%s%s%s", kBack, text, kEraseRest));
  visible_ = true;
}

void Progress::Clear() {
  if (visible_) Write(absl::StrFormat("%s%s", kBack, kEraseRest));
  visible_ = false;
}

void Progress::Write(std::string_view text) {
  // A progress line that gets lost is no loss.
  const ssize_t ignored = ::write(fd_, text.data(), text.size());
  static_cast<void>(ignored);
}

}  // namespace loadgate
