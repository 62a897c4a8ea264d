// Lies about a set whose files otherwise agree.

#ifndef FUZZ_MUTATOR_SET_LIES_H_
#define FUZZ_MUTATOR_SET_LIES_H_

#include "craft/set_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// LieInSet tells one lie of those below. A file that it changes stays one that
// its own reader accepts, as a rule.
void LieInSet(Random* random, craft::SetModel* set);

// LieInSplit lies in a key of one part of a split: its number, its type, or how
// often it stands there.
void LieInSplit(Random* random, craft::SetModel* set);

// LieInIndex lies in an index: where a tensor is, which tensors there are, how
// large all are, or how it is written. A set without an index gets one.
void LieInIndex(Random* random, craft::SetModel* set);

// LieInTensors copies a tensor to another part, as it is or with another dtype
// and shape, moves it there, or drops it.
void LieInTensors(Random* random, craft::SetModel* set);

// LieInFiles drops a file, has it twice, or gives it another name.
void LieInFiles(Random* random, craft::SetModel* set);

// LieInFile gives one file to the mutator of its format, which may lie in it or
// not. It is none of the above.
void LieInFile(Random* random, craft::SetModel* set);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SET_LIES_H_
