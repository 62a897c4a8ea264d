// RunProgram: the built program, run as a user's script would run it.

#ifndef TESTS_HARNESS_RUN_PROGRAM_H_
#define TESTS_HARNESS_RUN_PROGRAM_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate::testing_support {

// StandardStreams is what the program is started with.
struct StandardStreams {
  // Bytes that come in through a pipe; at most 65,536, so that they fit in it.
  // Without them standard input is /dev/null.
  std::optional<std::string> piped = std::nullopt;
  // Whether the pipe stays open behind those bytes until the program has ended.
  bool pipe_stays_open = false;
  // A signal that the program is sent once it has emptied the pipe; 0 for none.
  int signal = 0;
  // Whether the program is started without a standard input.
  bool input_closed = false;
  // A file that standard input or output is redirected from or to.
  std::string input_file = {};
  std::string output_file = {};
  // The directory the program runs in, if not the test's.
  std::string directory = {};
  // The program, if not the built one.
  std::string program = {};
};

// ProgramResult is what came of it. `exit_code` is -1 if the program did not
// end by itself within half a minute, and -N if it died of signal N.
struct ProgramResult {
  int exit_code = -1;
  std::string output;
  std::string errors;
};

// RunLoadgate runs the program with these arguments.
ProgramResult RunLoadgate(const std::vector<std::string>& arguments,
                          const StandardStreams& streams = {});

}  // namespace loadgate::testing_support

#endif  // TESTS_HARNESS_RUN_PROGRAM_H_
