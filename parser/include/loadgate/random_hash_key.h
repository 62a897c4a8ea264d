// The secret that keeps hostile names from colliding.

#ifndef LOADGATE_RANDOM_HASH_KEY_H_
#define LOADGATE_RANDOM_HASH_KEY_H_

#include "loadgate/name_index.h"

namespace loadgate {

// RandomHashKey draws a secret from the operating system. A process draws one
// before it reads anybody's file, and before it is locked down. It aborts when
// the system has no randomness to give.
HashKey RandomHashKey();

}  // namespace loadgate

#endif  // LOADGATE_RANDOM_HASH_KEY_H_
