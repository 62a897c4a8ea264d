// GgufSplit: do the shards of a split GGUF model agree?
//
// Source: llama.cpp's gguf-split and llama_model_loader; the keys split.no,
// split.count and split.tensors.count. Every shard is a GGUF file of its own,
// judged as one; what is said here is about them together. It is a pure
// function over what the reader made of each shard and over the numbers in the
// shards' names, which split_name.h reads.

#ifndef LOADGATE_GGUF_SPLIT_H_
#define LOADGATE_GGUF_SPLIT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/gguf_file.h"
#include "loadgate/name_index.h"

namespace loadgate {

// GgufSplitKeys is what a file says of its place in a split: nullopt for a key
// that is missing or stored as another type.
struct GgufSplitKeys {
  std::optional<uint16_t> number;       // split.no, from 0.
  std::optional<uint16_t> count;        // split.count
  std::optional<int32_t> tensor_count;  // split.tensors.count, of all shards.
  // present says that a key is there, whatever its type.
  bool present = false;
};

// ReadGgufSplitKeys reads the three keys of `file`, and reports those that are
// stored as another type than the loader demands: u16, u16 and i32. `shard` is
// how `where` names the file, such as "shard 2 of 3", or empty.
GgufSplitKeys ReadGgufSplitKeys(const GgufFile& file, std::string_view shard,
                                FindingSink* sink);

// CheckGgufAlone judges the split keys of a file that is given by itself, under
// a `name` with or without a directory, or without one. A shard alone gets a
// note; a whole file may not say that it is one of several.
void CheckGgufAlone(const GgufFile& file, std::optional<std::string_view> name,
                    FindingSink* sink);

// GgufSplit takes the shards of one split, in the order of their numbers, and
// says what is wrong with them together. Its memory is that of the tensors'
// names. An offset in a finding counts in the shard that `where` names.
class GgufSplit {
 public:
  // GgufSplit judges a set of `count` shards, as their names say.
  GgufSplit(uint32_t count, const HashKey& hash_key, FindingSink* sink);

  // AddShard takes the shard whose name says `number`, above that of the shard
  // before and at most `count`, as it was accepted. `file` is needed for the
  // call alone. One that could not be read is not added.
  void AddShard(uint32_t number, const GgufFile& file);

  // Finish reports what can be said when all shards were taken. It may be
  // called once.
  void Finish();

 private:
  struct Shard {
    bool added = false;
    GgufSplitKeys keys;
    uint64_t tensor_count = 0;
    uint64_t count_offset = 0;  // Of the value of split.tensors.count.
  };
  struct Name {
    uint64_t offset = 0;  // In arena_.
    uint32_t length = 0;
    uint32_t shard = 0;
  };

  std::string Where(uint32_t number, std::string_view what = {}) const;
  std::string_view TextAt(const Name& name) const {
    return std::string_view(arena_).substr(static_cast<size_t>(name.offset),
                                           name.length);
  }
  void CheckKeys(uint32_t number, const GgufFile& file);
  void AddTensor(uint32_t number, const GgufTensor& tensor);
  void CheckTotals();

  uint32_t count_;
  uint32_t last_ = 0;  // The number of the last shard taken.
  FindingSink* sink_;
  std::vector<Shard> shards_;
  NameIndex name_index_;
  std::string arena_;
  std::vector<Name> names_;
};

}  // namespace loadgate

#endif  // LOADGATE_GGUF_SPLIT_H_
