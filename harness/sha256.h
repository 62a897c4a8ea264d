// SHA-256 of bytes that come in pieces.
//
// Nettle's: it starts without a provider to load, links statically, and uses
// the processor's own instructions where there are any.

#ifndef HARNESS_SHA256_H_
#define HARNESS_SHA256_H_

#include <nettle/sha2.h>

#include <array>
#include <cstdint>

#include "loadgate/bytes.h"

namespace loadgate {

// Sha256Digest is the 32 bytes.
using Sha256Digest = std::array<uint8_t, SHA256_DIGEST_SIZE>;

class Sha256 {
 public:
  Sha256() { ::sha256_init(&context_); }

  // Add takes the next bytes.
  void Add(ByteSpan bytes);

  // Digest returns the digest of all bytes so far, and can be called again.
  Sha256Digest Digest() const;

 private:
  struct sha256_ctx context_;
};

}  // namespace loadgate

#endif  // HARNESS_SHA256_H_
