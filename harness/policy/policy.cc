#include "harness/policy/policy.h"

#include <linux/futex.h>
#include <sys/mman.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "harness/policy/descriptors.h"

namespace loadgate::sandbox {
namespace {

using Call = SystemCall;

constexpr Condition Is(uint8_t argument, Width width, uint64_t value,
                       std::string_view text) {
  return {argument, width, Test::kIs, value, text};
}

constexpr Condition OnlyBits(uint8_t argument, uint64_t value,
                             std::string_view text) {
  return {argument, Width::kLong, Test::kOnlyBits, value, text};
}

constexpr Grant Row(Call call, std::initializer_list<Condition> conditions,
                    uint16_t error, std::string_view reason) {
  Grant grant = {.call = call, .error = error, .reason = reason};
  for (const Condition& condition : conditions) {
    grant.conditions.at(grant.condition_count++) = condition;
  }
  return grant;
}

constexpr Condition kOfInput = {0, Width::kInt, Test::kIsInput, 0,
                                "fd is an input"};
constexpr Condition kOfFirstInput =
    Is(0, Width::kInt, kFirstInput, "fd is the input");
constexpr Condition kOfReply = Is(0, Width::kInt, kReply, "fd is the reply");
constexpr Condition kOfStandardError =
    Is(0, Width::kInt, kStandardError, "fd is standard error");

constexpr Grant kReadWindow =
    Row(Call::kPread64, {kOfInput}, 0, "reads a window of the file");
constexpr Grant kReadOn =
    Row(Call::kRead, {kOfFirstInput}, 0,
        "reads a stream, which has no offsets to read at");
constexpr Grant kReplyRow = Row(Call::kWrite, {kOfReply}, 0, "sends the reply");
constexpr Grant kNoMessage =
    Row(Call::kWrite, {kOfStandardError}, EBADF,
        "abort() and assertions say why, to nobody; death would hide SIGABRT");
constexpr Grant kNoMessageV =
    Row(Call::kWritev, {kOfStandardError}, EBADF,
        "the C library's own complaints, in the same way");
constexpr Grant kBrk = Row(Call::kBrk, {}, 0, "malloc; RLIMIT_DATA bounds it");
constexpr Grant kMmap =
    Row(Call::kMmap,
        {OnlyBits(2, PROT_READ | PROT_WRITE, "prot is of READ, WRITE"),
         Is(3, Width::kLong, MAP_PRIVATE | MAP_ANONYMOUS,
            "flags are PRIVATE|ANONYMOUS")},
        0,
        "malloc of large blocks. No file, nothing executable, and nothing "
        "shared, which RLIMIT_DATA would not count");
constexpr Grant kMunmap = Row(Call::kMunmap, {}, 0, "free of large blocks");
constexpr Grant kMremap =
    Row(Call::kMremap, {OnlyBits(3, MREMAP_MAYMOVE, "flags are of MAYMOVE")}, 0,
        "realloc of large blocks");
constexpr Grant kMadvise = Row(
    Call::kMadvise, {Is(2, Width::kInt, MADV_DONTNEED, "advice is DONTNEED")},
    0, "free gives pages back");
constexpr Grant kFutex = Row(
    Call::kFutex,
    {Is(1, Width::kInt, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, "op is WAKE_PRIVATE")},
    0, "the first exception thrown wakes whoever waits, who is nobody");
constexpr Grant kSigprocmask =
    Row(Call::kRtSigprocmask, {}, 0, "abort() unblocks SIGABRT");
constexpr Grant kGetpid =
    Row(Call::kGetpid, {}, 0, "abort() asks whom to signal");
constexpr Grant kGettid =
    Row(Call::kGettid, {}, 0, "abort() asks which thread");
constexpr Grant kTgkill =
    Row(Call::kTgkill,
        {{0, Width::kInt, Test::kIsOwnPid, 0, "tgid is its own"},
         {1, Width::kInt, Test::kIsOwnPid, 0, "tid is its own"},
         Is(2, Width::kInt, SIGABRT, "sig is ABRT")},
        0, "abort() ends the worker as a crash and not as a violation");
constexpr Grant kExit = Row(Call::kExitGroup, {}, 0, "ends the worker");

constexpr Grant kReleaseRows[] = {
    kReadWindow, kReplyRow, kNoMessage, kBrk,         kMmap,
    kMunmap,     kMremap,   kMadvise,   kNoMessageV,  kFutex,
    kGetpid,     kGettid,   kTgkill,    kSigprocmask, kExit};

constexpr Grant kStreamRows[] = {
    kReadOn, kReplyRow, kNoMessage, kBrk,         kMmap,
    kMunmap, kMremap,   kMadvise,   kNoMessageV,  kFutex,
    kGetpid, kGettid,   kTgkill,    kSigprocmask, kExit};

// A sanitizer maps its shadow where it wants it, looks at its own maps, and
// says at length what it found.
constexpr Grant kSanitizerRows[] = {
    kReadWindow,
    Row(Call::kRead, {}, 0, "a stream; UBSan looks into memory by a pipe"),
    Row(Call::kWrite, {}, 0, "the reply, reports, UBSan's pipe"),
    kBrk,
    Row(Call::kMmap,
        {OnlyBits(2, PROT_READ | PROT_WRITE, "prot is of READ, WRITE")}, 0,
        "shadow memory at fixed addresses"),
    kMunmap,
    kMremap,
    Row(Call::kMprotect,
        {OnlyBits(2, PROT_READ | PROT_WRITE, "prot is of READ, WRITE")}, 0,
        "guard pages"),
    Row(Call::kMadvise, {}, 0, "shadow memory is left out of dumps"),
    Row(Call::kWritev, {}, 0, "reports"),
    Row(Call::kFutex, {}, 0, "the runtime's locks"),
    Row(Call::kSchedYield, {}, 0, "the runtime's locks"),
    Row(Call::kPipe2, {}, 0, "UBSan asks by a pipe whether memory is readable"),
    Row(Call::kClose, {}, 0, "that pipe"),
    Row(Call::kIoctl, {}, ENOTTY, "whether reports go to a terminal: no"),
    Row(Call::kOpen, {}, ENOENT, "its own maps; it can do without"),
    Row(Call::kOpenat, {}, ENOENT, "its own maps; it can do without"),
    Row(Call::kReadlink, {}, ENOENT, "its own name; it can do without"),
    Row(Call::kSigaltstack, {}, 0, "a stack for reports of stack overflow"),
    Row(Call::kRtSigaction, {}, 0, "handlers for reports of signals"),
    Row(Call::kRtSigreturn, {}, 0, "back from such a handler"),
    kGetpid,
    kGettid,
    kTgkill,
    kSigprocmask,
    kExit};

constexpr Grant kTraceRows[] = {
    kReadWindow,
    kReplyRow,
    Row(Call::kWrite, {kOfStandardError}, 0, "names the forbidden call"),
    kBrk,
    kMmap,
    kMunmap,
    kMremap,
    kMadvise,
    kNoMessageV,
    kFutex,
    kGetpid,
    kGettid,
    kTgkill,
    kSigprocmask,
    kExit};

}  // namespace

std::string_view PolicyName(Policy policy) {
  switch (policy) {
    case Policy::kRelease:
      return "release";
    case Policy::kStream:
      return "stream";
    case Policy::kSanitizer:
      return "sanitizer";
    case Policy::kTrace:
      return "trace";
  }
  return "unknown";
}

std::span<const Grant> Grants(Policy policy) {
  switch (policy) {
    case Policy::kRelease:
      return kReleaseRows;
    case Policy::kStream:
      return kStreamRows;
    case Policy::kSanitizer:
      return kSanitizerRows;
    case Policy::kTrace:
      return kTraceRows;
  }
  return {};
}

bool EndsByTrap(Policy policy) { return policy == Policy::kTrace; }

bool IsBoundary(Policy policy) {
  return policy == Policy::kRelease || policy == Policy::kStream;
}

}  // namespace loadgate::sandbox
