// The kernel's header for this machine must not be seen here: it has the same
// names.
#include "tests/support/generic_numbers.h"

#include <asm-generic/unistd.h>

namespace loadgate::sandbox {
namespace {

struct Row {
  std::string_view name;
  uint32_t number;
};

constexpr Row kRows[] = {{"brk", __NR_brk},
                         {"close", __NR_close},
                         {"exit_group", __NR_exit_group},
                         {"futex", __NR_futex},
                         {"getpid", __NR_getpid},
                         {"gettid", __NR_gettid},
                         {"ioctl", __NR_ioctl},
                         {"madvise", __NR_madvise},
                         {"mmap", __NR3264_mmap},
                         {"mprotect", __NR_mprotect},
                         {"mremap", __NR_mremap},
                         {"munmap", __NR_munmap},
                         {"openat", __NR_openat},
                         {"pipe2", __NR_pipe2},
                         {"pread64", __NR_pread64},
                         {"read", __NR_read},
                         {"rt_sigaction", __NR_rt_sigaction},
                         {"rt_sigprocmask", __NR_rt_sigprocmask},
                         {"rt_sigreturn", __NR_rt_sigreturn},
                         {"sched_yield", __NR_sched_yield},
                         {"sigaltstack", __NR_sigaltstack},
                         {"tgkill", __NR_tgkill},
                         {"write", __NR_write},
                         {"writev", __NR_writev}};

}  // namespace

std::optional<uint32_t> GenericNumber(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.number;
  }
  return std::nullopt;
}

}  // namespace loadgate::sandbox
