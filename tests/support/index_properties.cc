#include "tests/support/index_properties.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_index.h"
#include "tests/naive/index.h"
#include "tests/support/finding_equality.h"

namespace loadgate::testing_support {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct Reading {
  std::string text;
  FindingSink sink;
  std::optional<SafetensorsIndex> index;

  Reading(std::string_view given, const HashKey& key) : text(given) {
    index = ReadSafetensorsIndex(std::as_writable_bytes(std::span<char>(text)),
                                 {}, key, &sink);
  }
};

Pairs PairsOf(const SafetensorsIndex& index) {
  Pairs pairs;
  for (size_t i = 0; i < index.tensor_count(); ++i) {
    const SafetensorsIndex::Tensor tensor = index.tensor(i);
    pairs.emplace_back(tensor.name, index.shard(tensor.shard));
  }
  return pairs;
}

std::string BrokenName(std::string_view name) {
  if (name.empty() || name.size() > 255) return "a plain name's length";
  if (name.find_first_of(std::string_view("/\\:\0", 4)) != name.npos) {
    return "a plain name leads elsewhere";
  }
  return name == "." || name == ".." ? "a plain name is a directory" : "";
}

std::string BrokenShards(const SafetensorsIndex& index) {
  std::set<std::string_view> names;
  for (size_t i = 0; i < index.shard_count(); ++i) {
    if (!names.insert(index.shard(i)).second) return "a shard is there twice";
    if (!index.ShardIsPlain(i)) continue;
    const std::string broken = BrokenName(index.shard(i));
    if (!broken.empty()) return broken;
  }
  return "";
}

std::string BrokenFindings(const Reading& reading, size_t size) {
  const std::vector<Finding> findings = reading.sink.Findings();
  if (std::ranges::any_of(findings, [size](const Finding& finding) {
        return finding.offset > size;
      })) {
    return "a finding lies behind the text";
  }
  if (!reading.index.has_value() &&
      reading.sink.verdict() == Verdict::kAccept) {
    return "there is neither a result nor a reason";
  }
  return "";
}

}  // namespace

std::string BrokenIndexProperty(std::string_view text) {
  const Reading reading(text, {});
  const Reading again(text, {.k0 = 0x123456789abcdef0, .k1 = 7});
  std::string broken = BrokenFindings(reading, text.size());
  if (!broken.empty()) return broken;
  if (reading.sink.Findings() != again.sink.Findings()) {
    return "another hash key changes the findings";
  }
  const naive::index::Judgement naive =
      naive::index::JudgeIndex(std::string(text));
  if (naive.accept != (reading.sink.verdict() == Verdict::kAccept)) {
    return naive.accept ? "the naive reader accepts the index"
                        : "the naive reader refuses it: " + naive.reason;
  }
  if (!reading.index.has_value()) return "";
  broken = BrokenShards(*reading.index);
  if (!broken.empty() || !naive.accept) return broken;
  if (PairsOf(*reading.index) != naive.tensors) return "other pairs";
  if (reading.index->total_size() != naive.total_size) return "another total";
  return "";
}

}  // namespace loadgate::testing_support
