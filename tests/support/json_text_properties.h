// What must hold of the reading of JSON whatever the text is.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// formats and the naive JSON parser alone.

#ifndef LOADGATE_TESTS_SUPPORT_JSON_TEXT_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_JSON_TEXT_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenJsonTextProperty reads `text` as a safetensors header is read, and by
// the naive parser. It returns what is not as it must be, in words, or an empty
// text:
//
//   the pass in front  refuses what is no UTF-8 and nothing that the naive
//                      parser accepts; a fault is true of the byte it is at; it
//                      changes nothing but numbers, to what it says it does,
//                      remembers them, and has nothing to do a second time
//   the reader         accepts what the naive parser accepts, keys that stand
//                      twice aside; then its events are those of the tree, in
//                      their order, at their places, with strings unescaped and
//                      sizes exact; else they are so up to the error
//   the header         has a finding about JSON or about keys that stand twice
//                      exactly where the naive parser refuses the text, unless
//                      it is no object; and the same ones at another place of
//                      the file
std::string BrokenJsonTextProperty(std::string_view text);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_JSON_TEXT_PROPERTIES_H_
