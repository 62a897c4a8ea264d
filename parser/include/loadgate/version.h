// The version of the library that was linked.

#ifndef LOADGATE_VERSION_H_
#define LOADGATE_VERSION_H_

#include <string_view>

namespace loadgate {

// Version returns the library's version as "major.minor.patch". It is the
// version reports carry, and that of the package's find_package file.
std::string_view Version();

}  // namespace loadgate

#endif  // LOADGATE_VERSION_H_
