// SafetensorsMutator: changes safetensors files as GgufMutator does GGUF files.

#ifndef FUZZ_MUTATOR_SAFETENSORS_MUTATOR_H_
#define FUZZ_MUTATOR_SAFETENSORS_MUTATOR_H_

#include <cstddef>
#include <string>

#include "fuzz/mutator/random.h"
#include "fuzz/mutator/safetensors_parts.h"

namespace loadgate::mutator {

class SafetensorsMutator {
 public:
  // SafetensorsMutator(max_size, random) makes files of at most `max_size`
  // bytes. It draws on `random`, which must outlive it.
  SafetensorsMutator(size_t max_size, Random* random)
      : max_size_(max_size), random_(*random) {}

  // Seed returns the parts of a small well-formed file.
  SafetensorsParts Seed();

  // Change makes a few changes to what is in `*parts`, without regard to what
  // else they make untrue.
  void Change(SafetensorsParts* parts);

  // CrossOver puts parts of `from` into `*into`.
  void CrossOver(const SafetensorsParts& from, SafetensorsParts* into);

  // WellFormed returns the bytes of `parts` made well formed, in one of the
  // forms that say the same.
  std::string WellFormed(SafetensorsParts parts);

  // Finish returns the bytes that the changed parts are to be: well formed most
  // of the time, else with lies. They are at most `max_size`.
  std::string Finish(SafetensorsParts parts);

 private:
  void ChangeOnce(SafetensorsParts* parts);
  void ChangeAgreement(SafetensorsParts* parts);
  std::string Lying(SafetensorsParts parts);

  size_t max_size_;
  Random& random_;
};

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_SAFETENSORS_MUTATOR_H_
