#include "harness/sandbox/message_socket.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "tests/sandbox/run_zygote.h"

namespace loadgate::sandbox {
namespace {

using testing_support::InChild;
using testing_support::OpenDescriptors;

TEST(MessageSocketTest, MessagesKeepTheirBordersAndTheirDescriptors) {
  const auto [ours, theirs] = MakeSocketPair();
  ASSERT_TRUE(ours.is_open());
  const UniqueFd file = testing_support::MakeInput("inside");
  const std::array<int, 2> sent = {file.get(), ours.get()};
  ASSERT_EQ(SendMessage(ours.get(), "first", sent), 0);
  ASSERT_EQ(SendMessage(ours.get(), std::string(kMostMessageBytes, 'x')), 0);
  const auto first = ReceiveMessage(theirs.get());
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->bytes, "first");
  EXPECT_FALSE(first->cut);
  ASSERT_EQ(first->descriptors.size(), 2u);
  std::array<char, 6> read = {};
  EXPECT_EQ(::pread(first->descriptors[0].get(), read.data(), 6, 0), 6);
  EXPECT_EQ(std::string(read.data(), 6), "inside");
  EXPECT_NE(::fcntl(first->descriptors[0].get(), F_GETFD) & FD_CLOEXEC, 0);
  const auto second = ReceiveMessage(theirs.get());
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->bytes.size(), kMostMessageBytes);
  EXPECT_TRUE(second->descriptors.empty());
}

TEST(MessageSocketTest, CarriesAsManyDescriptorsAsItSays) {
  const auto [ours, theirs] = MakeSocketPair();
  const std::vector<int> sent(kMostMessageDescriptors, ours.get());
  ASSERT_EQ(SendMessage(ours.get(), "x", sent), 0);
  const auto message = ReceiveMessage(theirs.get());
  ASSERT_TRUE(message.has_value());
  EXPECT_FALSE(message->cut);
  EXPECT_EQ(message->descriptors.size(), kMostMessageDescriptors);
}

// As somebody else's program might send them: the kernel takes 253.
TEST(MessageSocketTest, MoreDescriptorsThanItSaysAreCutAndNoneLeaks) {
  const auto [ours, theirs] = MakeSocketPair();
  constexpr size_t kMany = 253;
  std::vector<char> control(CMSG_SPACE(sizeof(int) * kMany));
  char byte = 'x';
  iovec part = {&byte, 1};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int) * kMany);
  std::fill_n(reinterpret_cast<int*>(CMSG_DATA(header)), kMany, ours.get());
  const size_t before = OpenDescriptors();
  ASSERT_EQ(::sendmsg(ours.get(), &message, 0), 1);
  {
    const auto received = ReceiveMessage(theirs.get());
    ASSERT_TRUE(received.has_value());
    EXPECT_TRUE(received->cut);
    EXPECT_LE(received->descriptors.size(), kMostMessageDescriptors);
  }
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(MessageSocketTest, WhatAProcessCannotHoldIsCut) {
  EXPECT_EQ(InChild([] {
              const auto [ours, theirs] = MakeSocketPair();
              const std::vector<int> sent(20, ours.get());
              if (SendMessage(ours.get(), "x", sent) != 0) return 1;
              const auto most = static_cast<rlim_t>(theirs.get()) + 4;
              const rlimit few = {most, most};
              if (::setrlimit(RLIMIT_NOFILE, &few) != 0) return 2;
              const auto message = ReceiveMessage(theirs.get());
              if (!message.has_value() || !message->cut) return 3;
              return message->descriptors.size() < 20 ? 0 : 4;
            }),
            0);
}

TEST(MessageSocketTest, AMessageThatIsTooLongIsRefusedAndNoDescriptorLeaks) {
  const auto [ours, theirs] = MakeSocketPair();
  const std::string bytes(kMostMessageBytes + 1, 'x');
  const size_t before = OpenDescriptors();
  ASSERT_EQ(::send(ours.get(), bytes.data(), bytes.size(), 0),
            static_cast<ssize_t>(bytes.size()));
  EXPECT_FALSE(ReceiveMessage(theirs.get()).has_value());
  EXPECT_EQ(errno, EMSGSIZE);
  EXPECT_EQ(OpenDescriptors(), before);
}

TEST(MessageSocketTest, AClosedEndIsAnEmptyMessageAndNoSignal) {
  auto [ours, theirs] = MakeSocketPair();
  theirs = UniqueFd();
  const auto message = ReceiveMessage(ours.get());
  ASSERT_TRUE(message.has_value());
  EXPECT_TRUE(message->bytes.empty());
  EXPECT_EQ(SendMessage(ours.get(), "x"), EPIPE);
}

TEST(MessageSocketTest, SendingDoesNotWaitForAReader) {
  const auto [ours, theirs] = MakeSocketPair();
  const std::string bytes(kMostMessageBytes, 'x');
  int error = 0;
  for (int i = 0; i < 10'000 && error == 0; ++i) {
    error = SendMessage(ours.get(), bytes);
  }
  EXPECT_EQ(error, EAGAIN);
}

TEST(MessageSocketTest, ADescriptorThatIsNoneIsAnError) {
  const auto [ours, theirs] = MakeSocketPair();
  const std::array<int, 1> none = {-1};
  EXPECT_EQ(SendMessage(ours.get(), "x", none), EBADF);
  EXPECT_EQ(SendMessage(-1, "x"), EBADF);
  EXPECT_FALSE(ReceiveMessage(-1).has_value());
}

}  // namespace
}  // namespace loadgate::sandbox
