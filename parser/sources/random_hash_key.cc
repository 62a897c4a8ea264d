#include "loadgate/random_hash_key.h"

#include <unistd.h>

#include "loadgate/check.h"

namespace loadgate {

HashKey RandomHashKey() {
  HashKey key;
  LG_CHECK(::getentropy(&key, sizeof(key)) == 0);
  return key;
}

}  // namespace loadgate
