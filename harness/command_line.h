// The command line: tables of options, read by getopt_long(3).
//
// Two habits of getopt_long are switched off because scripts depend on this
// command line: an option cannot be abbreviated, so that a later version may
// add one, and operands keep their order among themselves. `--` ends options
// and `-` is an operand.

#ifndef HARNESS_COMMAND_LINE_H_
#define HARNESS_COMMAND_LINE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/reply_format.h"
#include "harness/sandbox/worker_limits.h"
#include "loadgate/limits.h"

namespace loadgate {

// OptionSpec is one option of a verb. All text is static.
struct OptionSpec {
  std::string_view name;   // Without the dashes; NUL-terminated.
  char letter = 0;         // The short form, 0 if there is none.
  std::string_view value;  // What the help calls its value; empty if none.
  std::string_view help;
};

// VerbSpec is a verb of the program and all its help says.
struct VerbSpec {
  std::string_view name;
  std::string_view synopsis;  // "loadgate check [options] PATH..."
  std::string_view purpose;   // Sentences.
  std::span<const OptionSpec> options;
  std::string_view examples;  // Whole lines.
};

// kHelpOption belongs to every verb.
inline constexpr OptionSpec kHelpOption = {
    .name = "help", .letter = 'h', .value = "", .help = "print this help"};

// ParsedLine is what was given to a verb.
struct ParsedLine {
  struct Option {
    std::string_view name;  // OptionSpec::name.
    std::string value;
  };
  std::vector<Option> options;  // In their order.
  std::vector<std::string> operands;
  // What is wrong with the line, as a sentence fit to print, if anything is.
  std::optional<std::string> error;

  // Has returns whether the option was given.
  bool Has(std::string_view name) const;

  // Last returns the value the option was given last.
  std::optional<std::string> Last(std::string_view name) const;
};

// ParseArguments reads the arguments of a verb; the first of `arguments` is the
// verb itself, and a null pointer stands behind the last. It must not run twice
// at the same time: getopt_long keeps its place in globals.
ParsedLine ParseArguments(std::span<char* const> arguments,
                          std::span<const OptionSpec> options);

// HelpText returns a verb's help.
std::string HelpText(const VerbSpec& verb);

// DidYouMean returns "; did you mean PREFIXword?" for the word that was most
// likely meant, or nothing.
std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> known,
                       std::string_view prefix);

// ParseNumber reads a whole number with an optional suffix K, M or G (1024,
// 1024 squared, 1024 cubed), or returns nullopt.
std::optional<uint64_t> ParseNumber(std::string_view text);

// ApplyLimit sets the limit that NAME=VALUE names: of the reader, of the worker
// it runs in, or of that worker's reply. Those of the reader and of the reply
// are known only where `limits` and `reply` are not null. It returns what is
// wrong with the text, or nothing.
std::optional<std::string> ApplyLimit(std::string_view text, Limits* limits,
                                      sandbox::WorkerLimits* worker,
                                      ReplyLimits* reply = nullptr);

// ApplyLimits does so for every --limit, and for --max-findings, which is at
// least 1.
std::optional<std::string> ApplyLimits(const ParsedLine& line, Limits* limits,
                                       sandbox::WorkerLimits* worker,
                                       ReplyLimits* reply = nullptr);

}  // namespace loadgate

#endif  // HARNESS_COMMAND_LINE_H_
