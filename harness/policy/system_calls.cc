#include "harness/policy/system_calls.h"

#include <linux/audit.h>

#include <cstddef>

namespace loadgate::sandbox {
namespace {

constexpr SystemCallRow kRows[] = {
#define LG_SYSTEM_CALL(name, text, x86_64, aarch64) \
  {SystemCall::k##name, text, x86_64, aarch64},
#include "harness/policy/system_calls.def"
#undef LG_SYSTEM_CALL
};

const SystemCallRow& RowOf(SystemCall call) {
  return SystemCalls()[static_cast<size_t>(call)];
}

}  // namespace

std::string_view ArchitectureName(Architecture architecture) {
  return architecture == Architecture::kX86_64 ? "x86-64" : "aarch64";
}

uint32_t AuditNumber(Architecture architecture) {
  return architecture == Architecture::kX86_64 ? AUDIT_ARCH_X86_64
                                               : AUDIT_ARCH_AARCH64;
}

std::optional<Architecture> OwnArchitecture() {
#if defined(__x86_64__) && defined(__LP64__)
  return Architecture::kX86_64;
#elif defined(__aarch64__) && defined(__LP64__) && defined(__AARCH64EL__)
  return Architecture::kAarch64;
#else
  return std::nullopt;
#endif
}

std::span<const SystemCallRow> SystemCalls() { return kRows; }

std::string_view SystemCallName(SystemCall call) { return RowOf(call).name; }

std::optional<uint32_t> SystemCallNumber(SystemCall call,
                                         Architecture architecture) {
  const SystemCallRow& row = RowOf(call);
  const int number =
      architecture == Architecture::kX86_64 ? row.x86_64 : row.aarch64;
  if (number < 0) return std::nullopt;
  return static_cast<uint32_t>(number);
}

}  // namespace loadgate::sandbox
