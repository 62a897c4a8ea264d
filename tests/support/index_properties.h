// What must hold of the reading of an index whatever its text is.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// formats and the naive reader alone.

#ifndef LOADGATE_TESTS_SUPPORT_INDEX_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_INDEX_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenIndexProperty reads `text` as the index of a checkpoint and has the
// naive reader judge it. It returns what is not as it must be, in words, or an
// empty text:
//
//   the verdict   is that of the naive reader; without a result there is a
//                 finding that is no warning
//   the findings  lie within the text, and another hash key changes nothing
//   the pairs     are those of the naive reader, with the plain names of the
//                 shards, each of which is there once; total_size is too
//   a plain name  holds nothing by which a file elsewhere could be opened
//
// `text` must be within the limits.
std::string BrokenIndexProperty(std::string_view text);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_INDEX_PROPERTIES_H_
