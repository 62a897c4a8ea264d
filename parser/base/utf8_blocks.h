// UTF-8 validation of long text, without a branch for each character.
//
// Vocabularies mix one-, two- and three-byte characters so that no branch
// predictor follows; the rules of table 3-7 of the Unicode Standard are
// therefore evaluated for every byte of a block at once, in plain C++ that
// compilers turn into vector code.

#ifndef LOADGATE_BASE_UTF8_BLOCKS_H_
#define LOADGATE_BASE_UTF8_BLOCKS_H_

#include <cstddef>
#include <string_view>

namespace loadgate {

// IsUtf8InBlocks returns whether `text` is well-formed UTF-8. It costs the same
// for any text of a length, and at least one block.
bool IsUtf8InBlocks(std::string_view text);

// CountNuls returns how many bytes of `text` are 00.
size_t CountNuls(std::string_view text);

}  // namespace loadgate

#endif  // LOADGATE_BASE_UTF8_BLOCKS_H_
