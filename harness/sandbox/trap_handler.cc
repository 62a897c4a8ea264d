#include "harness/sandbox/trap_handler.h"

#include <unistd.h>

#include <array>
#include <charconv>
#include <csignal>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"

namespace loadgate::sandbox {
namespace {

constexpr std::string_view kWords = "loadgate: forbidden system call ";

// Nothing here allocates or takes a lock.
[[noreturn]] void OnTrap(int /*signal*/, siginfo_t* info, void* /*context*/) {
  std::array<char, 64> line = {};
  char* const begin = line.data();
  std::memcpy(begin, kWords.data(), kWords.size());
  const std::span<char> rest = std::span(line).subspan(kWords.size());
  const auto end =
      std::to_chars(rest.data(), std::to_address(rest.end()), info->si_syscall);
  *end.ptr = '\n';
  const size_t length = static_cast<size_t>(end.ptr - begin) + 1;
  if (::write(kStandardError, begin, length) < 0) ::_exit(kExitForbidden);
  ::_exit(kExitForbidden);
}

}  // namespace

void NameForbiddenCalls() {
  struct sigaction action = {};
  action.sa_sigaction = OnTrap;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGSYS, &action, nullptr);
}

}  // namespace loadgate::sandbox
