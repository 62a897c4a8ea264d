// Models in several files, on disk.

#ifndef LOADGATE_TESTS_SUPPORT_MODEL_DIR_H_
#define LOADGATE_TESTS_SUPPORT_MODEL_DIR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/sharded_model.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {

// OpenedModel is what came of opening a model.
struct OpenedModel {
  absl::Status status;
  std::optional<ShardedModel> model;
  // "FILE CODE", in the order of the findings, with the last part of the path.
  std::vector<std::string> findings;
};

OpenedModel OpenModel(const std::string& path,
                      const ModelOptions& options = {});
OpenedModel OpenSplitModel(std::span<const std::string> paths);

// ModelDir is a directory of shards. Tensors have 4 bytes in safetensors, and
// 32 in GGUF.
class ModelDir : public TempDir {
 public:
  // Shard writes a safetensors file with these tensors.
  void Shard(std::string_view name, const std::vector<std::string>& tensors);

  // Index writes model.safetensors.index.json, or one of another name.
  void Index(const std::vector<std::pair<std::string, std::string>>& tensors,
             std::string_view name = "model.safetensors.index.json");

  // Split writes one of `count` shards of a GGUF model of `total` tensors,
  // which says it is `number`, from 0. Its name is that which belongs to it,
  // with the prefix "m", unless another is given.
  void Split(uint16_t number, uint16_t count, int32_t total,
             const std::vector<std::string>& tensors,
             std::string_view name = {});

  // Remove removes a file; Rename and Link are those of the system.
  void Remove(std::string_view name);
  void Rename(std::string_view from, std::string_view to);
  void Link(const std::string& target, std::string_view name);
};

// WriteCheckpoint writes two shards with an index: "a" in the first, "b" and
// "c" in the second. WriteSplit writes m-00001-of-00002.gguf and the second,
// with the same tensors.
void WriteCheckpoint(ModelDir& dir);
void WriteSplit(ModelDir& dir);

// The names of those files.
inline constexpr char kIndex[] = "model.safetensors.index.json";
inline constexpr char kShard1[] = "model-00001-of-00002.safetensors";
inline constexpr char kShard2[] = "model-00002-of-00002.safetensors";
inline constexpr char kSplit1[] = "m-00001-of-00002.gguf";
inline constexpr char kSplit2[] = "m-00002-of-00002.gguf";

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_MODEL_DIR_H_
