// What workers of the test zygote do: good, bad and forbidden things.

#ifndef TESTS_SANDBOX_TASKS_H_
#define TESTS_SANDBOX_TASKS_H_

#include <string_view>

namespace loadgate::testing_support {

// RunTask carries out `task` in a worker, and returns its exit status. The task
// is "act:" and the name of an act, or a name of tasks.cc. An act that was not
// stopped replies with "not stopped: " and its result.
int RunTask(std::string_view task, int inputs);

// What the reply of an act begins with that was not stopped.
inline constexpr std::string_view kNotStopped = "not stopped: ";

// The exit status of a task that no name was found for.
inline constexpr int kNoSuchTask = 99;

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_TASKS_H_
