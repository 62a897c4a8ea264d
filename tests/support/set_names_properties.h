// What must hold of what is made of the names of a directory's files.

#ifndef LOADGATE_TESTS_SUPPORT_SET_NAMES_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_SET_NAMES_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenSetNamesProperty takes `text` for the files of a directory, a name a
// line; one behind a '+' is named by an index, one behind a '-' too, and is not
// there. It returns what is not as it must be, in words, or an empty text:
//
//   a name   is parsed as a slow reading of its form does, and a set names it
//   so a shard  is in one set or a stray, unless an index names it, once a set
//   has all of its numbering that no index names absent   shards are reported
//   each once, as missing or as misspelt the order of the names changes nothing
std::string BrokenSetNamesProperty(std::string_view text);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SET_NAMES_PROPERTIES_H_
