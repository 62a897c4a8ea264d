// loadgate_trim: makes a file smaller, as long as a command says it will do.
//
//   loadgate_trim FORMAT RUNS SECONDS FILE OUT -- COMMAND...
//
// FORMAT is gguf, safetensors or bytes. The command is run on one file after
// the other, which stands where {} is, and says by exit status 0 that it will
// do; no shell is run. First whole parts are cut out, then bytes. Ends after
// RUNS of the command or SECONDS, whichever is first, or when nothing is left
// to try, and leaves the smallest file in OUT.
//
// The exit status is 0, or 1 when FILE itself will not do, or 2 when something
// failed.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/mutator/trimmer.h"
#include "fuzz/other/process.h"

namespace {

using loadgate::AsBytes;
using loadgate::mutator::Trimmer;
using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

constexpr std::chrono::seconds kLongestRun(30);

struct Task {
  std::string format;
  uint64_t runs = 0;
  Clock::time_point end = {};
  std::string out = {};
  Words command = {};
};

// Says of a file whether it will do, as long as that may be asked.
class Asker {
 public:
  explicit Asker(Task task) : task_(std::move(task)) {
    for (std::string& word : task_.command) {
      const size_t at = word.find("{}");
      if (at != std::string::npos) word.replace(at, 2, tried());
    }
  }

  std::string tried() const { return task_.out + ".tried"; }
  uint64_t runs() const { return runs_; }
  bool failed() const { return failed_; }
  bool may_ask() const {
    return !failed_ && runs_ < task_.runs && Clock::now() < task_.end;
  }

  bool WillDo(const std::string& file) {
    ++runs_;
    std::ofstream(tried(), std::ios::binary) << file;
    loadgate::other::Process process;
    if (!process.Start(task_.command, -1, -1)) {
      failed_ = true;
      return false;
    }
    return process.Wait(kLongestRun) == 0;
  }

 private:
  Task task_;
  uint64_t runs_ = 0;
  bool failed_ = false;
};

void Trim(Trimmer trimmer, Asker* asker, std::string* file) {
  while (asker->may_ask()) {
    std::optional<std::string> smaller = trimmer.Next();
    if (!smaller.has_value()) return;
    if (!asker->WillDo(*smaller)) continue;
    trimmer.Keep();
    *file = *std::move(smaller);
  }
}

std::optional<Task> TaskOf(const Words& words) {
  if (words.size() < 7 || words[5] != "--") return std::nullopt;
  const auto seconds = std::strtoul(words[2].c_str(), nullptr, 10);
  Task task = {.format = words[0],
               .runs = std::strtoul(words[1].c_str(), nullptr, 10),
               .end = Clock::now() + std::chrono::seconds(seconds),
               .out = words[4],
               .command = {words.begin() + 6, words.end()}};
  if (task.format != "gguf" && task.format != "safetensors" &&
      task.format != "bytes") {
    return std::nullopt;
  }
  return task;
}

}  // namespace

int main(int argc, char** argv) {
  const Words words(argv + 1, argv + argc);
  const std::optional<Task> task = TaskOf(words);
  if (!task.has_value()) {
    std::fprintf(stderr,
                 "usage: loadgate_trim gguf|safetensors|bytes RUNS SECONDS "
                 "FILE OUT -- COMMAND...\n");
    return 2;
  }
  std::ifstream in(words[3], std::ios::binary);
  std::string file((std::istreambuf_iterator<char>(in)), {});
  if (!in) {
    std::fprintf(stderr, "%s cannot be read\n", words[3].c_str());
    return 2;
  }
  const size_t size_before = file.size();
  Asker asker(*task);
  if (!asker.WillDo(file)) {
    std::fprintf(stderr, asker.failed() ? "the command cannot be run\n"
                                        : "the file itself will not do\n");
    return asker.failed() ? 2 : 1;
  }
  if (task->format == "gguf") {
    Trim(loadgate::mutator::TrimGguf(AsBytes(file)), &asker, &file);
  } else if (task->format == "safetensors") {
    Trim(loadgate::mutator::TrimSafetensors(AsBytes(file)), &asker, &file);
  }
  Trim(loadgate::mutator::TrimBytes(AsBytes(file)), &asker, &file);
  std::remove(asker.tried().c_str());
  if (!(std::ofstream(task->out, std::ios::binary) << file).flush()) {
    std::fprintf(stderr, "%s cannot be written\n", task->out.c_str());
    return 2;
  }
  std::fprintf(stderr, "%zu bytes become %zu, in %llu runs\n", size_before,
               file.size(), static_cast<unsigned long long>(asker.runs()));
  return 0;
}
