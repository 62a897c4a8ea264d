#include "tests/support/without_openat2.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "loadgate/intake.h"

namespace loadgate::testing_support {
namespace {

constexpr char kNoFilter[] = "no filter";

// Makes openat2(2) fail with `error` in this process from now on. Returns
// whether the system let us.
bool RefuseOpenat2(uint32_t error) {
  const std::array<sock_filter, 4> program = {{
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_openat2},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  }};
  sock_fprog filter = {.len = program.size(),
                       .filter = const_cast<sock_filter*>(program.data())};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

// What the child has to say.
std::string Tell(const std::string& directory, int error) {
  if (!RefuseOpenat2(static_cast<uint32_t>(error))) return kNoFilter;
  const auto opened = OpenDirectory(directory);
  const auto* finding = std::get_if<Finding>(&opened);
  if (finding == nullptr) return "";
  return std::string(CodeName(finding->code)) + ": " + finding->message;
}

}  // namespace

std::optional<std::string> ToldWithout(const std::string& directory,
                                       int error) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const std::string told = Tell(directory, error);
    const ssize_t wrote = ::write(ends[1], told.data(), told.size());
    ::_exit(wrote == static_cast<ssize_t>(told.size()) ? 0 : 1);
  }
  ::close(ends[1]);
  std::string told(4096, '\0');
  const ssize_t got = ::read(ends[0], told.data(), told.size());
  ::close(ends[0]);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  told.resize(static_cast<size_t>(std::max<ssize_t>(got, 0)));
  if (told == kNoFilter) return std::nullopt;
  return told;
}

}  // namespace loadgate::testing_support
