#include "tests/sandbox/processes.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include "loadgate/unique_fd.h"

namespace loadgate::testing_support {
namespace {

std::string ProcPath(pid_t pid, std::string_view what) {
  return "/proc/" + std::to_string(pid) + "/" + std::string(what);
}

bool IsNumber(const std::string& text) {
  return text.find_first_not_of("0123456789") == std::string::npos;
}

// Leaves out of `*pids` what is no living child of `parent`.
void KeepChildren(pid_t parent, std::vector<pid_t>* pids) {
  std::erase_if(*pids, [parent](pid_t child) {
    const ProcessStat stat = StatOf(child);
    return stat.parent != parent || stat.state == 'Z';
  });
}

}  // namespace

ProcessStat StatOf(pid_t pid) {
  std::ifstream file(ProcPath(pid, "stat"));
  // A process that ends in between is no exception, but a short reading.
  std::array<char, 1024> bytes{};
  file.read(bytes.data(), bytes.size());
  const std::string line(bytes.data(), static_cast<size_t>(file.gcount()));
  // The name, in brackets, may hold anything.
  const size_t name_begin = line.find('(');
  const size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  ProcessStat stat;
  stat.name = line.substr(name_begin + 1, name_end - name_begin - 1);
  fields >> stat.state >> stat.parent;
  return stat;
}

std::vector<pid_t> ChildrenOf(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (IsNumber(name)) children.push_back(std::stoi(name));
  }
  KeepChildren(parent, &children);
  return children;
}

std::vector<pid_t> GlimpseChildrenOf(pid_t parent) {
  std::vector<pid_t> children;
  std::error_code error;
  std::filesystem::directory_iterator threads(ProcPath(parent, "task"), error);
  for (; !error && threads != end(threads); threads.increment(error)) {
    std::ifstream list(threads->path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  KeepChildren(parent, &children);
  return children;
}

bool SignalChild(pid_t parent, pid_t child, int signal) {
  // Its parent is asked after once nobody else can have the handle.
  const UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, child, 0)));
  if (!handle.is_open() || StatOf(child).parent != parent) return false;
  return ::syscall(SYS_pidfd_send_signal, handle.get(), signal, nullptr, 0) ==
         0;
}

bool WaitUntil(const std::function<bool()>& done) {
  const auto deadline =
      std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!done()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace loadgate::testing_support
