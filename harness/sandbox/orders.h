// What the broker and the zygote say to each other.
//
// At its start the zygote says on its control socket whether it is locked
// (Hello). Then the broker sends orders there, each with its descriptors: the
// pipe for the reply, a socket of its own for this order, and the inputs. On
// that socket comes what became of the worker (Notice); when the broker closes
// it, or its own direction of it, the worker is killed.
//
// Both ends are the same build, and the broker's side of the zygote holds
// nothing that a file could have had a hand in. Messages are decoded with the
// Cursor all the same, and a wrong one ends the conversation.

#ifndef HARNESS_SANDBOX_ORDERS_H_
#define HARNESS_SANDBOX_ORDERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "harness/policy/policy.h"
#include "harness/sandbox/setup_step.h"
#include "harness/sandbox/worker_limits.h"

namespace loadgate::sandbox {

// The names of the programs that are zygotes.
inline constexpr std::string_view kJudgingWorker = "loadgate-worker";
inline constexpr std::string_view kCraftWorker = "loadgate-craft-worker";

// Layers is what was found to hold when the zygote tried it.
struct Layers {
  int landlock = 0;  // The version of Landlock's interface; 0 without it.
  bool no_new_code = false;  // Whether the kernel itself refuses new code.
  Policy policy = Policy::kRelease;  // What workers get, streams aside.
  bool operator==(const Layers&) const = default;
};

// Hello is the zygote's first message: its layers, or the step that failed.
struct Hello {
  std::string version;  // Of loadgate; a zygote of another is none.
  std::string worker;   // Which of its workers it makes; "" of a test's.
  std::variant<Layers, SetupFailure> state;
};

// Order asks for a worker.
struct Order {
  Policy policy = Policy::kRelease;
  WorkerLimits limits = {};
  // What the worker is to do; the sandbox does not look into it. At most
  // kMostTaskBytes.
  std::string task;
};
inline constexpr size_t kMostTaskBytes = 24 * 1024;

// The most inputs that come with an order, as descriptors of one message.
inline constexpr size_t kMostOrderInputs = 248;

// Notice is what became of an order.
struct Notice {
  enum class Kind : uint8_t {
    kNotStarted = 1,   // fork failed; `value` is the errno.
    kSetupFailed = 2,  // `step` failed; `value` is the errno. An end follows.
    kEnded = 3,        // `value` is the status as wait(2) gives it.
    kKilled = 4,       // The broker has turned away. An end follows.
  };
  Kind kind = Kind::kEnded;
  SetupStep step = SetupStep::kArchitecture;
  int32_t value = 0;
};

// EncodeHello, EncodeOrder and EncodeNotice return the message.
std::string EncodeHello(const Hello& hello);
std::string EncodeOrder(const Order& order);
std::string EncodeNotice(const Notice& notice);

// DecodeHello, DecodeOrder and DecodeNotice return nullopt for what the others
// do not make.
std::optional<Hello> DecodeHello(std::string_view message);
std::optional<Order> DecodeOrder(std::string_view message);
std::optional<Notice> DecodeNotice(std::string_view message);

}  // namespace loadgate::sandbox

#endif  // HARNESS_SANDBOX_ORDERS_H_
