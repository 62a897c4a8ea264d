// Chaos: runs of the whole program, each with a signal to its zygote or to a
// worker at a random moment.
//
// No verdict may come of it that a run without it does not give. What a signal
// can hit is chosen by number, so that a run can be repeated, though the moment
// is one of the clock.

#ifndef TESTS_SANDBOX_CHAOS_H_
#define TESTS_SANDBOX_CHAOS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/sandbox/program_report.h"
#include "tests/sandbox/running_program.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {

// Target is who gets the signal. A zygote is one from when it has its program.
enum class Target : uint8_t { kZygote, kWorker };

// Blow is the signal: SIGSTOP, SIGKILL, or the one and then the other, by which
// it is certain that the process had not ended by itself before.
enum class Blow : uint8_t { kStop, kKill, kStopAndKill };

// Plan is what is done to a run.
struct Plan {
  size_t jobs = 1;
  Target target = Target::kWorker;
  Blow blow = Blow::kStop;
  // When: once so many inputs are reported, and then after such a part of how
  // long one takes.
  size_t after = 0;
  double moment = 0;
};

// PlanOf returns the plan of that number. A stopped zygote is waited for, for
// ten seconds, which `brief` leaves out.
Plan PlanOf(uint64_t number, bool brief);

// PlanText names it, such as "stop worker, 2 jobs".
std::string PlanText(const Plan& plan);

// Ran is how a run went.
struct Ran {
  bool sent = false;  // Whether there was somebody to send the signal to.
  // Whether the target was seen stopped: then it had not ended before.
  bool certain = false;
  // The exit code; -1 if the run did not end in time.
  int exit_code = -1;
  bool left_something = false;
  std::chrono::milliseconds time{0};
  std::vector<InputWords> inputs;
  std::string errors;  // Standard error.
};

// Strike picks one of those there are now, if there are any, and says in `*run`
// whether it was seen stopped. It returns whether the signal was sent.
bool Strike(const Plan& plan, RunningProgram& program, Ran* run);

// SlowBytes is a model with a header that takes some ten milliseconds.
std::string SlowBytes();

// Row is the sums of a kind of plan, and RowsText what scripts/sandbox_chaos
// reads of them.
struct Row {
  size_t runs = 0;
  size_t sent = 0;
  size_t certain = 0;
  int64_t longest = 0;
  std::map<std::string, size_t> outcomes;
  // Adds a run, its outcomes aside.
  void Add(const Ran& run);
};
std::string RowsText(const std::map<std::string, Row>& rows);

// ChaosNumber returns the number in a variable of the environment.
uint64_t ChaosNumber(const char* variable, uint64_t otherwise);

// ChaosFiles are good and bad files, some of which take a while.
class ChaosFiles {
 public:
  ChaosFiles();

  // RunUndisturbed and Run have the program judge them.
  Ran RunUndisturbed() const;
  Ran Run(const Plan& plan, std::chrono::milliseconds run_time) const;

 private:
  TempDir dir_;
  std::vector<std::string> names_;
};

// Complaints returns what is wrong with a run, compared with one that nobody
// disturbed; nothing, if all is well.
std::vector<std::string> Complaints(const Ran& undisturbed, const Plan& plan,
                                    const Ran& run);

}  // namespace loadgate::testing_support

#endif  // TESTS_SANDBOX_CHAOS_H_
