#include "tests/sandbox/places.h"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/unique_fd.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"

namespace loadgate::testing_support {
namespace {

// What a child exits with that could not enter its place, or become the
// program there.
constexpr int kNotEntered = 125;
constexpr int kNotStarted = 126;

constexpr unsigned kNobody = 65534;

// Has the kernel answer these calls with their errors from now on.
bool Install(const std::vector<Answer>& answers) {
  std::vector<sock_filter> program;
  for (const Answer& answer : answers) {
    const auto number = static_cast<uint32_t>(answer.call);
    const uint8_t past = answer.first.has_value() ? 3 : 1;
    program.push_back(
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, past));
    if (answer.first.has_value()) {
      program.push_back(
          BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args)));
      program.push_back(
          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, *answer.first, 0, 1));
    }
    program.push_back(
        BPF_STMT(BPF_RET | BPF_K,
                 SECCOMP_RET_ERRNO | static_cast<uint32_t>(answer.error)));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  const sock_fprog filter = {static_cast<unsigned short>(program.size()),
                             program.data()};
  // By its own call: the other one may be among those that are answered.
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0;
}

std::vector<char*> Pointers(std::vector<std::string>* words) {
  std::vector<char*> pointers;
  for (std::string& word : *words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

[[noreturn]] void Become(const Place& place, const std::string& path,
                         std::vector<std::string> words, int output,
                         int errors) {
  const int input = ::open("/dev/null", O_RDONLY);
  const std::string& directory = place.directory;
  if (::dup2(input, 0) < 0 || ::dup2(output, 1) < 0 || ::dup2(errors, 2) < 0 ||
      (!directory.empty() && ::chdir(directory.c_str()) != 0)) {
    ::_exit(kNotEntered);
  }
  // Whatever the tests have open is none of the program's.
  for (int fd = 3; fd < 256; ++fd) ::close(fd);
  words.insert(words.begin(), place.name.value_or(path));
  std::vector<std::string> environment =
      place.environment.value_or(std::vector<std::string>{});
  std::vector<char*> own = Pointers(&environment);
  if (place.enter && !place.enter()) ::_exit(kNotEntered);
  if (!place.answers.empty() && !Install(place.answers)) ::_exit(kNotEntered);
  ::execve(path.c_str(), Pointers(&words).data(),
           place.environment.has_value() ? own.data() : environ);
  ::_exit(kNotStarted);
}

std::string Contents(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  LG_CHECK(::lseek(fd, 0, SEEK_SET) == 0);
  while (true) {
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    LG_CHECK(got >= 0);
    if (got == 0) return text;
    text.append(buffer.data(), static_cast<size_t>(got));
  }
}

int EndOf(pid_t child) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (true) {
    int status = 0;
    if (::waitpid(child, &status, WNOHANG) == child) {
      return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    }
    if (std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
      return -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

bool WriteTo(const std::string& path, const std::string& text) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file.is_open() && ::write(file.get(), text.data(), text.size()) ==
                               static_cast<ssize_t>(text.size());
}

// Only who is outside, and root, may write more than the process's own id.
bool WriteMaps(pid_t process, const std::string& map) {
  const std::string own = "/proc/" + std::to_string(process);
  if (::geteuid() != 0 && !WriteTo(own + "/setgroups", "deny")) return false;
  return WriteTo(own + "/uid_map", map) && WriteTo(own + "/gid_map", map);
}

// Mounts of its own, of which nobody else gets to know.
bool OwnMounts() {
  return ::unshare(CLONE_NEWNS) == 0 &&
         ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

// Whether a child process can do it.
bool Works(bool (*act)()) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(act() ? 0 : 1);
  return EndOf(child) == 0;
}

// A sanitizer's search for leaks needs a process and descriptors of its own,
// and ends the program with 1 where it has none.
bool Limit(decltype(RLIMIT_NOFILE) resource, unsigned most) {
  ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  const rlimit limit = {most, most};
  return ::setrlimit(resource, &limit) == 0;
}

}  // namespace

PlacedRun RunIn(const Place& place, const std::string& path,
                const std::vector<std::string>& arguments) {
  const UniqueFd output(::memfd_create("output", MFD_CLOEXEC));
  const UniqueFd errors(::memfd_create("errors", MFD_CLOEXEC));
  LG_CHECK(output.is_open() && errors.is_open());
  const pid_t child = ::fork();
  LG_CHECK(child >= 0);
  if (child == 0) {
    Become(place, path, arguments, output.get(), errors.get());
  }
  PlacedRun ran;
  ran.exit_code = EndOf(child);
  ran.entered = ran.exit_code != kNotEntered;
  ran.output = Contents(output.get());
  ran.errors = Contents(errors.get());
  return ran;
}

Installation::Installation() {
  ::chmod(folder().c_str(), 0755);
  const std::string model(AsText(Build(TinyLlama()).bytes()));
  directory_.WriteFile("good.gguf", model);
  directory_.WriteFile("bad.gguf", model.substr(0, 400));
  std::filesystem::copy_file(LG_PROGRAM, program());
  std::filesystem::copy_file(LG_WORKER, worker());
  std::filesystem::copy_file(LG_CRAFT_WORKER, craft_worker());
  for (const std::string& path :
       {program(), worker(), craft_worker(), good(), bad()}) {
    LG_CHECK(::chmod(path.c_str(), 0755) == 0);
  }
}

PlacedRun Installation::Check(const Place& place,
                              std::vector<std::string> options) const {
  options.insert(options.begin(), {"check", "--format=json"});
  options.insert(options.end(), {good(), bad()});
  return RunIn(place, program(), options);
}

bool BeOrdinary() {
  if (::getuid() != 0) return true;
  // Changed ids would make the process's own files in /proc root's.
  return ::setgroups(0, nullptr) == 0 && ::setgid(kNobody) == 0 &&
         ::setuid(kNobody) == 0 && ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0;
}

bool UserNamespace(const std::string& map) {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe(ends.data()) != 0) return false;
  const pid_t self = ::getpid();
  const pid_t outside = ::fork();
  if (outside == 0) {
    char byte = 0;
    const bool written = ::read(ends[0], &byte, 1) == 1 && WriteMaps(self, map);
    ::_exit(written ? 0 : 1);
  }
  const bool in = ::unshare(CLONE_NEWUSER) == 0;
  if (!in || ::write(ends[1], "x", 1) != 1) ::kill(outside, SIGKILL);
  ::close(ends[0]);
  ::close(ends[1]);
  int status = -1;
  if (::waitpid(outside, &status, 0) != outside || status != 0) return false;
  return in && ::setresgid(0, 0, 0) == 0 && ::setresuid(0, 0, 0) == 0;
}

bool HideFolder(const char* folder) {
  return OwnMounts() &&
         ::mount("none", folder, "tmpfs", MS_NOSUID, "mode=0755") == 0;
}

bool MakeAllReadOnly() {
  if (!OwnMounts()) return false;
  // struct mount_attr, its first field set to MOUNT_ATTR_RDONLY.
  const std::array<uint64_t, 4> change = {1, 0, 0, 0};
  return ::syscall(SYS_mount_setattr, AT_FDCWD, "/", AT_RECURSIVE,
                   change.data(), sizeof(change)) == 0;
}

bool DropBounds() {
  for (unsigned long capability = 0;
       ::prctl(PR_CAPBSET_READ, capability, 0, 0, 0) >= 0; ++capability) {
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return false;
  }
  return true;
}

bool DropAllCapabilities() {
  if (!DropBounds()) return false;
  __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  const std::array<__user_cap_data_struct, 2> none = {};
  return ::syscall(SYS_capset, &header, none.data()) == 0;
}

bool AreMountsToBeHad() { return Works(OwnMounts); }

bool AreUserNamespacesToBeHad() {
  // Some systems let an ordinary user have one that is good for nothing.
  return Works([] {
    return BeOrdinary() &&
           UserNamespace("0 " + std::to_string(::getuid()) + " 1");
  });
}

bool MostDescriptors(unsigned most) { return Limit(RLIMIT_NOFILE, most); }
bool MostProcesses(unsigned most) { return Limit(RLIMIT_NPROC, most); }

}  // namespace loadgate::testing_support
