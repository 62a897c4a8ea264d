#include "fuzz/mutator/set_mutator.h"

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "craft/set_model.h"
#include "fuzz/mutator/byte_share.h"
#include "fuzz/mutator/gguf_mutator.h"
#include "fuzz/mutator/gguf_values.h"
#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/random.h"
#include "fuzz/mutator/safetensors_mutator.h"
#include "fuzz/mutator/set_lies.h"
#include "fuzz/mutator/set_names.h"
#include "fuzz/mutator/set_repair.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::SafetensorsModel;
using craft::SetFile;
using craft::SetModel;

constexpr uint64_t kTensorBytes = 64;
constexpr size_t kMostFiles = 16;

// Shares in a hundred: sets that agree, and sets that lie a little. Of the rest
// half have a file that lies by itself.
constexpr uint64_t kWellFormed = 60;
constexpr uint64_t kLying = 32;

SafetensorsModel FileOfParts(SafetensorsParts parts,
                             SafetensorsMutator* mutator) {
  const std::string file = mutator->WellFormed(std::move(parts));
  return craft::SafetensorsFromBytes(AsBytes(file));
}

class SetMutator {
 public:
  SetMutator(size_t max_size, Random* random)
      : max_size_(max_size), random_(*random) {}

  SetModel Seed();
  void Change(SetModel* set);
  void CrossOver(const SetModel& from, SetModel* into);
  std::string WellFormed(SetModel set);
  std::string Finish(SetModel set);

 private:
  size_t PartCount() { return static_cast<size_t>(random_.Between(2, 4)); }
  SetModel SeedSplit();
  SetModel SeedCheckpoint();
  void ChangeOnce(SetModel* set);
  void ChangeFile(SetFile* file);
  std::string Cut(const SetModel& set);

  size_t max_size_;
  Random& random_;
};

SetModel SetMutator::SeedSplit() {
  GgufMutator mutator(max_size_ / 2, &random_);
  GgufModel model = mutator.Seed();
  const uint64_t more = random_.Between(1, 3);
  for (uint64_t i = 0; i < more; ++i) {
    model.tensors.push_back(RandomTensor(kTensorBytes, &random_));
  }
  mutator.MakeWellFormed(&model);
  const size_t parts = PartCount();
  return craft::NewSplitSet(model, parts, SetPrefix(&random_));
}

SetModel SetMutator::SeedCheckpoint() {
  SafetensorsMutator mutator(max_size_ / 2, &random_);
  SafetensorsParts parts = mutator.Seed();
  const uint64_t more = random_.Between(1, 3);
  for (uint64_t i = 0; i < more; ++i) {
    parts.parts.push_back(RandomPart(kTensorBytes, &random_));
  }
  const SafetensorsModel model = FileOfParts(std::move(parts), &mutator);
  const size_t shards = PartCount();
  return craft::NewCheckpoint(model, shards, SetPrefix(&random_));
}

SetModel SetMutator::Seed() {
  return random_.OneIn(2) ? SeedSplit() : SeedCheckpoint();
}

void SetMutator::ChangeFile(SetFile* file) {
  if (auto* const gguf = std::get_if<GgufModel>(&file->content)) {
    GgufMutator(max_size_, &random_).Change(gguf);
  } else if (auto* const shard =
                 std::get_if<SafetensorsModel>(&file->content)) {
    SafetensorsParts parts = PartsOf(*shard);
    SafetensorsMutator mutator(max_size_, &random_);
    mutator.Change(&parts);
    *shard = FileOfParts(std::move(parts), &mutator);
  }
}

void SetMutator::ChangeOnce(SetModel* set) {
  std::vector<SetFile>& files = set->files;
  if (files.empty()) return;
  switch (random_.Below(8)) {
    case 0:
    case 1:
    case 2:
      return ChangeFile(&random_.Pick(files));
    case 3:
    case 4:
      return LieInTensors(&random_, set);
    case 5:
      return EditList(kMostFiles, &random_, &files);
    case 6:
      if (random_.OneIn(4) && files.size() < kMostFiles) {
        InsertAnywhere(SetFile{"README.md", Word(&random_)}, &random_, &files);
      }
      return;
    default:
      random_.Pick(files).name = SetPrefix(&random_) + ".gguf";
  }
}

void SetMutator::Change(SetModel* set) {
  const uint64_t changes = 1 + random_.Small(2);
  for (uint64_t i = 0; i < changes; ++i) ChangeOnce(set);
}

void SetMutator::CrossOver(const SetModel& from, SetModel* into) {
  if (from.files.empty() || into->files.empty() || random_.OneIn(2)) {
    return Splice(from.files, kMostFiles, &random_, &into->files);
  }
  const SetFile& other = random_.Pick(from.files);
  SetFile& file = random_.Pick(into->files);
  const auto* const gguf = std::get_if<GgufModel>(&other.content);
  const auto* const shard = std::get_if<SafetensorsModel>(&other.content);
  if (auto* const to = std::get_if<GgufModel>(&file.content);
      to != nullptr && gguf != nullptr) {
    return GgufMutator(max_size_, &random_).CrossOver(*gguf, to);
  }
  auto* const to = std::get_if<SafetensorsModel>(&file.content);
  if (to == nullptr || shard == nullptr) {
    file.content = other.content;
    return;
  }
  SafetensorsMutator mutator(max_size_, &random_);
  SafetensorsParts parts = PartsOf(*to);
  mutator.CrossOver(PartsOf(*shard), &parts);
  *to = FileOfParts(std::move(parts), &mutator);
}

std::string SetMutator::Cut(const SetModel& set) {
  std::string bundle = craft::SetToBytes(set);
  if (bundle.size() > max_size_) bundle.resize(max_size_);
  return bundle;
}

std::string SetMutator::WellFormed(SetModel set) {
  RepairSet(max_size_, &random_, &set);
  return Cut(set);
}

std::string SetMutator::Finish(SetModel set) {
  const uint64_t kind = random_.Below(100);
  if (kind < kWellFormed) return WellFormed(std::move(set));
  if (kind < kWellFormed + kLying) {
    // Room for what a lie adds.
    RepairSet(max_size_ - max_size_ / 4, &random_, &set);
    const uint64_t lies = 1 + random_.Small(2);
    for (uint64_t i = 0; i < lies; ++i) LieInSet(&random_, &set);
    return Cut(set);
  }
  if (random_.OneIn(2)) {
    RepairSet(max_size_ - max_size_ / 8, &random_, &set);
    LieInFile(&random_, &set);
    return Cut(set);
  }
  craft::Fix({.files = random_.OneIn(2),
              .names = random_.OneIn(2),
              .numbers = random_.OneIn(2),
              .counts = random_.OneIn(2),
              .totals = random_.OneIn(2),
              .shard_names = random_.OneIn(2),
              .index = random_.OneIn(2),
              .total_size = random_.OneIn(2),
              .most_data = max_size_},
             &set);
  LieInSet(&random_, &set);
  return Cut(set);
}

// As much of `bundle` as becomes a model.
SetModel ModelOf(ByteSpan bundle) {
  return craft::SetFromBytes(
      bundle.first(std::min(bundle.size(), kLargestModel)));
}

}  // namespace

std::string SeedSet(size_t max_size, uint64_t seed) {
  Random random(seed);
  SetMutator mutator(max_size, &random);
  return mutator.WellFormed(mutator.Seed());
}

std::string MutateSet(ByteSpan bundle, size_t max_size, uint64_t seed,
                      const ByteMutator& bytes) {
  Random random(seed);
  if (bundle.size() > kLargestModel || random.Percent(kByteShare)) {
    return MutateBytes(bundle, max_size, &random, bytes);
  }
  SetMutator mutator(max_size, &random);
  SetModel set = ModelOf(bundle);
  if (set.files.empty() || random.OneIn(100)) set = mutator.Seed();
  mutator.Change(&set);
  return mutator.Finish(std::move(set));
}

std::string CrossOverSet(ByteSpan first, ByteSpan second, size_t max_size,
                         uint64_t seed) {
  Random random(seed);
  SetMutator mutator(max_size, &random);
  SetModel set = ModelOf(first);
  mutator.CrossOver(ModelOf(second), &set);
  return mutator.Finish(std::move(set));
}

}  // namespace loadgate::mutator
