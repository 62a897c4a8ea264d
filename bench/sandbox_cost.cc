// What the sandbox costs: the program over many small files and over one,
// beside what does no more than start, judging without a sandbox, and a broker
// with much memory of its own. Run it with scripts/sandbox_cost.
//
// Exit status: 0 when all was measured, whether or not the bars are met, 2 when
// something could not be done.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "absl/flags/usage.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "bench/report.h"
#include "harness/broker/workers.h"
#include "harness/worker/worker.h"
#include "loadgate/random_hash_key.h"
#include "loadgate/unique_fd.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"

ABSL_FLAG(std::string, program, "", "the program that is measured");
ABSL_FLAG(int, repetitions, 11, "how often each thing is measured");
ABSL_FLAG(int, files, 1000, "how many small files there are");

namespace loadgate::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

[[noreturn]] void Die(const std::string& what) {
  absl::FPrintF(stderr, "sandbox_cost: %s\n", what);
  std::exit(2);
}

// What is done does its waiting in other processes, so this is time by the
// clock.
double Milliseconds(const std::function<void()>& what) {
  const auto start = Clock::now();
  what();
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

struct Variant {
  std::string name;
  std::function<double()> measure;  // Milliseconds.
  std::vector<double> taken = {};

  double Median() const {
    std::vector<double> sorted = taken;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

// In turn, so that other work on the machine falls on all alike.
void MeasureInTurn(int repetitions, std::vector<Variant>* variants) {
  for (int i = 0; i < repetitions; ++i) {
    for (Variant& variant : *variants) {
      variant.taken.push_back(variant.measure());
    }
  }
}

Table TableOf(const std::string& name, const std::string& title,
              const std::string& unit, const std::vector<Variant>& variants) {
  Table table = {name, title, {}};
  for (const Variant& variant : variants) {
    const auto [least, most] =
        std::minmax_element(variant.taken.begin(), variant.taken.end());
    table.rows.push_back({{"what", variant.name},
                          {unit + "_median", variant.Median(), 3},
                          {"least", *least, 3},
                          {"most", *most, 3}});
  }
  return table;
}

// Runs a program with its output thrown away; it has to exit with 0.
void RunProgram(Words words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
                                     O_WRONLY, 0);
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, pointers[0], &actions, nullptr,
                                  pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || ::waitpid(pid, &status, 0) != pid || status != 0) {
    Die(absl::StrCat(words[0], " does not run as it should"));
  }
}

// A directory of small files that are all alike.
class SmallFiles {
 public:
  explicit SmallFiles(int count) {
    const std::vector<std::byte> bytes =
        testing_support::Build(testing_support::TinyLlama()).bytes();
    size_ = bytes.size();
    for (int i = 0; i < count; ++i) {
      paths_.push_back(dir_.WriteFile(absl::StrFormat("%06d.gguf", i), bytes));
    }
  }
  const std::string& directory() const { return dir_.path(); }
  const std::vector<std::string>& paths() const { return paths_; }

  // Calls `judge` with a descriptor of each.
  void ForEach(const std::function<void(const WorkerRequest& request, int fd)>&
                   judge) const {
    for (const std::string& path : paths_) {
      const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
      if (!fd.is_open()) Die(absl::StrCat("cannot open ", path));
      judge({.size = size_, .name = path}, fd.get());
    }
  }

 private:
  testing_support::TempDir dir_;
  uint64_t size_ = 0;
  std::vector<std::string> paths_;
};

void MeasureMany(const SmallFiles& files, Report* report) {
  const std::string program = absl::GetFlag(FLAGS_program);
  const auto count = static_cast<double>(files.paths().size());
  const auto check = [&](const char* jobs) {
    return Milliseconds([&] {
             RunProgram({program, "check", "--jobs", jobs, files.directory()});
           }) /
           count;
  };
  const HashKey key = RandomHashKey();
  std::vector<Variant> variants = {
      {"--jobs 1", [&] { return check("1"); }},
      {"--jobs 2", [&] { return check("2"); }},
      {"judging alone, without a process",
       [&] {
         return Milliseconds([&] {
                  files.ForEach([&](const WorkerRequest& request, int fd) {
                    RunWorker(request, fd, key, [](const Record&) {});
                  });
                }) /
                count;
       }},
  };
  MeasureInTurn(absl::GetFlag(FLAGS_repetitions), &variants);
  report->Add(TableOf("many_files",
                      absl::StrFormat("%.0f small files, each", count), "ms",
                      variants));
  report->AddBar(
      {"us a small file, --jobs 1", 1000 * variants[0].Median(), 400});
  report->AddBar(
      {"us a small file, --jobs 2", 1000 * variants[1].Median(), 250});
}

void MeasureOne(const SmallFiles& files, Report* report) {
  const std::string program = absl::GetFlag(FLAGS_program);
  std::vector<Variant> variants = {
      {"loadgate check FILE",
       [&] {
         return Milliseconds([&] {
           RunProgram({program, "check", files.paths().front()});
         });
       }},
      {"loadgate --help, without a sandbox",
       [&] { return Milliseconds([&] {
               RunProgram({program, "--help"});
             }); }},
      {"/bin/true",
       [] { return Milliseconds([] { RunProgram({"/bin/true"}); }); }},
  };
  MeasureInTurn(8 * absl::GetFlag(FLAGS_repetitions), &variants);
  report->Add(TableOf("one_file", "A run from start to end", "ms", variants));
  report->AddBar({"one small file, times /bin/true",
                  variants[0].Median() / variants[2].Median(), 10});
}

WorkerSettings SettingsBeside(const std::string& program) {
  WorkerSettings settings;
  settings.zygote.program =
      program.substr(0, program.rfind('/') + 1) + "loadgate-worker";
  return settings;
}

// A broker's start and its files, with so many bytes of memory in use.
struct BrokerTimes {
  double start = 0;
  double each = 0;
};
BrokerTimes MeasureBroker(const SmallFiles& files, size_t bytes) {
  // Not a page of zeros that is there only once.
  const std::vector<char> memory(bytes, 'x');
  BrokerTimes times;
  Workers workers(SettingsBeside(absl::GetFlag(FLAGS_program)));
  times.start = Milliseconds([&] { workers.Start(); });
  const auto judge = [&](const WorkerRequest& request, int fd) {
    if (const auto wrong = workers.Judge(
            request, fd, [](const Record&) {}, [] { return false; })) {
      Die(absl::StrCat("a worker's reply does not count: ", wrong->message));
    }
  };
  times.each = Milliseconds([&] { files.ForEach(judge); }) /
               static_cast<double>(files.paths().size());
  return times;
}

void MeasureMemory(const SmallFiles& files, Report* report) {
  std::vector<Variant> variants = {{"start, bare", nullptr},
                                   {"start, with 1 GiB", nullptr},
                                   {"each file, bare", nullptr},
                                   {"each file, with 1 GiB", nullptr}};
  for (int i = 0; i < absl::GetFlag(FLAGS_repetitions); ++i) {
    for (const size_t large : {0u, 1u}) {
      const BrokerTimes times = MeasureBroker(files, large << 30);
      variants[large].taken.push_back(times.start);
      variants[2 + large].taken.push_back(times.each);
    }
  }
  report->Add(TableOf("broker_memory", "A broker with more memory in use", "ms",
                      variants));
  report->AddBar({"start with 1 GiB more, times without",
                  variants[1].Median() / variants[0].Median(), 1.2});
  report->AddBar({"each file with 1 GiB more, times without",
                  variants[3].Median() / variants[2].Median(), 1.2});
}

int Run() {
  if (absl::GetFlag(FLAGS_program).empty() ||
      absl::GetFlag(FLAGS_repetitions) < 1 || absl::GetFlag(FLAGS_files) < 1) {
    Die("--program is needed, and numbers above 0");
  }
  const SmallFiles files(absl::GetFlag(FLAGS_files));
  Report report;
  MeasureMany(files, &report);
  MeasureOne(files, &report);
  MeasureMemory(files, &report);
  report.FinishBars();
  return 0;
}

}  // namespace
}  // namespace loadgate::bench

int main(int argc, char** argv) {
  absl::SetProgramUsageMessage(
      "What the sandbox costs; see scripts/sandbox_cost");
  absl::ParseCommandLine(argc, argv);
  return loadgate::bench::Run();
}
