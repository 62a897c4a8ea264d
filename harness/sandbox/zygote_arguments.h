// The command line of a zygote's program, for both who writes and who reads it.

#ifndef HARNESS_SANDBOX_ZYGOTE_ARGUMENTS_H_
#define HARNESS_SANDBOX_ZYGOTE_ARGUMENTS_H_

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/sandbox/zygote.h"

namespace loadgate::sandbox {

// Where a zygote finds its control socket.
inline constexpr int kControl = 3;

// ZygoteArguments returns the arguments, behind the program's name, of a zygote
// with `options`. The version is not among them: each end has its own.
std::vector<std::string> ZygoteArguments(const ZygoteOptions& options);

// ParseZygoteArguments reads a command line, the program's name in front. It
// returns nullopt for what ZygoteArguments does not make,
// and where kControl is no socket: when somebody starts the program by hand.
std::optional<ZygoteOptions> ParseZygoteArguments(
    std::span<char* const> arguments);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_ZYGOTE_ARGUMENTS_H_
