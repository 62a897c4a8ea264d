// What must hold of the writers whatever they are told to write.

#ifndef LOADGATE_TESTS_SUPPORT_WRITER_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_WRITER_PROPERTIES_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// BrokenWriterProperty carries out `program`, a list of orders to a writer of
// each format, and returns what is not as it must be, in words, or an empty
// text:
//
//   refused    the order changed nothing
//   taken      the file is accepted by our reader, is canonical, and comes out
//              the same when what was read is written again; so do its shards,
//              which together have the tensors of the whole; a model that has
//              a split key already has no shards
//   always     a piece too many for a tensor, or one before its turn, is
//   refused
//
// An order is a letter and its operands: `a` the alignment, as a power of two;
// `k` and `l` a key and a value or list of it; `t` and `s` a tensor of GGUF and
// of safetensors; `m` a pair of metadata. Texts and lists have their length in
// a byte before them, numbers are a byte, or FF and eight bytes.
std::string BrokenWriterProperty(ByteSpan program);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_WRITER_PROPERTIES_H_
