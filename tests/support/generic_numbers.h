// The numbers of system calls in the kernel's generic table, which aarch64 has.

#ifndef TESTS_SUPPORT_GENERIC_NUMBERS_H_
#define TESTS_SUPPORT_GENERIC_NUMBERS_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace loadgate::sandbox {

// GenericNumber returns the number of a call of system_calls.def by the
// kernel's header, or nullopt for one that the table does not have.
std::optional<uint32_t> GenericNumber(std::string_view name);

}  // namespace loadgate::sandbox

#endif  // TESTS_SUPPORT_GENERIC_NUMBERS_H_
