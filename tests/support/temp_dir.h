// TempDir: a directory that is gone when the test is over.
//
// Each test that touches files has its own, so that tests run side by side and
// leave nothing behind.

#ifndef LOADGATE_TESTS_SUPPORT_TEMP_DIR_H_
#define LOADGATE_TESTS_SUPPORT_TEMP_DIR_H_

#include <string>
#include <string_view>

#include "loadgate/bytes.h"

namespace loadgate::testing_support {

// TempDir makes an empty directory, readable by nobody else, where the system
// keeps temporary files, and removes it with all it holds when it is destroyed.
// Whatever fails on the way aborts the test.
class TempDir {
 public:
  TempDir();
  ~TempDir();

  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  // path returns the directory's absolute path, without a slash at its end.
  const std::string& path() const { return path_; }

  // PathOf returns the path of `name` in the directory. Nothing is created.
  std::string PathOf(std::string_view name) const;

  // WriteFile writes a file of that name, over one that is there, and returns
  // its path. A name such as "a/b.gguf" makes the directories it needs.
  std::string WriteFile(std::string_view name, ByteSpan bytes) const;
  std::string WriteFile(std::string_view name, std::string_view text) const {
    return WriteFile(name, AsBytes(text));
  }

 private:
  std::string path_;
};

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_TEMP_DIR_H_
