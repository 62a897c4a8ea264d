// GgufMutator: changes GGUF files so that most stay well formed and the rest
// lie in a place or two.
//
// Most of what it makes is accepted, so that a reader's deepest code runs; a
// share tells one lie or a few in a file that is otherwise well formed, so that
// a check is met with everything before it in order; and a small share is
// damaged without regard, so that the checks in front are met too.

#ifndef FUZZ_MUTATOR_GGUF_MUTATOR_H_
#define FUZZ_MUTATOR_GGUF_MUTATOR_H_

#include <cstddef>
#include <string>

#include "craft/gguf_model.h"
#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

class GgufMutator {
 public:
  // GgufMutator(max_size, random) makes files of at most `max_size` bytes. It
  // draws on `random`, which must outlive it.
  GgufMutator(size_t max_size, Random* random)
      : max_size_(max_size), random_(*random) {}

  // Seed returns a small well-formed file, as the specification has it.
  craft::GgufModel Seed();

  // Change makes a few changes to what is in `*model`, without regard to what
  // else they make untrue.
  void Change(craft::GgufModel* model);

  // CrossOver puts parts of `from` into `*into`.
  void CrossOver(const craft::GgufModel& from, craft::GgufModel* into);

  // Finish makes of a changed model the file it is to be: well formed most of
  // the time, else with lies. The result has at most `max_size` bytes.
  void Finish(craft::GgufModel* model);

  // MakeWellFormed makes a model one that the specification allows.
  void MakeWellFormed(craft::GgufModel* model);

 private:
  // Of pairs, and of tensors.
  static constexpr size_t kMostParts = 64;

  void ChangeOnce(craft::GgufModel* model);
  void ChangePair(craft::GgufModel* model);
  void ChangeElements(craft::GgufModel* model, craft::GgufArray* array);
  void ChangeTensor(craft::GgufModel* model);
  void ChangeAgreement(craft::GgufModel* model);
  void ChangeTensorAgreement(craft::GgufModel* model);
  void ChangeLength(craft::GgufArray* array);
  void Retype(ByteOrder order, craft::GgufPair* pair);
  void ChangeBytes(craft::GgufModel* model);

  size_t max_size_;
  Random& random_;
};

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_GGUF_MUTATOR_H_
