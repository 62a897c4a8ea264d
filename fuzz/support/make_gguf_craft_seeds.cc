// loadgate_make_gguf_craft_seeds OUTDIR | --check CORPUS
//
// The seeds of gguf_craft_fuzzer: see SeedsMain. They are few, as it also runs
// those of the reader's target.

#include "fuzz/support/recipes.h"
#include "fuzz/support/seeds.h"

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv,
                            support::Assembled(support::GgufRecipes()));
}
