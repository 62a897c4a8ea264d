#include "tests/sandbox/chaos.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <random>
#include <sstream>
#include <thread>

#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "tests/sandbox/processes.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/safetensors_bytes.h"
#include "tests/support/sanitizers.h"

namespace loadgate::testing_support {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr size_t kFiles = 9;

// A run takes parts of a second, and ten more where a zygote does not answer.
constexpr milliseconds kLongestRun = std::chrono::seconds(30);

std::string GoodBytes() {
  return std::string(AsText(Build(TinyLlama()).bytes()));
}

std::string BlowName(Blow blow) {
  switch (blow) {
    case Blow::kStop:
      return "stop";
    case Blow::kKill:
      return "kill";
    case Blow::kStopAndKill:
      return "stop+kill";
  }
  return "";
}

// Waits until a process stands still, or is gone.
bool StandsStill(pid_t pid) {
  bool still = false;
  WaitUntil([&] {
    const char state = StatOf(pid).state;
    still = state == 'T';
    return still || state == 'Z' || state == '\0';
  });
  return still;
}

bool IsOneOf(std::string_view code) {
  constexpr std::array<std::string_view, 4> kCodes = {
      "worker-crash", "worker-not-started", "limit-wall-time",
      "sandbox-unavailable"};
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

// What is wrong with one input.
std::string ComplaintAbout(const InputWords& undisturbed,
                           const InputWords& input) {
  if (input.path != undisturbed.path) return "is not where it should be";
  if (input.verdict != "undecided") {
    return input == undisturbed ? "" : "is not judged as it is otherwise";
  }
  if (input.codes.size() != 1 || !IsOneOf(input.codes.front())) {
    return "is undecided for another reason";
  }
  return input.sha256.empty() ? "" : "is undecided and has a digest";
}

size_t CountOf(const Ran& run, std::string_view code) {
  return static_cast<size_t>(std::count_if(
      run.inputs.begin(), run.inputs.end(), [&](const InputWords& input) {
        return input.verdict == "undecided" && !input.codes.empty() &&
               input.codes.front() == code;
      }));
}

}  // namespace

namespace {

// A recipe that takes a worker long enough to be hit.
GgufRecipe SlowRecipe() {
  const int strings = kSanitized ? 20'000 : 200'000;
  GgufBytes list;
  list.U32(kString).U64(static_cast<uint64_t>(strings));
  for (int i = 0; i < strings; ++i) list.Str("entry" + std::to_string(i));
  GgufRecipe recipe = TinyLlama();
  recipe.pairs.push_back(
      {"a.long.list", RawValue{kArray, std::string(AsText(list.bytes()))}});
  return recipe;
}

// The shard `number` of two, from 0; the second has no tensors.
std::string SlowShard(uint16_t number) {
  GgufRecipe recipe = SlowRecipe();
  const auto tensors = static_cast<int32_t>(recipe.tensors.size());
  recipe.pairs.push_back({"split.no", Item(number)});
  recipe.pairs.push_back({"split.count", Item(uint16_t{2})});
  recipe.pairs.push_back({"split.tensors.count", Item(tensors)});
  if (number > 0) recipe.tensors.clear();
  return std::string(AsText(Build(recipe).bytes()));
}

}  // namespace

std::string SlowBytes() {
  return std::string(AsText(Build(SlowRecipe()).bytes()));
}

bool Strike(const Plan& plan, RunningProgram& program, Ran* run) {
  const pid_t zygote = program.Zygote();
  if (zygote < 0) return false;
  pid_t parent = program.pid();
  pid_t target = zygote;
  if (plan.target == Target::kWorker) {
    const std::vector<pid_t> workers = GlimpseChildrenOf(zygote);
    if (workers.empty()) return false;
    parent = zygote;
    target = workers.back();
  }
  const int first = plan.blow == Blow::kKill ? SIGKILL : SIGSTOP;
  if (!SignalChild(parent, target, first)) return false;
  if (plan.blow == Blow::kKill) return true;
  run->certain = StandsStill(target);
  if (plan.blow == Blow::kStopAndKill) SignalChild(parent, target, SIGKILL);
  return true;
}

void Row::Add(const Ran& run) {
  ++runs;
  sent += run.sent ? 1u : 0u;
  certain += run.certain ? 1u : 0u;
  longest = std::max<int64_t>(longest, run.time.count());
}

std::string RowsText(const std::map<std::string, Row>& rows) {
  std::ostringstream table;
  for (const auto& [plan, row] : rows) {
    table << plan << ": runs " << row.runs << " sent " << row.sent
          << " certain " << row.certain << " longest_ms " << row.longest;
    for (const auto& [outcome, count] : row.outcomes) {
      table << " " << outcome << " " << count;
    }
    table << "\n";
  }
  return table.str();
}

uint64_t ChaosNumber(const char* variable, uint64_t otherwise) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? otherwise : std::stoull(text);
}

Plan PlanOf(uint64_t number, bool brief) {
  std::mt19937_64 random(number);
  Plan plan;
  plan.jobs = 1 + random() % 2;
  do {
    plan.target = random() % 2 == 0 ? Target::kZygote : Target::kWorker;
    plan.blow = static_cast<Blow>(random() % 3);
  } while (brief && plan.target == Target::kZygote && plan.blow == Blow::kStop);
  plan.after = random() % (kFiles + 1);
  plan.moment = static_cast<double>(random() % 1000) / 1000;
  return plan;
}

std::string PlanText(const Plan& plan) {
  return BlowName(plan.blow) +
         (plan.target == Target::kZygote ? " zygote, " : " worker, ") +
         std::to_string(plan.jobs) + (plan.jobs == 1 ? " job" : " jobs");
}

ChaosFiles::ChaosFiles() {
  const std::string good = GoodBytes();
  const std::string slow = SlowBytes();
  const GoodSafetensors tensors = GoodSafetensorsFiles().front();
  const std::vector<std::pair<std::string, std::string>> files = {
      {"a.gguf", good},
      {"b.gguf", good.substr(0, 400)},
      {"c.gguf", slow},
      {"d.safetensors", std::string(AsText(tensors.file.bytes()))},
      {"e.gguf", slow},
      {"f.gguf", slow.substr(0, slow.size() / 2)},
      {"g.safetensors", "none"},
      {"h.gguf", good},
      {"i-00001-of-00002.gguf", SlowShard(0)},  // With the next one a set.
  };
  LG_CHECK(files.size() == kFiles);
  dir_.WriteFile("i-00002-of-00002.gguf", SlowShard(1));
  for (const auto& [name, bytes] : files) {
    dir_.WriteFile(name, bytes);
    names_.push_back(name);
  }
}

Ran ChaosFiles::RunUndisturbed() const {
  std::vector<std::string> arguments = {"check", "--format", "json"};
  arguments.insert(arguments.end(), names_.begin(), names_.end());
  const auto start = Clock::now();
  RunningProgram program(arguments, dir_.path());
  Ran run;
  run.exit_code = program.Wait(std::chrono::minutes(5)).value_or(-1);
  run.time = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  run.left_something = !RunningProgram::LeavesNothing();
  run.inputs = ReadReport(program.Output());
  return run;
}

Ran ChaosFiles::Run(const Plan& plan, milliseconds run_time) const {
  std::vector<std::string> arguments = {"check",
                                        "--timeout",
                                        kSanitized ? "5s" : "200ms",
                                        "--jobs",
                                        std::to_string(plan.jobs),
                                        "--format",
                                        "json"};
  arguments.insert(arguments.end(), names_.begin(), names_.end());
  const auto start = Clock::now();
  RunningProgram program(arguments, dir_.path());
  while (!program.HasEnded() &&
         ReadReport(program.Output()).size() < plan.after) {
    // The processors are the program's.
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
  std::this_thread::sleep_for(run_time / kFiles * plan.moment);
  Ran run;
  while (!run.sent && !program.HasEnded()) {
    run.sent = Strike(plan, program, &run);
  }
  run.exit_code = program.Wait(kLongestRun).value_or(-1);
  run.time = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
  run.left_something = run.exit_code >= 0 && !RunningProgram::LeavesNothing();
  run.inputs = ReadReport(program.Output());
  run.errors = program.Errors();
  return run;
}

std::vector<std::string> Complaints(const Ran& undisturbed, const Plan& plan,
                                    const Ran& run) {
  std::vector<std::string> complaints;
  const auto complain = [&](bool wrong, const std::string& what) {
    if (wrong) complaints.push_back(what);
  };
  complain(run.exit_code == -1, "the run does not end");
  complain(run.left_something, "a process is left behind");
  complain(!run.errors.empty(), "standard error says: " + run.errors);
  if (run.inputs.size() != undisturbed.inputs.size()) {
    complain(true,
             "there are " + std::to_string(run.inputs.size()) + " outcomes");
    return complaints;
  }
  size_t undecided = 0;
  for (size_t i = 0; i < run.inputs.size(); ++i) {
    const InputWords& input = run.inputs[i];
    if (input.verdict == "undecided") ++undecided;
    const std::string what = ComplaintAbout(undisturbed.inputs[i], input);
    complain(!what.empty(), input.path + " " + what);
  }
  const int expected = undecided > 0 ? 2 : undisturbed.exit_code;
  complain(run.exit_code != expected,
           "the exit code is " + std::to_string(run.exit_code));
  // One that had not ended cannot have been believed.
  complain(run.certain && plan.target == Target::kWorker && undecided == 0,
           "a worker was stopped, and all is decided");
  // Each job loses the input that it is at, and no other.
  complain(CountOf(run, "worker-crash") > 1, "one signal, and several crashes");
  complain(CountOf(run, "worker-not-started") > plan.jobs,
           "one signal, and more inputs lost than there are jobs");
  const size_t unavailable = CountOf(run, "sandbox-unavailable");
  complain(unavailable > 0 && unavailable < run.inputs.size(),
           "there was a sandbox, and then there was none");
  return complaints;
}

}  // namespace loadgate::testing_support
