// What must hold of the bytes between a worker and the broker, whatever they
// are, and of all that a worker can want to say.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// gate's records and their codec alone.

#ifndef LOADGATE_TESTS_SUPPORT_RECORD_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_RECORD_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenRecordProperty returns what is not as it must be, in words, or an empty
// text. The first line of `input` says what follows it.
//
// `check`, `inspect`, `names`: the bytes of a reply to that. The line may go
// on with numbers, the lengths of the pieces in which the bytes are fed; with
// r, b, f or m and a number: caps on records, bytes, findings and names; and
// with s and a number: how many files the set has. It must hold that
//
//   pieces     of those lengths, of one byte, and all bytes at once give the
//              same records and the same states
//   one form   what was delivered encodes to the front part of the bytes, and,
//              where they end well, to all of them
//   the end    comes last and once; a fault stays, and nothing follows it
//   caps       no record, and not all of them together, pass one
//   files      each that is spoken of is one of the set's; what is in a set is
//              in one of them, and what is in a file alone in none
//   a verdict  comes of a reply that ends well and has a format alone
//
// `script`: replies in the language of report_script.h. Encoding them must give
// what decodes to the same records, as far as their caps and their order allow;
// and what fits a budget of findings must fit the reply.
std::string BrokenRecordProperty(std::string_view input);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_RECORD_PROPERTIES_H_
