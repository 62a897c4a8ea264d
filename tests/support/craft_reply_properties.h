// What must hold of the bytes between a worker that makes files and recipes and
// the broker, whatever they are, and of all that it can have made.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay.

#ifndef LOADGATE_TESTS_SUPPORT_CRAFT_REPLY_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_CRAFT_REPLY_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenCraftReplyProperty returns what is not as it must be, in words, or an
// empty text. The first line of `input` says what follows it.
//
// `asm`, `set`, `disasm`: the bytes of a reply to that, where `set` is an `asm`
// that may make several files. The line may go on with numbers, the lengths of
// the pieces in which the bytes are fed, and with b or f and a number: caps on
// bytes and files. It must hold that
//
//   pieces    of those lengths, of one byte, and all bytes at once give the
//   same
//             states and the same result
//   one form  a result that ends well encodes to exactly the bytes that came
//   limits    a result has no more files and bytes than it may, and of its kind
//             is what was asked for
//   a fault   stays
//
// `made`: names and contents of files, in turn, each ended by a NUL; or, as
// `failed K`, the texts of a failure of that kind. Encoding them must give what
// decodes to the same, as far as caps on texts allow.
std::string BrokenCraftReplyProperty(std::string_view input);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_CRAFT_REPLY_PROPERTIES_H_
