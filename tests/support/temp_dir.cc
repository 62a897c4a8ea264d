#include "tests/support/temp_dir.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "loadgate/check.h"

namespace loadgate::testing_support {

namespace fs = std::filesystem;

TempDir::TempDir() {
  path_ = (fs::temp_directory_path() / "loadgate-XXXXXX").string();
  LG_CHECK(mkdtemp(path_.data()) != nullptr);
}

TempDir::~TempDir() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TempDir::PathOf(std::string_view name) const {
  return (fs::path(path_) / name).string();
}

std::string TempDir::WriteFile(std::string_view name, ByteSpan bytes) const {
  const std::string path = PathOf(name);
  fs::create_directories(fs::path(path).parent_path());
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const std::string_view text = AsText(bytes);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  LG_CHECK(file.good());
  return path;
}

}  // namespace loadgate::testing_support
