// What the program said in JSON, as far as tests of whole runs ask.

#ifndef TESTS_SANDBOX_PROGRAM_REPORT_H_
#define TESTS_SANDBOX_PROGRAM_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

namespace loadgate::testing_support {

// InputWords is one input of a report.
struct InputWords {
  std::string path;
  std::string verdict;
  std::string sha256;              // Of what was judged, "" where none is said.
  std::vector<std::string> codes;  // Of the findings, in their order.
  bool operator==(const InputWords&) const = default;
};

// ReadReport returns the inputs of a report of `--format json` or `jsonl`.
std::vector<InputWords> ReadReport(std::string_view json);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_PROGRAM_REPORT_H_
