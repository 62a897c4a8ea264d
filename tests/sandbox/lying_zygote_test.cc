// Of what a zygote sends that nobody asked for, the broker keeps nothing, and
// it waits for none of it longer than it may.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "tests/sandbox/run_zygote.h"
#include "tests/support/temp_dir.h"

namespace loadgate::testing_support {
namespace {

struct Lie {
  const char* name;
  WorkerEnd end;       // What the first order comes to,
  WorkerEnd next;      // and another one after it.
  bool waits = false;  // Whether it is the time limit that ends it.
};

constexpr Lie kLies[] = {
    {"none", WorkerEnd::kDone, WorkerEnd::kDone},
    {"descriptors-with-hello", WorkerEnd::kDone, WorkerEnd::kDone},
    {"descriptors-with-end", WorkerEnd::kDone, WorkerEnd::kDone},
    {"descriptors-with-many-notices", WorkerEnd::kDone, WorkerEnd::kDone},
    {"descriptor-with-nothing", WorkerEnd::kZygoteGone, WorkerEnd::kZygoteGone},
    {"descriptor-with-too-much", WorkerEnd::kZygoteGone,
     WorkerEnd::kZygoteGone},
    {"descriptors-unasked", WorkerEnd::kWallTime, WorkerEnd::kWallTime, true},
    {"shutdown-of-notices", WorkerEnd::kZygoteGone, WorkerEnd::kZygoteGone},
    {"shutdown-for-reading", WorkerEnd::kDone, WorkerEnd::kDone},
    {"shutdown-of-control", WorkerEnd::kDone, WorkerEnd::kZygoteGone},
    {"reply-kept-open", WorkerEnd::kWallTime, WorkerEnd::kWallTime, true},
};

std::unique_ptr<ZygoteClient> StartLiar(const TempDir& directory,
                                        const Lie& lie) {
  const std::string program = directory.PathOf(lie.name);
  std::filesystem::create_symlink(LG_LYING_ZYGOTE, program);
  return StartZygote(kTestPolicy, program);
}

Told Ask(ZygoteClient* zygote, const Lie& lie) {
  TaskSetting setting;
  if (lie.waits) setting.time = std::chrono::milliseconds(300);
  return RunTask(zygote, "whatever", setting);
}

TEST(LyingZygoteTest, NoDescriptorThatComesUnaskedStaysOpen) {
  for (const Lie& lie : kLies) {
    SCOPED_TRACE(lie.name);
    const TempDir directory;
    const size_t before = OpenDescriptors();
    auto zygote = StartLiar(directory, lie);
    ASSERT_NE(zygote, nullptr);
    // The zygote's handle, and the socket to it.
    EXPECT_EQ(OpenDescriptors(), before + 2);
    const Told told = Ask(zygote.get(), lie);
    EXPECT_EQ(told.outcome.end, lie.end);
    EXPECT_EQ(told.reply, "whole");
    EXPECT_EQ(OpenDescriptors(), before + 2);
    EXPECT_EQ(Ask(zygote.get(), lie).outcome.end, lie.next);
    EXPECT_EQ(OpenDescriptors(), before + 2);
    zygote = nullptr;
    EXPECT_EQ(OpenDescriptors(), before);
  }
}

// Where there is no room for them, the kernel drops them.
TEST(LyingZygoteTest, MoreDescriptorsThanTheBrokerMayHaveDoItNoHarm) {
  for (const Lie& lie : kLies) {
    if (!std::string_view(lie.name).starts_with("descriptors-with-")) continue;
    EXPECT_EQ(InChild([&lie] {
                for (int fd = 3; fd < 1024; ++fd) ::close(fd);
                const TempDir directory;
                auto zygote = StartLiar(directory, lie);
                if (zygote == nullptr) return 1;
                const rlimit few = {16, 16};
                if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 100;
                const size_t before = OpenDescriptors();
                for (int i = 0; i < 3; ++i) {
                  if (Ask(zygote.get(), lie).outcome.end != lie.end) return 2;
                }
                return OpenDescriptors() == before ? 0 : 3;
              }),
              0)
        << lie.name;
  }
}

}  // namespace
}  // namespace loadgate::testing_support
