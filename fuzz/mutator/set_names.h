// Names of files that a set may have and should not.

#ifndef FUZZ_MUTATOR_SET_NAMES_H_
#define FUZZ_MUTATOR_SET_NAMES_H_

#include <string>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// SetPrefix returns what the parts of a new set are named by.
std::string SetPrefix(Random* random);

// OddName returns a name made of that of a part: with folders, a drive or a
// scheme in front, NUL or another ending behind, letters of another case,
// numbers of other digits or of another part; or one of no part at all.
std::string OddName(std::string name, Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SET_NAMES_H_
