// Mutating bytes without knowing what they are: what structure is measured
// against.

#ifndef FUZZ_OTHER_BYTE_MUTATOR_H_
#define FUZZ_OTHER_BYTE_MUTATOR_H_

#include <cstddef>
#include <string>

#include "fuzz/mutator/random.h"

namespace loadgate::other {

// ChangeBytes returns `file` with one to five changes of the kinds that
// byte-level fuzzers make: bits, bytes and small integers set or added to, runs
// inserted, erased, repeated and moved. The result has at most `max_size`
// bytes, and at least one if `max_size` is not 0.
std::string ChangeBytes(std::string file, size_t max_size,
                        mutator::Random* random);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_BYTE_MUTATOR_H_
