// Numbers that stand in texts: a block's in a tensor's name, a byte's in a
// token, a shard's in a file's name. Readers parse them, count with them and
// take them for an index.

#ifndef FUZZ_MUTATOR_TEXT_NUMBERS_H_
#define FUZZ_MUTATOR_TEXT_NUMBERS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// HasNumber returns whether there is a digit in `text`.
bool HasNumber(std::string_view text);

// ChangeNumberIn returns `text` with one of its numbers changed: to one near
// it, an edge, one that wraps when it is multiplied by `unit`, another form
// (NumberForm), or with a sign or a letter in the place of a digit. Behind "0x"
// a number is hexadecimal, and its digits are as many as before. A text without
// a number stays as it is.
std::string ChangeNumberIn(std::string text, uint64_t unit, Random* random);

// SameNumberIn returns `text` with one of its numbers written in another way,
// which a reader may take for the same: with zeros, a plus or a space in front,
// or 2^32 or 2^64 more.
std::string SameNumberIn(std::string text, Random* random);

// NearText returns a text that is nearly `text`: with one of its numbers
// changed, if it has one, every other time; else a NearName of it.
std::string NearText(const std::string& text, Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_TEXT_NUMBERS_H_
