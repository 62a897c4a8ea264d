// loadgate_make_recipe_seeds OUTDIR | --check CORPUS
//
// The seeds of recipe_fuzzer: see SeedsMain.

#include "fuzz/support/recipes.h"
#include "fuzz/support/seeds.h"

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  support::Seeds seeds = support::OtherRecipes();
  seeds.merge(support::GgufRecipes());
  seeds.merge(support::SafetensorsRecipes());
  seeds.merge(support::SetRecipes());
  return support::SeedsMain(argc, argv, seeds);
}
