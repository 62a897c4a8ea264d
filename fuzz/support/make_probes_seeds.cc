// loadgate_make_probes_seeds OUTDIR | --check CORPUS
//
// The seeds of probes_fuzzer: see SeedsMain. Files with padding of every size,
// and with tails; those of the reader's target are run as well.

#include <string>

#include "fuzz/support/recipes.h"
#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

// `count` tensors of 1 to `count` bytes, each with padding behind it.
std::string Padded(int alignment, int count) {
  std::string recipe =
      "gguf\nkv \"general.architecture\" string \"llama\"\n"
      "kv \"general.alignment\" u32 " +
      std::to_string(alignment) + "\n";
  for (int i = 1; i <= count; ++i) {
    recipe += "tensor \"t" + std::to_string(i) + "\" [" + std::to_string(i) +
              "] i8\n";
  }
  return recipe;
}

Seeds Recipes() {
  const std::string three = Padded(32, 3);
  return {
      {"no-padding",
       "gguf\nkv \"general.alignment\" u32 8\n"
       "tensor \"a\" [8] i8\ntensor \"b\" [8] i8\n"},
      {"one-place", Padded(8, 1)},
      {"three-places", three},
      {"places-of-many-sizes", Padded(64, 40)},
      {"places-of-255-bytes-and-less", Padded(256, 4)},
      {"padding-not-zero",
       three + "padding x\"00 01\"\ndata_padding 1 zeros 29 x\"02\"\n"},
      {"padding-not-zero-in-each",
       three + "padding fill 0xff 3\ndata_padding 0 fill 1 31\n"
               "data_padding 1 fill 1 30\ndata_padding 2 fill 1 29\n"},
      {"last-padding-missing", three + "data_padding 2 zeros 0\n"},
      {"last-padding-cut", three + "data_padding 2 zeros 5\n"},
      {"tail-of-zeros", three + "tail zeros 32\n"},
      {"tail-of-too-many-zeros", three + "tail zeros 33\n"},
      {"tail-of-bytes", three + "tail zeros 3 \"x\" zeros 80\n"},
      {"tail-of-a-zip", three + "tail \"PK\" x\"03 04\" zeros 80\n"},
      {"tail-of-a-zip-end",
       three + "tail zeros 70 \"PK\" x\"05 06\" zeros 16 x\"02 00\" \"hi\"\n"},
      {"tail-of-a-zip-and-its-end",
       three + "tail \"PK\" x\"03 04\" zeros 70 \"PK\" x\"05 06\" zeros 18\n"},
      {"tail-of-a-program",
       three + "tail \"MZ\" zeros 58 x\"40 00 00 00\" \"PE\" zeros 30\n"},
      {"tail-of-mz-and-no-program",
       three + "tail \"MZ\" zeros 58 x\"40 00 00 00\" \"NE\" zeros 30\n"},
      {"tail-of-mz-that-points-far",
       three + "tail \"MZ\" zeros 58 x\"00 00 00 7f\" zeros 30\n"},
      {"no-tensors-but-a-tail", "gguf\ntail \"text\"\n"},
      {"no-tensors", "gguf\nkv \"general.alignment\" u32 64\n"},
      {"big-endian",
       "gguf big_endian\ntensor \"w\" [3] f16\ndata_padding 0 fill 1 26\n"},
  };
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::Assembled(support::Recipes()));
}
