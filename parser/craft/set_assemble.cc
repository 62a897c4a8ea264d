#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "craft/gguf_recipe.h"
#include "craft/index_recipe.h"
#include "craft/safetensors_recipe.h"
#include "craft/set_recipe.h"

namespace loadgate::craft {
namespace {

// A GGUF file and where the pairs of `split` are in it.
struct GgufPart {
  GgufModel model;
  std::vector<size_t> splits;
};

// What is right of one file depends on all others, so none is made before all
// are read.
class SetAssembler {
 public:
  SetAssembler(RecipeReader* reader, uint64_t most_bytes, bool is_bundle)
      : in_(*reader), left_(most_bytes), is_bundle_(is_bundle) {}

  std::optional<Bundle> Assemble();

 private:
  using Content = std::variant<std::string, GgufPart, IndexRecipe>;
  struct Part {
    std::string name;
    Content content;
  };

  bool ReadStatement();
  bool ReadFile();
  bool ReadContent(Content* content);
  bool ReadGguf(Content* content);
  // Takes `size` off what may be made yet, or fails.
  bool Spend(uint64_t size);

  void SetRoles();
  void MakeGguf();
  ShardIndex IndexOfShards() const;
  bool MakeIndexes();

  RecipeReader& in_;
  uint64_t left_;
  bool is_bundle_;
  std::vector<Part> parts_;
  std::string rest_;
};

std::optional<Bundle> SetAssembler::Assemble() {
  in_.InSet();
  if (!in_.EndStatement()) return std::nullopt;
  for (;;) {
    in_.SkipLines();
    if (in_.Next(WordKind::kEnd)) break;
    if (!ReadStatement()) return std::nullopt;
  }
  if (in_.lexer().error().has_value()) return std::nullopt;
  SetRoles();
  MakeGguf();
  if (!MakeIndexes()) return std::nullopt;
  Bundle bundle = {.raw = std::move(rest_)};
  for (Part& part : parts_) {
    bundle.files.push_back(
        {std::move(part.name), std::move(std::get<std::string>(part.content))});
  }
  return bundle;
}

bool SetAssembler::Spend(uint64_t size) {
  if (size > left_) return in_.Fail(std::string(kTooManyBytes));
  left_ -= size;
  return true;
}

bool SetAssembler::ReadStatement() {
  if (in_.TryName("file")) return ReadFile();
  if (is_bundle_ && parts_.empty() && in_.TryName("rest")) {
    return in_.ReadBytes(&rest_) && Spend(rest_.size()) && in_.EndStatement();
  }
  return in_.Fail(is_bundle_ && parts_.empty()
                      ? "expected file and a name in quotes, or rest"
                      : "expected file and a name in quotes");
}

bool SetAssembler::ReadFile() {
  Part part;
  if (!ReadQuoted("file", &in_, &part.name)) return false;
  if (!in_.EndStatement()) return false;
  if (!in_.SkipLines()) {
    return in_.Fail(
        "a file says what it is: gguf, safetensors, index or bytes");
  }
  if (!ReadContent(&part.content)) return false;
  parts_.push_back(std::move(part));
  return true;
}

bool SetAssembler::ReadContent(Content* content) {
  if (in_.TryName("gguf")) return ReadGguf(content);
  if (in_.TryName("index")) {
    return ReadIndexRecipe(&in_, &content->emplace<IndexRecipe>());
  }
  if (in_.TryName("safetensors")) {
    auto file = AssembleSafetensors(&in_);
    if (!file.has_value()) return false;
    *content = *std::move(file);
  } else if (in_.TryName("bytes")) {
    if (!in_.ReadOnlyBytes(&content->emplace<std::string>())) return false;
  } else {
    return in_.Fail("expected gguf, safetensors, index or bytes");
  }
  return Spend(std::get<std::string>(*content).size());
}

bool SetAssembler::ReadGguf(Content* content) {
  GgufPart part;
  auto model = AssembleGguf(&in_, left_, &part.splits);
  if (!model.has_value() || !Spend(GgufSize(*model))) return false;
  part.model = *std::move(model);
  *content = std::move(part);
  return true;
}

// --- The index -------------------------------------------------------------

ShardIndex SetAssembler::IndexOfShards() const {
  SetModel shards;
  for (const Part& part : parts_) {
    const auto* const bytes = std::get_if<std::string>(&part.content);
    if (bytes == nullptr || !IsShardName(part.name)) continue;
    shards.files.push_back(
        {part.name, ContentFromBytes(part.name, AsBytes(*bytes))});
  }
  return RightIndex(shards);
}

bool SetAssembler::MakeIndexes() {
  std::optional<ShardIndex> right;
  for (Part& part : parts_) {
    auto* const told = std::get_if<IndexRecipe>(&part.content);
    if (told == nullptr) continue;
    if (!right.has_value()) right = IndexOfShards();
    std::string text = TextOfIndex(*told, *right);
    if (!Spend(text.size())) return false;
    part.content = std::move(text);
  }
  return true;
}

// --- The parts of a split --------------------------------------------------

void SetAssembler::SetRoles() {
  std::vector<GgufPart*> files;
  std::vector<SplitCandidate> candidates;
  for (Part& part : parts_) {
    auto* const gguf = std::get_if<GgufPart>(&part.content);
    if (gguf == nullptr) continue;
    files.push_back(gguf);
    candidates.push_back({part.name,
                          !gguf->splits.empty() || SaysPart(gguf->model),
                          gguf->model.tensors.size()});
  }
  const auto roles = SplitRoles(candidates);
  for (size_t i = 0; i < files.size(); ++i) {
    for (size_t pair : files[i]->splits) {
      for (GgufPair& right : SplitPairs(*roles[i])) {
        files[i]->model.pairs[pair++] = std::move(right);
      }
    }
  }
}

void SetAssembler::MakeGguf() {
  for (Part& part : parts_) {
    if (const auto* const gguf = std::get_if<GgufPart>(&part.content)) {
      std::string bytes = GgufToBytes(gguf->model);
      part.content = std::move(bytes);
    }
  }
}

}  // namespace

std::optional<Bundle> AssembleFiles(RecipeReader* reader, uint64_t most_bytes,
                                    bool is_bundle) {
  return SetAssembler(reader, most_bytes, is_bundle).Assemble();
}

}  // namespace loadgate::craft
