// What the mutator costs beside the target, without an engine.
//
//   <target>_cost RUNS ROUNDS MAX_SIZE FOLDER...
//
// Makes RUNS files as libFuzzer does, of those in the folders: chains of five
// mutations, half of them cross-overs. Then gives them all to the target. Does
// so ROUNDS times with other seeds and prints the medians of the CPU time of
// either, in microseconds a file, and the mutator's share of the two. What is
// made in a round depends on its number alone.
//
// LG_MUTATE and LG_CROSS_OVER are the functions of file_mutator.h, or of
// set_mutator.h.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "fuzz/mutator/file_mutator.h"
#include "fuzz/mutator/random.h"
#include "fuzz/mutator/set_mutator.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

namespace fs = std::filesystem;
using loadgate::AsBytes;
using loadgate::mutator::Random;
using Files = std::vector<std::string>;

constexpr size_t kChain = 5;

double CpuMicroseconds() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 +
         static_cast<double>(now.tv_nsec) / 1e3;
}

Files ReadFolders(const std::vector<std::string>& folders, size_t max_size) {
  std::vector<fs::path> paths;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file() && entry.file_size() <= max_size) {
        paths.push_back(entry.path());
      }
    }
  }
  std::sort(paths.begin(), paths.end());
  Files files;
  for (const fs::path& path : paths) {
    std::ifstream in(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(in),
                       std::istreambuf_iterator<char>());
  }
  return files;
}

Files Make(const Files& corpus, size_t runs, size_t max_size, uint64_t round) {
  using loadgate::mutator::LG_CROSS_OVER;
  using loadgate::mutator::LG_MUTATE;
  Random random(round);
  Files made;
  made.reserve(runs);
  while (made.size() < runs) {
    const std::string& from =
        made.size() % kChain == 0 ? random.Pick(corpus) : made.back();
    if (random.OneIn(2)) {
      made.push_back(LG_CROSS_OVER(AsBytes(from), AsBytes(random.Pick(corpus)),
                                   max_size, random.Bits()));
    } else {
      made.push_back(LG_MUTATE(AsBytes(from), max_size, random.Bits(), {}));
    }
  }
  return made;
}

double Median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 4) {
    std::fprintf(stderr, "usage: RUNS ROUNDS MAX_SIZE FOLDER...\n");
    return 2;
  }
  const size_t runs = std::strtoul(words[0].c_str(), nullptr, 10);
  const size_t rounds = std::strtoul(words[1].c_str(), nullptr, 10);
  const size_t max_size = std::strtoul(words[2].c_str(), nullptr, 10);
  const Files corpus = ReadFolders({words.begin() + 3, words.end()}, max_size);
  if (runs == 0 || rounds == 0 || corpus.empty()) {
    std::fprintf(stderr, "a number is 0, or there are no files\n");
    return 2;
  }
  std::vector<double> mutator;
  std::vector<double> target;
  for (uint64_t round = 1; round <= rounds; ++round) {
    const double begin = CpuMicroseconds();
    const Files made = Make(corpus, runs, max_size, round);
    const double between = CpuMicroseconds();
    for (const std::string& file : made) {
      LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(file.data()),
                             file.size());
    }
    const auto files = static_cast<double>(runs);
    mutator.push_back((between - begin) / files);
    target.push_back((CpuMicroseconds() - between) / files);
  }
  const double m = Median(mutator);
  const double t = Median(target);
  std::printf("mutator %.2f us, target %.2f us, mutator's share %.1f %%\n", m,
              t, 100 * m / (m + t));
  return 0;
}
