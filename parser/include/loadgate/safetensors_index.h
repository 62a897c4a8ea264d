// SafetensorsIndex: which file of a checkpoint holds which tensor.
//
// Source: the index that transformers and huggingface_hub write beside the
// shards, model.safetensors.index.json: an object with weight_map, which maps
// the name of every tensor to that of a file, and metadata, whose total_size is
// the sum of the tensors' bytes. There is no specification of it;
// docs/formats/sets.md says what is demanded, and why.
//
// Like the readers of files it is a pure function over bytes. Nothing in an
// index opens a file: its names are checked here, and whoever opens what they
// name does so beneath the index's own directory.

#ifndef LOADGATE_SAFETENSORS_INDEX_H_
#define LOADGATE_SAFETENSORS_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/attributes.h"
#include "loadgate/bytes.h"
#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "loadgate/name_index.h"

namespace loadgate {

// SafetensorsIndexTables is what is noted while the text is read: offsets into
// it, which has less than 4 GiB. It is an implementation detail.
struct SafetensorsIndexTables {
  struct Text {
    uint32_t offset = 0;
    uint32_t length = 0;
  };
  struct Entry {
    Text tensor;
    uint32_t shard = 0;
  };
  struct Shard {
    Text name;
    uint32_t quote = 0;
    bool is_plain = false;
  };
  std::deque<Entry> entries;
  std::vector<Shard> shards;
  std::optional<uint64_t> total_size;
  uint64_t total_size_offset = 0;
};

class SafetensorsIndex {
 public:
  // Tensor is one pair of weight_map. Its view lives as long as the text.
  struct Tensor {
    std::string_view name;
    // shard is an index below shard_count().
    size_t shard = 0;
    // offset is where in the text the name begins, with its quote.
    uint64_t offset = 0;
  };

  // shard_count returns how many files are named, each counted once. They are
  // in the order in which the text first names them.
  size_t shard_count() const { return tables_.shards.size(); }

  // shard returns the name of shard `i`, unescaped and without a "./" in front;
  // ShardOffset where in the text it first stands, with its quote.
  std::string_view shard(size_t i) const LG_LIFETIME_BOUND;
  uint64_t ShardOffset(size_t i) const;

  // ShardIsPlain returns whether shard `i` has the name of a file beside the
  // index. Of one that has not, an error was reported, and nothing may be
  // opened by its name.
  bool ShardIsPlain(size_t i) const { return tables_.shards[i].is_plain; }

  // tensor_count and tensor return the pairs of weight_map, in its order.
  size_t tensor_count() const { return tables_.entries.size(); }
  Tensor tensor(size_t i) const LG_LIFETIME_BOUND;

  // total_size returns metadata.total_size in bytes, or nullopt where there is
  // none or it is no plain number; total_size_offset where it stands.
  std::optional<uint64_t> total_size() const { return tables_.total_size; }
  uint64_t total_size_offset() const { return tables_.total_size_offset; }

 private:
  friend std::optional<SafetensorsIndex> ReadSafetensorsIndex(
      std::span<std::byte> text, const Limits& limits, const HashKey& hash_key,
      FindingSink* sink);

  SafetensorsIndex(SafetensorsIndexTables tables, ByteSpan text)
      : tables_(std::move(tables)), text_(text) {}

  SafetensorsIndexTables tables_;
  ByteSpan text_;  // Unescaped.
};

// ReadSafetensorsIndex reads `text`, all of an index, and reports into `*sink`
// what is wrong with it. Strings are unescaped in place, so that `text` must be
// the caller's own memory; it must outlive the result. The result is nullopt
// where the text is no JSON to its end; otherwise it is what was read, to be
// used if the sink has no error of it.
//
// Within `limits`, an index has at most header_bytes bytes, shards files and
// safetensors_tensors tensors. Time is linear in the text.
std::optional<SafetensorsIndex> ReadSafetensorsIndex(std::span<std::byte> text,
                                                     const Limits& limits,
                                                     const HashKey& hash_key,
                                                     FindingSink* sink);

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_INDEX_H_
