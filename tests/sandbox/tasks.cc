#include "tests/sandbox/tasks.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "loadgate/check.h"
#include "tests/sandbox/acts.h"

namespace loadgate::testing_support {
namespace {

using sandbox::kExitDone;
using sandbox::kExitMemory;
using sandbox::kExitNoReader;
using sandbox::kFirstInput;
using sandbox::kReply;

constexpr size_t kMega = size_t{1} << 20;

// Compilers must not see that what follows is wrong.
volatile int zero = 0;
void* volatile kept = nullptr;

bool Reply(std::string_view text) {
  return ::write(kReply, text.data(), text.size()) ==
         static_cast<ssize_t>(text.size());
}

int Answer(std::string_view text) {
  return Reply(text) ? kExitDone : kExitNoReader;
}

[[noreturn]] void Spin() {
  while (true) kept = nullptr;
}

// Replies and exceptions as a reader might have them.

// The first bytes of every input, in order.
int ReadInputs(int inputs) {
  std::string all;
  for (int i = 0; i < inputs; ++i) {
    std::array<char, 8> bytes = {};
    const ssize_t got = ::pread(kFirstInput + i, bytes.data(), bytes.size(), 0);
    all.append(bytes.data(), static_cast<size_t>(std::max<ssize_t>(got, 0)));
  }
  return Answer(all);
}

int ReadStream() {
  std::array<char, 8> bytes = {};
  const ssize_t got = ::read(kFirstInput, bytes.data(), bytes.size());
  return Answer(std::string_view(
      bytes.data(), static_cast<size_t>(std::max<ssize_t>(got, 0))));
}

int CatchThrown() {
  try {
    throw std::out_of_range("thrown");
  } catch (const std::exception& error) {
    return Answer(error.what());
  }
}

int CatchBadAlloc() {
  std::set_new_handler(nullptr);
  try {
    // More than the limit of memory, in blocks that fit in any machine's.
    std::vector<std::unique_ptr<char[]>> blocks;
    while (true) blocks.push_back(std::make_unique<char[]>(8 * kMega));
  } catch (const std::bad_alloc&) {
    return Answer("caught bad_alloc");
  }
}

// The same where nothing limits the memory.
int ThrowBadAlloc() {
  try {
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    return Answer("caught bad_alloc");
  }
}

int UseMemory() {
  // Small and large blocks, growing and shrinking, over the thresholds at which
  // malloc changes its ways.
  std::vector<std::string> strings;
  for (size_t size = 1; size < 8 * kMega; size = size * 3 / 2 + 1) {
    strings.emplace_back(size, 'x');
    strings.front().resize(size);
  }
  for (std::string& text : strings) text.shrink_to_fit();
  strings.clear();
  void* block = std::calloc(1, 3 * kMega);
  block = std::realloc(block, 9 * kMega);
  block = std::realloc(block, 100);
  std::free(block);
  void* aligned = nullptr;
  if (::posix_memalign(&aligned, 4096, kMega) != 0) return kNoSuchTask;
  std::free(aligned);
  return Answer("used memory");
}

// Ends that glibc and libstdc++ bring about.

int DoubleFree() {
  char* const block = static_cast<char*>(std::malloc(64));
  kept = block;
  std::free(block);
  std::free(kept);
  return kExitDone;
}

int SpoilHeap() {
  char* const block = static_cast<char*>(std::malloc(3000));
  char* const next = static_cast<char*>(std::malloc(3000));
  kept = block;
  std::fill_n(static_cast<char*>(kept), 3064, 'x');
  std::free(block);
  std::free(next);
  return kExitDone;
}

int FreeStatic() {
  // Of zeros, so that it looks like a block of no size.
  alignas(16) static std::array<char, 64> bytes = {};
  kept = bytes.data() + 16;
  std::free(kept);
  return kExitDone;
}

int IndexBeyond() {
  const std::vector<int> none(static_cast<size_t>(zero));
  return none[static_cast<size_t>(zero) + 5];
}

int EmptyOptional() {
  std::optional<std::string> none;
  if (zero == 1) none = "x";
  return static_cast<int>(none->size());
}

int CheckFails() {
  LG_CHECK(zero == 1);
  return kExitDone;
}

int SmashStack(int depth) {
  std::array<volatile char, 4096> frame;
  frame[0] = static_cast<char>(depth);
  if (depth == -1) return 0;
  return SmashStack(depth + 1) + frame[0];
}

int DivideByZero() {
  const volatile int some = 100;
  return some / zero;
}

int ReadNull() {
  const volatile int* const nowhere = static_cast<int*>(kept);
  return *nowhere;
}

[[noreturn]] void Throw() { throw std::runtime_error("nobody catches this"); }

int ThrowInNoexcept() noexcept {
  if (zero == 0) Throw();
  return kExitDone;
}

// Memory without end.

void FailNew() { ::_exit(kExitMemory); }

int BombNew(size_t size) {
  std::set_new_handler(FailNew);
  std::vector<std::unique_ptr<char[]>> blocks;
  while (true) blocks.push_back(std::make_unique<char[]>(size));
}

int BombMalloc(size_t size) {
  while (true) {
    char* const block = static_cast<char*>(std::malloc(size));
    if (block == nullptr) return kExitMemory;
    *block = 'x';
    kept = block;
  }
}

int BombCalloc() {
  while (true) {
    kept = std::calloc(kMega, 1);
    if (kept == nullptr) return kExitMemory;
  }
}

int BombRealloc() {
  char* block = nullptr;
  for (size_t size = kMega;; size += kMega) {
    block = static_cast<char*>(std::realloc(block, size));
    if (block == nullptr) return kExitMemory;
    block[size - 1] = 'x';
    kept = block;
  }
}

int NewTooMuch() {
  std::set_new_handler(FailNew);
  const size_t all = size_t{1} << (40 + zero);
  kept = ::operator new(all);
  return kExitDone;
}

// Replies without measure.

int ReplyForEver(size_t piece, long nanoseconds_of_work) {
  const std::string bytes(piece, 'x');
  while (Reply(bytes)) {
    for (long i = 0; i < nanoseconds_of_work; ++i) kept = nullptr;
  }
  return kExitNoReader;
}

// Waits for bytes that do not come: `input` is an empty pipe in a stream.
int HangReading() {
  char byte = 0;
  while (::read(kFirstInput, &byte, 1) >= 0) {
  }
  return kNoSuchTask;
}

int SpinUnsignalled() {
  sigset_t all;
  ::sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  Spin();
}

int SpinAfterReply() {
  Reply("whole");
  Spin();
}

int CrashAfterReply() {
  Reply("whole");
  return ReadNull();
}

int ForbiddenAfterReply() {
  Reply("whole");
  return static_cast<int>(::syscall(SYS_getppid));
}

// Whether the reply has lost its reader: the exit status says what was seen.
int WriteToNobody() {
  if (Reply("x")) return kExitDone;
  return errno == EPIPE ? kExitNoReader : kNoSuchTask;
}

int Complain() {
  std::fprintf(stderr, "a worker's complaint\n");
  return Answer("complained");
}

// A call by its number, for what is no act.
int MakeCall(long number) {
  const long result = ::syscall(number);
  return Answer(std::string(kNotStopped) +
                std::to_string(result < 0 ? -errno : result));
}

struct Task {
  std::string_view name;
  int (*run)();
};

constexpr Task kTasks[] = {
    {"read-stream", ReadStream},
    {"throw", CatchThrown},
    {"bad-alloc", CatchBadAlloc},
    {"throw-bad-alloc", ThrowBadAlloc},
    {"use-memory", UseMemory},
    {"complain", Complain},
    {"nothing", [] { return kExitDone; }},
    {"exit-7", [] { return 7; }},
    {"abort", []() -> int { std::abort(); }},
    {"double-free", DoubleFree},
    {"spoil-heap", SpoilHeap},
    {"free-static", FreeStatic},
    {"index-beyond", IndexBeyond},
    {"empty-optional", EmptyOptional},
    {"check-fails", CheckFails},
    {"uncaught", []() -> int { Throw(); }},
    {"throw-in-noexcept", ThrowInNoexcept},
    {"terminate", []() -> int { std::terminate(); }},
    {"stack-overflow", [] { return SmashStack(zero); }},
    {"divide-by-zero", DivideByZero},
    {"read-null", ReadNull},
    {"illegal-instruction", []() -> int { __builtin_trap(); }},
    {"bomb-new", [] { return BombNew(kMega); }},
    {"bomb-new-small", [] { return BombNew(4000); }},
    {"bomb-malloc", [] { return BombMalloc(kMega); }},
    {"bomb-malloc-small", [] { return BombMalloc(1000); }},
    {"bomb-malloc-middle", [] { return BombMalloc(100'000); }},
    {"bomb-calloc", BombCalloc},
    {"bomb-realloc", BombRealloc},
    {"new-too-much", NewTooMuch},
    {"giant-reply", [] { return ReplyForEver(64 * 1024, 0); }},
    {"dripping-reply", [] { return ReplyForEver(1, 1'000'000); }},
    {"short-reply", [] { return Answer("wh"); }},
    {"two-replies", [] { return Answer("wholewhole"); }},
    {"whole-reply", [] { return Answer("whole"); }},
    {"reply-then-crash", CrashAfterReply},
    {"reply-then-spin", SpinAfterReply},
    {"reply-then-forbidden", ForbiddenAfterReply},
    {"hang", HangReading},
    {"spin", []() -> int { Spin(); }},
    {"spin-unsignalled", SpinUnsignalled},
    {"write-to-nobody", WriteToNobody},
    {"call-335", [] { return MakeCall(335); }},
    {"call-336", [] { return MakeCall(336); }},
};

int RunAct(std::string_view name) {
  const Act* const act = FindAct(name);
  if (act == nullptr) return kNoSuchTask;
  const long result = act->run();
  return Answer(std::string(kNotStopped) + std::to_string(result));
}

}  // namespace

int RunTask(std::string_view task, int inputs) {
  constexpr std::string_view kActTask = "act:";
  if (task.starts_with(kActTask)) return RunAct(task.substr(kActTask.size()));
  if (task == "read") return ReadInputs(inputs);
  for (const Task& known : kTasks) {
    if (known.name == task) return known.run();
  }
  return kNoSuchTask;
}

}  // namespace loadgate::testing_support
