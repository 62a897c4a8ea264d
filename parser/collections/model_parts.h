// Which files of a directory are one model, by their names.

#ifndef LOADGATE_COLLECTIONS_MODEL_PARTS_H_
#define LOADGATE_COLLECTIONS_MODEL_PARTS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "loadgate/finding.h"
#include "loadgate/set_names.h"

namespace loadgate {

// ModelParts is the files of one model, called by their names in its directory.
struct ModelParts {
  enum class Kind : uint8_t {
    kFile,   // One file.
    kIndex,  // An index, which names the shards.
    kSet,    // Shards that are one model by the numbers in their names.
  };

  Kind kind = Kind::kFile;
  // The file, the index or the first shard.
  std::string name;
  // Of a kSet.
  NumberedSet set = {};
};

// ShardNames returns the names of all shards of `set`, there or not.
std::vector<std::string> ShardNames(const NumberedSet& set);

// ChooseModel returns the one model among `names`, the files of a directory in
// any order: NotFound where there is none, InvalidArgument where there are
// several. Of safetensors files, an index comes before model.safetensors, and
// that before others.
absl::StatusOr<ModelParts> ChooseModel(std::span<const std::string> names);

// ModelOfFile returns the model that a file called `name`, without a directory,
// is or begins: InvalidArgument for a later shard of a GGUF model.
absl::StatusOr<ModelParts> ModelOfFile(std::string_view name);

// CheckNames reports into `*sink` what `names`, the files of the model's
// directory, have against it: which of `shards` is not among them, and what
// lies there that is left over from another set, or is the model once more.
void CheckNames(const ModelParts& parts, std::span<const std::string> shards,
                std::span<const std::string> names, FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_COLLECTIONS_MODEL_PARTS_H_
