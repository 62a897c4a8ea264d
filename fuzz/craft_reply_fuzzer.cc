// What a worker made on its way to the broker: the input is a line that says
// what was asked, and the bytes of a reply; or texts of what was made.
//
// Decodes the bytes in pieces and at once, and encodes what comes of them. The
// first line, and what must hold, is in tests/support/craft_reply_properties.h.

#include "fuzz/support/property.h"
#include "tests/support/craft_reply_properties.h"

using loadgate::testing_support::BrokenCraftReplyProperty;
using loadgate::testing_support::InputBytes;
using loadgate::testing_support::Require;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Require(BrokenCraftReplyProperty(loadgate::AsText(InputBytes(data, size))));
  return 0;
}

// Covered elsewhere: files of more than a frame and which name a fault has
// (tests of the decoder), recipes (recipe_fuzzer, set_craft_fuzzer), and what
// becomes of a name (tests of asm).
