// How a ShardedModel is opened: which files it has, what each of them is by
// itself, and whether they agree.

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "collections/model_parts.h"
#include "collections/shard_agreement.h"
#include "collections/shard_judge.h"
#include "loadgate/check.h"
#include "loadgate/directory_list.h"
#include "loadgate/escape.h"
#include "loadgate/intake.h"
#include "loadgate/safetensors_set.h"
#include "loadgate/sharded_model.h"
#include "loadgate/split_name.h"

namespace loadgate {
namespace {

using Kind = ModelParts::Kind;
using Shards = std::vector<ModelShard>;

bool IsDirectory(const std::string& path) {
  struct stat state = {};
  return ::stat(path.c_str(), &state) == 0 && S_ISDIR(state.st_mode);
}

// The directory that `path`, of a file, lies in, with the slash at its end;
// empty for the current one.
std::string FolderOf(const std::string& path) {
  return path.substr(0, path.size() - BaseName(path).size());
}

// All of the shards of a set.
Shards AllOf(AcceptedShards accepted) {
  Shards shards;
  shards.reserve(accepted.size());
  for (auto& shard : accepted) {
    LG_CHECK(shard.has_value());
    shards.push_back(*std::move(shard));
  }
  return shards;
}

class ModelOpener {
 public:
  ModelOpener(std::string path, const ModelOptions& options,
              std::vector<FileFindings>* findings)
      : path_(std::move(path)),
        options_(options),
        judge_(options, findings),
        sink_(options.limits) {}

  // Each returns the shards of a model, or why there is none.
  absl::StatusOr<Shards> OpenDirectoryOrFile();
  absl::StatusOr<Shards> OpenList(std::span<const std::string> paths);

 private:
  absl::Status ListFolder(const std::string& folder);
  absl::StatusOr<Shards> OpenParts(const ModelParts& parts);
  absl::StatusOr<Shards> OpenFile(OpenResult opened, const std::string& path);
  absl::StatusOr<Shards> OpenIndex(const ModelParts& parts);
  absl::StatusOr<Shards> OpenSet(const ModelParts& parts);
  absl::StatusOr<AcceptedShards> TakeShards(std::span<const std::string> names);
  OpenResult OpenPart(const std::string& name) const;
  std::string PathOf(const std::string& name) const;
  absl::StatusOr<Shards> Finish(const std::string& set_path,
                                AcceptedShards accepted);

  const std::string path_;  // As the caller named it.
  const ModelOptions& options_;
  ShardJudge judge_;
  FindingSink sink_;  // About the set.
  std::optional<Directory> directory_;
  std::vector<std::string> names_;  // Of the files in it.
  std::string named_;  // That of the file that the caller named, if it is one.
};

std::string ModelOpener::PathOf(const std::string& name) const {
  if (name == named_) return path_;
  const std::string& folder = directory_->path;
  return folder + (folder.ends_with('/') ? "" : "/") + name;
}

// What the caller names is followed, wherever it leads.
OpenResult ModelOpener::OpenPart(const std::string& name) const {
  return name == named_ ? OpenPath(path_) : OpenEntry(*directory_, name);
}

absl::Status ModelOpener::ListFolder(const std::string& folder) {
  auto opened = OpenDirectory(folder);
  if (auto* finding = std::get_if<Finding>(&opened)) {
    judge_.NoteFailure(folder, std::move(*finding));
    return judge_.Refusal();
  }
  directory_ = std::get<Directory>(std::move(opened));
  std::vector<DirectoryEntry> entries;
  const int error = ListDirectory(OpenSubdirectory(*directory_, "."), &entries);
  if (error != 0) {
    return StatusAt(folder, absl::ErrnoToStatus(error, "cannot be listed"));
  }
  for (DirectoryEntry& entry : entries) {
    if (entry.kind == EntryKind::kDirectory) continue;
    names_.push_back(std::move(entry.name));
  }
  return absl::OkStatus();
}

absl::StatusOr<Shards> ModelOpener::OpenDirectoryOrFile() {
  const bool is_directory = IsDirectory(path_);
  if (is_directory) {
    absl::Status status = ListFolder(path_);
    if (!status.ok()) return status;
  } else {
    named_ = BaseName(path_);
  }
  const auto parts = is_directory ? ChooseModel(names_) : ModelOfFile(named_);
  if (!parts.ok()) return StatusAt(path_, parts.status());
  if (!is_directory && parts->kind == Kind::kFile) {
    return OpenFile(OpenPath(path_), path_);
  }
  if (!is_directory) {
    const std::string folder = FolderOf(path_);
    absl::Status status = ListFolder(folder.empty() ? "." : folder);
    if (!status.ok()) return status;
  }
  return OpenParts(*parts);
}

absl::StatusOr<Shards> ModelOpener::OpenParts(const ModelParts& parts) {
  switch (parts.kind) {
    case Kind::kFile:
      return OpenFile(OpenPart(parts.name), PathOf(parts.name));
    case Kind::kIndex:
      return OpenIndex(parts);
    case Kind::kSet:
      return OpenSet(parts);
  }
  LG_CHECK(false);
}

absl::StatusOr<Shards> ModelOpener::OpenFile(OpenResult opened,
                                             const std::string& path) {
  auto shard = judge_.Take(std::move(opened), path, /*alone=*/true);
  if (!shard.ok()) return shard.status();
  absl::Status refusal = judge_.Refusal();
  if (!refusal.ok()) return refusal;
  AcceptedShards one;
  one.push_back(*std::move(shard));
  Shards shards = AllOf(std::move(one));
  // A part of a model, under a name that does not say so.
  if (shards[0].judgement.gguf.has_value()) {
    absl::Status whole = CheckPlace(shards[0], 0, 1);
    if (!whole.ok()) return whole;
  }
  return shards;
}

absl::StatusOr<AcceptedShards> ModelOpener::TakeShards(
    std::span<const std::string> names) {
  AcceptedShards accepted;
  for (const std::string& name : names) {
    accepted.emplace_back();
    // A shard that is not there was reported.
    if (!std::ranges::binary_search(names_, name)) continue;
    auto shard = judge_.Take(OpenPart(name), PathOf(name), /*alone=*/false);
    if (!shard.ok()) return shard.status();
    accepted.back() = *std::move(shard);
  }
  return accepted;
}

absl::StatusOr<Shards> ModelOpener::OpenIndex(const ModelParts& parts) {
  const std::string index_path = PathOf(parts.name);
  const auto file = judge_.TakeInto(OpenPart(parts.name), index_path,
                                    /*alone=*/false, &sink_);
  if (!file.ok()) return file.status();
  if (!file->has_value()) return Finish(index_path, {});
  const SafetensorsIndex& index = *(*file)->judgement.index;
  std::vector<std::string> names;
  for (size_t i = 0; i < index.shard_count(); ++i) {
    names.emplace_back(index.shard(i));
  }
  CheckNames(parts, names, names_, &sink_);
  auto accepted = TakeShards(names);
  if (!accepted.ok()) return accepted.status();
  CheckCheckpoint(SafetensorsSet(index, options_.hash_key, &sink_), *accepted);
  return Finish(index_path, *std::move(accepted));
}

absl::StatusOr<Shards> ModelOpener::OpenSet(const ModelParts& parts) {
  const std::vector<std::string> names = ShardNames(parts.set);
  CheckNames(parts, names, names_, &sink_);
  auto accepted = TakeShards(names);
  if (!accepted.ok()) return accepted.status();
  if (parts.set.is_gguf()) {
    CheckSplit(*accepted, options_.hash_key, &sink_);
  } else {
    CheckCheckpoint(SafetensorsSet(names, options_.hash_key, &sink_),
                    *accepted);
  }
  return Finish(PathOf(parts.name), *std::move(accepted));
}

absl::StatusOr<Shards> ModelOpener::OpenList(
    std::span<const std::string> paths) {
  if (paths.empty() || paths.size() > kMaxSplitCount) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%u files are no split model", paths.size()));
  }
  AcceptedShards accepted;
  for (const std::string& path : paths) {
    auto shard = judge_.Take(OpenPath(path), path, /*alone=*/false);
    if (!shard.ok()) return shard.status();
    accepted.push_back(*std::move(shard));
  }
  for (size_t i = 0; i < accepted.size(); ++i) {
    if (!accepted[i].has_value()) continue;
    absl::Status status = CheckPlace(*accepted[i], i, accepted.size());
    if (!status.ok()) return status;
  }
  if (accepted.size() > 1) CheckSplit(accepted, options_.hash_key, &sink_);
  return Finish(paths[0], std::move(accepted));
}

absl::StatusOr<Shards> ModelOpener::Finish(const std::string& set_path,
                                           AcceptedShards accepted) {
  judge_.NoteSet(set_path, sink_);
  absl::Status refusal = judge_.Refusal();
  if (!refusal.ok()) return refusal;
  return AllOf(std::move(accepted));
}

}  // namespace

absl::StatusOr<ShardedModel> ShardedModel::Open(
    const std::string& path, const ModelOptions& options,
    std::vector<FileFindings>* findings) {
  findings->clear();
  auto shards = ModelOpener(path, options, findings).OpenDirectoryOrFile();
  if (!shards.ok()) return shards.status();
  return ShardedModel(*std::move(shards));
}

absl::StatusOr<ShardedModel> ShardedModel::OpenSplit(
    std::span<const std::string> paths, const ModelOptions& options,
    std::vector<FileFindings>* findings) {
  findings->clear();
  auto shards = ModelOpener("", options, findings).OpenList(paths);
  if (!shards.ok()) return shards.status();
  return ShardedModel(*std::move(shards));
}

}  // namespace loadgate
