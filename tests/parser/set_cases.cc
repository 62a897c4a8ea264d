#include "tests/parser/set_cases.h"

#include <algorithm>
#include <utility>

namespace loadgate::testing_support {
namespace {

// GoodSplit with something else in one shard.
std::vector<GgufRecipe> With(size_t shard, GgufRecipe recipe) {
  std::vector<GgufRecipe> shards = GoodSplit();
  shards[shard] = std::move(recipe);
  return shards;
}

GgufRecipe WithoutKey(GgufRecipe recipe, const std::string& key) {
  std::erase_if(recipe.pairs,
                [&](const Pair& pair) { return pair.key == key; });
  return recipe;
}

GgufRecipe WithValue(GgufRecipe recipe, const std::string& key, Value value) {
  for (Pair& pair : recipe.pairs) {
    if (pair.key == key) pair.value = std::move(value);
  }
  return recipe;
}

SplitCase InSecond(Code code, std::string variant, GgufRecipe bad,
                   std::string field, std::string where,
                   std::vector<std::string> says) {
  return {.code = code,
          .variant = std::move(variant),
          .good = GoodSplit(),
          .bad = With(1, std::move(bad)),
          .shard = 1,
          .field = std::move(field),
          .where = std::move(where),
          .says = std::move(says)};
}

SplitCase Alone(Code code, std::string variant, GgufRecipe good, GgufRecipe bad,
                std::string name, std::string good_name, std::string field,
                std::string where, std::vector<std::string> says) {
  return {.code = code,
          .variant = std::move(variant),
          .good = {std::move(good)},
          .bad = {std::move(bad)},
          .name = std::move(name),
          .good_name = std::move(good_name),
          .field = std::move(field),
          .where = std::move(where),
          .says = std::move(says)};
}

std::vector<SplitCase> AllSplitCases() {
  const GgufRecipe second = Shard(1, 2, 2, {"b"});
  const GgufRecipe whole = Shard(0, 1, 1, {"a"});
  const GgufRecipe plain =
      WithoutKey(WithoutKey(WithoutKey(whole, "split.no"), "split.count"),
                 "split.tensors.count");
  return {
      InSecond(Code::kSplitKeyType, "number",
               WithValue(second, "split.no", Item(uint32_t{1})),
               "key_value[0].key.length", "shard 2 of 2, split.no",
               {"stored as u32, not as u16"}),
      InSecond(Code::kSplitKeyType, "total",
               WithValue(second, "split.tensors.count", Item(uint16_t{2})),
               "key_value[2].key.length", "shard 2 of 2, split.tensors.count",
               {"stored as u16, not as i32"}),
      InSecond(Code::kSplitKeyMissing, "number", WithoutKey(second, "split.no"),
               "", "shard 2 of 2", {"no split.no"}),
      InSecond(Code::kSplitNumber, "", Shard(2, 2, 2, {"b"}),
               "key_value[0].value", "shard 2 of 2, split.no",
               {"split.no is 2", "shard 2"}),
      InSecond(Code::kSplitCount, "", Shard(1, 3, 2, {"b"}),
               "key_value[1].value", "shard 2 of 2, split.count",
               {"split.count is 3", "the name says 2"}),
      InSecond(Code::kSplitTensorTotal, "too_many", Shard(1, 2, 3, {"b"}),
               "key_value[2].value", "shard 2 of 2, split.tensors.count",
               {"is 3", "2 tensors"}),
      InSecond(Code::kSplitTensorTotal, "negative", Shard(1, 2, -2, {"b"}),
               "key_value[2].value", "shard 2 of 2, split.tensors.count",
               {"is -2", "2 tensors"}),
      InSecond(Code::kSetTensorTwice, "split", Shard(1, 2, 2, {"a"}),
               "tensor[0].name.length", "shard 2 of 2, tensor 'a'",
               {"in shard 1 of 2 too"}),
      Alone(Code::kSplitName, "", whole, second, "model.gguf", "model.gguf",
            "key_value[1].value", "split.count",
            {"one of 2 shards", "NAME-00001-of-00002.gguf"}),
      Alone(Code::kSplitKeyMissing, "alone", Shard(1, 3, 9, {"a"}), plain,
            "m-00002-of-00003.gguf", "m-00002-of-00003.gguf", "", "",
            {"shard 2 of 3"}),
      Alone(Code::kSplitPart, "", whole, second, "d/m-00002-of-00002.gguf",
            "m.gguf", "key_value[1].value", "split.count", {"part 2 of 2"}),
  };
}

const char kIndex[] =
    R"({"metadata":{"total_size":8},)"
    R"("weight_map":{"a":"1.safetensors","b":"2.safetensors"}})";

CheckpointCase Checkpoint(Code code, std::string variant,
                          std::vector<CheckpointShard> bad) {
  return {.code = code,
          .variant = std::move(variant),
          .index = kIndex,
          .good = {{"1.safetensors", {"a"}}, {"2.safetensors", {"b"}}},
          .bad = std::move(bad)};
}

std::vector<CheckpointCase> AllCheckpointCases() {
  CheckpointCase missing =
      Checkpoint(Code::kSetTensorMissing, "",
                 {{"1.safetensors", {"a"}}, {"2.safetensors", {}}});
  missing.at = "\"b\"";
  missing.where = "weight_map['b']";
  missing.says = {"'2.safetensors' has no such tensor."};

  CheckpointCase moved =
      Checkpoint(Code::kSetTensorMissing, "moved",
                 {{"1.safetensors", {"a", "b"}}, {"2.safetensors", {}}});
  moved.at = "\"b\"";
  moved.where = "weight_map['b']";
  moved.says = {"'1.safetensors' has it."};

  CheckpointCase twice =
      Checkpoint(Code::kSetTensorTwice, "",
                 {{"1.safetensors", {"a"}}, {"2.safetensors", {"a", "b"}}});
  twice.at = "\"a\"";
  twice.where = "weight_map['a']";
  twice.says = {"in '1.safetensors' and in '2.safetensors'"};

  CheckpointCase unlisted =
      Checkpoint(Code::kSetTensorUnlisted, "",
                 {{"1.safetensors", {"a"}}, {"2.safetensors", {"b", "x"}}});
  unlisted.shard = 1;
  unlisted.tensor = "x";
  unlisted.where = "shard '2.safetensors', tensor 'x'";
  unlisted.says = {"does not have the tensor"};

  CheckpointCase unlisted_twice = Checkpoint(
      Code::kSetTensorTwice, "unlisted",
      {{"1.safetensors", {"a", "x"}}, {"2.safetensors", {"b", "x"}}});
  unlisted_twice.shard = 0;
  unlisted_twice.tensor = "x";
  unlisted_twice.where = "shard '1.safetensors', tensor 'x'";
  unlisted_twice.says = {"in '1.safetensors' and in '2.safetensors'"};

  CheckpointCase no_index = unlisted_twice;
  no_index.variant = "no_index";
  no_index.index = "";

  CheckpointCase total =
      Checkpoint(Code::kIndexTotalSize, "",
                 {{"1.safetensors", {"a"}}, {"2.safetensors", {"b"}}});
  total.index = R"({"metadata":{"total_size":9},)"
                R"("weight_map":{"a":"1.safetensors","b":"2.safetensors"}})";
  total.good = {};
  total.at = "9";
  total.where = "metadata['total_size']";
  total.says = {"total_size is 9", "8 bytes"};
  return {missing, moved, twice, unlisted, unlisted_twice, no_index, total};
}

std::string TwoOf(int number, const std::string& extension) {
  return "m-0000" + std::to_string(number) + "-of-00002" + extension;
}

std::vector<NamesCase> AllNamesCases() {
  const std::string one = TwoOf(1, ".safetensors");
  const std::string two = TwoOf(2, ".safetensors");
  const std::string split = TwoOf(1, ".gguf");
  const std::string index = "m.safetensors.index.json";
  const std::vector<std::string> good = {one, two, index};
  const std::vector<std::string> whole = {split, TwoOf(2, ".gguf")};
  return {
      {.code = Code::kSetShardMissing,
       .variant = "index",
       .index = index,
       .shards = {one, two},
       .good = good,
       .bad = {one, index},
       .where = "shard '" + two + "'",
       .says = {"no such file"}},
      {.code = Code::kSetShardMissing,
       .variant = "split",
       .good = whole,
       .bad = {split},
       .where = "shard '" + TwoOf(2, ".gguf") + "'",
       .says = {"no such file"}},
      {.code = Code::kSetShardMissing,
       .variant = "no_index",
       .good = good,
       .bad = {two, index},
       .where = "shard '" + one + "'",
       .says = {"no such file"}},
      {.code = Code::kSetShardCase,
       .variant = "index",
       .index = index,
       .shards = {one, two},
       .good = good,
       .bad = {one, "M-00002-of-00002.safetensors", index},
       .where = "shard '" + two + "'",
       .says = {"called 'M-00002-of-00002.safetensors'"}},
      {.code = Code::kSetShardCase,
       .variant = "split",
       .good = whole,
       .bad = {split, TwoOf(2, ".GGUF")},
       .where = "shard '" + TwoOf(2, ".gguf") + "'",
       .says = {"called '" + TwoOf(2, ".GGUF") + "'"}},
      {.code = Code::kSetShardStray,
       .variant = "index",
       .index = index,
       .shards = {one, two},
       .good = good,
       .bad = {one, two, "m-00003-of-00003.safetensors", index},
       .where = "file 'm-00003-of-00003.safetensors'",
       .says = {"beside the set"}},
      {.code = Code::kSetShardStray,
       .variant = "not_named",
       .index = index,
       .shards = {one},
       .good = {one, index},
       .bad = {one, two, index},
       .where = "file '" + two + "'",
       .says = {"none of it"}},
      {.code = Code::kSetShardStray,
       .variant = "split",
       .good = whole,
       .bad = {split, TwoOf(2, ".gguf"), "m-00004-of-00004.gguf"},
       .where = "file 'm-00004-of-00004.gguf'",
       .says = {"beside the set"}},
      {.code = Code::kSetWholeFileBeside,
       .variant = "index",
       .index = index,
       .shards = {one, two},
       .good = {one, two, index, "consolidated.safetensors"},
       .bad = {one, two, index, "m.safetensors"},
       .where = "file 'm.safetensors'",
       .says = {"whole model by its name"}},
      {.code = Code::kSetWholeFileBeside,
       .variant = "no_index",
       .good = {one, two, index},
       .bad = {one, two, index, "m.safetensors"},
       .where = "file 'm.safetensors'",
       .says = {"whole model by its name"}},
      {.code = Code::kSetIndexMissing,
       .good = good,
       .bad = {one, two},
       .where = "set",
       .says = {"'" + one + "' to '" + two + "'", "without an index"}},
  };
}

template <typename Case>
std::string NameOfCase(const Case& one) {
  std::string name(CodeName(one.code));
  if (!one.variant.empty()) name += "-" + one.variant;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace

GgufRecipe Shard(uint16_t number, uint16_t count, int32_t total,
                 const std::vector<std::string>& tensors) {
  GgufRecipe recipe;
  recipe.pairs = {{"split.no", Item(number)},
                  {"split.count", Item(count)},
                  {"split.tensors.count", Item(total)}};
  for (const std::string& name : tensors) {
    recipe.tensors.push_back({.name = name, .ne = {8}});
  }
  return recipe;
}

std::vector<GgufRecipe> GoodSplit() {
  return {Shard(0, 2, 2, {"a"}), Shard(1, 2, 2, {"b"})};
}

const std::vector<SplitCase>& SplitCases() {
  static const auto* const kCases = new std::vector<SplitCase>(AllSplitCases());
  return *kCases;
}

const std::vector<NamesCase>& NamesCases() {
  static const auto* const kCases = new std::vector<NamesCase>(AllNamesCases());
  return *kCases;
}

const std::vector<CheckpointCase>& CheckpointCases() {
  static const auto* const kCases =
      new std::vector<CheckpointCase>(AllCheckpointCases());
  return *kCases;
}

std::string CaseName(const SplitCase& split_case) {
  return NameOfCase(split_case);
}
std::string CaseName(const CheckpointCase& checkpoint_case) {
  return NameOfCase(checkpoint_case);
}

std::string CaseName(const NamesCase& names_case) {
  return NameOfCase(names_case);
}

}  // namespace loadgate::testing_support
