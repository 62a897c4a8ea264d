// GgufLiar: tells one lie about one GGUF file. gguf_lies.cc has those about its
// header and its key-values, gguf_tensor_lies.cc those about its tensors and
// about names.

#ifndef FUZZ_MUTATOR_GGUF_LIAR_H_
#define FUZZ_MUTATOR_GGUF_LIAR_H_

#include <cstddef>
#include <cstdint>

#include "craft/gguf_model.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

class GgufLiar {
 public:
  // GgufLiar(random, model) borrows both.
  GgufLiar(Random* random, craft::GgufModel* model)
      : random_(*random), model_(*model) {}

  // Each tells one lie, of a kind that its name says, and adds what the lie
  // needs.
  void LieInHeader();
  void LieInOrder();
  void LieInPair();
  void LieInValue(craft::GgufPair* pair);
  void LieInNumber(bool is_float, craft::GgufNumber* number);
  void LieInProduct();
  void LieInArray(craft::GgufArray* array);
  void LieInElement(craft::GgufArray* array);
  void LieInTensor();
  void LieInShape();
  void LieInSizes();
  void LieInConvertedSize();
  void LieInPlaces();
  void LieInAlignment();
  void LieInNames();
  void LieInNumberedName();
  void LieInNesting();
  void LieInLayout();

 private:
  // A number in place of `truth`, of `width` bytes, for things of `unit` bytes.
  uint64_t Lie(uint64_t truth, size_t width, uint64_t unit = 1) {
    const Surroundings about = {.truth = truth,
                                .remaining = craft::GgufSize(model_),
                                .unit = unit,
                                .width = width};
    return LyingNumber(about, &random_);
  }
  uint32_t Lie32(uint32_t truth) {
    return static_cast<uint32_t>(Lie(truth, sizeof(truth)));
  }
  // These add one if there is none.
  craft::GgufPair& AnyPair() {
    if (model_.pairs.empty()) {
      model_.pairs.push_back(RandomPair(model_, &random_));
    }
    return random_.Pick(model_.pairs);
  }
  craft::GgufTensor& AnyTensor() {
    if (model_.tensors.empty()) {
      model_.tensors.push_back(RandomTensor(64, &random_));
    }
    return random_.Pick(model_.tensors);
  }
  // As they would be if all the rest were true.
  void FixOffsets();

  Random& random_;
  craft::GgufModel& model_;
};

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_LIAR_H_
