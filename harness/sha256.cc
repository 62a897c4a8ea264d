#include "harness/sha256.h"

namespace loadgate {

void Sha256::Add(ByteSpan bytes) {
  ::sha256_update(&context_, bytes.size(),
                  reinterpret_cast<const uint8_t*>(bytes.data()));
}

Sha256Digest Sha256::Digest() const {
  struct sha256_ctx copy = context_;
  Sha256Digest digest = {};
  ::sha256_digest(&copy, digest.size(), digest.data());
  return digest;
}

}  // namespace loadgate
