// What must hold of filters and of what evaluates them, whatever is called.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay.

#ifndef LOADGATE_TESTS_SUPPORT_FILTER_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_FILTER_PROPERTIES_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenFilterProperty reads `bytes` as
//
//   policy u8 | architecture u8 | inputs u16 | pid i32 |
//   number u32 | architecture of the call u32 | six arguments u64 |
//   instructions: code u16, if true u8, if false u8, k u32
//
// in little-endian order; what is missing is 0, and what picks one of several
// is taken modulo their number. An architecture of 0 stands for the policy's
// own. It returns the first of these that does not hold, in words, or an empty
// text: the policy's filter is one that the kernel takes; it answers the call
// as the policy's rows say; and the instructions, if they are a filter, answer
// the call with what one of their returns says.
std::string BrokenFilterProperty(ByteSpan bytes);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_FILTER_PROPERTIES_H_
