// SetFolder: a directory in which files are models together.

#ifndef HARNESS_SET_FOLDER_H_
#define HARNESS_SET_FOLDER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "harness/walk.h"
#include "loadgate/intake.h"
#include "loadgate/set_names.h"

namespace loadgate {

// SetFolder is where the sets of a step of the kind kSets lie.
class SetFolder {
 public:
  // SetFolder is that of `step`, which outlives it.
  explicit SetFolder(const PlannedInput& step)
      : step_(step), listing_(step.names) {}

  // names returns those of the directory's files that are models or indexes by
  // their names, sorted.
  const std::vector<std::string>& names() const { return step_.names; }

  // listing returns the same, to be asked for names.
  const DirectoryNames& listing() const { return listing_; }

  // only returns the file whose set is meant alone, or nothing where all are.
  const std::string& only() const { return step_.only; }

  // PathOf returns the path to report for the file `name`.
  std::string PathOf(std::string_view name) const {
    return Beside(step_.path, name);
  }

  // Open opens the file `name`: beneath the directory, unless it is the one
  // that the user named.
  OpenResult Open(std::string_view name) const {
    if (step_.is_named && name == step_.only) return OpenPath(step_.path);
    return OpenEntry(*step_.directory, Beside(step_.relative, name));
  }

  // StepOf returns the step that judges the file `name` by itself.
  PlannedInput StepOf(std::string_view name) const {
    PlannedInput file;
    file.kind = PlannedInput::Kind::kEntry;
    file.path = PathOf(name);
    file.directory = step_.directory;
    file.relative = Beside(step_.relative, name);
    return file;
  }

 private:
  static std::string Beside(const std::string& path, std::string_view name) {
    return path.substr(0, path.rfind('/') + 1).append(name);
  }

  const PlannedInput& step_;
  DirectoryNames listing_;
};

}  // namespace loadgate

#endif  // HARNESS_SET_FOLDER_H_
