// What must hold of a Cursor whatever is read with it.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// Cursor alone.

#ifndef LOADGATE_TESTS_SUPPORT_CURSOR_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_CURSOR_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenCursorProperty runs a program of reads: its text up to the first
// newline, over the bytes behind that. A second cursor, which is an index into
// the bytes and compares in 128 bits, runs it too. It returns the first step
// after which the two do not agree, in words, or an empty text. They must agree
// on what a read answers and yields, on where views begin and how long they
// are, on the place and on what remains; and a read that fails must have moved
// nothing and written nothing.
//
//   1 2 4 8    a number of that many bytes, unsigned;  i j k l  signed;
//   f g        float, double
//   p q r s    a length of 1, 2, 4, 8 bytes and what it counts;  t  a string
//   b LENGTH   bytes;  B LENGTH  the same without passing them;  _ LENGTH  skip
//   ( LENGTH   a cursor of so many bytes, used until the next  )
//   *          the next number is not passed;  > <  numbers are big, little
//   ^          the cursor's bytes are the last that a file may have; at the
//              front of the program only
//
// LENGTH is a digit; or = + -, as many as remain, one more, one less (of
// nothing, 2^64-1); or # the number read last; ~ as many as remain and 2^32;
// ! the one with which the place wraps to 0. Any other character does nothing.
std::string BrokenCursorProperty(std::string_view program_and_bytes);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_CURSOR_PROPERTIES_H_
