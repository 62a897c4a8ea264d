// What must hold of the recognition of files that are no models.

#ifndef LOADGATE_TESTS_SUPPORT_OTHER_FILE_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_OTHER_FILE_PROPERTIES_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenOtherFileProperty recognises `file` whole and by its first bytes, looks
// for signs of mangling and takes its first line for a name. It returns which
// property does not hold, in words, or an empty text: what is found is named by
// a rule about files and in one bounded sentence, what the first bytes show
// more bytes do not undo, and places lie in the file.
std::string BrokenOtherFileProperty(ByteSpan file);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_OTHER_FILE_PROPERTIES_H_
