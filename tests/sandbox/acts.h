// Acts that a worker must not get away with, each a system call.

#ifndef TESTS_SANDBOX_ACTS_H_
#define TESTS_SANDBOX_ACTS_H_

#include <sys/types.h>

#include <span>
#include <string_view>

namespace loadgate::testing_support {

// Act is a row of acts.def.
struct Act {
  std::string_view name;
  // What the kernel calls it; kNotNamed for calls of another architecture.
  long number = 0;
  // What it returns to a process without locks: 0 for success, an errno which
  // shows that the kernel looked at its arguments, or kNoControl.
  int control = 0;
  // The version of Landlock from which on that alone refuses the act; 0 for
  // none.
  int landlock = 0;
  // Why there is no control.
  std::string_view why;
  long (*run)() = nullptr;  // Returns the result, or a negative errno.
};

inline constexpr long kNotNamed = -1000;
inline constexpr int kNoControl = -1;

// Acts returns all of them.
std::span<const Act> Acts();

// FindAct returns the act of that name, or nullptr.
const Act* FindAct(std::string_view name);

// SetVictim says which process acts against others are directed at.
void SetVictim(pid_t victim);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_ACTS_H_
