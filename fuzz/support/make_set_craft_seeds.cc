// loadgate_make_set_craft_seeds OUTDIR | --check CORPUS
//
// The seeds of set_craft_fuzzer: see SeedsMain.

#include "fuzz/support/recipes.h"
#include "fuzz/support/seeds.h"

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv,
                            support::Assembled(support::SetRecipes()));
}
