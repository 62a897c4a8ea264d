// Output: what the program writes, and whether it got there.
//
// A report that was not written in full must never look like a good run, so
// every failed write is remembered: `ok` is asked before exit code 0 or 1 is
// returned.

#ifndef HARNESS_OUTPUT_H_
#define HARNESS_OUTPUT_H_

#include <string>
#include <string_view>

#include "harness/gate/report_writer.h"

namespace loadgate {

class Output {
 public:
  // Output writes to a descriptor, which it borrows.
  explicit Output(int fd) : fd_(fd) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Write takes `text` and writes it out once there is enough of it.
  void Write(std::string_view text);

  // Flush writes out what is held back.
  void Flush();

  // Finish flushes and returns `exit_code`, or 2 with a message on standard
  // error if anything could not be written.
  int Finish(int exit_code);

  // ok returns whether everything flushed so far has been written.
  bool ok() const { return error_ == 0; }

  // error returns the error number of the first write that failed, or 0.
  int error() const { return error_; }

  // Sink returns Write as a function. The Output must outlive it.
  TextSink Sink();

 private:
  int fd_;
  int error_ = 0;  // The error number of the first write that failed.
  std::string held_;
};

// PrintError writes a message for people to standard error: "loadgate: ", the
// text and a newline. Text from outside must be escaped before.
void PrintError(std::string_view text);

// UsageError prints what was wrong with the command line and where its help is
// and returns exit code 2. `verb` may be empty.
int UsageError(std::string_view verb, std::string_view text);

// WantsColor returns whether a descriptor is a terminal whose user has not
// asked for plain text by NO_COLOR or TERM=dumb.
bool WantsColor(int fd);

}  // namespace loadgate

#endif  // HARNESS_OUTPUT_H_
