// The shards of a safetensors model and their index.
//
// Source: huggingface_hub's writer of sharded models: names with five digits,
// an index of two spaces' indent with keys in order.

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"
#include "loadgate/safetensors_writer.h"
#include "writers/json_append.h"

namespace loadgate {
namespace {

std::string_view FileName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

void AppendMember(std::string_view indent, std::string_view key,
                  std::string_view value, bool first, std::string* out) {
  *out += first ? "\n" : ",\n";
  *out += indent;
  AppendJsonString(key, out);
  *out += ": ";
  AppendJsonString(value, out);
}

}  // namespace

std::string SafetensorsShardPath(std::string_view prefix, uint64_t number,
                                 uint64_t count) {
  return absl::StrFormat("%s-%05d-of-%05d.safetensors", prefix, number, count);
}

std::string SafetensorsWriter::IndexText(const ModelFiles& files) const {
  std::vector<std::pair<std::string_view, std::string_view>> map;
  for (const NamedLayout& shard : files.shards) {
    for (const TensorExtent& tensor : shard.layout.tensors) {
      map.emplace_back(tensor.name, FileName(shard.path));
    }
  }
  std::ranges::sort(map);
  std::string text = absl::StrFormat(
      "{\n  \"metadata\": {\n    \"total_size\": %d\n  },\n"
      "  \"weight_map\": {",
      data_bytes_);
  for (size_t i = 0; i < map.size(); ++i) {
    AppendMember("    ", map[i].first, map[i].second, i == 0, &text);
  }
  text += "\n  }\n}\n";
  return text;
}

absl::StatusOr<ModelFiles> SafetensorsWriter::Shards(
    std::string_view prefix, const ShardRule& rule) const {
  if (FileName(prefix).empty()) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s cannot begin the names of shards", EscapedQuoted(prefix)));
  }
  if (rule.first_without_tensors) {
    return absl::InvalidArgumentError(
        "safetensors has no shard of metadata alone");
  }
  const std::vector<size_t> order = Order();
  std::vector<uint64_t> sizes;
  sizes.reserve(order.size());
  for (const size_t i : order) sizes.push_back(tensors_[i].bytes);
  const std::vector<ShardRange> plan = PlanShards(sizes, rule);
  ModelFiles files;
  for (const ShardRange& range : plan) {
    absl::StatusOr<FileLayout> layout =
        LayoutOf(std::span(order).subspan(range.first, range.count));
    if (!layout.ok()) return layout.status();
    std::string path = plan.size() == 1
                           ? std::string(prefix) + ".safetensors"
                           : SafetensorsShardPath(
                                 prefix, files.shards.size() + 1, plan.size());
    files.shards.push_back({std::move(path), *std::move(layout)});
  }
  if (plan.size() > 1) {
    files.beside.push_back(
        {std::string(prefix) + ".safetensors.index.json", IndexText(files)});
  }
  return files;
}

}  // namespace loadgate
