#include "harness/walk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_format.h"
#include "harness/gate/input_report.h"
#include "loadgate/directory_list.h"
#include "loadgate/judge.h"
#include "loadgate/set_names.h"

namespace loadgate {
namespace {

using Kind = PlannedInput::Kind;

bool IsModel(const DirectoryEntry& entry) {
  return entry.kind != EntryKind::kDirectory && HasModelName(entry.name);
}

std::vector<std::string> ModelNames(std::span<const DirectoryEntry> entries) {
  std::vector<std::string> names;
  for (const DirectoryEntry& entry : entries) {
    if (IsModel(entry)) names.push_back(entry.name);
  }
  return names;
}

bool HasIndex(const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [](const std::string& name) {
    return FormatOfName(name) == Format::kSafetensorsIndex;
  });
}

// What lies beside the models of a directory and is told of with the first: the
// names of pickles, and those of parts of models.
struct BesideModels {
  std::vector<std::string> pickles;
  std::vector<std::string> parts;
};

BesideModels FindBeside(std::span<const DirectoryEntry> entries) {
  BesideModels beside;
  for (const DirectoryEntry& entry : entries) {
    if (entry.kind == EntryKind::kDirectory) continue;
    if (HasPickleName(entry.name)) beside.pickles.push_back(entry.name);
    if (SaysPart(entry.name)) beside.parts.push_back(entry.name);
  }
  return beside;
}

void KeepLone(const std::string& relative,
              const std::vector<std::string>& names,
              std::vector<std::string>* paths) {
  for (const std::string& name : names) {
    paths->push_back(JoinPath(relative, name));
  }
}

bool IsBeside(const DirectoryEntry& entry) {
  return entry.kind != EntryKind::kDirectory &&
         (HasPickleName(entry.name) || SaysPart(entry.name));
}

Finding CannotList(int error) {
  return MakeFinding(Code::kInputNotReadable,
                     absl::StrFormat("The directory cannot be listed: %s.",
                                     std::generic_category().message(error)));
}

// Whether the file `name` is of a set of which more than itself is there.
bool IsInSet(const std::string& name, std::span<const std::string> names) {
  const std::optional<NumberedSet> set = FindSetOf(name, names);
  return set.has_value() && set->numbers.size() > 1;
}

// Plans the entries of one directory that the user named.
class Walk {
 public:
  Walk(Directory directory, bool recursive, std::vector<PlannedInput>* out)
      : directory_(std::make_shared<const Directory>(std::move(directory))),
        recursive_(recursive),
        out_(out) {}

  void Run() {
    std::vector<std::string> todo = {""};
    while (!todo.empty()) {
      const std::string relative = std::move(todo.back());
      todo.pop_back();
      const std::vector<std::string> below = Visit(relative);
      todo.insert(todo.end(), below.rbegin(), below.rend());
    }
    PlannedInput& end = Add(Kind::kDirectoryEnd, directory_->path);
    end.pickles = std::move(lone_.pickles);
    end.parts = std::move(lone_.parts);
  }

 private:
  // Plans the files of one directory and returns its subdirectories.
  std::vector<std::string> Visit(const std::string& relative) {
    std::vector<std::string> below;
    std::vector<DirectoryEntry> entries;
    UniqueFd fd =
        OpenSubdirectory(*directory_, relative.empty() ? "." : relative);
    const int error =
        fd.is_open() ? ListDirectory(std::move(fd), &entries) : errno;
    if (error != 0) AddProblem(relative, error);
    BesideModels beside = FindBeside(entries);
    const std::vector<std::string> names = ModelNames(entries);
    const bool has_index = HasIndex(names);
    bool has_sets = false;
    const bool has_model = std::any_of(entries.begin(), entries.end(), IsModel);
    if (!has_model) {
      KeepLone(relative, beside.pickles, &lone_.pickles);
      KeepLone(relative, beside.parts, &lone_.parts);
    }
    for (const DirectoryEntry& entry : entries) {
      const std::string path = JoinPath(relative, entry.name);
      if (entry.kind == EntryKind::kDirectory && recursive_) {
        below.push_back(path);
      } else if (has_model && IsBeside(entry)) {
        continue;  // The first model tells.
      } else if (IsModel(entry) && IsOfSets(entry.name, has_index)) {
        if (!has_sets) AddSets(path, names, &beside);
        has_sets = true;
      } else {
        AddEntry(entry, path, &beside);
      }
    }
    return below;
  }

  // `relative` is the first file that is of a set.
  void AddSets(const std::string& relative,
               const std::vector<std::string>& names, BesideModels* beside) {
    PlannedInput& input =
        Add(Kind::kSets, JoinPath(directory_->path, relative));
    input.directory = directory_;
    input.relative = relative;
    input.names = names;
    input.pickles = std::exchange(beside->pickles, {});
    input.parts = std::exchange(beside->parts, {});
  }

  // Gives `*beside` to the entry if it is a model.
  void AddEntry(const DirectoryEntry& entry, const std::string& relative,
                BesideModels* beside) {
    const std::string path = JoinPath(directory_->path, relative);
    const bool is_model = HasModelName(entry.name);
    if (entry.kind == EntryKind::kDirectory ||
        (!is_model && LeadsToDirectory(entry, relative))) {
      Add(Kind::kIgnoredFolder, path + "/");
    } else if (is_model || HasNoExtension(entry.name)) {
      PlannedInput& input = Add(Kind::kEntry, path);
      input.directory = directory_;
      input.relative = relative;
      input.by_content = !is_model;
      if (!is_model) return;
      input.pickles = std::exchange(beside->pickles, {});
      input.parts = std::exchange(beside->parts, {});
    } else {
      Add(Kind::kIgnored, path);
    }
  }

  bool LeadsToDirectory(const DirectoryEntry& entry,
                        const std::string& relative) const {
    struct stat state = {};
    return entry.kind == EntryKind::kLink &&
           ::fstatat(directory_->fd.get(), relative.c_str(), &state, 0) == 0 &&
           S_ISDIR(state.st_mode);
  }

  void AddProblem(const std::string& relative, int error) {
    PlannedInput& input =
        Add(Kind::kProblem, JoinPath(directory_->path, relative));
    input.directory = directory_;
    input.problem = CannotList(error);
  }

  PlannedInput& Add(Kind kind, std::string path) {
    PlannedInput& input = out_->emplace_back();
    input.kind = kind;
    input.path = std::move(path);
    return input;
  }

  std::shared_ptr<const Directory> directory_;
  bool recursive_;
  std::vector<PlannedInput>* out_;
  BesideModels lone_;  // The paths of those without a model beside them.
};

// Plans a file that the user named and that stands for a set: an index, or the
// first shard of a split beside which others lie. Returns whether it is one.
bool PlanSet(const std::string& path, std::vector<PlannedInput>* out) {
  const size_t slash = path.rfind('/');
  const std::string folder =
      slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::string name = path.substr(slash + 1);
  const bool is_index = FormatOfName(name) == Format::kSafetensorsIndex;
  const auto numbered = ParseNumberedName(name);
  const bool is_first = numbered.has_value() && numbered->number == 1 &&
                        FormatOfName(name) == Format::kGguf;
  if (!is_index && !is_first) return false;
  std::variant<Directory, Finding> opened = OpenDirectory(folder);
  auto* directory = std::get_if<Directory>(&opened);
  std::vector<DirectoryEntry> entries;
  const int error =
      directory == nullptr
          ? 0
          : ListDirectory(OpenSubdirectory(*directory, "."), &entries);
  PlannedInput input;
  input.path = path;
  if (directory == nullptr || error != 0) {
    input.kind = Kind::kProblem;
    input.problem = directory == nullptr ? std::get<Finding>(std::move(opened))
                                         : CannotList(error);
    out->push_back(std::move(input));
    return true;
  }
  input.names = ModelNames(entries);
  if (!is_index && !IsInSet(name, input.names)) return false;
  input.kind = Kind::kSets;
  input.directory = std::make_shared<const Directory>(std::move(*directory));
  input.relative = name;
  input.only = name;
  input.is_named = true;
  out->push_back(std::move(input));
  return true;
}

bool IsDirectory(const std::string& path) {
  struct stat state = {};
  return ::stat(path.c_str(), &state) == 0 && S_ISDIR(state.st_mode);
}

void PlanDirectory(const std::string& path, bool recursive,
                   std::vector<PlannedInput>* out) {
  std::variant<Directory, Finding> opened = OpenDirectory(path);
  if (auto* directory = std::get_if<Directory>(&opened)) {
    Walk(std::move(*directory), recursive, out).Run();
    return;
  }
  PlannedInput& input = out->emplace_back();
  input.kind = Kind::kProblem;
  input.path = path;
  input.problem = std::get<Finding>(std::move(opened));
}

}  // namespace

std::vector<PlannedInput> PlanInputs(std::span<const std::string> paths,
                                     bool recursive) {
  std::vector<PlannedInput> plan;
  for (const std::string& path : paths) {
    if (path != "-" && IsDirectory(path)) {
      PlanDirectory(path, recursive, &plan);
      continue;
    }
    if (path != "-" && PlanSet(path, &plan)) continue;
    PlannedInput& input = plan.emplace_back();
    input.kind = path == "-" ? Kind::kStandardInput : Kind::kPath;
    input.path = path;
  }
  return plan;
}

bool IsOfSets(std::string_view name, bool has_index) {
  const std::optional<NumberedName> numbered = ParseNumberedName(name);
  if (numbered.has_value() && numbered->count > 1) return true;
  const Format format = FormatOfName(name);
  return format == Format::kSafetensorsIndex ||
         (has_index && format == Format::kSafetensors);
}

bool HasModelName(std::string_view name) {
  const absl::string_view text(name.data(), name.size());
  return absl::EndsWithIgnoreCase(text, ".gguf") ||
         absl::EndsWithIgnoreCase(text, ".safetensors") ||
         absl::EndsWithIgnoreCase(text, ".safetensors.index.json");
}

bool HasPickleName(std::string_view name) {
  constexpr std::array<absl::string_view, 5> kExtensions = {
      ".bin", ".pt", ".pth", ".ckpt", ".pkl"};
  const absl::string_view text(name.data(), name.size());
  return std::any_of(kExtensions.begin(), kExtensions.end(),
                     [text](absl::string_view extension) {
                       return absl::EndsWithIgnoreCase(text, extension);
                     });
}

bool HasNoExtension(std::string_view name) {
  // A dot in front hides a file, it does not begin an extension.
  return name.find('.', 1) == std::string_view::npos;
}

std::string JoinPath(std::string_view directory, std::string_view relative) {
  std::string path(directory);
  if (relative.empty() || path.empty()) return path.append(relative);
  if (!path.ends_with('/')) path += '/';
  path += relative;
  return path;
}

}  // namespace loadgate
