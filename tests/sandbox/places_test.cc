// The whole program in the places it may be started in: it judges under every
// layer, or says which is missing and judges nothing.

#include "tests/sandbox/places.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/sanitizers.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

// prctl's options as the kernel numbers them.
constexpr uint32_t kSetSeccomp = PR_SET_SECCOMP;
constexpr uint32_t kSetMdwe = 65;

constexpr long kLandlockCreate = 444;
constexpr long kLandlockRestrict = 446;
constexpr long kCloseRange = 436;
constexpr long kClone3 = 435;
constexpr long kOpenat2 = 437;
constexpr long kPidfdOpen = 434;
constexpr long kPidfdSendSignal = 424;

const std::string kSelfProc = "(is /proc mounted?)";

bool Holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// "" if the program judged both models under these layers, else what it did.
std::string NotJudged(const PlacedRun& ran, std::string_view layers) {
  const std::string sandbox = "\"sandbox\":\"" + std::string(layers);
  if (ran.exit_code == 1 && Holds(ran.output, sandbox) &&
      Holds(ran.output, "\"accept\":1,\"reject\":1,\"undecided\":0")) {
    return "";
  }
  return std::to_string(ran.exit_code) + " " + ran.output + ran.errors;
}

// "" if it judged nothing and said this, else what it did.
std::string NotRefused(const PlacedRun& ran, const std::string& why) {
  if (ran.exit_code == 2 && Holds(ran.output, "\"sandbox\":\"none\"") &&
      Holds(ran.output, "There is none: " + why) &&
      Holds(ran.output, "\"accept\":0,\"reject\":0,\"undecided\":2")) {
    return "";
  }
  return std::to_string(ran.exit_code) + " " + ran.output + ran.errors;
}

constexpr std::string_view kAll = "seccomp+landlock";
constexpr std::string_view kWithoutLandlock = "seccomp\"";
// What sanitized builds add to a layer's name stands in front of the quote.
constexpr std::string_view kFilterAlone =
    kSanitized ? "seccomp (" : kWithoutLandlock;

class PlacesTest : public testing::Test {
 protected:
  static const Installation& Here() {
    static const Installation installation;
    return installation;
  }
};

TEST_F(PlacesTest, WithoutLandlockItRefusesUnlessToldToDoItsBest) {
  size_t tried = 0;
  const std::pair<int, const char*> errors[] = {
      {ENOSYS, "ENOSYS"}, {EOPNOTSUPP, "EOPNOTSUPP"}, {EPERM, "EPERM"}};
  for (const auto& [error, name] : errors) {
    const Place place = {
        .answers = {{kLandlockCreate, error}, {kLandlockRestrict, error}}};
    EXPECT_EQ(
        NotRefused(Here().Check(place),
                   std::string("landlock: ") + name +
                       ". --sandbox=best-effort would do without it. See "),
        "");
    const PlacedRun version = RunIn(place, Here().program(), {"--version"});
    EXPECT_EQ(version.exit_code, 0);
    EXPECT_TRUE(version.output.ends_with(
        "\nsandbox: none (landlock: " + std::string(name) +
        "; --sandbox=best-effort would do without it)\n"))
        << version.output;
    const PlacedRun best = Here().Check(place, {"--sandbox=best-effort"});
    EXPECT_EQ(NotJudged(best, kFilterAlone), "");
    EXPECT_TRUE(Holds(best.errors, "there is no Landlock here")) << best.errors;
    ++tried;
  }
  EXPECT_EQ(tried, 3u);
}

TEST_F(PlacesTest, WithALandlockThatFailsItRefusesInAnyCase) {
  const Place place = {.answers = {{kLandlockRestrict, EPERM}}};
  for (const std::string option : {"require", "best-effort"}) {
    EXPECT_EQ(NotRefused(Here().Check(place, {"--sandbox=" + option}),
                         "landlock: EPERM. See docs/sandbox.md"),
              "");
  }
  const PlacedRun version = RunIn(place, Here().program(), {"--version"});
  EXPECT_TRUE(version.output.ends_with(
      "\nsandbox: none (landlock: EPERM; --sandbox=best-effort does not "
      "help)\n"))
      << version.output;
}

TEST_F(PlacesTest, WithoutWhatItCannotDoWithoutItRefusesInAnyCase) {
  const std::pair<Answer, std::string> cases[] = {
      {{SYS_prctl, EINVAL, kSetSeccomp}, "seccomp: EINVAL"},
      {{SYS_prctl, EPERM, kSetSeccomp}, "seccomp: EPERM"},
      {{SYS_prctl, EINVAL, PR_SET_NO_NEW_PRIVS}, "privileges: EINVAL"},
      {{SYS_prctl, EINVAL, PR_SET_PDEATHSIG}, "parent: EINVAL"},
      {{kCloseRange, ENOSYS}, "descriptors: ENOSYS"},
      {{SYS_signalfd4, ENOSYS}, "descriptors: ENOSYS"},
      {{SYS_capset, EPERM}, "privileges: EPERM"},
  };
  size_t tried = 0;
  for (const auto& [answer, why] : cases) {
    // Also where Landlock may be missing, and is.
    const Place place = {.answers = {answer, {kLandlockCreate, ENOSYS}}};
    EXPECT_EQ(NotRefused(Here().Check({.answers = {answer}}), why), "") << why;
    EXPECT_EQ(NotRefused(Here().Check(place, {"--sandbox=best-effort"}), why),
              "")
        << why;
    ++tried;
  }
  EXPECT_EQ(tried, std::size(cases));
}

TEST_F(PlacesTest, WithoutWhatItCanDoWithoutItJudges) {
  const std::pair<const char*, std::vector<Answer>> cases[] = {
      {"Linux before 6.3", {{SYS_prctl, EINVAL, kSetMdwe}}},
      {"a filter of Docker's", {{kClone3, ENOSYS}}},
      {"Linux before 5.3", {{kPidfdOpen, ENOSYS}, {kPidfdSendSignal, ENOSYS}}},
      {"a filter that does not know it", {{kPidfdOpen, EPERM}}},
      {"Linux before 5.6", {{kOpenat2, ENOSYS}}},
      {"no namespaces", {{SYS_unshare, EPERM}, {SYS_setns, EPERM}}},
      {"no speculation control",
       {{SYS_prctl, EINVAL, PR_SET_SPECULATION_CTRL}}},
  };
  size_t tried = 0;
  for (const auto& [name, answers] : cases) {
    EXPECT_EQ(NotJudged(Here().Check({.answers = answers}), kAll), "") << name;
    ++tried;
  }
  EXPECT_EQ(tried, std::size(cases));
}

TEST_F(PlacesTest, RootAndAnOrdinaryUserGetTheSameReport) {
  const PlacedRun own = Here().Check({});
  EXPECT_EQ(NotJudged(own, kAll), "");
  const PlacedRun ordinary = Here().Check({.enter = BeOrdinary});
  EXPECT_EQ(ordinary.exit_code, 1);
  EXPECT_EQ(ordinary.output, own.output);
}

TEST_F(PlacesTest, RootWhoMayNotBecomeAnotherIsToldWhatToDo) {
  if (::getuid() != 0) GTEST_SKIP() << "there is no root here";
  EXPECT_EQ(NotRefused(Here().Check({.enter = DropAllCapabilities}),
                       "privileges: EPERM (root cannot become user 65534 here: "
                       "start it as another user)"),
            "");
}

TEST_F(PlacesTest, AnOrdinaryUserNeedsNoCapability) {
  const auto enter = [] {
    return (::getuid() != 0 || DropBounds()) && BeOrdinary();
  };
  EXPECT_EQ(NotJudged(Here().Check({.enter = enter}), kAll), "");
}

// What containers without root make for their user.
TEST_F(PlacesTest, InAUserNamespaceWithSixtyFiveThousandIdsItJudges) {
  if (::getuid() != 0) GTEST_SKIP() << "only root may give so many ids";
  if (!AreUserNamespacesToBeHad()) GTEST_SKIP() << "no user namespaces here";
  for (const std::string map : {"0 100000 65536", "0 0 65536"}) {
    const PlacedRun ran =
        Here().Check({.enter = [&map] { return UserNamespace(map); }});
    EXPECT_TRUE(ran.entered) << map;
    EXPECT_EQ(NotJudged(ran, kAll), "") << map;
  }
}

// What `unshare -r` makes.
TEST_F(PlacesTest, AnOrdinaryUserWhoIsRootInANamespaceOfTheirOwnIsOrdinary) {
  if (!AreUserNamespacesToBeHad()) GTEST_SKIP() << "no user namespaces here";
  const uid_t user = ::getuid() == 0 ? 65534 : ::getuid();
  const gid_t group = ::getuid() == 0 ? 65534 : ::getgid();
  if (user != group) GTEST_SKIP() << "one map cannot be both of them";
  const std::string map = "0 " + std::to_string(user) + " 1";
  const PlacedRun ran = Here().Check(
      {.enter = [&map] { return BeOrdinary() && UserNamespace(map); }});
  EXPECT_TRUE(ran.entered);
  EXPECT_EQ(NotJudged(ran, kAll), "");
}

TEST_F(PlacesTest, RootWhoIsRootInANamespaceWithNobodyElseIsRefused) {
  if (::getuid() != 0) GTEST_SKIP() << "there is no root here";
  if (!AreUserNamespacesToBeHad()) GTEST_SKIP() << "no user namespaces here";
  const PlacedRun ran =
      Here().Check({.enter = [] { return UserNamespace("0 0 1"); }});
  EXPECT_TRUE(ran.entered);
  EXPECT_EQ(NotRefused(ran, "privileges: E"), "");
}

// A worker that is none, in the working directory.
class Decoy {
 public:
  explicit Decoy(std::string_view name = "loadgate-worker") {
    ::chmod(directory_.path().c_str(), 0777);
    const std::string script = "#!/bin/sh\necho ran > " + mark() + "\n";
    ::chmod(directory_.WriteFile(name, script).c_str(), 0755);
  }
  std::string mark() const { return directory_.PathOf("mark"); }
  bool has_run() const { return std::filesystem::exists(mark()); }
  const std::string& folder() const { return directory_.path(); }

 private:
  TempDir directory_;
};

TEST_F(PlacesTest, WithoutProcItLooksForNoWorkerAnywhere) {
  if (!AreMountsToBeHad()) GTEST_SKIP() << "no mounts of its own here";
  if (kSanitized) return;  // Their runtimes cannot do without.
  const Decoy decoy;
  const PlacedRun ran =
      Here().Check({.enter = [] { return HideFolder("/proc"); },
                    .directory = decoy.folder()});
  EXPECT_TRUE(ran.entered);
  EXPECT_EQ(NotRefused(ran, "where its program is cannot be told " + kSelfProc),
            "");
  EXPECT_FALSE(decoy.has_run());
}

TEST_F(PlacesTest, WithoutDevNullItSaysSo) {
  if (!AreMountsToBeHad()) GTEST_SKIP() << "no mounts of its own here";
  const PlacedRun ran =
      Here().Check({.enter = [] { return HideFolder("/dev"); }});
  EXPECT_TRUE(ran.entered);
  EXPECT_EQ(NotRefused(ran,
                       "/dev/null cannot be opened: ENOENT (workers have it in "
                       "the place of standard input and output). See "),
            "");
}

TEST_F(PlacesTest, WithADevNullThatMayNotBeOpenedItIsNamed) {
  if (!AreMountsToBeHad()) GTEST_SKIP() << "no mounts of its own here";
  const PlacedRun ran = Here().Check({.enter = [] {
    return HideFolder("/dev") &&
           ::mknod("/dev/null", S_IFCHR | 0666, ::makedev(1, 3)) == 0 &&
           ::mount("none", "/dev", nullptr, MS_REMOUNT | MS_NODEV, nullptr) ==
               0;
  }});
  if (!ran.entered) GTEST_SKIP() << "no device of its own here";
  EXPECT_EQ(NotRefused(ran, "/dev/null cannot be opened: EACCES"), "");
}

TEST_F(PlacesTest, WhereNothingCanBeWrittenItJudges) {
  if (!AreMountsToBeHad()) GTEST_SKIP() << "no mounts of its own here";
  const PlacedRun ran = Here().Check({.enter = MakeAllReadOnly});
  EXPECT_TRUE(ran.entered);
  EXPECT_EQ(NotJudged(ran, kAll), "");
}

TEST_F(PlacesTest, WhereNothingCanBeWrittenRecipesGoToStandardOutputAlone) {
  if (!AreMountsToBeHad()) GTEST_SKIP() << "no mounts of its own here";
  const Place place = {.enter = MakeAllReadOnly};
  const std::string program = Here().program();
  const std::string good = Here().good();
  const std::string out = Here().folder() + "/out";
  const PlacedRun recipe = RunIn(place, program, {"disasm", good});
  EXPECT_EQ(recipe.exit_code, 0) << recipe.errors;
  EXPECT_TRUE(recipe.output.starts_with("gguf")) << recipe.output.substr(0, 40);
  for (const std::string verb : {"disasm", "asm"}) {
    const PlacedRun written =
        RunIn(place, program, {verb, "--output=" + out, good});
    EXPECT_EQ(written.exit_code, 2);
    EXPECT_EQ(written.output, "");
    EXPECT_FALSE(std::filesystem::exists(out));
  }
  EXPECT_EQ(
      RunIn(place, program, {"disasm", "--output=" + out, good}).errors,
      "loadgate: " + out +
          ": No file can be made in its folder: Read-only file system.\n");
}

TEST_F(PlacesTest, WithoutStandardStreamsItJudgesAsLongAsItCanReport) {
  size_t judged = 0;
  for (int closed = 1; closed < 8; ++closed) {
    const auto close = [closed] {
      for (int fd = 0; fd < 3; ++fd) {
        if ((closed >> fd & 1) != 0) ::close(fd);
      }
      return true;
    };
    const PlacedRun ran = Here().Check({.enter = close});
    if ((closed & 2) != 0) {
      EXPECT_EQ(ran.exit_code, 2) << closed;
    } else {
      EXPECT_EQ(NotJudged(ran, kAll), "") << closed;
      ++judged;
    }
  }
  EXPECT_EQ(judged, 3u);
}

TEST_F(PlacesTest, WithFewDescriptorsItJudgesOrSaysThatTheyAreTooFew) {
  // UBSan looks at memory through a pipe, and takes what it cannot look at for
  // an object that is none.
  const unsigned least = kSanitized ? 8 : 3;
  size_t judged = 0;
  for (unsigned most = least; most <= 24; ++most) {
    const PlacedRun ran =
        Here().Check({.enter = [most] { return MostDescriptors(most); }});
    if (NotJudged(ran, kAll).empty()) {
      ++judged;
      continue;
    }
    EXPECT_GE(ran.exit_code, 2) << most << ran.output;
    if (kSanitized || ran.exit_code != 2) continue;
    EXPECT_TRUE(Holds(ran.output + ran.errors, "EMFILE") ||
                Holds(ran.output, "many"))
        << most << ran.output << ran.errors;
  }
  EXPECT_GE(judged, 5u);
}

TEST_F(PlacesTest, WithoutAnotherProcessItSaysSo) {
  const PlacedRun ordinary =
      Here().Check({.enter = [] { return BeOrdinary() && MostProcesses(0); }});
  EXPECT_EQ(NotRefused(ordinary, Here().worker() + " does not start: EAGAIN"),
            "");
  if (::getuid() != 0) return;
  // Its zygote is nobody, who has one process by then.
  EXPECT_EQ(NotRefused(Here().Check({.enter = [] { return MostProcesses(1); }}),
                       "self-test: EAGAIN"),
            "");
}

TEST_F(PlacesTest, NoVariableChangesTheReport) {
  const PlacedRun plain = Here().Check({.environment = {{}}});
  EXPECT_EQ(NotJudged(plain, kAll), "");
  const Decoy decoy;
  const std::string& folder = decoy.folder();
  const std::vector<std::string> variables = {
      "LD_PRELOAD=/nowhere/hook.so",
      "LD_LIBRARY_PATH=" + folder,
      "LD_BIND_NOW=1",
      "GLIBC_TUNABLES=glibc.malloc.check=3:glibc.malloc.perturb=165",
      "MALLOC_PERTURB_=165",
      "MALLOC_CHECK_=3",
      "MALLOC_ARENA_MAX=1",
      "LC_ALL=tr_TR.UTF-8",
      "LANG=" + std::string(5000, 'x'),
      "TZ=:/nowhere",
      "PATH=" + folder,
      "HOME=/nowhere",
      "TMPDIR=/nowhere",
      "COLUMNS=-1",
      "TERM=%n%n",
      "NO_EQUALS_SIGN_BEHIND",
      "=",
      "LOADGATE_WORKER=" + folder + "/loadgate-worker",
      "LOADGATE_SANDBOX=off"};
  const PlacedRun hostile = Here().Check({.environment = variables});
  EXPECT_EQ(hostile.exit_code, 1);
  EXPECT_EQ(hostile.output, plain.output);
  EXPECT_FALSE(decoy.has_run());
}

TEST_F(PlacesTest, TheWorkingDirectoryIsOfNoImportance) {
  const Decoy decoy;
  const TempDir gone;
  const Place places[] = {
      {.directory = decoy.folder()},
      {.enter = [&gone] { return std::filesystem::remove(gone.path()); },
       .directory = gone.path()}};
  for (const Place& place : places) {
    EXPECT_EQ(NotJudged(Here().Check(place), kAll), "") << place.directory;
  }
  EXPECT_FALSE(decoy.has_run());
}

TEST_F(PlacesTest, WhateverNameItIsCalledByItFindsItsWorker) {
  const Decoy decoy;
  const std::string link = decoy.folder() + "/loadgate";
  std::filesystem::create_symlink(Here().program(), link);
  const std::vector<std::string> words = {"check", "--format=json",
                                          Here().good(), Here().bad()};
  EXPECT_EQ(NotJudged(RunIn({}, link, words), kAll), "");
  size_t tried = 0;
  for (const std::string name : {"", "-", "loadgate", "/nowhere/loadgate",
                                 "\x1b[2J", "./loadgate-worker"}) {
    EXPECT_EQ(NotJudged(RunIn({.directory = decoy.folder(), .name = name},
                              Here().program(), words),
                        kAll),
              "")
        << name;
    ++tried;
  }
  EXPECT_EQ(tried, 6u);
  EXPECT_FALSE(decoy.has_run());
}

// A copy of the program in a folder of this name.
class LoneCopy {
 public:
  explicit LoneCopy(const std::string& folder)
      : folder_(directory_.PathOf(folder)) {
    std::filesystem::create_directories(folder_);
    std::filesystem::copy_file(LG_PROGRAM, program());
  }
  std::string program() const { return folder_ + "/loadgate"; }
  std::string PathOf(std::string_view name) const {
    return directory_.PathOf(name);
  }

 private:
  TempDir directory_;
  std::string folder_;
};

TEST_F(PlacesTest, ACopyWithoutItsWorkerSaysWhatIsMissing) {
  const std::vector<std::string> words = {"check", "--format=json",
                                          Here().good(), Here().bad()};
  const std::string hint =
      " does not start: ENOENT (it is not there, and comes with loadgate: "
      "install both)";
  const LoneCopy alone("tools");
  EXPECT_EQ(NotRefused(RunIn({}, alone.program(), words),
                       alone.PathOf("tools/loadgate-worker") + hint),
            "");
  const LoneCopy installed("bin");
  EXPECT_EQ(
      NotRefused(RunIn({}, installed.program(), words),
                 installed.PathOf("libexec/loadgate/loadgate-worker") + hint),
      "");
}

TEST_F(PlacesTest, AWorkerThatIsNotToBeExecutedIsNamed) {
  const LoneCopy copy("tools");
  const std::string worker = copy.PathOf("tools/loadgate-worker");
  std::filesystem::copy_file(LG_WORKER, worker);
  ASSERT_EQ(::chmod(worker.c_str(), 0644), 0);
  EXPECT_EQ(
      NotRefused(RunIn({}, copy.program(),
                       {"check", "--format=json", Here().good(), Here().bad()}),
                 worker + " does not start: EACCES"),
      "");
}

TEST_F(PlacesTest, OneWorkerInTheOthersPlaceIsAFaultOfTheInstallation) {
  const LoneCopy copy("tools");
  const std::string judge = copy.PathOf("tools/loadgate-worker");
  const std::string craft = copy.PathOf("tools/loadgate-craft-worker");
  std::filesystem::copy_file(LG_CRAFT_WORKER, judge);
  std::filesystem::copy_file(LG_WORKER, craft);
  EXPECT_EQ(
      NotRefused(RunIn({}, copy.program(),
                       {"check", "--format=json", Here().good(), Here().bad()}),
                 judge + " is not loadgate-worker but 'loadgate-craft-worker'"),
      "");
  const PlacedRun made = RunIn({}, copy.program(), {"disasm", Here().good()});
  EXPECT_EQ(made.exit_code, 2);
  EXPECT_EQ(made.output, "");
  EXPECT_TRUE(
      Holds(made.errors, "sandbox-unavailable: There is none: " + craft +
                             " is not loadgate-craft-worker but "
                             "'loadgate-worker'"))
      << made.errors;
  const PlacedRun version = RunIn({}, copy.program(), {"--version"});
  EXPECT_TRUE(Holds(version.output, "\nsandbox: none (" + judge))
      << version.output;
}

}  // namespace
}  // namespace loadgate::testing_support
