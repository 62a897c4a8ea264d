// Messages with descriptors over a socket that keeps their borders.
//
// Between the broker and the zygote, on sockets of the kind AF_UNIX,
// SOCK_SEQPACKET. Neither end waits for the other: both poll.

#ifndef HARNESS_SANDBOX_MESSAGE_SOCKET_H_
#define HARNESS_SANDBOX_MESSAGE_SOCKET_H_

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "loadgate/unique_fd.h"

namespace loadgate::sandbox {

// The longest message, and the most descriptors that one carries: the kernel's
// own bound is 253.
inline constexpr size_t kMostMessageBytes = 32 * 1024;
inline constexpr size_t kMostMessageDescriptors = 250;

// MakeSocketPair returns two ends that exec closes, or two closed ones, with
// errno set.
std::pair<UniqueFd, UniqueFd> MakeSocketPair();

// SendMessage sends `bytes`, at least one, and copies of `descriptors`. It
// returns 0 or an errno, and never waits: a reader that is gone is EPIPE and no
// signal, and one that does not read is EAGAIN.
int SendMessage(int socket, std::string_view bytes,
                std::span<const int> descriptors = {});

// Message is what came. `bytes` is empty when the other end is closed. Where
// the process could not hold all descriptors, or more came than a message may
// carry, the first ones are there and `cut` is set.
struct Message {
  std::string bytes;
  std::vector<UniqueFd> descriptors;
  bool cut = false;
};

// ReceiveMessage takes one message, waiting for it if need be. It returns
// nullopt on an error, and with EMSGSIZE in errno for a message that is too
// long, the descriptors of which are closed.
std::optional<Message> ReceiveMessage(int socket);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_MESSAGE_SOCKET_H_
