#include "harness/worker_task.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "harness/gate/frame_writer.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

constexpr size_t kMostName = 255;

// What a flag is set for.
enum Flags : uint8_t { kHasSize = 1, kInspect = 2, kAllValues = 4, kNames = 8 };
constexpr uint8_t kAllFlags = kHasSize | kInspect | kAllValues | kNames;

// The limits in the order in which they are sent.
template <typename LimitsType, typename Visit>
void ForEachLimit(LimitsType& limits, Visit visit) {
  visit(limits.header_bytes);
  visit(limits.key_values);
  visit(limits.tensors);
  visit(limits.safetensors_tensors);
  visit(limits.metadata_pairs);
  visit(limits.shards);
  visit(limits.probes);
  visit(limits.probe_bytes);
  visit(limits.findings);
  visit(limits.findings_per_code);
}

// The name behind the last slash; of a longer one the end, where the extension
// is.
std::string_view FileName(std::string_view path) {
  path.remove_prefix(path.rfind('/') + 1);
  return path.substr(path.size() - std::min(path.size(), kMostName));
}

}  // namespace

ReplyLimits LimitsOf(const WorkerRequest& request) {
  if (request.names) return NamesReply(request.limits.findings);
  ReplyLimits limits = CheckReply(request.limits.findings);
  if (!request.inspect) return limits;
  limits.verb = ReplyVerb::kInspect;
  limits.records = request.reply_records;
  limits.bytes = request.reply_bytes;
  return limits;
}

std::string EncodeTask(const WorkerRequest& request) {
  std::string out;
  uint8_t flags = 0;
  if (request.size.has_value()) flags |= kHasSize;
  if (request.inspect) flags |= kInspect;
  if (request.all_values) flags |= kAllValues;
  if (request.names) flags |= kNames;
  PutByte(flags, &out);
  PutNumber(request.size.value_or(0), &out);
  ForEachLimit(request.limits,
               [&out](const auto& limit) { PutNumber(uint64_t{limit}, &out); });
  PutNumber(request.reply_records, &out);
  PutNumber(request.reply_bytes, &out);
  out.append(FileName(request.name));
  return out;
}

std::optional<WorkerRequest> DecodeTask(std::string_view task) {
  Cursor in(AsBytes(task));
  WorkerRequest request;
  uint8_t flags = 0;
  uint64_t size = 0;
  bool whole = in.Read(&flags) && in.Read(&size) && (flags & ~kAllFlags) == 0;
  ForEachLimit(request.limits, [&in, &whole](auto& limit) {
    uint64_t value = 0;
    whole = whole && in.Read(&value);
    limit = static_cast<std::remove_reference_t<decltype(limit)>>(value);
    whole = whole && limit == value;
  });
  whole =
      whole && in.Read(&request.reply_records) && in.Read(&request.reply_bytes);
  if (!whole || in.remaining() > kMostName) return std::nullopt;
  if ((flags & kHasSize) != 0) {
    request.size = size;
  } else if (size != 0) {
    return std::nullopt;
  }
  request.inspect = (flags & kInspect) != 0;
  request.all_values = (flags & kAllValues) != 0;
  request.names = (flags & kNames) != 0;
  request.name = AsText(in.rest());
  return request;
}

}  // namespace loadgate
