#include "fuzz/mutator/file_mutator.h"

#include <algorithm>
#include <utility>

#include "craft/byte_writer.h"
#include "craft/gguf_model.h"
#include "fuzz/mutator/byte_share.h"
#include "fuzz/mutator/gguf_mutator.h"
#include "fuzz/mutator/random.h"
#include "fuzz/mutator/safetensors_mutator.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;

// As much of `file` as becomes a model.
ByteSpan Front(ByteSpan file) {
  return file.first(std::min(file.size(), kLargestModel));
}

// The next bytes of `choices`, up to eight, as a seed.
uint64_t TakeSeed(ByteSpan* choices) {
  const ByteSpan seed = choices->first(std::min<size_t>(choices->size(), 8));
  *choices = choices->subspan(seed.size());
  return craft::GetNumber(AsText(seed), ByteOrder::kLittle);
}

std::string Finished(GgufMutator* mutator, GgufModel* model, size_t max_size) {
  mutator->Finish(model);
  std::string file = craft::GgufToBytes(*model);
  if (file.size() > max_size) file.resize(max_size);
  return file;
}

}  // namespace

std::string SeedGguf(size_t max_size, uint64_t seed) {
  Random random(seed);
  GgufMutator mutator(max_size, &random);
  std::string file = craft::GgufToBytes(mutator.Seed());
  if (file.size() > max_size) file.resize(max_size);
  return file;
}

std::string MutateGguf(ByteSpan file, size_t max_size, uint64_t seed,
                       const ByteMutator& bytes) {
  Random random(seed);
  if (file.size() > kLargestModel || random.Percent(kByteShare)) {
    return MutateBytes(file, max_size, &random, bytes);
  }
  GgufMutator mutator(max_size, &random);
  GgufModel model = craft::GgufFromBytes(file);
  // Of what is no model there is nothing to keep.
  const bool is_model = model.pair_count.has_value() &&
                        (!model.pairs.empty() || !model.tensors.empty());
  if (!is_model || random.OneIn(200)) model = mutator.Seed();
  mutator.Change(&model);
  return Finished(&mutator, &model, max_size);
}

std::string CrossOverGguf(ByteSpan first, ByteSpan second, size_t max_size,
                          uint64_t seed) {
  Random random(seed);
  GgufMutator mutator(max_size, &random);
  GgufModel into =
      craft::GgufFromBytes(first.first(std::min(first.size(), kLargestModel)));
  mutator.CrossOver(craft::GgufFromBytes(
                        second.first(std::min(second.size(), kLargestModel))),
                    &into);
  return Finished(&mutator, &into, max_size);
}

std::string SeedSafetensors(size_t max_size, uint64_t seed) {
  Random random(seed);
  SafetensorsMutator mutator(max_size, &random);
  std::string file = mutator.WellFormed(mutator.Seed());
  if (file.size() > max_size) file.resize(max_size);
  return file;
}

std::string MutateSafetensors(ByteSpan file, size_t max_size, uint64_t seed,
                              const ByteMutator& bytes) {
  Random random(seed);
  if (file.size() > kLargestModel || random.Percent(kByteShare)) {
    return MutateBytes(file, max_size, &random, bytes);
  }
  SafetensorsMutator mutator(max_size, &random);
  SafetensorsParts parts = PartsOf(craft::SafetensorsFromBytes(file));
  if (parts.parts.empty() || random.OneIn(200)) parts = mutator.Seed();
  mutator.Change(&parts);
  return mutator.Finish(std::move(parts));
}

std::string CrossOverSafetensors(ByteSpan first, ByteSpan second,
                                 size_t max_size, uint64_t seed) {
  Random random(seed);
  SafetensorsMutator mutator(max_size, &random);
  SafetensorsParts into = PartsOf(craft::SafetensorsFromBytes(Front(first)));
  mutator.CrossOver(PartsOf(craft::SafetensorsFromBytes(Front(second))), &into);
  return mutator.Finish(std::move(into));
}

std::string ValidGguf(ByteSpan choices, size_t max_size) {
  Random random(TakeSeed(&choices));
  GgufMutator mutator(max_size, &random);
  GgufModel model = mutator.Seed();
  while (!choices.empty()) {
    random = Random(TakeSeed(&choices));
    mutator.Change(&model);
  }
  mutator.MakeWellFormed(&model);
  return craft::GgufToBytes(model);
}

std::string ValidSafetensors(ByteSpan choices, size_t max_size) {
  Random random(TakeSeed(&choices));
  SafetensorsMutator mutator(max_size, &random);
  SafetensorsParts parts = mutator.Seed();
  while (!choices.empty()) {
    random = Random(TakeSeed(&choices));
    mutator.Change(&parts);
  }
  return mutator.WellFormed(std::move(parts));
}

}  // namespace loadgate::mutator
