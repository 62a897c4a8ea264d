// SetModel: the files of one model as a value that can lie, of a GGUF split or
// of a safetensors checkpoint.
//
// Each file is a model of its own, which can lie as it does alone. What the
// files say of each other are more such fields: names, numbers, counts, totals
// and the index. `Fix` makes them agree again, kind by kind.
//
// `SetFromBytes` reads a bundle (file_set.h), or any bytes whatever, and always
//
//   SetToBytes(SetFromBytes(bytes)) == bytes
//
// Source: docs/formats/gguf.md, "Split files"; docs/recipes.md, "Sets".

#ifndef LOADGATE_CRAFT_SET_MODEL_H_
#define LOADGATE_CRAFT_SET_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "craft/file_set.h"
#include "craft/gguf_model.h"
#include "craft/json_tokens.h"
#include "craft/safetensors_model.h"
#include "craft/set_parts.h"
#include "craft/shard_index.h"
#include "loadgate/bytes.h"

namespace loadgate::craft {

// SetContent is a file by what it is: any bytes, a GGUF file, a safetensors
// file, or the text of an index.
using SetContent = std::variant<std::string, GgufModel, SafetensorsModel,
                                std::vector<JsonToken>>;

struct SetFile {
  std::string name = {};
  SetContent content = {};
  bool operator==(const SetFile&) const = default;
};

struct SetModel {
  std::vector<SetFile> files = {};
  std::string raw = {};  // As in a bundle.
  bool operator==(const SetModel&) const = default;
};

// ContentFromBytes returns the model of a file. GGUF files begin with their
// magic; an index is one by its name, *.index.json; a safetensors file is what
// LooksLikeSafetensors says; anything else is bytes.
SetContent ContentFromBytes(std::string_view name, ByteSpan bytes);

// ContentToBytes returns the file's bytes.
std::string ContentToBytes(const SetContent& content);

// LooksLikeSafetensors returns whether `file` is to be read as a safetensors
// file: it declares a header that it holds, or an object begins where the
// header would. It has at least 8 bytes then.
bool LooksLikeSafetensors(std::string_view file);

SetModel SetFromBytes(ByteSpan bytes);
std::string SetToBytes(const SetModel& model);
SetModel SetFromFiles(const std::vector<NamedFile>& files);
std::vector<NamedFile> SetToFiles(const SetModel& model);

// IsShardName returns whether a file of that name may be a shard of a
// checkpoint: it ends in .safetensors and is no longer than a file system
// allows. IsShard returns whether the file is one by its content too.
bool IsShardName(std::string_view name);
bool IsShard(const SetFile& file);

// RightIndex returns the index over the shards of `model` as they are. Of a
// tensor in two, it has the later.
ShardIndex RightIndex(const SetModel& model);

// RolesOf returns the role of each file as a part of a split.
std::vector<std::optional<SplitRole>> RolesOf(const SetModel& model);

// SetFix says what Fix sets right. Each switch is one kind of field.
struct SetFix {
  bool files = true;  // Each GGUF and safetensors file in itself.
  // Of the parts of a split, those that are one by their name or split.count.
  bool names = true;    // The five-digit form, with the first one's prefix.
  bool numbers = true;  // split.no
  bool counts = true;   // split.count
  bool totals = true;   // split.tensors.count
  // Of a checkpoint.
  bool shard_names = true;  // The five-digit form, as above.
  bool index = true;        // weight_map, in every index.
  bool total_size = true;   // In every index that has one.
  // As in GgufFix and SafetensorsFix.
  uint64_t most_data = uint64_t{1} << 20;
};

// Fix sets right what the switches of `fix` name and leaves the rest. It is
// deterministic, what it sets does not depend on the lies it replaces, and it
// leaves a set whose files agree with each other as it is.
//
// Names change where they do not agree with each other: a number missing, one
// twice, two prefixes of which one is not complete. Then parts are numbered in
// the order of the files. Names of shards need not have numbers; they change
// where one stands twice or is not plain too. A key of a split that is missing
// is added behind the other pairs, one that stands twice stays once; where a
// header ends early, nothing is. An index that is no object, or has not exactly
// one weight_map, is written anew.
void Fix(const SetFix& fix, SetModel* model);

// NewSplitSet returns the tensors of `model` in `parts` files, at least one, as
// gguf-split makes them: the key-values are in the first.
SetModel NewSplitSet(const GgufModel& model, size_t parts,
                     std::string_view prefix = "model");

// NewCheckpoint returns the tensors of `model` in `parts` shards, at least one,
// with an index if they are more: each shard has the metadata.
SetModel NewCheckpoint(const SafetensorsModel& model, size_t parts,
                       std::string_view prefix = "model");

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SET_MODEL_H_
