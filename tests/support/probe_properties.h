// What must hold of the places outside a GGUF header that rules must see.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// reader and the naive reader alone.

#ifndef LOADGATE_TESTS_SUPPORT_PROBE_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_PROBE_PROPERTIES_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenProbeProperty reads `file` within limits on probes that are just
// enough, one less, half, or none at all, and looks at every probe. It returns
// what is not as it must be, in words, or an empty text; a file whose header is
// refused has no probes to speak of, and breaks nothing:
//
//   the list    holds nothing but padding that is there by the naive reader's
//               layout, each place whole and once, in file order and inside the
//               file; with those of the tail it obeys both limits; no place is
//               left out that had room beside those listed
//   the note    tells of as many places as are not in the list
//   the checks  find what a search of the bytes in the file finds, and where
std::string BrokenProbeProperty(ByteSpan file);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_PROBE_PROPERTIES_H_
