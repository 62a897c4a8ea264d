// A reader as a command that scripts/fuzz_other can run.

#ifndef FUZZ_OTHER_SERVE_H_
#define FUZZ_OTHER_SERVE_H_

#include <functional>
#include <string>
#include <vector>

namespace loadgate::other {

// Serve returns the exit status of a command that is given `files`: of one
// file, 0 where `accepts` does accept its bytes and 1 where not. Without any it
// serves: a path a line comes in on standard input, and each is answered with a
// line, "accepted" or "refused".
int Serve(const std::vector<std::string>& files,
          const std::function<bool(const std::string& file)>& accepts);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_SERVE_H_
