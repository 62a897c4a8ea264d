// Small sets whose files agree, to tell lies about.

#ifndef LOADGATE_TESTS_CRAFT_SAMPLE_SETS_H_
#define LOADGATE_TESTS_CRAFT_SAMPLE_SETS_H_

#include <vector>

#include "craft/set_model.h"

namespace loadgate::craft {

// SplitOfThree returns m-00001-of-00003.gguf and so on, of tensors a to d: two
// in the first, one in each other.
inline SetModel SplitOfThree() {
  GgufModel model = NewGguf();
  model.pairs = {MakePair("general.architecture", GgufValueType::kString,
                          GgufText::Of("llama"))};
  for (const char* const name : {"a", "b", "c", "d"}) {
    model.tensors.push_back(MakeTensor(name, {3}, 0));
  }
  Fix(GgufFix{}, &model);
  return NewSplitSet(model, 3, "m");
}

// CheckpointOfThree returns model-00001-of-00003.safetensors and so on, of one
// tensor each, a to c, of 8, 3 and 2 bytes, and their index.
inline SetModel CheckpointOfThree() {
  SafetensorsModel model = NewSafetensors();
  SetMetadata({{"format", "pt"}}, &model);
  AddEntry("a", "F32", {2}, 0, 8, &model);
  AddEntry("b", "I8", {3}, 8, 11, &model);
  AddEntry("c", "BF16", {}, 11, 13, &model);
  Fix(SafetensorsFix{}, &model);
  return NewCheckpoint(model, 3);
}

// SampleSets returns both, and one of both.
inline std::vector<SetModel> SampleSets() {
  SetModel both = SplitOfThree();
  for (SetFile& file : CheckpointOfThree().files) both.files.push_back(file);
  return {SplitOfThree(), CheckpointOfThree(), both};
}

}  // namespace loadgate::craft

#endif  // LOADGATE_TESTS_CRAFT_SAMPLE_SETS_H_
