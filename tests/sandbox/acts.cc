#include "tests/sandbox/acts.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace loadgate::testing_support {
namespace {

// Not init: a test that went wrong must not end the machine's.
pid_t victim = 0x3fffffff;

// Scratch for whatever a call writes.
alignas(64) std::array<char, 4096> scratch = {};

// Files of the throw-away directory.
constexpr char kVictimFile[] = "victim";
constexpr char kNewFile[] = "new";

// Nothing is mapped there, and no descriptor has that number.
constexpr long kNowhere = 8;
constexpr long kNoDescriptor = 99;

constexpr long kInput = 3;
constexpr long kReplyPipe = 1;

long Word(const void* pointer) { return reinterpret_cast<long>(pointer); }
long Word(long number) { return number; }
long Word(unsigned long number) { return static_cast<long>(number); }
long Word(int number) { return number; }
long Word(unsigned number) { return static_cast<long>(number); }
long Word(std::nullptr_t) { return 0; }

template <typename... T>
long Call(long number, T... arguments) {
  const long result = ::syscall(number, Word(arguments)...);
  return result < 0 ? -errno : result;
}

// The child of an act that forks ends at once.
long EndChild(long result) {
  if (result == 0) ::_exit(0);
  return result;
}

// A page as a worker may have it.
long Page() {
  return Word(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
}

long Map(long protection, long flags, long fd) {
  return Call(SYS_mmap, nullptr, 4096, protection, flags, fd, 0);
}

constexpr long kReadWrite = PROT_READ | PROT_WRITE;
constexpr long kPrivate = MAP_PRIVATE | MAP_ANONYMOUS;

constexpr rlimit64 kNoLimit = {RLIM64_INFINITY, RLIM64_INFINITY};
constexpr timespec kNoTime = {};
constexpr uint64_t kNoSignals = 0;

// A message of one byte with its input as ancillary data.
struct RightsMessage {
  RightsMessage() {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    *header = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS};
    *reinterpret_cast<int*>(CMSG_DATA(header)) = kInput;
  }
  char byte = 'x';
  iovec part = {&byte, 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control = {};
  msghdr message = {};
};
const RightsMessage rights;
const msghdr& rights_message = rights.message;

// clone3's arguments: only the signal at the end is set.
struct CloneArguments {
  uint64_t fields[4] = {};
  uint64_t exit_signal = SIGCHLD;
  uint64_t more[3] = {};
};
const CloneArguments fork_arguments;

#if defined(__x86_64__)
constexpr long kX32 = 0x40000000;

// A call by the gate of 32-bit programs, from a 64-bit one.
long Int80(long number, long first, long second, long third) {
  long result = 0;
  asm volatile("int $0x80"
               : "=a"(result)
               : "a"(number), "b"(first), "c"(second), "d"(third)
               : "memory", "r8", "r9", "r10", "r11");
  return static_cast<int>(result);
}
#endif

constexpr Act kActs[] = {
#define LG_ACT(name, number, control, landlock, ...) \
  {#name, number, control, landlock, {}, [] { return long{__VA_ARGS__}; }},
#define LG_ACT_WITHOUT_CONTROL(name, number, why, ...) \
  {#name, number, kNoControl, 0, why, [] { return long{__VA_ARGS__}; }},
#include "tests/sandbox/acts.def"
#undef LG_ACT
#undef LG_ACT_WITHOUT_CONTROL
};

}  // namespace

std::span<const Act> Acts() { return kActs; }

const Act* FindAct(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kActs), std::end(kActs),
                   [name](const Act& act) { return act.name == name; });
  return found == std::end(kActs) ? nullptr : &*found;
}

void SetVictim(pid_t process) { victim = process; }

}  // namespace loadgate::testing_support
