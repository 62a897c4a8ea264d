#include "tests/support/model_dir.h"

#include <unistd.h>

#include <filesystem>

#include "loadgate/check.h"
#include "loadgate/split_name.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

namespace fs = std::filesystem;

OpenedModel OpenedOf(absl::StatusOr<ShardedModel> model,
                     const std::vector<FileFindings>& findings) {
  OpenedModel opened;
  opened.status = model.status();
  if (model.ok()) opened.model = *std::move(model);
  for (const FileFindings& file : findings) {
    for (const Finding& finding : file.findings) {
      opened.findings.push_back(fs::path(file.path).filename().string() + " " +
                                std::string(CodeName(finding.code)));
    }
  }
  return opened;
}

}  // namespace

OpenedModel OpenModel(const std::string& path, const ModelOptions& options) {
  std::vector<FileFindings> findings;
  auto model = ShardedModel::Open(path, options, &findings);
  return OpenedOf(std::move(model), findings);
}

OpenedModel OpenSplitModel(std::span<const std::string> paths) {
  std::vector<FileFindings> findings;
  auto model = ShardedModel::OpenSplit(paths, {}, &findings);
  return OpenedOf(std::move(model), findings);
}

void ModelDir::Shard(std::string_view name,
                     const std::vector<std::string>& tensors) {
  std::vector<std::string> entries;
  uint64_t end = 0;
  for (const std::string& tensor : tensors) {
    entries.push_back(TensorText(tensor, "F32", {1}, end, end + 4));
    end += 4;
  }
  const SafetensorsBytes file = {.json = Padded(ObjectText(entries)),
                                 .data_bytes = end};
  WriteFile(name, file.bytes());
}

void ModelDir::Index(
    const std::vector<std::pair<std::string, std::string>>& tensors,
    std::string_view name) {
  std::vector<std::string> pairs;
  for (const auto& [tensor, shard] : tensors) {
    pairs.push_back("\"" + tensor + "\":\"" + shard + "\"");
  }
  WriteFile(name, ObjectText({"\"weight_map\":" + ObjectText(pairs)}));
}

void ModelDir::Split(uint16_t number, uint16_t count, int32_t total,
                     const std::vector<std::string>& tensors,
                     std::string_view name) {
  GgufRecipe recipe;
  recipe.pairs = {{"general.architecture", Item(std::string("llama"))},
                  {"split.no", Item(number)},
                  {"split.count", Item(count)},
                  {"split.tensors.count", Item(total)}};
  for (const std::string& tensor : tensors) {
    recipe.tensors.push_back({.name = tensor, .ne = {8}});
  }
  const std::string own =
      SplitPath("m", uint32_t{number} + 1, count).value_or("m.gguf");
  WriteFile(name.empty() ? own : name, Build(recipe).bytes());
}

void ModelDir::Remove(std::string_view name) {
  LG_CHECK(fs::remove(PathOf(name)));
}

void ModelDir::Rename(std::string_view from, std::string_view to) {
  fs::rename(PathOf(from), PathOf(to));
}

void ModelDir::Link(const std::string& target, std::string_view name) {
  LG_CHECK(::symlink(target.c_str(), PathOf(name).c_str()) == 0);
}

void WriteCheckpoint(ModelDir& dir) {
  dir.Index({{"a", kShard1}, {"b", kShard2}, {"c", kShard2}});
  dir.Shard(kShard1, {"a"});
  dir.Shard(kShard2, {"c", "b"});
}

void WriteSplit(ModelDir& dir) {
  dir.Split(0, 2, 3, {"a"});
  dir.Split(1, 2, 3, {"c", "b"});
}

}  // namespace loadgate::testing_support
