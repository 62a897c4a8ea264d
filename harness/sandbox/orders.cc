#include "harness/sandbox/orders.h"

#include <cstddef>

#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate::sandbox {
namespace {

// Little-endian, as the Cursor reads.
template <typename T>
void Append(T value, std::string* out) {
  auto bits = static_cast<std::make_unsigned_t<T>>(value);
  for (size_t i = 0; i < sizeof(T); ++i) {
    out->push_back(static_cast<char>(bits & 0xff));
    if constexpr (sizeof(T) > 1) bits >>= 8;
  }
}

void AppendText(std::string_view text, std::string* out) {
  Append(static_cast<uint32_t>(text.size()), out);
  out->append(text);
}

bool ReadText(Cursor* in, size_t most, std::string* out) {
  uint32_t length = 0;
  ByteSpan bytes;
  if (!in->Read(&length) || length > most) return false;
  if (!in->ReadBytes(length, &bytes)) return false;
  out->assign(AsText(bytes));
  return true;
}

bool ReadBool(Cursor* in, bool* out) {
  uint8_t value = 0;
  if (!in->Read(&value) || value > 1) return false;
  *out = value == 1;
  return true;
}

bool ReadPolicy(Cursor* in, Policy* out) {
  uint8_t number = 0;
  if (!in->Read(&number)) return false;
  for (const Policy policy : kPolicies) {
    if (static_cast<uint8_t>(policy) != number) continue;
    *out = policy;
    return true;
  }
  return false;
}

bool ReadStep(Cursor* in, SetupStep* out) {
  uint8_t number = 0;
  if (!in->Read(&number)) return false;
  const auto step = static_cast<SetupStep>(number);
  if (SetupStepName(step) == "unknown") return false;
  *out = step;
  return true;
}

constexpr size_t kMostVersionBytes = 64;
constexpr size_t kMostWorkerBytes = 64;

}  // namespace

std::string EncodeHello(const Hello& hello) {
  std::string out;
  AppendText(hello.version, &out);
  AppendText(hello.worker, &out);
  if (const auto* failure = std::get_if<SetupFailure>(&hello.state)) {
    Append(uint8_t{0}, &out);
    Append(static_cast<uint8_t>(failure->step), &out);
    Append(int32_t{failure->error}, &out);
    return out;
  }
  const Layers& layers = std::get<Layers>(hello.state);
  Append(uint8_t{1}, &out);
  Append(int32_t{layers.landlock}, &out);
  Append(static_cast<uint8_t>(layers.no_new_code), &out);
  Append(static_cast<uint8_t>(layers.policy), &out);
  return out;
}

std::optional<Hello> DecodeHello(std::string_view message) {
  Cursor in(AsBytes(message));
  Hello hello;
  bool locked = false;
  if (!ReadText(&in, kMostVersionBytes, &hello.version)) return std::nullopt;
  if (!ReadText(&in, kMostWorkerBytes, &hello.worker)) return std::nullopt;
  if (!ReadBool(&in, &locked)) return std::nullopt;
  int32_t number = 0;
  if (locked) {
    Layers layers;
    if (!in.Read(&number) || !ReadBool(&in, &layers.no_new_code) ||
        !ReadPolicy(&in, &layers.policy)) {
      return std::nullopt;
    }
    layers.landlock = number;
    hello.state = layers;
  } else {
    SetupFailure failure;
    if (!ReadStep(&in, &failure.step) || !in.Read(&number)) return std::nullopt;
    failure.error = number;
    hello.state = failure;
  }
  if (in.remaining() != 0) return std::nullopt;
  return hello;
}

std::string EncodeOrder(const Order& order) {
  std::string out;
  Append(static_cast<uint8_t>(order.policy), &out);
  Append(order.limits.data_bytes, &out);
  Append(order.limits.stack_bytes, &out);
  Append(order.limits.cpu_seconds, &out);
  AppendText(order.task, &out);
  return out;
}

std::optional<Order> DecodeOrder(std::string_view message) {
  Cursor in(AsBytes(message));
  Order order;
  if (!ReadPolicy(&in, &order.policy) || !in.Read(&order.limits.data_bytes) ||
      !in.Read(&order.limits.stack_bytes) ||
      !in.Read(&order.limits.cpu_seconds) ||
      !ReadText(&in, kMostTaskBytes, &order.task) || in.remaining() != 0) {
    return std::nullopt;
  }
  return order;
}

std::string EncodeNotice(const Notice& notice) {
  std::string out;
  Append(static_cast<uint8_t>(notice.kind), &out);
  Append(static_cast<uint8_t>(notice.step), &out);
  Append(notice.value, &out);
  return out;
}

std::optional<Notice> DecodeNotice(std::string_view message) {
  Cursor in(AsBytes(message));
  Notice notice;
  uint8_t kind = 0;
  if (!in.Read(&kind) || kind < 1 || kind > 4 || !ReadStep(&in, &notice.step) ||
      !in.Read(&notice.value) || in.remaining() != 0) {
    return std::nullopt;
  }
  notice.kind = static_cast<Notice::Kind>(kind);
  return notice;
}

}  // namespace loadgate::sandbox
