#include "tests/support/set_judge_properties.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_reader.h"
#include "loadgate/gguf_split.h"
#include "loadgate/safetensors_index.h"
#include "loadgate/safetensors_reader.h"
#include "loadgate/safetensors_set.h"
#include "loadgate/split_name.h"
#include "tests/naive/set.h"
#include "tests/support/finding_equality.h"

namespace loadgate::testing_support {
namespace {

using craft::NamedFile;

constexpr HashKey kOtherKey = {.k0 = 0x123456789abcdef0, .k1 = 7};

std::vector<uint8_t> NumbersOf(const std::string& bytes) {
  return {bytes.begin(), bytes.end()};
}

std::optional<GgufFile> ReadGguf(const std::string& bytes) {
  FindingSink sink;
  GgufReader reader({}, {});
  const auto result = reader.Read(AsBytes(bytes), bytes.size(), &sink);
  if (result.status != ReadStatus::kParsed) return std::nullopt;
  return std::move(reader).TakeFile(AsBytes(bytes));
}

std::optional<SafetensorsFile> ReadSafetensors(const std::string& bytes) {
  FindingSink sink;
  SafetensorsReader reader({}, {});
  const auto result = reader.Read(AsBytes(bytes), bytes.size(), &sink);
  if (result.status != ReadStatus::kParsed) return std::nullopt;
  return std::move(reader).TakeFile(AsBytes(bytes));
}

// The codes in `sink`, each once.
std::set<std::string> CodesOf(const FindingSink& sink) {
  std::set<std::string> codes;
  for (const Rule& rule : AllRules()) {
    if (sink.count_of(rule.code) > 0) codes.emplace(rule.name);
  }
  return codes;
}

std::string Compared(const std::set<std::string>& ours,
                     const std::set<std::string>& naive) {
  for (const std::string& code : ours) {
    if (!naive.contains(code)) return "the naive judge has no " + code;
  }
  for (const std::string& code : naive) {
    if (!ours.contains(code)) return "the naive judge has " + code;
  }
  return "";
}

// --- Checkpoints ------------------------------------------------------------

using Shards = std::map<std::string, SafetensorsFile>;

// The shards of `files`, with what the naive reader makes of each. Of a name
// that stands twice the first counts.
Shards ShardsOf(const std::vector<NamedFile>& files,
                std::map<std::string, naive::safetensors::Judgement>* naive) {
  Shards shards;
  for (const NamedFile& file : files) {
    if (!craft::EndsIn(file.name, ".safetensors")) continue;
    auto judgement =
        naive::safetensors::JudgeSafetensors(NumbersOf(file.bytes));
    auto read = ReadSafetensors(file.bytes);
    if (!judgement.accept || !read.has_value()) continue;
    if (shards.emplace(file.name, std::move(*read)).second) {
      naive->emplace(file.name, std::move(judgement));
    }
  }
  return shards;
}

// The findings about a set; its shards are added forth or back.
FindingSink Judge(const SafetensorsIndex& index, const Shards& shards,
                  const HashKey& key, bool back) {
  FindingSink sink;
  SafetensorsSet set(index, key, &sink);
  for (size_t i = 0; i < index.shard_count(); ++i) {
    const size_t n = back ? index.shard_count() - 1 - i : i;
    const auto shard = shards.find(std::string(index.shard(n)));
    if (shard != shards.end()) set.AddShard(n, shard->second);
  }
  set.Finish();
  return sink;
}

std::string BrokenCheckpoint(
    const std::string& index_text, const Shards& shards,
    const std::map<std::string, naive::safetensors::Judgement>& naive) {
  const auto judgement = naive::index::JudgeIndex(index_text);
  std::string text = index_text;
  FindingSink index_sink;
  const auto index = ReadSafetensorsIndex(
      std::as_writable_bytes(std::span<char>(text)), {}, {}, &index_sink);
  if (!judgement.accept || !index.has_value()) return "";
  const FindingSink sink = Judge(*index, shards, {}, false);
  if (sink.Findings() != Judge(*index, shards, kOtherKey, true).Findings()) {
    return "the order of the shards changes a finding";
  }
  return Compared(CodesOf(sink), naive::set::JudgeCheckpoint(judgement, naive));
}

// --- Splits -----------------------------------------------------------------

struct Split {
  std::map<uint32_t, const NamedFile*> files;
};

std::string BrokenSplit(uint32_t count, const Split& split) {
  std::map<uint32_t, naive::set::SplitShard> naive;
  FindingSink sink;
  FindingSink other;
  GgufSplit ours(count, {}, &sink);
  GgufSplit again(count, kOtherKey, &other);
  for (const auto& [number, file] : split.files) {
    const std::vector<uint8_t> bytes = NumbersOf(file->bytes);
    const naive::Judgement judgement = naive::JudgeGguf(bytes);
    const auto read = ReadGguf(file->bytes);
    if (!judgement.accept || !read.has_value()) continue;
    naive.emplace(number, naive::set::SplitShard{judgement, bytes});
    ours.AddShard(number, *read);
    again.AddShard(number, *read);
  }
  ours.Finish();
  again.Finish();
  if (sink.Findings() != other.Findings()) {
    return "another hash key changes a finding";
  }
  return Compared(CodesOf(sink), naive::set::JudgeSplit(count, naive));
}

}  // namespace

std::string BrokenSetJudgeProperty(const std::vector<NamedFile>& files) {
  std::map<std::string, naive::safetensors::Judgement> naive;
  const Shards shards = ShardsOf(files, &naive);
  std::map<std::pair<std::string, uint32_t>, Split> splits;
  for (const NamedFile& file : files) {
    if (craft::EndsIn(file.name, ".safetensors.index.json")) {
      const std::string broken = BrokenCheckpoint(file.bytes, shards, naive);
      if (!broken.empty()) return file.name + ": " + broken;
    }
    const auto name = ParseSplitPath(file.name);
    if (!name.has_value()) continue;
    splits[{std::string(name->prefix), name->count}].files.emplace(name->number,
                                                                   &file);
  }
  for (const auto& [name, split] : splits) {
    const std::string broken = BrokenSplit(name.second, split);
    if (!broken.empty()) return name.first + ": " + broken;
  }
  return "";
}

}  // namespace loadgate::testing_support
