// loadgate_make_cursor_seeds OUTDIR | --check CORPUS
//
// The seeds of cursor_fuzzer: see SeedsMain. Each is a program of reads in the
// language of tests/support/cursor_properties.h, and the bytes it reads.

#include <string>

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

Seeds AllSeeds() {
  const std::string letters = "\nabcdefghijklmnop";
  const std::string counted = "\n\x03\0\0\0\0\0\0\0abcd"s;
  const std::string huge =
      "\n\xff\xff\xff\xff\xff\xff\xff\xff"
      "abcd"s;
  return {
      {"nothing", ""},
      {"no-bytes", "1248b=b+_=_+t()"},
      {"numbers", "1248" + letters},
      {"numbers-signed", "ijkl" + letters},
      {"numbers-float", "fg1" + letters},
      {"numbers-big", ">1248<2" + letters},
      {"numbers-past-the-end", "_-82f1" + letters},
      {"numbers-peeked", "*8*4>*2*18" + letters},
      {"bytes", "b3b=b=b+" + letters},
      {"bytes-peeked", "B3B=B+b1B=" + letters},
      {"bytes-one-more", "b+1b+" + letters},
      {"bytes-of-nothing-less-one", "_=b-" + letters},
      {"bytes-past-32-bits", "1b~_~B~(~" + letters},
      {"bytes-that-wrap-the-place", "1b!_!B!(!" + letters},
      {"end-of-all-files", "^1b!8_+(3b+)b=" + letters},
      {"skip", "_3_=_0_+" + letters},
      {"string", "t1" + counted},
      {"string-too-long", "1t" + counted},
      {"string-huge", "t8t" + huge},
      {"string-cut", "t\n\x03\0\0"s},
      {"prefixed", "p1q" + counted},
      {"prefixed-big",
       ">s\n\0\0\0\0\0\0\0\x03"
       "abcd"s},
      {"prefixed-huge", "pqrs" + huge},
      {"length-read-before", "8b#b#" + counted},
      {"sub", "(3b+1b=)1" + letters},
      {"sub-in-sub", "(8(38b+)(+8b+)t)4" + letters},
      {"sub-too-long", "(+1(~1(!1" + letters},
      {"sub-of-a-length", "8(#b+t1)b=" + counted},
      {"close-too-often", "))1)(=)))" + letters},
  };
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
