// Sets of files in memory, judged as sets: what is wrong with a shard by itself
// is left out.

#ifndef LOADGATE_TESTS_PARSER_JUDGE_SET_H_
#define LOADGATE_TESTS_PARSER_JUDGE_SET_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/gguf_split.h"
#include "loadgate/safetensors_index.h"
#include "loadgate/safetensors_set.h"
#include "loadgate/set_names.h"
#include "tests/parser/judged.h"
#include "tests/parser/read_gguf.h"
#include "tests/parser/read_safetensors.h"
#include "tests/parser/set_cases.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {

inline void AddShard(const GgufRecipe& recipe, uint32_t number,
                     GgufSplit* split) {
  const GgufBytes bytes = Build(recipe);
  split->AddShard(number, ReadGguf(bytes).file);
}

inline Judged JudgeSplit(const std::vector<GgufRecipe>& shards) {
  FindingSink sink;
  GgufSplit split(static_cast<uint32_t>(shards.size()), {}, &sink);
  for (size_t i = 0; i < shards.size(); ++i) {
    AddShard(shards[i], static_cast<uint32_t>(i + 1), &split);
  }
  split.Finish();
  return JudgedOf(sink);
}

inline Judged JudgeAlone(const GgufRecipe& recipe,
                         std::optional<std::string_view> name) {
  const GgufBytes bytes = Build(recipe);
  FindingSink sink;
  CheckGgufAlone(ReadGguf(bytes).file, name, &sink);
  return JudgedOf(sink);
}

// ShardFile returns a file with these tensors, of 4 bytes each.
inline SafetensorsBytes ShardFile(const CheckpointShard& shard) {
  std::vector<std::string> entries;
  uint64_t end = 0;
  for (const std::string& name : shard.tensors) {
    entries.push_back(TensorText(name, "F32", {1}, end, end + 4));
    end += 4;
  }
  return {.json = Padded(ObjectText(entries)), .data_bytes = end};
}

// JudgeCheckpoint judges `shards`, added in `order`, by the index; without one
// by their names. Those that it does not name are left out.
inline Judged JudgeCheckpoint(std::string index_text,
                              const std::vector<CheckpointShard>& shards,
                              const std::vector<size_t>& order) {
  FindingSink sink;
  std::optional<SafetensorsIndex> index;
  std::vector<std::string> names;
  if (!index_text.empty()) {
    index = ReadSafetensorsIndex(
        std::as_writable_bytes(std::span<char>(index_text)), {}, {}, &sink);
  }
  for (const CheckpointShard& shard : shards) names.push_back(shard.name);
  SafetensorsSet set = index.has_value() ? SafetensorsSet(*index, {}, &sink)
                                         : SafetensorsSet(names, {}, &sink);
  const auto number_of = [&](size_t i) {
    if (!index.has_value()) return i;
    size_t number = 0;
    while (index->shard(number) != shards[i].name) ++number;
    return number;
  };
  for (const size_t i : order) {
    set.AddShard(number_of(i), ReadSafetensors(ShardFile(shards[i])).file);
  }
  set.Finish();
  return JudgedOf(sink);
}

inline Judged JudgeCheckpoint(const std::string& index_text,
                              const std::vector<CheckpointShard>& shards) {
  std::vector<size_t> order;
  for (size_t i = 0; i < shards.size(); ++i) order.push_back(i);
  return JudgeCheckpoint(index_text, shards, order);
}

// JudgeNames judges the names of a directory's files as NamesCase has them.
inline Judged JudgeNames(const NamesCase& names_case,
                         const std::vector<std::string>& files) {
  FindingSink sink;
  const DirectorySets found = FindSets(files, names_case.shards);
  if (!names_case.index.empty()) {
    CheckIndexNames(names_case.index, names_case.shards, files, found.strays,
                    &sink);
  }
  for (const NumberedSet& set : found.sets) {
    CheckNumberedNames(set, files, found.strays, &sink);
  }
  return JudgedOf(sink);
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_JUDGE_SET_H_
