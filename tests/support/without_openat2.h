// What becomes of a directory where the system refuses openat2(2).

#ifndef LOADGATE_TESTS_SUPPORT_WITHOUT_OPENAT2_H_
#define LOADGATE_TESTS_SUPPORT_WITHOUT_OPENAT2_H_

#include <optional>
#include <string>

namespace loadgate::testing_support {

// ToldWithout opens a directory, in a child process in which openat2(2) fails
// with `error`, and returns the code and the message of the finding, "" if it
// was opened, or nullopt if the system lets nobody refuse a call.
std::optional<std::string> ToldWithout(const std::string& directory, int error);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_WITHOUT_OPENAT2_H_
