// What no worker gets away with, and that it would without the locks.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "harness/policy/policy.h"
#include "harness/policy/system_calls.h"
#include "harness/sandbox/landlock.h"
#include "tests/sandbox/acts.h"
#include "tests/sandbox/run_zygote.h"
#include "tests/sandbox/tasks.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

using sandbox::Policy;

// How many acts there are. Whoever takes one away changes this too.
#if defined(__x86_64__)
constexpr size_t kActs = 389;
constexpr size_t kActsWithControl = 364;
#else
constexpr size_t kActs = 347;
constexpr size_t kActsWithControl = 333;
#endif

// The least number of controls that must be carried out as described: a machine
// may have an older kernel, or run the tests under a filter of its own.
constexpr size_t kLeastControls = 250;

std::string NameOf(const Act& act) { return std::string(act.name); }

// Whether the act is a call that `policy` grants in some form.
bool IsOfGrantedCall(const Act& act, Policy policy) {
  const auto architecture = sandbox::OwnArchitecture();
  for (const sandbox::Grant& grant : sandbox::Grants(policy)) {
    const auto number = SystemCallNumber(grant.call, *architecture);
    if (number.has_value() && act.number == static_cast<long>(*number)) {
      return true;
    }
  }
  return false;
}

// What an act came to in a process with one layer, or with none.
struct Alone {
  int status = 0;
  std::string reply;
  bool IsStoppedBySeccomp() const {
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS;
  }
  // The result that it told, a negative errno, or nullopt.
  std::optional<long> Result() const {
    if (!reply.starts_with(kNotStopped)) return std::nullopt;
    return std::stol(reply.substr(kNotStopped.size()));
  }
};

Alone RunAlone(const Act& act, const std::string& layer) {
  const TempDir directory;
  const std::string input = directory.WriteFile("input", "0123456789");
  const std::string reply = directory.WriteFile("reply", "");
  const std::string victim = directory.WriteFile("victim", "v");
  ::chmod(directory.path().c_str(), 0777);
  ::chmod(input.c_str(), 0666);
  // Whoever may change a file's times and mode owns it.
  const uid_t owner = ::getuid() == 0 ? 65534 : ::getuid();
  EXPECT_EQ(::chown(victim.c_str(), owner, static_cast<gid_t>(-1)), 0);
  std::array<int, 2> ends = {-1, -1};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addchdir_np(&actions, directory.path().c_str());
  ::posix_spawn_file_actions_adddup2(&actions, writer.get(), STDOUT_FILENO);
  ::posix_spawn_file_actions_addopen(&actions, 3, input.c_str(), O_RDWR, 0);
  ::posix_spawn_file_actions_addclosefrom_np(&actions, 4);
  std::string program = ActZygote();
  std::string flag = "--alone";
  std::string lock = layer;
  std::string name(act.name);
  std::array<char*, 5> arguments = {program.data(), flag.data(), lock.data(),
                                    name.data(), nullptr};
  std::array<char*, 1> environment = {nullptr};
  pid_t pid = -1;
  EXPECT_EQ(::posix_spawn(&pid, program.c_str(), &actions, nullptr,
                          arguments.data(), environment.data()),
            0);
  ::posix_spawn_file_actions_destroy(&actions);
  writer = UniqueFd();
  Alone alone;
  std::array<char, 256> piece = {};
  ssize_t got = 0;
  while ((got = ::read(reader.get(), piece.data(), piece.size())) > 0) {
    alone.reply.append(piece.data(), static_cast<size_t>(got));
  }
  EXPECT_EQ(::waitpid(pid, &alone.status, 0), pid);
  return alone;
}

// Results that a filter around the tests, or a kernel without the call, has.
bool IsOfTheMachine(long result) {
  return result == -EPERM || result == -ENOSYS;
}

// Both programs' locks, by the same table.
class ForbiddenActsTest : public testing::Test {
 protected:
  // What comes of `act` in a worker of `zygote`, which is one of `locked`.
  static Told Try(ZygoteClient* zygote, const Locked& locked, const Act& act,
                  Policy policy = kTestPolicy) {
    return RunTask(zygote, locked.words("act:" + NameOf(act)),
                   {.policy = policy, .limits = locked.limits});
  }

  // All but the act `simulated`, whose call does not get to the kernel.
  static void EachIsAViolationIn(const Locked& locked, ZygoteClient* zygote,
                                 std::string_view simulated = {}) {
    ASSERT_NE(zygote, nullptr);
    size_t carried_out = 0;
    size_t granted = 0;
    for (const Act& act : Acts()) {
      // What sanitizers need is more, and no boundary.
      const bool left_out = kSanitized && IsOfGrantedCall(act, kTestPolicy);
      if (left_out || act.name == simulated) {
        ++granted;
        continue;
      }
      const Told told = Try(zygote, locked, act);
      EXPECT_EQ(told.outcome, WorkerOutcome{WorkerEnd::kViolation})
          << act.name << ": " << told.reply;
      EXPECT_EQ(told.reply, "") << act.name;
      ++carried_out;
    }
    EXPECT_EQ(carried_out + granted, kActs);
    EXPECT_EQ(Acts().size(), kActs);
    EXPECT_GE(carried_out, kSanitized ? size_t{180} : kActs - 1);
    EXPECT_LE(granted, kSanitized ? kActs : simulated.empty() ? 0u : 1u);
  }
};

TEST_F(ForbiddenActsTest, EachIsAViolation) {
  ASSERT_EQ(LockedPrograms().size(), 2u);
  for (const Locked& locked : LockedPrograms()) {
    SCOPED_TRACE(std::string(locked.name));
    const auto zygote = StartZygote(kTestPolicy, locked.program);
    EachIsAViolationIn(locked, zygote.get());
    // Without an act it does what it is told.
    EXPECT_EQ(RunTask(zygote.get(), locked.words("read")).reply, "12345678");
  }
}

TEST_F(ForbiddenActsTest, EachIsAViolationWithoutLandlockToo) {
  if (kSanitized) return;  // The faults would be their runtime's too.
  for (const char* const faulty : {LG_FAULTY_ZYGOTE, LG_FAULTY_CRAFT_WORKER}) {
    const Locked& locked =
        LockedPrograms().at(faulty == std::string(LG_FAULTY_ZYGOTE) ? 0 : 1);
    SCOPED_TRACE(std::string(locked.name));
    const TempDir directory;
    ZygoteSpec spec = SpecOf(directory.PathOf("landlock-enosys"));
    spec.without_landlock = true;
    std::filesystem::create_symlink(faulty, spec.program);
    const auto started = ZygoteClient::Start(spec);
    const auto* client = std::get_if<std::unique_ptr<ZygoteClient>>(&started);
    ASSERT_NE(client, nullptr);
    EXPECT_EQ((*client)->layers().landlock, 0);
    EachIsAViolationIn(locked, client->get(), "LandlockCreateRuleset");
  }
}

TEST_F(ForbiddenActsTest, EachIsAViolationInAStreamExceptReading) {
  if (kSanitized) return;  // Its policy is the same for streams.
  size_t carried_out = 0;
  for (const Locked& locked : LockedPrograms()) {
    SCOPED_TRACE(std::string(locked.name));
    const auto zygote = StartZygote(Policy::kRelease, locked.program);
    ASSERT_NE(zygote, nullptr);
    for (const Act& act : Acts()) {
      const Told told = Try(zygote.get(), locked, act, Policy::kStream);
      const bool reads = act.name == "ReadInput";
      EXPECT_EQ(told.outcome.end,
                reads ? WorkerEnd::kDone : WorkerEnd::kViolation)
          << act.name << ": " << told.reply;
      ++carried_out;
    }
  }
  EXPECT_EQ(carried_out, 2 * kActs);
}

// The zygote inherits standard error when it starts, and its workers get it.
class CaughtErrors {
 public:
  CaughtErrors() : path_(directory_.WriteFile("errors", "")) {
    kept_ = UniqueFd(::dup(STDERR_FILENO));
    const UniqueFd file(::open(path_.c_str(), O_WRONLY | O_APPEND));
    ::dup2(file.get(), STDERR_FILENO);
  }
  void Restore() { ::dup2(kept_.get(), STDERR_FILENO); }

  // What has been written since the last call.
  std::string Take() {
    std::ifstream file(path_);
    file.seekg(static_cast<std::streamoff>(taken_));
    std::string all(std::istreambuf_iterator<char>(file), {});
    taken_ += all.size();
    return all;
  }

 private:
  TempDir directory_;
  std::string path_;
  UniqueFd kept_;
  size_t taken_ = 0;
};

#if defined(__x86_64__)
// From Linux 6.14 and 6.18 on the kernel asks no filter about the two calls
// that its own probes in programs make. They do nothing elsewhere.
TEST_F(ForbiddenActsTest, CallsThatNoFilterSeesHaveNoEffect) {
  if (kSanitized) return;  // That would be about the same kernel.
  constexpr long kNoTrampoline = -ENXIO;
  for (const Locked& locked : LockedPrograms()) {
    const auto zygote = StartZygote(kTestPolicy, locked.program);
    ASSERT_NE(zygote, nullptr);
    for (const char* const task : {"call-335", "call-336"}) {
      const Told told = RunTask(zygote.get(), locked.words(task));
      const WorkerOutcome crash = {WorkerEnd::kCrash, SIGILL};
      if (told.outcome.end == WorkerEnd::kDone) {
        EXPECT_EQ(told.reply,
                  std::string(kNotStopped) + std::to_string(kNoTrampoline));
      } else if (told.outcome != crash) {
        EXPECT_EQ(told.outcome.end, WorkerEnd::kViolation) << task;
      }
    }
  }
}
#endif

TEST_F(ForbiddenActsTest, TraceNamesTheNumberOfEach) {
  if (kSanitized) return;  // Trace grants no more than release does.
  size_t named = 0;
  for (const Locked& locked : LockedPrograms()) {
    SCOPED_TRACE(std::string(locked.name));
    CaughtErrors errors;
    const auto zygote = StartZygote(Policy::kTrace, locked.program);
    errors.Restore();
    ASSERT_NE(zygote, nullptr);
    EXPECT_EQ(errors.Take(), "") << "what it tries itself is nobody's business";
    for (const Act& act : Acts()) {
      const Told told = Try(zygote.get(), locked, act, Policy::kTrace);
      EXPECT_EQ(told.outcome.end, WorkerEnd::kViolation)
          << act.name << ": " << told.reply;
      const std::string said = errors.Take();
      if (act.number == kNotNamed) {
        EXPECT_EQ(said, "") << act.name;
      } else {
        EXPECT_EQ(said, "loadgate: forbidden system call " +
                            std::to_string(static_cast<int>(act.number)) + "\n")
            << act.name;
      }
      ++named;
    }
  }
  EXPECT_EQ(named, 2 * kActs);
}

TEST_F(ForbiddenActsTest, EachIsStoppedBySeccompAlone) {
  if (kSanitized) return;  // It does not get that far under release.
  size_t stopped = 0;
  for (const Act& act : Acts()) {
    const Alone alone = RunAlone(act, "seccomp");
    EXPECT_TRUE(alone.IsStoppedBySeccomp())
        << act.name << ": status " << alone.status << " " << alone.reply;
    EXPECT_EQ(alone.reply, "") << act.name;
    ++stopped;
  }
  EXPECT_EQ(stopped, kActs);
}

TEST_F(ForbiddenActsTest, EachHasAnEffectWithoutLocksOrSaysWhyNot) {
  if (kSanitized) return;  // That would be about the same kernel, slowly.
  size_t carried_out = 0;
  size_t as_described = 0;
  std::string of_the_machine;
  for (const Act& act : Acts()) {
    if (act.control == kNoControl) {
      EXPECT_FALSE(act.why.empty()) << act.name;
      continue;
    }
    ++carried_out;
    const Alone alone = RunAlone(act, "none");
    const std::optional<long> result = alone.Result();
    if (!result.has_value()) {
      ADD_FAILURE() << act.name << ": status " << alone.status << " "
                    << alone.reply;
      continue;
    }
    const bool as_it_should =
        act.control == 0 ? *result >= 0 : *result == -act.control;
    EXPECT_TRUE(as_it_should || IsOfTheMachine(*result))
        << act.name << ": " << *result << " and not " << -act.control;
    if (as_it_should) {
      ++as_described;
    } else {
      of_the_machine += " " + NameOf(act);
    }
  }
  EXPECT_EQ(carried_out, kActsWithControl);
  EXPECT_GE(as_described, kLeastControls)
      << "not there, or refused here by other means:" << of_the_machine;
  RecordProperty("controls", static_cast<int>(as_described));
}

TEST_F(ForbiddenActsTest,
       LandlockAloneStopsThoseThatReachForFilesAndProcesses) {
  if (kSanitized) return;  // That would be about the same kernel, slowly.
  const int version = sandbox::LandlockVersion();
  ASSERT_GT(version, 0) << "this kernel has no Landlock: errno " << -version;
  size_t expected = 0;
  size_t stopped = 0;
  for (const Act& act : Acts()) {
    // Those that fail for want of valid arguments would fail under it as well.
    if (act.control != 0) continue;
    const std::optional<long> result = RunAlone(act, "landlock").Result();
    ASSERT_TRUE(result.has_value()) << act.name;
    const bool refused = *result == -EACCES || *result == -EPERM;
    const bool should = act.landlock > 0 && version >= act.landlock;
    if (should) ++expected;
    if (refused && act.landlock > 0) ++stopped;
    EXPECT_TRUE(refused || !should) << act.name << ": " << *result;
    if (refused && act.landlock == 0) {
      const std::optional<long> without = RunAlone(act, "none").Result();
      EXPECT_TRUE(without.has_value() && IsOfTheMachine(*without))
          << act.name << " is stopped by Landlock too, and does not say so";
    }
  }
  EXPECT_EQ(stopped, expected);
  EXPECT_GE(expected, 17u);
}

}  // namespace
}  // namespace loadgate::testing_support
