#include "harness/worker/worker_set.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "harness/worker/digesting_source.h"
#include "harness/worker/read_failure.h"
#include "harness/worker/type_bytes.h"
#include "harness/worker/worker_gguf.h"
#include "harness/worker/worker_safetensors.h"
#include "loadgate/byte_source.h"
#include "loadgate/checked_math.h"
#include "loadgate/gguf_split.h"
#include "loadgate/judge.h"
#include "loadgate/safetensors_set.h"

namespace loadgate {
namespace {

// The files of a request, one after another.
class Files {
 public:
  Files(std::span<const int> inputs, const Limits& limits, const HashKey& key)
      : inputs_(inputs), limits_(limits), key_(key) {}

  // Judges the next one, which has `size` bytes and is called `name`.
  absl::StatusOr<Judgement> Next(uint64_t size, std::string_view name,
                                 FindingSink* sink) {
    FileSource file(inputs_[records_.size()], size);
    DigestingSource source(file);
    const JudgeOptions options = {
        .limits = limits_, .hash_key = key_, .name = name, .in_set = true};
    auto judgement = Judge(source, options, sink);
    records_.push_back({.number = static_cast<uint32_t>(records_.size()),
                        .size = size,
                        .bytes = source.bytes(),
                        .sha256 = source.Digest()});
    total_ = SaturatingAdd(total_, size);
    return judgement;
  }

  // What the verdict rests on in those that were judged, and their sizes' sum.
  const std::vector<FileRecord>& records() const { return records_; }
  uint64_t total() const { return total_; }

 private:
  std::span<const int> inputs_;
  Limits limits_;
  HashKey key_;
  std::vector<FileRecord> records_;
  uint64_t total_ = 0;
};

class SetWorker {
 public:
  SetWorker(const SetRequest& request, std::span<const int> inputs,
            const HashKey& key, const RecordSink& sink)
      : request_(request),
        files_(inputs, request.options.limits, key),
        key_(key),
        sink_(sink),
        found_(request.options.limits) {}

  void Run() {
    absl::Status status = Begin();
    for (size_t i = 0; is_set() && status.ok() && i < request_.shards.size();
         ++i) {
      status = TakeShard(request_.shards[i]);
    }
    if (!status.ok()) {
      SendReadFailure(files_.total(), status, sink_, std::move(at_));
      return;
    }
    if (auto* set = std::get_if<SafetensorsSet>(&set_)) set->Finish();
    if (auto* split = std::get_if<GgufSplit>(&set_)) split->Finish();
    Send();
  }

 private:
  // A shard of which more than facts is to be sent.
  struct Kept {
    uint32_t file = 0;
    Judgement judgement;
  };

  bool is_set() const { return !std::holds_alternative<std::monostate>(set_); }

  // Makes what compares the shards. An index that is none leaves it out.
  absl::Status Begin() {
    if (request_.names.has_value()) {
      if (request_.names->is_gguf()) {
        set_.emplace<GgufSplit>(request_.names->count, key_, &found_);
      } else {
        set_.emplace<SafetensorsSet>(GivenNames(), key_, &found_);
      }
      return absl::OkStatus();
    }
    at_ = "index";
    auto judgement =
        files_.Next(*request_.options.size, request_.options.name, &found_);
    if (!judgement.ok()) return judgement.status();
    index_ = *std::move(judgement);
    if (index_.index.has_value() && found_.errors() == 0) {
      set_.emplace<SafetensorsSet>(*index_.index, key_, &found_);
    }
    return absl::OkStatus();
  }

  // The names of the shards that are there: those of a set without an index.
  std::vector<std::string> GivenNames() const {
    std::vector<std::string> names;
    for (const SetShard& shard : request_.shards) {
      names.push_back(request_.names->NameOf(shard.number));
    }
    return names;
  }

  // What the shard is called; nothing if there is none of that number.
  std::string NameOf(const SetShard& shard) const {
    if (request_.names.has_value()) return request_.names->NameOf(shard.number);
    if (shard.number >= index_.index->shard_count()) return "";
    return std::string(index_.index->shard(shard.number));
  }

  absl::Status TakeShard(const SetShard& shard) {
    const std::string name = NameOf(shard);
    if (name.empty()) return absl::DataLossError("the index changed");
    at_ = absl::StrFormat("shard '%s'", name);
    FindingSink found(request_.options.limits);
    auto judgement = files_.Next(shard.size, name, &found);
    if (!judgement.ok()) return judgement.status();
    found_.Absorb(found, at_);
    Count(*judgement);
    if (found.verdict() == Verdict::kAccept) Compare(shard, *judgement);
    if (request_.options.inspect) {
      const auto file = static_cast<uint32_t>(files_.records().size() - 1);
      kept_.push_back({.file = file, .judgement = *std::move(judgement)});
    }
    return absl::OkStatus();
  }

  void Count(const Judgement& judgement) {
    if (judgement.gguf.has_value()) {
      tensors_ += judgement.gguf->tensor_count();
      AddTypes(*judgement.gguf, &types_);
    } else if (judgement.safetensors.has_value()) {
      tensors_ += judgement.safetensors->tensor_count();
      AddTypes(*judgement.safetensors, &types_);
    }
  }

  void Compare(const SetShard& shard, const Judgement& judgement) {
    if (auto* split = std::get_if<GgufSplit>(&set_)) {
      if (judgement.gguf.has_value()) {
        split->AddShard(shard.number, *judgement.gguf);
      }
      return;
    }
    if (!judgement.safetensors.has_value()) return;
    const size_t place = request_.names.has_value()
                             ? files_.records().size() - 1
                             : size_t{shard.number};
    std::get<SafetensorsSet>(set_).AddShard(place, *judgement.safetensors);
  }

  std::string_view Format() const {
    if (!request_.names.has_value()) return FormatName(index_.format);
    return request_.names->is_gguf() ? "gguf-split" : "safetensors";
  }

  void Send() {
    sink_(FormatRecord{.format = std::string(Format()),
                       .size = files_.total(),
                       .expected_size = std::nullopt});
    sink_(SummaryFact{.group = "", .name = "shards", .value = Shards()});
    sink_(SummaryFact{.group = "", .name = "tensors", .value = tensors_});
    sink_(
        SummaryFact{.group = "", .name = "file_size", .value = files_.total()});
    SendTypes(types_, sink_);
    for (const FileRecord& record : files_.records()) sink_(record);
    SendContent();
    for (const Finding& finding : found_.Findings()) sink_(finding);
    sink_(EndRecord{.verdict = found_.verdict(), .omitted = found_.omitted()});
  }

  uint64_t Shards() const {
    if (request_.names.has_value()) return request_.names->count;
    return index_.index.has_value() ? index_.index->shard_count() : 0;
  }

  void SendContent() {
    const auto each = [this](const auto& send) {
      for (const Kept& kept : kept_) {
        if (kept.judgement.gguf.has_value()) {
          send(*kept.judgement.gguf, kept.file);
        } else if (kept.judgement.safetensors.has_value()) {
          send(*kept.judgement.safetensors, kept.file);
        }
      }
    };
    each([this](const auto& file, uint32_t number) {
      SendMetadata(file, request_.options.all_values, number, sink_);
    });
    each([this](const auto& file, uint32_t number) {
      SendTensors(file, number, sink_);
    });
  }

  const SetRequest& request_;
  Files files_;
  HashKey key_;
  const RecordSink& sink_;
  FindingSink found_;
  std::string at_;   // Which file is being read.
  Judgement index_;  // That of the index, which `set_` views.
  std::variant<std::monostate, SafetensorsSet, GgufSplit> set_;
  uint64_t tensors_ = 0;
  TypeBytes types_;
  std::vector<Kept> kept_;
};

}  // namespace

void RunSetWorker(const SetRequest& request, std::span<const int> inputs,
                  const HashKey& key, const RecordSink& sink) {
  SetWorker(request, inputs, key, sink).Run();
}

}  // namespace loadgate
