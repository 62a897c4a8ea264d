// Conversion: what the command lines of asm and disasm have in common, and that
// one output is written whole or not at all.

#ifndef HARNESS_CONVERSION_H_
#define HARNESS_CONVERSION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "harness/broker/worker_host.h"
#include "harness/command_line.h"
#include "harness/output.h"

namespace loadgate {

// kOutputOption belongs to every conversion.
inline constexpr OptionSpec kOutputOption = {
    .name = "output",
    .letter = 'o',
    .value = "FILE",
    .help = "write to FILE, over what is there, instead of standard output"};

// Conversion is the command line of one, understood.
struct Conversion {
  std::string input;                  // A path, or "-".
  std::optional<std::string> output;  // Unless it is standard output.
  uint64_t most_bytes = 0;            // --max-bytes.
  WorkerSettings workers;             // --limit, --timeout, --sandbox.
};

// ReadConversion understands `line`, whose one operand is `what`. It returns
// what is wrong with the line, or nothing.
std::optional<std::string> ReadConversion(const ParsedLine& line,
                                          std::string_view what,
                                          uint64_t default_most_bytes,
                                          Conversion* conversion);

// WriteResult writes `result` to the output file, or to `output` if there is
// none, and returns the exit code: 0, or 2 with a message on standard error.
int WriteResult(const Conversion& conversion, std::string_view result,
                Output& output);

}  // namespace loadgate

#endif  // HARNESS_CONVERSION_H_
