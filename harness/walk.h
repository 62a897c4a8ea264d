// Walk: from the paths that the user gave to the list of inputs.
//
// In a directory the inputs are *.gguf, *.safetensors and
// *.safetensors.index.json, without regard to case, and by content any file
// without an extension, because a hub stores its files under their hashes.
// Files that are pickles or parts of models by their names are told of beside
// the first model of their directory. All else is listed as not looked at:
// nothing is skipped in silence.
//
// Where a directory has an index or numbered shards, those and what they may be
// models with are one step: which files are a model together is known once the
// index was read.
//
// The list does not depend on the order in which a file system names its
// entries: names are sorted by their bytes, a directory's files come before its
// subdirectories. Depth is bounded by the kernel's path length, and the walk
// keeps its own stack. Links to directories are not entered.

#ifndef HARNESS_WALK_H_
#define HARNESS_WALK_H_

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/intake.h"

namespace loadgate {

// PlannedInput is one step of a run.
struct PlannedInput {
  enum class Kind : uint8_t {
    kPath,           // A file that the user named.
    kStandardInput,  // "-".
    kEntry,          // A file found in a directory.
    kSets,           // Files of a directory that are models together.
    kProblem,        // Something that could not be looked at, with the reason.
    kIgnored,        // A file found that is no input.
    kIgnoredFolder,  // A directory found that is not looked into.
    kDirectoryEnd,   // Ends what was found in a directory that the user named.
  };

  Kind kind = Kind::kPath;
  // The path to report.
  std::string path;
  // For kEntry, kSets and a kProblem in a directory: where it was found. Shared
  // by all of a directory's entries.
  std::shared_ptr<const Directory> directory;
  std::string relative;
  // For kEntry: whether it is an input only if its content is a model's.
  bool by_content = false;
  // For kSets: all of the directory's files that are models or indexes by their
  // names, sorted, among them those that IsOfSets; `path` and `relative` are of
  // the first of these. Where `only` is not empty, the set of that file is
  // meant alone; `is_named` says that the user named the file and not the
  // directory.
  std::vector<std::string> names;
  std::string only;
  bool is_named = false;
  // For kEntry and kSets: the names of the pickles in its directory, and of the
  // parts of models, if it is the first model there. For kDirectoryEnd: the
  // paths, from the directory on, of those without a model beside them.
  std::vector<std::string> pickles;
  std::vector<std::string> parts;
  // For kProblem.
  std::optional<Finding> problem;
};

// PlanInputs returns the steps for `paths`, in their order.
std::vector<PlannedInput> PlanInputs(std::span<const std::string> paths,
                                     bool recursive);

// IsOfSets returns whether the file `name` is one of several by its name, or
// may be: an index, a numbered shard, or beside an index any safetensors file.
bool IsOfSets(std::string_view name, bool has_index);

// HasModelName returns whether a file of that name in a directory is an input.
bool HasModelName(std::string_view name);

// HasPickleName returns whether a file of that name is a pickle by its name:
// *.bin, *.pt, *.pth, *.ckpt, *.pkl.
bool HasPickleName(std::string_view name);

// HasNoExtension returns whether the name says nothing about the content.
bool HasNoExtension(std::string_view name);

// JoinPath returns the path of `relative` in `directory`.
std::string JoinPath(std::string_view directory, std::string_view relative);

}  // namespace loadgate

#endif  // HARNESS_WALK_H_
