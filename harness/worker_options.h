// The options about workers, which every verb that looks at files has.

#ifndef HARNESS_WORKER_OPTIONS_H_
#define HARNESS_WORKER_OPTIONS_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "harness/broker/workers.h"
#include "harness/command_line.h"

namespace loadgate {

inline constexpr OptionSpec kSandboxOption = {
    "sandbox", 0, "require|best-effort|trace",
    "require every layer of the sandbox (the default); do without Landlock "
    "where the kernel has none; or, for developers, name a forbidden system "
    "call on standard error"};

inline constexpr OptionSpec kTimeoutOption = {
    "timeout", 0, "TIME",
    "how long judging a file may take: a number and ms, s or m (60s by "
    "default, and no end for standard input)"};

// The same two options of a verb that makes files or recipes.
inline constexpr OptionSpec kCraftLimitOption = {
    "limit", 0, "NAME=N",
    "raise or lower what making it may take: memory (4G by default) or "
    "cpu-seconds (60); N may end in K, M or G"};
inline constexpr OptionSpec kCraftTimeoutOption = {
    "timeout", 0, "TIME",
    "how long making it may take: a number and ms, s or m (2m by default, and "
    "no end for standard input)"};

// ReadDuration reads a whole number above 0 followed by ms, s or m, or returns
// nullopt. It is at most a day.
std::optional<std::chrono::milliseconds> ReadDuration(std::string_view text);

// ReadWorkerOptions understands both options, and --limit memory and
// cpu-seconds were read before. It returns what is wrong with `line`, or
// nothing.
std::optional<std::string> ReadWorkerOptions(const ParsedLine& line,
                                             WorkerSettings* settings);

// WorkerProgram returns the path of the program named `name` that belongs to
// this one: of an installed program in bin/ ../libexec/loadgate/NAME, or where
// else the build's CMAKE_INSTALL_LIBEXECDIR lies from CMAKE_INSTALL_BINDIR; and
// otherwise NAME beside it, as the build has it. Never by PATH, the working
// directory or a variable: where the running program is, the kernel says, and
// if it does not, this is "".
std::string WorkerProgram(std::string_view name);

// DefaultWorkerSettings returns those of the program that judges files. A build
// with sanitizers has their policy.
WorkerSettings DefaultWorkerSettings();

// DefaultCraftSettings returns those of the program that makes files and
// recipes, which takes more of everything: a recipe's worst file 84 times its
// size of memory, and one of 64 MiB that is not the worst less than 4 GiB.
WorkerSettings DefaultCraftSettings();

}  // namespace loadgate

#endif  // HARNESS_WORKER_OPTIONS_H_
