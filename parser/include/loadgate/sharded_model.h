// ShardedModel: a model in one file or many, opened to be loaded.
//
// Source: docs/formats/sets.md for what makes files one model. Every file is
// judged as `Judge` does, and all of them together: whether each shard is there
// under its exact name, and whether they agree with the index, or with what
// they say of one another. A model about which anything is wrong, or anything
// could not be found out, is not opened.
//
// Each file is opened once, and what was judged is what the descriptor reads.
// Headers are copies in memory of our own; the data of tensors is not touched,
// and is for the caller to read or map:
//
//   auto model = ShardedModel::Open("llama", options, &findings);
//   const auto tensor = model->FindTensor("blk.0.attn_q.weight");
//   const ModelShard& shard = model->shards()[tensor->shard];
//   FileSource source(shard.fd.get(), shard.size);
//   source.ReadAt(tensor->offset, out);
//
// It runs in the caller's process, without any sandbox, as Judge does.

#ifndef LOADGATE_SHARDED_MODEL_H_
#define LOADGATE_SHARDED_MODEL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "loadgate/attributes.h"
#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/judge.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/unique_fd.h"

namespace loadgate {

// ModelOptions is how a model is opened.
struct ModelOptions {
  // Those of one file, but for `header_bytes`: all headers that are kept have
  // no more than that together.
  Limits limits = {};
  // The process's secret; see HashKey and RandomHashKey.
  HashKey hash_key = {};
};

// FileFindings is what was found about one file, or, under the path of the
// index, the first shard or the directory, about all of them together.
struct FileFindings {
  std::string path;
  Verdict verdict = Verdict::kAccept;
  std::vector<Finding> findings = {};
  // How many findings there are beyond `findings`.
  uint64_t omitted = 0;
};

// ModelShard is one file of a model.
struct ModelShard {
  // The path it was opened by, raw.
  std::string path;
  // The descriptor, open for reading and closed on exec. It is the model's.
  UniqueFd fd;
  // The size in bytes when it was judged.
  uint64_t size = 0;
  // What was read of it, which has the header: `gguf` or `safetensors` is set,
  // the same one in all shards.
  Judgement judgement;
};

// ModelTensor is a tensor of a model, and where its data lies. Views live as
// long as the model.
struct ModelTensor {
  std::string_view name;
  // shard is an index into the model's shards.
  size_t shard = 0;
  // offset is where in that shard's file the data begins, counted from byte 0;
  // bytes how long it is, without padding. Both lie in the file.
  uint64_t offset = 0;
  uint64_t bytes = 0;
  // type is the name in the format's own table: "q4_0", "BF16".
  std::string_view type;
  // shape is row-major for both formats: the last dimension varies fastest.
  std::vector<uint64_t> shape;
};

// ShardedModel may be moved, and its views stay. It is safe to read from
// several threads.
class ShardedModel {
 public:
  // Open opens the model at `path`, which is
  //
  //   a directory    that holds one model. Of safetensors files the one is
  //                  model.safetensors.index.json, or else the only other
  //                  index, or else model.safetensors; without these, and for
  //                  GGUF, the only whole file or the only numbered set
  //   an index       *.safetensors.index.json
  //   a first shard  NAME-00001-of-00003.gguf
  //   any other      file, which is a model by itself
  //
  // The other shards lie beside the index or the first shard, and are opened
  // without leaving that directory; see OpenEntry.
  //
  // `*findings` becomes what was found, warnings and notes too: of the set
  // first, then of each file in the order of the shards, without those about
  // which there is nothing to say. FailedPrecondition: the findings have a
  // verdict other than accept, and there is no model. NotFound: the directory
  // holds none. InvalidArgument: it holds several, or `path` is a later shard.
  // Other errors are those of the system as files were read. Statuses have
  // printable texts.
  static absl::StatusOr<ShardedModel> Open(const std::string& path,
                                           const ModelOptions& options,
                                           std::vector<FileFindings>* findings);

  // OpenSplit opens the shards of a GGUF model at `paths`, all of them and in
  // their order, whatever they are called and wherever they lie. The rest is
  // as for Open. InvalidArgument: there are none, or a shard says that it is
  // another one than its place in `paths`, or of another number of shards.
  static absl::StatusOr<ShardedModel> OpenSplit(
      std::span<const std::string> paths, const ModelOptions& options,
      std::vector<FileFindings>* findings);

  // shards returns the files of the model, an index aside: one at least. Those
  // of an index are in the order in which it first names them, others in that
  // of their numbers. The metadata of a GGUF model is that of the first.
  std::span<const ModelShard> shards() const LG_LIFETIME_BOUND {
    return shards_;
  }

  // tensor_count and tensor return the tensors of all shards, sorted by their
  // names' bytes. No name is there twice.
  size_t tensor_count() const { return places_.size(); }
  ModelTensor tensor(size_t i) const LG_LIFETIME_BOUND;

  // FindTensor returns the tensor with that name, or nullopt, in time
  // logarithmic in their number.
  std::optional<ModelTensor> FindTensor(std::string_view name) const
      LG_LIFETIME_BOUND;

 private:
  // Where a tensor is described.
  struct Place {
    std::string_view name;
    uint32_t shard = 0;
    uint32_t tensor = 0;
  };

  // The shards were judged, and found to be a model.
  explicit ShardedModel(std::vector<ModelShard> shards);

  std::vector<ModelShard> shards_;
  std::vector<Place> places_;  // By name.
};

}  // namespace loadgate

#endif  // LOADGATE_SHARDED_MODEL_H_
