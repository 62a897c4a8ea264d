#include "harness/sandbox/orders.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loadgate::sandbox {
namespace {

// What a message decodes to, encoded again; nullopt where it is none.
using Again = std::function<std::optional<std::string>(std::string_view)>;

std::optional<std::string> HelloAgain(std::string_view message) {
  const auto hello = DecodeHello(message);
  if (!hello.has_value()) return std::nullopt;
  return EncodeHello(*hello);
}
std::optional<std::string> OrderAgain(std::string_view message) {
  const auto order = DecodeOrder(message);
  if (!order.has_value()) return std::nullopt;
  return EncodeOrder(*order);
}
std::optional<std::string> NoticeAgain(std::string_view message) {
  const auto notice = DecodeNotice(message);
  if (!notice.has_value()) return std::nullopt;
  return EncodeNotice(*notice);
}

// Every prefix and every message with more behind it is refused; every changed
// byte is refused or makes another message, never the same one. Returns how
// many changes made a message.
size_t CheckEveryChange(const std::string& message, const Again& again) {
  EXPECT_EQ(again(message), message);
  for (size_t length = 0; length < message.size(); ++length) {
    EXPECT_EQ(again(message.substr(0, length)), std::nullopt) << length;
  }
  EXPECT_EQ(again(message + '\0'), std::nullopt);
  size_t messages = 0;
  for (size_t at = 0; at < message.size(); ++at) {
    for (int change = 1; change < 256; ++change) {
      std::string changed = message;
      changed[at] = static_cast<char>(changed[at] ^ change);
      const auto other = again(changed);
      if (!other.has_value()) continue;
      EXPECT_EQ(*other, changed) << at;
      ++messages;
    }
  }
  return messages;
}

TEST(OrdersTest, AHelloWithLayersSurvivesAndEveryChangeIsSeen) {
  const Hello hello = {
      .version = "1.2.3",
      .worker = "w",
      .state =
          Layers{.landlock = 7, .no_new_code = true, .policy = Policy::kTrace}};
  const auto decoded = DecodeHello(EncodeHello(hello));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->version, "1.2.3");
  EXPECT_EQ(decoded->worker, "w");
  EXPECT_EQ(std::get<Layers>(decoded->state), std::get<Layers>(hello.state));
  // Six letters and a number that may be any, a yes that may be no, and four
  // policies.
  EXPECT_EQ(CheckEveryChange(EncodeHello(hello), HelloAgain),
            (6 + 4) * 255u + 1 + 3);
}

TEST(OrdersTest, AHelloWithAFailureSurvivesAndEveryChangeIsSeen) {
  const Hello hello = {.version = "",
                       .worker = "",
                       .state = SetupFailure{SetupStep::kLandlock, -1}};
  const auto decoded = DecodeHello(EncodeHello(hello));
  ASSERT_TRUE(decoded.has_value());
  const auto& failure = std::get<SetupFailure>(decoded->state);
  EXPECT_EQ(failure.step, SetupStep::kLandlock);
  EXPECT_EQ(failure.error, -1);
  EXPECT_EQ(CheckEveryChange(EncodeHello(hello), HelloAgain), 4 * 255u + 8);
}

TEST(OrdersTest, AnOrderSurvivesAndEveryChangeIsSeen) {
  const Order order = {.policy = Policy::kStream,
                       .limits = {.data_bytes = uint64_t{1} << 40,
                                  .stack_bytes = 12345,
                                  .cpu_seconds = ~uint64_t{0}},
                       .task = std::string("a\0b", 3)};
  const auto decoded = DecodeOrder(EncodeOrder(order));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->policy, Policy::kStream);
  EXPECT_EQ(decoded->limits.data_bytes, uint64_t{1} << 40);
  EXPECT_EQ(decoded->limits.stack_bytes, 12345u);
  EXPECT_EQ(decoded->limits.cpu_seconds, ~uint64_t{0});
  EXPECT_EQ(decoded->task, std::string("a\0b", 3));
  EXPECT_EQ(CheckEveryChange(EncodeOrder(order), OrderAgain),
            (24 + 3) * 255u + 3);
}

TEST(OrdersTest, ANoticeSurvivesAndEveryChangeIsSeen) {
  for (const auto kind : {Notice::Kind::kNotStarted, Notice::Kind::kSetupFailed,
                          Notice::Kind::kEnded, Notice::Kind::kKilled}) {
    const Notice notice = {
        .kind = kind, .step = SetupStep::kSelfTest, .value = -2};
    const auto decoded = DecodeNotice(EncodeNotice(notice));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->kind, kind);
    EXPECT_EQ(decoded->step, SetupStep::kSelfTest);
    EXPECT_EQ(decoded->value, -2);
    EXPECT_EQ(CheckEveryChange(EncodeNotice(notice), NoticeAgain),
              4 * 255u + 3 + 8);
  }
}

TEST(OrdersTest, ATextOfTheLargestSizeIsTakenAndALongerOneIsNot) {
  Order order;
  order.task.assign(kMostTaskBytes, 't');
  EXPECT_TRUE(OrderAgain(EncodeOrder(order)).has_value());
  order.task.push_back('t');
  EXPECT_FALSE(OrderAgain(EncodeOrder(order)).has_value());
  Hello hello = {.version = std::string(64, 'v'),
                 .worker = std::string(64, 'w'),
                 .state = Layers()};
  EXPECT_TRUE(HelloAgain(EncodeHello(hello)).has_value());
  hello.version.push_back('v');
  EXPECT_FALSE(HelloAgain(EncodeHello(hello)).has_value());
  hello.version.pop_back();
  hello.worker.push_back('w');
  EXPECT_FALSE(HelloAgain(EncodeHello(hello)).has_value());
}

TEST(OrdersTest, ALengthThatPromisesMoreThanThereIsIsRefused) {
  std::string order = EncodeOrder({.task = "task"});
  const size_t length_at = order.size() - 4 - 4;
  order[length_at + 3] = '\x7f';
  EXPECT_FALSE(DecodeOrder(order).has_value());
}

}  // namespace
}  // namespace loadgate::sandbox
