// What a mutation did to a file, in a few words.

#ifndef FUZZ_MUTATOR_DESCRIBE_H_
#define FUZZ_MUTATOR_DESCRIBE_H_

#include <string>

#include "loadgate/bytes.h"

namespace loadgate::mutator {

// DescribeGguf and DescribeSafetensors return how `after` differs from
// `before`, such as "pairs+2,tensors-1,lies": what came and went, and whether
// the file lies about what is in it. The words are for the name of a file: of
// letters, digits, `-`, `+` and commas alone, never empty.
std::string DescribeGguf(ByteSpan before, ByteSpan after);
std::string DescribeSafetensors(ByteSpan before, ByteSpan after);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_DESCRIBE_H_
