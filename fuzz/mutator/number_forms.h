// Numbers as JSON has them, and as it does not.

#ifndef FUZZ_MUTATOR_NUMBER_FORMS_H_
#define FUZZ_MUTATOR_NUMBER_FORMS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// PlusPowerOfTwo returns the decimal digits of `number` + 2^64, which are too
// many for any integer that a reader has.
std::string PlusPowerOfTwo(uint64_t number);

// NumberForm returns another form than plain digits for the number that
// `digits` say: with a sign, a fraction, an exponent, zeros in front or behind,
// or past 2^64, or past what a float holds, with the same low bits; or an odd
// number whatever they say. `digits` may be any text.
std::string NumberForm(std::string_view digits, Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_NUMBER_FORMS_H_
