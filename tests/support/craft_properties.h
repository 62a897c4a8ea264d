// What must hold of a craft model of any bytes.
//
// Needs the reader and craft alone, so that fuzz targets can link it.

#ifndef LOADGATE_TESTS_SUPPORT_CRAFT_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_CRAFT_PROPERTIES_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenGgufCraftProperty reads `file` into a model and returns what is not as
// it must be, in words, or an empty text:
//
//   always     the model gives the same bytes back, and says how many
//   accepted   no byte of the header is raw; Fix leaves the model as it is
//   rejected   no byte in front of the first error is raw
//   always     Fix, made twice, does what it did once; and what
//              BrokenRecipeProperty says
std::string BrokenGgufCraftProperty(ByteSpan file);

// BrokenSafetensorsCraftProperty is the same for safetensors:
//
//   always     the model gives the same bytes back, and says how many
//   accepted   no token of the header is raw; Fix leaves the model as it is;
//              the entries say what the reader says
//   rejected   no token in front of the first error is raw, unless the reader
//              stopped at one that it looks for before all others
//   always     Fix, made twice, does what it did once
std::string BrokenSafetensorsCraftProperty(ByteSpan file);

// BrokenRecipeProperty returns what is wrong with the recipe of `file`, or an
// empty text: it is printable ASCII, and gives the same bytes back.
std::string BrokenRecipeProperty(ByteSpan file);

// BrokenAssemblyProperty takes any text for a recipe that may make up to
// `most_bytes` and returns what is not as it must be, or an empty text:
//
//   refused    the error has a line of the text and a printable message
//   assembled  the file is no larger, and BrokenRecipeProperty holds of it
std::string BrokenAssemblyProperty(std::string_view recipe,
                                   uint64_t most_bytes);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_CRAFT_PROPERTIES_H_
