#include "loadgate/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using testing_support::TempDir;

TEST(MappedFileTest, ShowsTheFilesBytes) {
  const TempDir dir;
  for (const size_t size : {1u, 4096u, 4097u}) {
    const std::string text(size, 't');
    const auto mapped = MappedFile::Open(dir.WriteFile("file", text));
    ASSERT_TRUE(mapped.ok()) << mapped.status();
    EXPECT_EQ(AsText((*mapped)->bytes()), text);
  }
}

TEST(MappedFileTest, AnEmptyFileIsAnEmptyMapping) {
  const TempDir dir;
  const auto mapped = MappedFile::Open(dir.WriteFile("empty", ""));
  ASSERT_TRUE(mapped.ok()) << mapped.status();
  EXPECT_TRUE((*mapped)->bytes().empty());
}

TEST(MappedFileTest, OutlivesTheFilesNameAndTheFirstHolder) {
  const TempDir dir;
  const std::string path = dir.WriteFile("file", "content");
  auto mapped = MappedFile::Open(path);
  ASSERT_TRUE(mapped.ok()) << mapped.status();
  const std::shared_ptr<const MappedFile> second = *mapped;
  std::filesystem::remove(path);
  *mapped = nullptr;
  EXPECT_EQ(AsText(second->bytes()), "content");
}

// How many descriptors this process has open.
long OpenDescriptors() {
  const std::filesystem::directory_iterator open("/proc/self/fd");
  return std::distance(begin(open), end(open));
}

TEST(MappedFileTest, KeepsNoDescriptorOpen) {
  const TempDir dir;
  const std::string path = dir.WriteFile("file", "content");
  const long before = OpenDescriptors();
  const auto mapped = MappedFile::Open(path);
  const auto refused = MappedFile::Open(dir.path());
  EXPECT_TRUE(mapped.ok() && !refused.ok());
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(MappedFileTest, BorrowsTheDescriptorItIsGiven) {
  const TempDir dir;
  const int fd = open(dir.WriteFile("file", "content").c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  const auto mapped = MappedFile::FromDescriptor(fd);
  EXPECT_EQ(fcntl(fd, F_GETFD), 0) << "still open";
  close(fd);
  ASSERT_TRUE(mapped.ok()) << mapped.status();
  EXPECT_EQ(AsText((*mapped)->bytes()), "content");
}

TEST(MappedFileTest, RefusesWhatIsNoPlainFileWithoutWaitingForIt) {
  const TempDir dir;
  const std::string fifo = dir.PathOf("fifo");
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  for (const std::string& path : {dir.path(), fifo, std::string("/dev/null")}) {
    EXPECT_EQ(MappedFile::Open(path).status().code(),
              absl::StatusCode::kInvalidArgument)
        << path;
  }
}

TEST(MappedFileTest, ErrorsAreTheSystems) {
  const TempDir dir;
  EXPECT_EQ(MappedFile::Open(dir.PathOf("none")).status().code(),
            absl::StatusCode::kNotFound);
  EXPECT_FALSE(MappedFile::FromDescriptor(-1).ok());
  const int write_only =
      open(dir.WriteFile("file", "content").c_str(), O_WRONLY);
  EXPECT_EQ(MappedFile::FromDescriptor(write_only).status().code(),
            absl::StatusCode::kPermissionDenied);
  close(write_only);
}

}  // namespace
}  // namespace loadgate
