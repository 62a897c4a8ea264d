#include "fuzz/other/campaign.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "fuzz/other/depth.h"

namespace loadgate::other {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kBetweenLines(5);

// Where TMPDIR says; else in memory: on a disk, writing the same file again and
// again is most of the time.
fs::path ParentOfWork() {
  constexpr const char* kInMemory = "/dev/shm";
  std::error_code error;
  if (std::getenv("TMPDIR") == nullptr && fs::is_directory(kInMemory, error)) {
    return kInMemory;
  }
  return fs::temp_directory_path(error);
}

// A directory of its own for the file the reader is given.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = ParentOfWork() / "fuzz-other-XXXXXX";
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~WorkFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  // path returns its path, or nothing where none could be made.
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<fs::path> FilesBelow(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end;
       !error && entry != end; entry.increment(error)) {
    if (entry->is_regular_file(error)) files.push_back(entry->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string ReadWholeFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

Campaign::Campaign(const CampaignOptions& options, Reader* reader)
    : options_(options),
      reader_(*reader),
      inputs_(options.format, options.structured, options.max_size,
              options.seed),
      findings_(options.out) {}

bool Campaign::Run(const std::atomic<bool>* stop) {
  const WorkFolder work;
  if (work.path().empty()) {
    std::fprintf(stderr, "no directory could be made for the files\n");
    return false;
  }
  const char* const ending =
      options_.format == Format::kGguf ? ".gguf" : ".safetensors";
  const std::string path = work.path() + "/input" + ending;
  return RunCorpus(path, stop) && RunMade(path, stop);
}

bool Campaign::RunCorpus(const std::string& path,
                         const std::atomic<bool>* stop) {
  if (options_.corpus.empty()) return true;
  for (const fs::path& name : FilesBelow(options_.corpus)) {
    if (*stop) return true;
    std::string file = ReadWholeFile(name);
    const std::optional<Answer> answer = RunOne(path, file);
    if (!answer.has_value()) return false;
    ++counts_.corpus;
    counts_.crashes += answer->outcome == Outcome::kCrashed;
    counts_.hangs += answer->outcome == Outcome::kHung;
    inputs_.Keep(std::move(file));
  }
  if (counts_.corpus > 0) return true;
  std::fprintf(stderr, "there is no file in %s\n", options_.corpus.c_str());
  return false;
}

bool Campaign::RunMade(const std::string& path, const std::atomic<bool>* stop) {
  const Clock::time_point start = Clock::now();
  Clock::time_point next_line = start + kBetweenLines;
  while (!*stop && (options_.runs == 0 || counts_.made < options_.runs)) {
    counts_.seconds = SecondsSince(start);
    if (counts_.seconds >= options_.seconds) break;
    std::string file = inputs_.Next();
    const std::optional<Answer> answer = RunOne(path, file);
    if (!answer.has_value()) return false;
    Count(*answer, std::move(file));
    if (Clock::now() < next_line) continue;
    next_line += kBetweenLines;
    std::fprintf(stderr,
                 "%.0f s: %llu files, %llu accepted, %llu crashes, "
                 "%llu hangs\n",
                 SecondsSince(start),
                 static_cast<unsigned long long>(counts_.made),
                 static_cast<unsigned long long>(counts_.accepted),
                 static_cast<unsigned long long>(counts_.crashes),
                 static_cast<unsigned long long>(counts_.hangs));
  }
  counts_.seconds = SecondsSince(start);
  return true;
}

std::optional<Answer> Campaign::RunOne(const std::string& path,
                                       const std::string& file) {
  if (!WriteWholeFile(path, file)) {
    std::fprintf(stderr, "%s cannot be written\n", path.c_str());
    return std::nullopt;
  }
  const std::optional<Answer> answer = reader_.Run(path);
  if (!answer.has_value()) {
    std::fprintf(stderr, "fuzz_other: %s\n", reader_.error().c_str());
    return std::nullopt;
  }
  const bool found =
      answer->outcome == Outcome::kCrashed || answer->outcome == Outcome::kHung;
  if (found && !findings_.Save(*answer, file)) {
    std::fprintf(stderr, "cannot write into %s\n", options_.out.c_str());
    return std::nullopt;
  }
  return answer;
}

void Campaign::Count(const Answer& answer, std::string file) {
  ++counts_.made;
  switch (answer.outcome) {
    case Outcome::kAccepted:
      return CountAccepted(std::move(file));
    case Outcome::kRefused:
      ++counts_.refused;
      return;
    case Outcome::kCrashed:
      ++counts_.crashes;
      return;
    case Outcome::kHung:
      ++counts_.hangs;
  }
}

// What is kept has a header that none had before. Files in which changes matter
// little, with hardly a header or with much behind it, are accepted most easily
// and would crowd out the others.
void Campaign::CountAccepted(std::string file) {
  ++counts_.accepted;
  const Depth depth = DepthOf(options_.format, file);
  counts_.with_pair += depth.pairs > 0;
  counts_.with_array += depth.arrays > 0;
  counts_.with_tensor += depth.tensors > 0;
  counts_.with_three += depth.pairs >= 3 && depth.tensors >= 3;
  const std::string_view header = depth.header;
  bool keeps = counts_.deep == 0;
  if (!header.empty()) {
    ++counts_.deep;
    keeps = headers_.insert(std::hash<std::string_view>()(header)).second;
    counts_.new_headers += keeps;
  }
  if (keeps) inputs_.Keep(std::move(file));
}

}  // namespace loadgate::other
