#include "harness/sandbox/message_socket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "loadgate/check.h"

namespace loadgate::sandbox {
namespace {

constexpr size_t kControlBytes =
    CMSG_SPACE(sizeof(int) * kMostMessageDescriptors);

// Aligned as CMSG_FIRSTHDR wants it.
union ControlBuffer {
  cmsghdr header;
  std::array<char, kControlBytes> bytes;
};

std::vector<UniqueFd> TakeDescriptors(msghdr* message) {
  std::vector<UniqueFd> taken;
  for (cmsghdr* header = CMSG_FIRSTHDR(message); header != nullptr;
       header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) {
      continue;
    }
    std::vector<int> numbers((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(numbers.data(), CMSG_DATA(header),
                numbers.size() * sizeof(int));
    for (const int number : numbers) taken.emplace_back(number);
  }
  return taken;
}

// How many bytes the next message has, waiting for it if need be; -1 on an
// error. It stays where it is.
ssize_t LengthOfNext(int socket) {
  ssize_t length = -1;
  do {
    length = ::recv(socket, nullptr, 0, MSG_PEEK | MSG_TRUNC);
  } while (length < 0 && errno == EINTR);
  return length;
}

}  // namespace

std::pair<UniqueFd, UniqueFd> MakeSocketPair() {
  std::array<int, 2> ends = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) !=
      0) {
    return std::pair<UniqueFd, UniqueFd>();
  }
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

int SendMessage(int socket, std::string_view bytes,
                std::span<const int> descriptors) {
  LG_CHECK(!bytes.empty() && bytes.size() <= kMostMessageBytes);
  LG_CHECK(descriptors.size() <= kMostMessageDescriptors);
  iovec part = {const_cast<char*>(bytes.data()), bytes.size()};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  ControlBuffer control = {};
  if (!descriptors.empty()) {
    const size_t size = descriptors.size_bytes();
    message.msg_control = control.bytes.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), descriptors.data(), size);
  }
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
  } while (sent < 0 && errno == EINTR);
  return sent < 0 ? errno : 0;
}

std::optional<Message> ReceiveMessage(int socket) {
  // A buffer for the longest one would cost each of many short ones the pages
  // that a fork shares.
  const ssize_t next = LengthOfNext(socket);
  if (next < 0) return std::nullopt;
  Message received;
  received.bytes.resize(std::min(static_cast<size_t>(next), kMostMessageBytes));
  iovec part = {received.bytes.data(), received.bytes.size()};
  ControlBuffer control = {};
  msghdr message = {};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes.data();
  message.msg_controllen = control.bytes.size();
  ssize_t length = -1;
  do {
    length = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (length < 0 && errno == EINTR);
  if (length < 0) return std::nullopt;
  received.descriptors = TakeDescriptors(&message);
  if ((message.msg_flags & MSG_TRUNC) != 0) {
    errno = EMSGSIZE;
    return std::nullopt;
  }
  received.cut = (message.msg_flags & MSG_CTRUNC) != 0;
  received.bytes.resize(static_cast<size_t>(length));
  return received;
}

}  // namespace loadgate::sandbox
