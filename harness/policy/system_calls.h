// System calls by name, and their numbers on each architecture.
//
// Our own table, because a filter is built and checked for every architecture
// that we know, not only for the one at hand.

#ifndef HARNESS_POLICY_SYSTEM_CALLS_H_
#define HARNESS_POLICY_SYSTEM_CALLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace loadgate::sandbox {

// Architecture is one for which there are policies. Any other is refused.
enum class Architecture : uint8_t { kX86_64, kAarch64 };

inline constexpr Architecture kArchitectures[] = {Architecture::kX86_64,
                                                  Architecture::kAarch64};

// ArchitectureName returns "x86-64" or "aarch64".
std::string_view ArchitectureName(Architecture architecture);

// AuditNumber returns the architecture as the kernel tells it to a filter
// (AUDIT_ARCH_X86_64 ...).
uint32_t AuditNumber(Architecture architecture);

// OwnArchitecture returns what this program is compiled for, or nullopt where
// there is no policy for that: x32 and all the rest.
std::optional<Architecture> OwnArchitecture();

// SystemCall is a call that some policy grants.
enum class SystemCall : uint8_t {
#define LG_SYSTEM_CALL(name, text, x86_64, aarch64) k##name,
#include "harness/policy/system_calls.def"
#undef LG_SYSTEM_CALL
};

// SystemCallRow is a row of system_calls.def.
struct SystemCallRow {
  SystemCall call;
  std::string_view name;
  int x86_64;
  int aarch64;
};

// SystemCalls returns all rows, in the order of the enumeration.
std::span<const SystemCallRow> SystemCalls();

// SystemCallName returns the call's name as in its manual page's title.
std::string_view SystemCallName(SystemCall call);

// SystemCallNumber returns the call's number, or nullopt where the architecture
// does not have it.
std::optional<uint32_t> SystemCallNumber(SystemCall call,
                                         Architecture architecture);

}  // namespace loadgate::sandbox

#endif  // HARNESS_POLICY_SYSTEM_CALLS_H_
