// Where a layer is missing or does nothing, no zygote serves, and it says
// which.

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "tests/sandbox/processes.h"
#include "tests/sandbox/run_zygote.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

// Both programs that are zygotes, with faults in how they lock themselves.
constexpr std::array<const char*, 2> kFaulty = {LG_FAULTY_ZYGOTE,
                                                LG_FAULTY_CRAFT_WORKER};

// What keeps a zygote from serving in which this goes wrong.
std::string WhyNot(const std::string& fault, bool without_landlock = false,
                   const char* faulty = LG_FAULTY_ZYGOTE) {
  const TempDir directory;
  const std::string program = directory.PathOf(fault);
  std::filesystem::create_symlink(faulty, program);
  return WhyNoZygote(program, without_landlock);
}

// In sanitized builds the faults would be their runtime's too.
TEST(EnvironmentTest, WithoutAFaultTheFaultyZygoteServes) {
  if (kSanitized) return;
  for (const char* const faulty : kFaulty) {
    EXPECT_EQ(WhyNot("none", false, faulty), "") << faulty;
  }
}

TEST(EnvironmentTest, EachFaultKeepsTheZygoteFromServingAndIsNamed) {
  if (kSanitized) return;
  std::map<std::string, std::string> faults = {
      {"close-range-enosys", "descriptors: ENOSYS"},
      {"ids-eperm",
       "privileges: EPERM (root cannot become user 65534 here: start it as "
       "another user)"},
      {"ids-idle", "privileges: it has no effect"},
      {"landlock-e2big", "landlock: E2BIG"},
      {"landlock-enosys", "landlock: ENOSYS"},
      {"landlock-eopnotsupp", "landlock: EOPNOTSUPP"},
      {"landlock-eperm", "landlock: EPERM"},
      {"landlock-idle", "landlock: it has no effect"},
      {"limits-eperm", "limits: EPERM"},
      {"limits-idle", "limits: it has no effect"},
      {"new-privileges-einval", "privileges: EINVAL"},
      {"new-privileges-idle", "privileges: it has no effect"},
      {"parent-idle", "parent: it has no effect"},
      {"seccomp-einval", "seccomp: EINVAL"},
      {"seccomp-einval-late", "seccomp: EINVAL"},
      {"seccomp-idle", "seccomp: it has no effect"},
      {"seccomp-idle-late", "seccomp: it has no effect"},
  };
  if (::getuid() != 0) {
    // There are no ids to change.
    faults.erase("ids-eperm");
    faults.erase("ids-idle");
  }
  for (const char* const faulty : kFaulty) {
    SCOPED_TRACE(faulty);
    for (const auto& [fault, why] : faults) {
      EXPECT_EQ(WhyNot(fault, false, faulty), why) << fault;
      // Landlock may be done without where the kernel has none, and nothing
      // else.
      const bool may_miss = fault == "landlock-enosys" ||
                            fault == "landlock-eopnotsupp" ||
                            fault == "landlock-eperm";
      EXPECT_EQ(WhyNot(fault, true, faulty), may_miss ? "" : why) << fault;
    }
  }
}

TEST(EnvironmentTest, AProbeThatStandsStillIsEnded) {
  if (kSanitized) return;
  EXPECT_EQ(InChild([] {
              // What is left behind becomes a child of this process.
              ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
              for (const char* const faulty : kFaulty) {
                const std::string why = WhyNot("probe-stops", false, faulty);
                if (why != "self-test: ETIMEDOUT") return 1;
              }
              return ChildrenOf(::getpid()).empty() ? 0 : 2;
            }),
            0);
}

// A copy that everybody can start.
class PublicZygote {
 public:
  explicit PublicZygote(const std::string& program = ActZygote(),
                        std::string_view name = "zygote")
      : path_(directory_.PathOf(name)) {
    ::chmod(directory_.path().c_str(), 0755);
    std::filesystem::copy_file(program, path_);
    ::chmod(path_.c_str(), 0755);
  }
  const std::string& path() const { return path_; }

 private:
  TempDir directory_;
  std::string path_;
};

// Makes this process one of an ordinary user. Returns whether it could.
bool BecomeOrdinary(gid_t group = 65534) {
  if (::getuid() != 0) return true;
  return ::setgroups(0, nullptr) == 0 && ::setgid(group) == 0 &&
         ::setuid(65534) == 0;
}

// Root's process cannot be looked into in any case, once it has another's id.
TEST(EnvironmentTest, AProcessThatCanBeLookedIntoDoesNotServe) {
  if (kSanitized) return;
  const PublicZygote zygote(LG_FAULTY_ZYGOTE, "dumpable-idle");
  EXPECT_EQ(InChild([&] {
              if (!BecomeOrdinary()) return 100;
              const std::string why = WhyNoZygote(zygote.path());
              return why == "not-dumpable: it has no effect" ? 0 : 1;
            }),
            0);
}

// An ordinary user's process may have capabilities of root's.
TEST(EnvironmentTest, AProcessThatKeepsCapabilitiesDoesNotServe) {
  // Nobody else has any to give.
  if (kSanitized || ::getuid() != 0) return;
  const PublicZygote zygote(LG_FAULTY_ZYGOTE, "capset-idle");
  const PublicZygote whole(LG_FAULTY_ZYGOTE, "none");
  EXPECT_EQ(
      InChild([&] {
        if (::prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) != 0) return 100;
        if (!BecomeOrdinary()) return 101;
        // Permitted ones are lost at exec, inheritable ones are not.
        __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
        std::array<__user_cap_data_struct, 2> sets = {};
        if (::syscall(SYS_capget, &header, sets.data()) != 0) return 102;
        sets[0].inheritable = sets[0].permitted;
        if (::syscall(SYS_capset, &header, sets.data()) != 0) return 103;
        if (!WhyNoZygote(whole.path()).empty()) return 1;
        const std::string why = WhyNoZygote(zygote.path());
        return why == "privileges: it has no effect" ? 0 : 2;
      }),
      0);
}

TEST(EnvironmentTest, WithoutLandlockTheLayersSaySo) {
  if (kSanitized) return;
  const TempDir directory;
  const std::string program = directory.PathOf("landlock-enosys");
  std::filesystem::create_symlink(LG_FAULTY_ZYGOTE, program);
  ZygoteSpec spec = SpecOf(program);
  spec.without_landlock = true;
  auto started = ZygoteClient::Start(spec);
  auto* const client = std::get_if<std::unique_ptr<ZygoteClient>>(&started);
  ASSERT_NE(client, nullptr);
  EXPECT_EQ((*client)->layers().landlock, 0);
  EXPECT_EQ(RunTask(client->get(), "read").reply, "12345678");
  EXPECT_EQ(RunTask(client->get(), "act:Openat").outcome.end,
            WorkerEnd::kViolation);
}

// As Linux 5.15 and 6.1 have it: the first two.
TEST(EnvironmentTest, EachVersionOfLandlockIsAskedForWhatItKnows) {
  if (kSanitized) return;
  size_t tried = 0;
  for (int version = 1; version <= 6; ++version) {
    const TempDir directory;
    const std::string program =
        directory.PathOf("mdwe-einval+landlock-" + std::to_string(version));
    std::filesystem::create_symlink(LG_FAULTY_ZYGOTE, program);
    const auto zygote = StartZygote(kTestPolicy, program);
    ASSERT_NE(zygote, nullptr) << version;
    EXPECT_EQ(zygote->layers().landlock, version);
    EXPECT_FALSE(zygote->layers().no_new_code);
    EXPECT_EQ(RunTask(zygote.get(), "read").reply, "12345678");
    EXPECT_EQ(RunTask(zygote.get(), "act:Openat").outcome.end,
              WorkerEnd::kViolation);
    ++tried;
  }
  EXPECT_EQ(tried, 6u);
}

TEST(EnvironmentTest, AProgramThatIsNoZygoteIsNone) {
  EXPECT_NE(WhyNoZygote("/bin/true"), "");
  EXPECT_EQ(WhyNoZygote("/nowhere/zygote"),
            "/nowhere/zygote does not start: ENOENT (it is not there, and "
            "comes with loadgate: install both)");
  EXPECT_EQ(WhyNoZygote("/"), "/ does not start: EACCES");
}

// Starts a zygote and has it read. Returns 0, or the number of what failed: 2
// where the order could not be carried out, and said so.
int Serves(const std::string& program) {
  auto started = ZygoteClient::Start(SpecOf(program));
  auto* const client = std::get_if<std::unique_ptr<ZygoteClient>>(&started);
  if (client == nullptr) return 1;
  const Told told = RunTask(client->get(), "read");
  if (told.outcome.end == WorkerEnd::kNotStarted ||
      told.outcome.end == WorkerEnd::kSetupFailed) {
    return 2;
  }
  if (told.outcome.end != WorkerEnd::kDone) return 4;
  return told.reply == "12345678" ? 0 : 3;
}

TEST(EnvironmentTest, ServesRootAndNobodyAlike) {
  const PublicZygote zygote;
  EXPECT_EQ(InChild([&] { return Serves(zygote.path()); }), 0);
  EXPECT_EQ(InChild([&] {
              if (!BecomeOrdinary()) return 100;
              return Serves(zygote.path());
            }),
            0);
}

TEST(EnvironmentTest, ServesAUserInTheGroupOfRoot) {
  if (::getuid() != 0) return;  // Nobody else can choose.
  const PublicZygote zygote;
  EXPECT_EQ(InChild([&] {
              if (!BecomeOrdinary(0)) return 100;
              return Serves(zygote.path());
            }),
            0);
}

TEST(EnvironmentTest, ServesWithoutStandardStreams) {
  for (int closed = 1; closed < 8; ++closed) {
    EXPECT_EQ(InChild([closed] {
                for (int fd = 0; fd < 3; ++fd) {
                  if ((closed >> fd & 1) != 0) ::close(fd);
                }
                return Serves(ActZygote());
              }),
              0)
        << closed;
  }
}

TEST(EnvironmentTest, ServesWithoutAnyDescriptorOpen) {
  EXPECT_EQ(InChild([] {
              for (int fd = 0; fd < 1024; ++fd) ::close(fd);
              return Serves(ActZygote());
            }),
            0);
}

TEST(EnvironmentTest, ServesWithFewDescriptorsOrSaysThatTheyAreTooFew) {
  size_t served = 0;
  for (rlim_t most = 8; most <= 24; ++most) {
    const int result = InChild([most] {
      for (int fd = 3; fd < 1024; ++fd) ::close(fd);
      const rlimit limit = {most, most};
      if (::setrlimit(RLIMIT_NOFILE, &limit) != 0) return 100;
      const std::string why = WhyNoZygote(ActZygote());
      if (why.empty()) return Serves(ActZygote());
      const bool named = why.find("descriptors: ") == 0 ||
                         why.find("self-test: ") == 0 ||
                         why.find("no socket for it: ") == 0 ||
                         why.find(" does not start: ") != std::string::npos;
      if (!named) std::fprintf(stderr, "%s\n", why.c_str());
      return named ? 50 : 51;
    });
    EXPECT_TRUE(result == 0 || result == 2 || result == 50)
        << most << ": " << result;
    if (result == 0) ++served;
  }
  EXPECT_GT(served, 5u);
}

TEST(EnvironmentTest, LimitsThatAreLowAlreadyStayLow) {
  EXPECT_EQ(InChild([] {
              const rlimit low = {256 << 20, 256 << 20};
              const rlimit stack = {512 << 10, 512 << 10};
              if (!kSanitized && (::setrlimit(RLIMIT_DATA, &low) != 0 ||
                                  ::setrlimit(RLIMIT_STACK, &stack) != 0)) {
                return 100;
              }
              return Serves(ActZygote());
            }),
            0);
}

TEST(EnvironmentTest, NothingOfTheEnvironmentReachesTheZygote) {
  // What the dynamic loader would take.
  EXPECT_EQ(InChild([] {
              ::setenv("LD_PRELOAD", "/nowhere.so", 1);
              ::setenv("LD_DEBUG", "all", 1);
              return Serves(DynamicActZygote());
            }),
            0);
}

}  // namespace
}  // namespace loadgate::testing_support
