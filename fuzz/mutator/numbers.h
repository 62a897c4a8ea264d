// The numbers that a field is set to when it lies.
//
// A reader goes wrong at the edges of what it computes with: at the edges of
// integers, at what is left of the file, at multiples of blocks and alignments,
// and where a product, a padded size or a running sum wraps. The tables are
// general on purpose: they stay as they are while a set of faults measures
// them, and docs/mutator-benchmark.md says which set was chosen behind which
// tables.

#ifndef FUZZ_MUTATOR_NUMBERS_H_
#define FUZZ_MUTATOR_NUMBERS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

// Surroundings is what a lying number may be about.
struct Surroundings {
  uint64_t truth = 0;      // What the field would say if it did not lie.
  uint64_t remaining = 0;  // Bytes from the field to the end of the file.
  uint64_t unit = 32;      // The alignment, or the size of an element.
  size_t width = 8;        // Bytes of the field.
};

// MaskOf returns the largest number of `width` bytes, of 8 at most.
uint64_t MaskOf(size_t width);

// EdgeNumber returns a power of two of up to `width` bytes or one of its
// neighbours, or 0, or a small number.
uint64_t EdgeNumber(size_t width, Random* random);

// CutNumber returns a number that is `truth` again when only its low bits are
// kept: of 8, 16, 32 or 63 bits, as many as `width` bytes have room for.
uint64_t CutNumber(uint64_t truth, size_t width, Random* random);

// EdgeOfUnits returns a number that, times `unit`, comes to or just behind a
// power of two at which a product is cut off or turns negative; or, one time in
// two, the last multiples of `unit` in front of that power.
uint64_t EdgeOfUnits(uint64_t unit, size_t width, Random* random);

// EdgeOfWider returns a number that comes to such an edge when each of its
// units takes 2, 4 or 8 times as much: after a conversion.
uint64_t EdgeOfWider(uint64_t unit, size_t width, Random* random);

// FarNumber returns a number past what a float of 32 or of 64 bits holds
// exactly, from 2^24 or 2^53 on, whose low bits are those of `truth` or nearly.
uint64_t FarNumber(uint64_t truth, size_t width, Random* random);

// EdgeFloat returns the bits of a float of `width` bytes, 4 or 8, at an edge:
// 0, one that is no number or has no end, the least and the largest, and powers
// of two from which on it holds no fractions or fits no integer.
uint64_t EdgeFloat(size_t width, Random* random);

// LyingNumber returns a number other than the truth, most of the time: near the
// truth, near what remains, a multiple of the unit or its neighbour, an edge
// or one in units, of this size or of a wider one, one whose low bits are true,
// one that no float holds, or any number at all. It fits the width.
uint64_t LyingNumber(const Surroundings& about, Random* random);

// WrappingPair returns two numbers whose product passes 2^63 or 2^64, or wraps
// to 0, to a small number or to a negative one.
std::pair<uint64_t, uint64_t> WrappingPair(Random* random);

// SmallWrappingPair is the same for 2^31 and 2^32.
std::pair<uint64_t, uint64_t> SmallWrappingPair(Random* random);

// ConvertedCount returns a number of elements, of whole blocks of
// `block_elements`, that fits where an element takes a byte or two, and comes
// to 2^31, 2^32, 2^63 or 2^64 bytes or nearly where each takes 2, 4 or 8.
uint64_t ConvertedCount(uint64_t block_elements, Random* random);

// SplitCount returns `rank` dimensions whose product is `count` or just more.
std::vector<uint64_t> SplitCount(uint64_t count, size_t rank, Random* random);

// WrappingSize returns a number of elements whose size in bytes, rounded up to
// `unit`, passes or nearly passes 2^63 or 2^64: elements come in blocks of
// `block_elements` of `block_bytes` each.
uint64_t WrappingSize(uint64_t block_elements, uint64_t block_bytes,
                      uint64_t unit, Random* random);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_NUMBERS_H_
