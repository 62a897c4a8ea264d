#include "loadgate/sharded_model.h"

#include <algorithm>

#include "loadgate/check.h"

namespace loadgate {
namespace {

size_t TensorCount(const Judgement& judgement) {
  return judgement.gguf.has_value() ? judgement.gguf->tensor_count()
                                    : judgement.safetensors->tensor_count();
}

std::string_view TensorName(const Judgement& judgement, size_t i) {
  return judgement.gguf.has_value() ? judgement.gguf->tensor(i).name
                                    : judgement.safetensors->tensor(i).name;
}

ModelTensor FromGguf(const GgufFile& file, size_t i) {
  const GgufTensor tensor = file.tensor(i);
  return {.name = tensor.name,
          .offset = file.data_offset() + tensor.offset,
          .bytes = tensor.bytes,
          .type = tensor.type->name,
          .shape = tensor.RowMajorShape()};
}

ModelTensor FromSafetensors(const SafetensorsFile& file, size_t i) {
  SafetensorsTensor tensor = file.tensor(i);
  return {.name = tensor.name,
          .offset = file.data_offset() + tensor.begin,
          .bytes = tensor.bytes(),
          .type = tensor.dtype->name,
          .shape = std::move(tensor.shape)};
}

}  // namespace

ShardedModel::ShardedModel(std::vector<ModelShard> shards)
    : shards_(std::move(shards)) {
  LG_CHECK(!shards_.empty());
  size_t count = 0;
  for (const ModelShard& shard : shards_) count += TensorCount(shard.judgement);
  places_.reserve(count);
  for (size_t s = 0; s < shards_.size(); ++s) {
    const Judgement& judgement = shards_[s].judgement;
    for (size_t t = 0; t < TensorCount(judgement); ++t) {
      places_.push_back({.name = TensorName(judgement, t),
                         .shard = static_cast<uint32_t>(s),
                         .tensor = static_cast<uint32_t>(t)});
    }
  }
  std::ranges::sort(places_, {}, &Place::name);
}

ModelTensor ShardedModel::tensor(size_t i) const {
  const Place& place = places_[i];
  const Judgement& judgement = shards_[place.shard].judgement;
  ModelTensor tensor =
      judgement.gguf.has_value()
          ? FromGguf(*judgement.gguf, place.tensor)
          : FromSafetensors(*judgement.safetensors, place.tensor);
  tensor.shard = place.shard;
  return tensor;
}

std::optional<ModelTensor> ShardedModel::FindTensor(
    std::string_view name) const {
  const auto found = std::ranges::lower_bound(places_, name, {}, &Place::name);
  if (found == places_.end() || found->name != name) return std::nullopt;
  return tensor(static_cast<size_t>(found - places_.begin()));
}

}  // namespace loadgate
