// Safetensors headers at random, in every form that JSON allows and in a few
// that it does not.

#ifndef LOADGATE_TESTS_SUPPORT_SAFETENSORS_FORMS_H_
#define LOADGATE_TESTS_SUPPORT_SAFETENSORS_FORMS_H_

#include <cstdint>

#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {

// RandomSafetensors returns file number `seed`, always the same one. `wrong` of
// a thousand choices are wrong: at 0 the file is accepted, whatever its form.
SafetensorsBytes RandomSafetensors(uint64_t seed, uint32_t wrong);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SAFETENSORS_FORMS_H_
