// What must hold of the findings of any file, in either format.

#ifndef LOADGATE_TESTS_SUPPORT_FINDING_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_FINDING_PROPERTIES_H_

#include <cstdint>
#include <span>
#include <string>

#include "loadgate/finding.h"

namespace loadgate::testing_support {

// BrokenFindings returns what is wrong with the `findings` of a file of
// `file_size` bytes that got `verdict`, in words, or an empty text: each lies
// in the file, says where and how to mend it, and a verdict other than accept
// has its reason first.
std::string BrokenFindings(std::span<const Finding> findings, Verdict verdict,
                           uint64_t file_size);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_FINDING_PROPERTIES_H_
