#ifndef LOADGATE_TESTS_NAIVE_WIDE_H_
#define LOADGATE_TESTS_NAIVE_WIDE_H_

namespace naive {

// Wide holds any sum of two and any product of two 64-bit numbers, so the naive
// readers need no overflow checks: they calculate first and compare afterwards.
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;
#else
// On 32 bits, where clang alone builds the fuzz targets.
typedef unsigned _BitInt(128) Wide;
#endif

// The largest size either side of the formats' reference readers can hold.
inline constexpr Wide kMax63 = (Wide{1} << 63) - 1;

}  // namespace naive

#endif  // LOADGATE_TESTS_NAIVE_WIDE_H_
