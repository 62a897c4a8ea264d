// Places: surroundings, most of them awkward, that the whole program is run in.

#ifndef TESTS_SANDBOX_PLACES_H_
#define TESTS_SANDBOX_PLACES_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {

// Answer is an error that stands for the kernel's answer to a system call: as a
// kernel gives it that does not have the call, or a container's filter.
struct Answer {
  long call = 0;
  int error = 0;
  // Only where the call's first argument is this.
  std::optional<uint32_t> first = std::nullopt;
};

// Place is what a process does to itself before it becomes the program.
struct Place {
  std::vector<Answer> answers = {};
  // Returns whether it could be done. It runs in a forked child.
  std::function<bool()> enter = nullptr;
  std::string directory = {};  // If not the test's.
  // "NAME=VALUE", instead of the test's own environment.
  std::optional<std::vector<std::string>> environment = std::nullopt;
  // The program's name to itself, if not its path.
  std::optional<std::string> name = std::nullopt;
};

// PlacedRun is what came of it. `exit_code` is -1 if the program did not end by
// itself within a minute, and -N if it died of signal N.
struct PlacedRun {
  bool entered = false;
  int exit_code = -1;
  std::string output;
  std::string errors;
};

// RunIn runs the program at `path` in a place.
PlacedRun RunIn(const Place& place, const std::string& path,
                const std::vector<std::string>& arguments);

// Installation is a copy of the program and its workers that any user can run,
// with a model that is good and one that is not.
class Installation {
 public:
  Installation();
  const std::string& folder() const { return directory_.path(); }
  std::string program() const { return directory_.PathOf("loadgate"); }
  std::string worker() const { return directory_.PathOf("loadgate-worker"); }
  std::string craft_worker() const {
    return directory_.PathOf("loadgate-craft-worker");
  }
  std::string good() const { return directory_.PathOf("good.gguf"); }
  std::string bad() const { return directory_.PathOf("bad.gguf"); }

  // Check runs `check` with `options` over both models.
  PlacedRun Check(const Place& place,
                  std::vector<std::string> options = {}) const;

 private:
  TempDir directory_;
};

// What a place may be made of. Each returns whether it could be done.

// BeOrdinary makes root's process one of user 65534, and leaves others.
bool BeOrdinary();

// UserNamespace puts the process into one of its own, as user 0, with these
// lines for its maps of users and groups.
bool UserNamespace(const std::string& map);

// HideFolder covers a folder with an empty one; MakeAllReadOnly makes all
// mounts read-only. Both are for the process alone.
bool HideFolder(const char* folder);
bool MakeAllReadOnly();

// DropBounds takes every capability from what root's process executes;
// DropAllCapabilities from the process too.
bool DropBounds();
bool DropAllCapabilities();

// AreMountsToBeHad and AreUserNamespacesToBeHad return whether the system lets
// this process have its own: else the places made of them are not to be had.
bool AreMountsToBeHad();
bool AreUserNamespacesToBeHad();

// MostDescriptors and MostProcesses set those limits.
bool MostDescriptors(unsigned most);
bool MostProcesses(unsigned most);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_PLACES_H_
