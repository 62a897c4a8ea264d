#include "fuzz/support/seeds.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

namespace loadgate::testing_support {
namespace {

namespace fs = std::filesystem;

int Write(const Seeds& seeds, const fs::path& directory) {
  std::error_code error;
  fs::create_directories(directory, error);
  for (const auto& [name, bytes] : seeds) {
    std::ofstream file(directory / name, std::ios::binary | std::ios::trunc);
    file << bytes;
    file.close();
    if (!file.good()) {
      std::fprintf(stderr, "cannot write %s\n", (directory / name).c_str());
      return 1;
    }
  }
  return 0;
}

int Check(const Seeds& seeds, const fs::path& corpus) {
  int problems = 0;
  const auto report = [&problems](const std::string& name, const char* what) {
    std::fprintf(stderr, "%s: %s\n", name.c_str(), what);
    ++problems;
  };
  for (const auto& [name, bytes] : seeds) {
    std::ifstream file(corpus / name, std::ios::binary);
    if (!file) {
      report(name, "is missing");
    } else if (!std::equal(std::istreambuf_iterator<char>(file), {},
                           bytes.begin(), bytes.end())) {
      report(name, "differs from what is made now");
    }
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(corpus, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("found-") && !seeds.contains(name)) {
      report(name, "is no longer made");
    }
  }
  return problems == 0 ? 0 : 1;
}

}  // namespace

int SeedsMain(int argc, char** argv, const Seeds& seeds) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 2 && arguments[0] == "--check") {
    return Check(seeds, arguments[1]);
  }
  if (arguments.size() == 1 && !arguments[0].starts_with("-")) {
    return Write(seeds, arguments[0]);
  }
  std::fprintf(stderr, "usage: %s OUTDIR | --check CORPUS\n", argv[0]);
  return 1;
}

}  // namespace loadgate::testing_support
