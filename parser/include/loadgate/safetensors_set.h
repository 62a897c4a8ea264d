// SafetensorsSet: do the shards of a checkpoint and its index agree?
//
// Source: docs/formats/sets.md. Every shard is a file of its own, judged as
// one; what is said here is about them together, and rests on the names of
// tensors alone. It is a pure function over what the readers made of the index
// and of each shard, whose headers need not be in memory at the same time.

#ifndef LOADGATE_SAFETENSORS_SET_H_
#define LOADGATE_SAFETENSORS_SET_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/name_index.h"
#include "loadgate/safetensors_file.h"
#include "loadgate/safetensors_index.h"

namespace loadgate {

// SafetensorsSet takes the shards of one checkpoint, each once and in any
// order, and then says what is wrong with them together. Memory is a small
// constant times that of the index, and of the names that it does not have.
//
// An offset in a finding counts in the file that `where` names; where it names
// none, in the index.
class SafetensorsSet {
 public:
  // SafetensorsSet judges shards by `index`, which outlives it. They are
  // numbered as the index numbers them.
  SafetensorsSet(const SafetensorsIndex& index, const HashKey& hash_key,
                 FindingSink* sink);

  // The same for shards without an index, called `names`, which number them.
  // They are one set by the numbers in their names alone.
  SafetensorsSet(std::vector<std::string> names, const HashKey& hash_key,
                 FindingSink* sink);

  // AddShard takes shard `i`, which was not taken before, as it was accepted.
  // `file` is needed for the call alone. A shard that could not be read is not
  // added, and nothing is missed in it.
  void AddShard(size_t i, const SafetensorsFile& file);

  // Finish reports what is wrong, in the order of the index, and behind it that
  // of the shards. It may be called once.
  void Finish();

 private:
  // What became known of a pair of the index.
  struct Seen {
    bool in_its_shard = false;
    std::optional<uint32_t> elsewhere;  // The first other shard that has it.
  };
  // A tensor that the index does not have.
  struct Unlisted {
    std::string name;
    uint32_t shard = 0;
    uint64_t offset = 0;
    std::optional<uint32_t> again;  // The first other shard that has it.
  };

  void AddTensor(uint32_t shard, const SafetensorsTensor& tensor);
  void AddUnlisted(uint32_t shard, const SafetensorsTensor& tensor);
  void FinishPair(size_t i);
  void FinishUnlisted(const Unlisted& tensor);
  void CheckTotal();
  void ReportTwice(std::string_view tensor, size_t first, size_t second,
                   uint64_t offset, std::string where);

  const SafetensorsIndex* index_ = nullptr;
  std::vector<std::string> names_;
  FindingSink* sink_;
  NameIndex pair_index_;  // The tensors of the index, by number.
  std::vector<Seen> seen_;
  NameIndex unlisted_index_;
  std::deque<Unlisted> unlisted_;
  std::vector<bool> added_;  // By shard.
  uint64_t listed_bytes_ = 0;
  uint64_t all_bytes_ = 0;
  bool total_known_ = true;  // False once a sum does not fit.
};

}  // namespace loadgate

#endif  // LOADGATE_SAFETENSORS_SET_H_
