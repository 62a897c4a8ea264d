// A main() for a fuzz target without a fuzzing engine: runs the target once
// over every file it is given, directories walked in name order. Any compiler
// builds it, so the ordinary tests replay each target's corpus.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;

// AddInputs appends `path`, or every plain file below it, to `inputs`.
bool AddInputs(const fs::path& path, std::vector<fs::path>& inputs) {
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    inputs.push_back(path);
    return true;
  }
  fs::recursive_directory_iterator entry(path, error);
  for (; !error && entry != fs::recursive_directory_iterator();
       entry.increment(error)) {
    if (entry->is_regular_file(error)) {
      inputs.push_back(entry->path());
    }
  }
  return !error;
}

bool RunOne(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(file)),
                          std::istreambuf_iterator<char>());
  if (!file) {
    return false;
  }
  // A block of exactly the input's size, so that a sanitizer sees a read one
  // byte past it.
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  LLVMFuzzerTestOneInput(exact.get(), bytes.size());
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<fs::path> inputs;
  for (const std::string& argument :
       std::vector<std::string>(argv + 1, argv + argc)) {
    if (!AddInputs(argument, inputs)) {
      std::fprintf(stderr, "cannot read %s\n", argument.c_str());
      return 1;
    }
  }
  std::sort(inputs.begin(), inputs.end());
  for (const fs::path& input : inputs) {
    // Named first: a target that fails aborts.
    std::fprintf(stderr, "%s\n", input.c_str());
    if (!RunOne(input)) {
      std::fprintf(stderr, "cannot read %s\n", input.c_str());
      return 1;
    }
  }
  std::fprintf(stderr, "%zu inputs ran\n", inputs.size());
  // A corpus that is not there must not look like one that passed.
  return inputs.empty() ? 1 : 0;
}
