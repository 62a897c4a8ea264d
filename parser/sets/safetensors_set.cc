#include "loadgate/safetensors_set.h"

#include <algorithm>
#include <utility>

#include "base/message.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

std::vector<std::string> NamesOf(const SafetensorsIndex& index) {
  std::vector<std::string> names;
  names.reserve(index.shard_count());
  for (size_t i = 0; i < index.shard_count(); ++i) {
    names.emplace_back(index.shard(i));
  }
  return names;
}

std::string PairText(std::string_view tensor) {
  return Message({"weight_map[", Quoted(tensor), "]"});
}

std::string TensorText(std::string_view shard, std::string_view tensor) {
  return Message({"shard ", Quoted(shard), ", tensor ", Quoted(tensor)});
}

}  // namespace

SafetensorsSet::SafetensorsSet(const SafetensorsIndex& index,
                               const HashKey& hash_key, FindingSink* sink)
    : SafetensorsSet(NamesOf(index), hash_key, sink) {
  index_ = &index;
  seen_.resize(index.tensor_count());
  pair_index_.Reserve(index.tensor_count());
  for (size_t i = 0; i < index.tensor_count(); ++i) {
    pair_index_.Insert(index.tensor(i).name, static_cast<uint32_t>(i),
                       [&index](uint32_t n) { return index.tensor(n).name; });
  }
}

SafetensorsSet::SafetensorsSet(std::vector<std::string> names,
                               const HashKey& hash_key, FindingSink* sink)
    : names_(std::move(names)),
      sink_(sink),
      pair_index_(hash_key),
      unlisted_index_(hash_key),
      added_(names_.size()) {}

void SafetensorsSet::AddShard(size_t i, const SafetensorsFile& file) {
  LG_CHECK(i < added_.size() && !added_[i]);
  added_[i] = true;
  for (size_t t = 0; t < file.tensor_count(); ++t) {
    AddTensor(static_cast<uint32_t>(i), file.tensor(t));
  }
}

void SafetensorsSet::AddTensor(uint32_t shard,
                               const SafetensorsTensor& tensor) {
  const auto all = CheckedAdd(all_bytes_, tensor.bytes());
  total_known_ = total_known_ && all.has_value();
  if (total_known_) all_bytes_ = *all;
  std::optional<uint32_t> pair;
  if (index_ != nullptr) {
    pair = pair_index_.Find(
        tensor.name, [this](uint32_t n) { return index_->tensor(n).name; });
  }
  if (!pair.has_value()) return AddUnlisted(shard, tensor);
  Seen& seen = seen_[*pair];
  if (index_->tensor(*pair).shard == shard) {
    seen.in_its_shard = true;
    if (total_known_) listed_bytes_ += tensor.bytes();
  } else {
    // Whatever the order in which the shards come.
    seen.elsewhere = std::min(seen.elsewhere.value_or(shard), shard);
  }
}

void SafetensorsSet::AddUnlisted(uint32_t shard,
                                 const SafetensorsTensor& tensor) {
  const auto first = unlisted_index_.Insert(
      tensor.name, static_cast<uint32_t>(unlisted_.size()),
      [this](uint32_t n) { return std::string_view(unlisted_[n].name); });
  if (!first.has_value()) {
    unlisted_.push_back({.name = std::string(tensor.name),
                         .shard = shard,
                         .offset = tensor.info_offset,
                         .again = std::nullopt});
    return;
  }
  Unlisted& known = unlisted_[*first];
  uint32_t other = shard;
  if (other < known.shard) {
    std::swap(other, known.shard);
    known.offset = tensor.info_offset;
  }
  known.again = std::min(known.again.value_or(other), other);
}

void SafetensorsSet::Finish() {
  for (size_t i = 0; i < seen_.size(); ++i) FinishPair(i);
  std::ranges::sort(unlisted_, {}, [](const Unlisted& tensor) {
    return std::pair(tensor.shard, tensor.offset);
  });
  for (const Unlisted& tensor : unlisted_) FinishUnlisted(tensor);
  CheckTotal();
}

void SafetensorsSet::ReportTwice(std::string_view tensor, size_t first,
                                 size_t second, uint64_t offset,
                                 std::string where) {
  sink_->Report(Code::kSetTensorTwice, offset, [&] {
    return FindingText{std::move(where),
                       Message({"The tensor ", Quoted(tensor), " is in ",
                                Quoted(names_[first]), " and in ",
                                Quoted(names_[second]), "."})};
  });
}

void SafetensorsSet::FinishPair(size_t i) {
  const SafetensorsIndex::Tensor pair = index_->tensor(i);
  const Seen& seen = seen_[i];
  if (seen.in_its_shard && seen.elsewhere.has_value()) {
    ReportTwice(pair.name, pair.shard, *seen.elsewhere, pair.offset,
                PairText(pair.name));
  }
  if (seen.in_its_shard || !added_[pair.shard]) return;
  sink_->Report(Code::kSetTensorMissing, pair.offset, [&] {
    std::string what = Message(
        {"The shard ", Quoted(names_[pair.shard]), " has no such tensor"});
    if (seen.elsewhere.has_value()) {
      what += Message({"; ", Quoted(names_[*seen.elsewhere]), " has it"});
    }
    return FindingText{PairText(pair.name), what + "."};
  });
}

void SafetensorsSet::FinishUnlisted(const Unlisted& tensor) {
  const std::string_view shard = names_[tensor.shard];
  if (tensor.again.has_value()) {
    ReportTwice(tensor.name, tensor.shard, *tensor.again, tensor.offset,
                TensorText(shard, tensor.name));
  }
  if (index_ == nullptr) return;
  sink_->Report(Code::kSetTensorUnlisted, tensor.offset, [&] {
    return FindingText{TensorText(shard, tensor.name),
                       "The index does not have the tensor."};
  });
}

// The index may mean the tensors that it has or all that the shards have.
void SafetensorsSet::CheckTotal() {
  if (index_ == nullptr || !index_->total_size().has_value()) return;
  const bool all_added =
      std::ranges::all_of(added_, [](bool added) { return added; });
  if (!all_added || sink_->count_of(Code::kSetTensorMissing) > 0) return;
  const uint64_t total = *index_->total_size();
  if (total_known_ && (total == listed_bytes_ || total == all_bytes_)) return;
  sink_->Report(Code::kIndexTotalSize, index_->total_size_offset(), [&] {
    return FindingText{
        "metadata['total_size']",
        Message({"total_size is ", Number(total), ", and the tensors have ",
                 total_known_ ? Count(listed_bytes_, "byte")
                              : "more than 2^63-1 bytes",
                 "."})};
  });
}

}  // namespace loadgate
