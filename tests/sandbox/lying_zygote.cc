// A zygote that has no lock and no workers and lies to whoever started it,
// as one would that its workers have taken over. How, is in the name that it is
// started by, behind its last slash; lying_zygote_test.cc has the list, and
// changing_input_test.cc that of what is done to an input.
//
// The descriptors that it sends unasked are the reply's own end for writing: if
// one of them stayed open anywhere, the reply would have no end.

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/policy/policy.h"
#include "harness/sandbox/message_socket.h"
#include "harness/sandbox/orders.h"
#include "harness/write_all.h"
#include "loadgate/version.h"

namespace loadgate::testing_support {
namespace {

using sandbox::Message;
using sandbox::Notice;

constexpr int kControl = 3;

// Sends until there is room for it, or nobody there any more.
void Send(int socket, std::string_view bytes, const std::vector<int>& fds) {
  int error = 0;
  do {
    error = sandbox::SendMessage(socket, bytes, fds);
    if (error == EAGAIN || error == ETOOMANYREFS) ::usleep(1000);
  } while (error == EAGAIN || error == ETOOMANYREFS);
}

std::string NoticeOf(Notice::Kind kind) {
  return sandbox::EncodeNotice({.kind = kind});
}

// A message of so many bytes, which may be none, with one descriptor.
void SendRaw(int socket, size_t bytes, int fd) {
  std::string text(bytes, 'x');
  iovec part = {text.data(), text.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.data();
  message.msg_controllen = control.size();
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &fd, sizeof(fd));
  ::sendmsg(socket, &message, MSG_NOSIGNAL);
}

// The path of what is behind `fd`.
std::string PathOf(int fd) {
  std::array<char, 4096> path{};
  const ssize_t length =
      ::readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), path.data(),
                 path.size());
  return std::string(path.data(), static_cast<size_t>(length));
}

// Replies what the input holds, and then does to that what the lie says.
void Echo(std::string_view lie, int reply, int input) {
  std::array<char, 4096> bytes{};
  const ssize_t got = ::pread(input, bytes.data(), bytes.size(), 0);
  WriteAll(reply, std::string_view(bytes.data(), static_cast<size_t>(got)));
  const std::string path = PathOf(input);
  const UniqueFd file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (lie == "input-truncated") {
    if (::ftruncate(file.get(), 1) != 0) std::abort();
  } else if (lie == "input-overwritten") {
    if (::pwrite(file.get(), bytes.data(), 1, 0) != 1) std::abort();
  } else if (lie == "input-replaced") {
    const UniqueFd other(
        ::open((path + "+").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
    WriteAll(other.get(),
             std::string_view(bytes.data(), static_cast<size_t>(got)));
    ::rename((path + "+").c_str(), path.c_str());
  } else if (lie == "input-removed") {
    ::unlink(path.c_str());
  }
}

void Greet(std::string_view lie) {
  sandbox::Layers layers;
  layers.landlock = 1;
  std::vector<int> fds;
  if (lie == "descriptors-with-hello") {
    fds.assign(sandbox::kMostMessageDescriptors, kControl);
  }
  const sandbox::Hello hello = {
      .version = std::string(Version()), .worker = "", .state = layers};
  Send(kControl, sandbox::EncodeHello(hello), fds);
}

// Carries no order out, and says that it has.
void Answer(std::string_view lie, Message* message) {
  UniqueFd reply = std::move(message->descriptors[0]);
  const UniqueFd notices = std::move(message->descriptors[1]);
  const std::vector<int> many(sandbox::kMostMessageDescriptors, reply.get());
  if (lie.starts_with("input-")) {
    Echo(lie, reply.get(), message->descriptors[2].get());
    Send(notices.get(), NoticeOf(Notice::Kind::kEnded), {});
    return;
  }
  WriteAll(reply.get(), "whole");
  if (lie == "descriptors-with-end") {
    Send(notices.get(), NoticeOf(Notice::Kind::kEnded), many);
    return;
  }
  if (lie == "descriptors-with-many-notices") {
    for (int i = 0; i < 100; ++i) {
      Send(notices.get(), NoticeOf(Notice::Kind::kKilled), many);
    }
  } else if (lie == "descriptor-with-nothing") {
    SendRaw(notices.get(), 0, reply.get());
  } else if (lie == "descriptor-with-too-much") {
    SendRaw(notices.get(), 2 * sandbox::kMostMessageBytes, reply.get());
  } else if (lie == "descriptors-unasked") {
    // Nobody reads there.
    sandbox::SendMessage(kControl, "x", many);
  } else if (lie == "shutdown-of-notices") {
    ::shutdown(notices.get(), SHUT_RDWR);
  } else if (lie == "shutdown-for-reading") {
    ::shutdown(notices.get(), SHUT_RD);
  } else if (lie == "shutdown-of-control") {
    ::shutdown(kControl, SHUT_RDWR);
  } else if (lie == "reply-kept-open") {
    ::fcntl(reply.get(), F_DUPFD, 100);
  }
  Send(notices.get(), NoticeOf(Notice::Kind::kEnded), {});
}

int Main(std::string_view name) {
  name.remove_prefix(name.rfind('/') + 1);
  ::signal(SIGPIPE, SIG_IGN);
  Greet(name);
  while (true) {
    std::optional<Message> order = sandbox::ReceiveMessage(kControl);
    if (!order.has_value() || order->descriptors.size() < 2) return 0;
    Answer(name, &*order);
  }
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int /*argc*/, char** argv) {
  return loadgate::testing_support::Main(*argv);
}
