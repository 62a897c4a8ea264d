#include "harness/set_task.h"

#include <cstddef>

#include "harness/gate/frame_writer.h"
#include "harness/sandbox/orders.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

// The first byte; EncodeTask's is flags, of which this is none.
constexpr uint8_t kSetTask = 0x80;

constexpr size_t kMostStem = 255;
constexpr size_t kMostDigits = 6;

// The two extensions that numbered names have.
constexpr std::string_view kGguf = ".gguf";
constexpr std::string_view kSafetensors = ".safetensors";

void PutNames(const NumberedSet& names, std::string* out) {
  PutNumber(names.count, out);
  PutByte(static_cast<uint8_t>(names.digits), out);
  PutByte(names.is_gguf() ? 1 : 0, out);
  PutText(names.stem, out);
}

bool ReadText(Cursor* in, size_t most, std::string* out) {
  uint32_t length = 0;
  ByteSpan bytes;
  if (!in->Read(&length) || length > most || !in->ReadBytes(length, &bytes)) {
    return false;
  }
  *out = AsText(bytes);
  return true;
}

bool ReadNames(Cursor* in, NumberedSet* names) {
  uint8_t digits = 0;
  uint8_t is_gguf = 0;
  const bool whole = in->Read(&names->count) && in->Read(&digits) &&
                     in->Read(&is_gguf) &&
                     ReadText(in, kMostStem, &names->stem);
  names->digits = digits;
  names->extension = is_gguf == 1 ? kGguf : kSafetensors;
  return whole && is_gguf <= 1 && digits >= 1 && digits <= kMostDigits &&
         names->count >= 1;
}

// The shards' numbers rise, and are numbers that the names have.
bool ReadShards(Cursor* in, SetRequest* request) {
  uint32_t count = 0;
  if (!in->Read(&count) || count > sandbox::kMostOrderInputs) return false;
  const bool by_name = request->names.has_value();
  uint64_t least = by_name ? 1 : 0;
  for (uint32_t i = 0; i < count; ++i) {
    SetShard shard;
    if (!in->Read(&shard.number) || !in->Read(&shard.size)) return false;
    const bool is_one = shard.number >= least &&
                        (!by_name || shard.number <= request->names->count);
    if (!is_one) return false;
    least = uint64_t{shard.number} + 1;
    request->shards.push_back(shard);
  }
  return true;
}

}  // namespace

ReplyLimits LimitsOf(const SetRequest& request) {
  const auto files = static_cast<uint32_t>(request.file_count());
  if (!request.options.inspect) {
    return SetReply(request.options.limits.findings, files);
  }
  ReplyLimits limits = LimitsOf(request.options);
  limits.files = files;
  return limits;
}

std::string EncodeSetTask(const SetRequest& request) {
  std::string out;
  PutByte(kSetTask, &out);
  PutByte(request.names.has_value() ? 1 : 0, &out);
  if (request.names.has_value()) PutNames(*request.names, &out);
  PutNumber(static_cast<uint32_t>(request.shards.size()), &out);
  for (const SetShard& shard : request.shards) {
    PutNumber(shard.number, &out);
    PutNumber(shard.size, &out);
  }
  return out + EncodeTask(request.options);
}

std::optional<SetRequest> DecodeSetTask(std::string_view task) {
  Cursor in(AsBytes(task));
  SetRequest request;
  uint8_t kind = 0;
  uint8_t has_names = 0;
  if (!in.Read(&kind) || kind != kSetTask || !in.Read(&has_names) ||
      has_names > 1) {
    return std::nullopt;
  }
  if (has_names == 1) {
    request.names.emplace();
    if (!ReadNames(&in, &*request.names)) return std::nullopt;
  }
  if (!ReadShards(&in, &request) || request.file_count() == 0) {
    return std::nullopt;
  }
  auto options = DecodeTask(AsText(in.rest()));
  if (!options.has_value() || options->names ||
      options->size.has_value() != !request.names.has_value()) {
    return std::nullopt;
  }
  request.options = *std::move(options);
  return request;
}

}  // namespace loadgate
