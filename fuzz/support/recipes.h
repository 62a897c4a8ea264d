// Recipes to begin fuzzing from, and the files that they make.

#ifndef LOADGATE_FUZZ_SUPPORT_RECIPES_H_
#define LOADGATE_FUZZ_SUPPORT_RECIPES_H_

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {

// GgufRecipes returns recipes of GGUF files by name, which begins with "gguf-":
// every statement, and every lie.
Seeds GgufRecipes();

// SafetensorsRecipes is the same for safetensors.
Seeds SafetensorsRecipes();

// SetRecipes returns recipes of bundles by name, which begins with "set-":
// every statement, and disagreements of the files.
Seeds SetRecipes();

// OtherRecipes returns recipes of bytes, and texts that are no recipe.
Seeds OtherRecipes();

// Assembled returns the files that `recipes`, all of which make sense,
// describe.
Seeds Assembled(const Seeds& recipes);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_FUZZ_SUPPORT_RECIPES_H_
