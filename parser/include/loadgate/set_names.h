// SetNames: which files of a directory are one model, by their names.
//
// Source: the names that llama.cpp's gguf-split and huggingface_hub give to
// shards, NAME-00002-of-00003 and an extension, and the forms that released
// checkpoints have besides; docs/formats/sets.md. Pure functions over names:
// nothing is opened.

#ifndef LOADGATE_SET_NAMES_H_
#define LOADGATE_SET_NAMES_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/attributes.h"
#include "loadgate/finding.h"

namespace loadgate {

// NumberedName is what the name of a shard says: `number`, from 1, of `count`.
struct NumberedName {
  // All that stands before the number, with the hyphen or underscore behind it.
  std::string_view stem;
  uint32_t number = 0;
  uint32_t count = 0;
  // How many digits each number is written with.
  size_t digits = 0;
  std::string_view extension;

  bool operator==(const NumberedName&) const = default;
};

// ParseNumberedName returns what the name of a file, without a directory, says;
// or nullopt for one that is no shard's. For GGUF the form is that of SplitPath
// exactly. Shards of a checkpoint may have an underscore for the hyphen,
// six digits, and their extension in any case. The result views `name`.
std::optional<NumberedName> ParseNumberedName(
    std::string_view name LG_LIFETIME_BOUND);

// NumberedSet is the shards of one model, as far as they are there.
struct NumberedSet {
  std::string stem;
  uint32_t count = 0;
  size_t digits = 0;
  std::string extension;
  // The numbers that are there, rising; at least one.
  std::vector<uint32_t> numbers;

  // is_gguf returns which of the two formats the names say.
  bool is_gguf() const { return extension == ".gguf"; }

  // complete returns whether all shards are there.
  bool complete() const { return numbers.size() == count; }

  // NameOf returns the name of the shard `number`, there or not. It is 1 to
  // `count`.
  std::string NameOf(uint32_t number) const;

  bool operator==(const NumberedSet&) const = default;
};

// DirectoryNames is the names of a directory's files, to be asked for often. It
// views them.
class DirectoryNames {
 public:
  DirectoryNames(std::span<const std::string> names LG_LIFETIME_BOUND);
  DirectoryNames(const std::vector<std::string>& names LG_LIFETIME_BOUND)
      : DirectoryNames(std::span<const std::string>(names)) {}

  // Has returns whether there is a file of this name.
  bool Has(std::string_view name) const { return names_.contains(name); }

  // Almost returns a file whose name differs from `name` in the case of letters
  // at most, or nothing.
  std::string_view Almost(std::string_view name) const;

  // has_index returns whether there is an index.
  bool has_index() const { return has_index_; }

 private:
  std::set<std::string_view> names_;
  std::map<std::string, std::string_view> by_lower_;
  bool has_index_ = false;
};

// DirectorySets is what the names of a directory's files come to.
struct DirectorySets {
  // The models in numbered shards, in the order of the names of their first
  // ones. What is missing of an incomplete one is an error.
  std::vector<NumberedSet> sets;
  // Shards that belong to no set, sorted: they are left over from another
  // upload.
  std::vector<std::string> strays;
};

// FindSets returns the sets among `names`, the files of one directory. `named`
// are the files that indexes in the directory name; a shard of theirs is in no
// set here. A lone file numbered 1 of 1 is none either.
//
// A shard is a stray if others of its numbering are named by an index and it is
// not, or if some of its numbering are missing and beside them is a whole set,
// or one with an index, of the same stem.
DirectorySets FindSets(std::span<const std::string> names,
                       std::span<const std::string> named);

// FindSetOf returns the shards among `names` that are numbered as `shard`,
// which is one of them, is; or nullopt where that is not called as one of
// several.
std::optional<NumberedSet> FindSetOf(std::string_view shard,
                                     std::span<const std::string> names);

// CheckIndexNames reports into `*sink` what the files of a directory, `names`,
// have against the shards of the index that is called `index`: each of `shards`
// that is not there, or is called so but for the case of letters; each of
// `strays`, of FindSets, that is called as its shards are; and the model once
// more in one file.
void CheckIndexNames(std::string_view index,
                     std::span<const std::string> shards,
                     const DirectoryNames& names,
                     std::span<const std::string> strays, FindingSink* sink);

// CheckNumberedNames reports the same of a set that FindSets returned, and that
// it has no index where it should have one.
void CheckNumberedNames(const NumberedSet& set, const DirectoryNames& names,
                        std::span<const std::string> strays, FindingSink* sink);

// WholeFileOf returns what the model would be called in one file, of which
// `index` is the name of the index: "model.safetensors" of
// "model.safetensors.index.json". It is empty where the name is no index's, and
// a view of `index`.
std::string_view WholeFileOf(std::string_view index LG_LIFETIME_BOUND);

}  // namespace loadgate

#endif  // LOADGATE_SET_NAMES_H_
