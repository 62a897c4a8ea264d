#include "loadgate/gguf_split.h"

#include <algorithm>

#include "base/message.h"
#include "loadgate/check.h"
#include "loadgate/split_name.h"

namespace loadgate {
namespace {

constexpr std::string_view kNumber = "split.no";
constexpr std::string_view kCount = "split.count";
constexpr std::string_view kTensorCount = "split.tensors.count";

// "shard 2 of 3, split.no", or "split.no" of a file that stands alone.
std::string Where(std::string_view shard, std::string_view key) {
  return Message({shard, shard.empty() ? "" : ", ", key});
}

// The value of a key, which is to be stored as T.
template <typename T>
std::optional<T> Take(const GgufFile& file, std::string_view key,
                      std::string_view shard, GgufSplitKeys* keys,
                      FindingSink* sink) {
  const std::optional<GgufKeyValue> pair = file.FindKey(key);
  if (!pair.has_value()) return std::nullopt;
  keys->present = true;
  const std::optional<T> value = pair->As<T>();
  if (!value.has_value()) {
    sink->Report(Code::kSplitKeyType, pair->offset(), [&] {
      return FindingText{
          Where(shard, key),
          Message({"The value is stored as ", pair->TypeText(), ", not as ",
                   GgufValueTypeName(*kGgufTypeOf<T>), "."})};
    });
  }
  return value;
}

uint64_t OffsetOf(const GgufFile& file, std::string_view key) {
  const std::optional<GgufKeyValue> pair = file.FindKey(key);
  return pair.has_value() ? pair->value_offset() : 0;
}

std::string_view FileName(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

// The keys say what the name says.
void CheckName(const GgufFile& file, const GgufSplitKeys& keys, uint32_t number,
               uint32_t count, std::string_view shard, FindingSink* sink) {
  if (keys.number.has_value() && *keys.number != number - 1) {
    sink->Report(Code::kSplitNumber, OffsetOf(file, kNumber), [&] {
      return FindingText{
          Where(shard, kNumber),
          Message({"split.no is ", Number(*keys.number),
                   ", which counts from 0, and the name says shard ",
                   Number(number), ", which counts from 1."})};
    });
  }
  if (keys.count.has_value() && *keys.count != count) {
    sink->Report(Code::kSplitCount, OffsetOf(file, kCount), [&] {
      return FindingText{Where(shard, kCount),
                         Message({"split.count is ", Number(*keys.count),
                                  ", and the name says ", Number(count), "."})};
    });
  }
}

// One of several shards, given alone; `misnamed` if its name is that of no
// shard.
void ReportPart(const GgufFile& file, const GgufSplitKeys& keys, bool misnamed,
                FindingSink* sink) {
  const std::string count = Number(*keys.count);
  const uint64_t offset = OffsetOf(file, kCount);
  if (misnamed) {
    sink->Report(Code::kSplitName, offset, [&] {
      return FindingText{std::string(kCount),
                         Message({"The file says that it is one of ", count,
                                  " shards, and its name has not the form "
                                  "NAME-00001-of-00002.gguf."})};
    });
    return;
  }
  sink->Report(Code::kSplitPart, offset, [&] {
    const std::string part =
        keys.number.has_value() ? Number(uint64_t{*keys.number} + 1) : "?";
    return FindingText{std::string(kCount),
                       Message({"The file is part ", part, " of ", count,
                                ", not a model by itself."})};
  });
}

}  // namespace

GgufSplitKeys ReadGgufSplitKeys(const GgufFile& file, std::string_view shard,
                                FindingSink* sink) {
  GgufSplitKeys keys;
  keys.number = Take<uint16_t>(file, kNumber, shard, &keys, sink);
  keys.count = Take<uint16_t>(file, kCount, shard, &keys, sink);
  keys.tensor_count = Take<int32_t>(file, kTensorCount, shard, &keys, sink);
  return keys;
}

void CheckGgufAlone(const GgufFile& file, std::optional<std::string_view> name,
                    FindingSink* sink) {
  const GgufSplitKeys keys = ReadGgufSplitKeys(file, "", sink);
  std::optional<SplitName> parsed;
  if (name.has_value()) parsed = ParseSplitPath(FileName(*name));
  if (parsed.has_value() && parsed->count > 1 && !keys.present) {
    sink->Report(Code::kSplitKeyMissing, 0, [&] {
      return FindingText{
          "", Message({"The name says shard ", Number(parsed->number), " of ",
                       Number(parsed->count),
                       ", and the file has no split keys."})};
    });
  }
  if (parsed.has_value() && keys.present) {
    CheckName(file, keys, parsed->number, parsed->count, "", sink);
  }
  if (keys.count.value_or(0) > 1) {
    ReportPart(file, keys, name.has_value() && !parsed.has_value(), sink);
  }
}

GgufSplit::GgufSplit(uint32_t count, const HashKey& hash_key, FindingSink* sink)
    : count_(count), sink_(sink), shards_(count), name_index_(hash_key) {}

std::string GgufSplit::Where(uint32_t number, std::string_view what) const {
  return Message({"shard ", Number(number), " of ", Number(count_),
                  what.empty() ? "" : ", ", what});
}

void GgufSplit::AddShard(uint32_t number, const GgufFile& file) {
  LG_CHECK(number > last_ && number <= count_);
  last_ = number;
  Shard& shard = shards_[number - 1];
  shard.added = true;
  shard.keys = ReadGgufSplitKeys(file, Where(number), sink_);
  shard.tensor_count = file.tensor_count();
  shard.count_offset = OffsetOf(file, kTensorCount);
  CheckKeys(number, file);
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    AddTensor(number, file.tensor(i));
  }
}

// The keys are there, and say what the name says.
void GgufSplit::CheckKeys(uint32_t number, const GgufFile& file) {
  for (const std::string_view key : {kNumber, kCount, kTensorCount}) {
    if (file.FindKey(key).has_value()) continue;
    sink_->Report(Code::kSplitKeyMissing, 0, [&] {
      return FindingText{Where(number),
                         Message({"The file has no ", key, "."})};
    });
  }
  CheckName(file, shards_[number - 1].keys, number, count_, Where(number),
            sink_);
}

void GgufSplit::AddTensor(uint32_t number, const GgufTensor& tensor) {
  const auto first =
      name_index_.Insert(tensor.name, static_cast<uint32_t>(names_.size()),
                         [this](uint32_t n) { return TextAt(names_[n]); });
  if (!first.has_value()) {
    names_.push_back({.offset = arena_.size(),
                      .length = static_cast<uint32_t>(tensor.name.size()),
                      .shard = number});
    arena_.append(tensor.name);
    return;
  }
  // One that stands twice in a file is an error of that file.
  const uint32_t other = names_[*first].shard;
  if (other == number) return;
  sink_->Report(Code::kSetTensorTwice, tensor.info_offset, [&] {
    return FindingText{Where(number, Message({"tensor ", Quoted(tensor.name)})),
                       Message({"The tensor is in ", Where(other), " too."})};
  });
}

void GgufSplit::Finish() {
  bool whole = true;
  for (uint32_t number = 1; number <= count_; ++number) {
    whole = whole && shards_[number - 1].added;
  }
  if (whole) CheckTotals();
}

// Each shard says how many tensors all of them have.
void GgufSplit::CheckTotals() {
  uint64_t total = 0;
  for (const Shard& shard : shards_) total += shard.tensor_count;
  for (uint32_t number = 1; number <= count_; ++number) {
    const Shard& shard = shards_[number - 1];
    const std::optional<int32_t> said = shard.keys.tensor_count;
    if (!said.has_value()) continue;
    if (*said >= 0 && static_cast<uint64_t>(*said) == total) continue;
    sink_->Report(Code::kSplitTensorTotal, shard.count_offset, [&] {
      return FindingText{
          Where(number, kTensorCount),
          Message({"split.tensors.count is ", std::to_string(*said),
                   ", and the shards have ", Count(total, "tensor"), "."})};
    });
  }
}

}  // namespace loadgate
