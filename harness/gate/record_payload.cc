#include "harness/gate/record_payload.h"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/gate/frame_fields.h"
#include "loadgate/check.h"
#include "loadgate/finding.h"

namespace loadgate {
namespace {

// A number as its bits, which are looked at before it is one.
template <typename Float, typename Bits>
Float FloatOf(FrameFields& fields, Bits nan) {
  const auto bits = fields.Number<Bits>();
  const auto number = std::bit_cast<Float>(bits);
  if (std::isnan(number) && bits != nan) fields.Fail(ReplyState::kNotCanonical);
  return number;
}

TextPiece Piece(FrameFields& fields) {
  std::string bytes = fields.Text(kMaxTextPiece);
  return TextPiece{.bytes = std::move(bytes),
                   .left = fields.Number<uint64_t>()};
}

ScalarValue Value(FrameFields& fields) {
  switch (static_cast<ValueKind>(fields.Number<uint8_t>())) {
    case ValueKind::kU64:
      return fields.Number<uint64_t>();
    case ValueKind::kI64:
      return fields.Number<int64_t>();
    case ValueKind::kF32:
      return FloatOf<float>(fields, kNan32);
    case ValueKind::kF64:
      return FloatOf<double>(fields, kNan64);
    case ValueKind::kBool:
      return fields.Flag();
    case ValueKind::kText:
      return Piece(fields);
  }
  fields.Fail(ReplyState::kUnknownValueKind);
  return false;
}

Record Format(FrameFields& fields) {
  FormatRecord record;
  record.format = fields.Text(kMaxWord);
  record.size = fields.MaybeNumber();
  record.expected_size = fields.MaybeNumber();
  return record;
}

Record HeaderDigest(FrameFields& fields) {
  HeaderRecord record;
  record.bytes = fields.Number<uint64_t>();
  for (uint8_t& byte : record.sha256) byte = fields.Number<uint8_t>();
  return record;
}

Record File(FrameFields& fields) {
  FileRecord record;
  record.number = fields.Number<uint32_t>();
  record.size = fields.Number<uint64_t>();
  record.bytes = fields.Number<uint64_t>();
  for (uint8_t& byte : record.sha256) byte = fields.Number<uint8_t>();
  return record;
}

Record ShardName(FrameFields& fields) {
  ShardNameRecord record{.name = fields.Text(kMaxShardName)};
  if (record.name.empty()) fields.Fail(ReplyState::kTextTooShort);
  return record;
}

Record Fact(FrameFields& fields) {
  SummaryFact record;
  record.group = fields.Text(kMaxWord);
  record.name = fields.Text(kMaxWord);
  const auto kind = fields.Number<uint8_t>();
  if (kind > 1) fields.Fail(ReplyState::kUnknownValueKind);
  if (kind == 0) {
    record.value = fields.Number<uint64_t>();
  } else {
    record.value = fields.Text(kMaxWord);
  }
  return record;
}

Record KeyValue(FrameFields& fields) {
  KeyValueRecord record;
  record.key = fields.Text(kMaxKey);
  record.key_left = fields.Number<uint64_t>();
  record.type = fields.Text(kMaxWord);
  const std::optional<uint64_t> count = fields.MaybeNumber();
  record.is_array = count.has_value();
  record.count = count.value_or(1);
  record.offset = fields.Number<uint64_t>();
  record.bytes = fields.Number<uint64_t>();
  record.file = fields.MaybeNumber<uint32_t>();
  return record;
}

Record Chunk(FrameFields& fields) {
  ArrayChunk record;
  record.joins = fields.Flag();
  const uint32_t count = fields.Count(kMaxChunkValues, kMinValueBytes);
  if (count == 0) fields.Fail(ReplyState::kNotCanonical);
  record.values.reserve(count);
  for (uint32_t i = 0; i < count && fields.ok(); ++i) {
    record.values.push_back(Value(fields));
  }
  return record;
}

Record Tensor(FrameFields& fields) {
  TensorRecord record;
  record.name = fields.Text(kMaxTensorName);
  record.name_left = fields.Number<uint64_t>();
  record.type = fields.Text(kMaxWord);
  if (fields.Flag()) {
    const uint32_t count = fields.Count(kMaxDimensions, sizeof(uint64_t));
    std::vector<uint64_t>& shape = record.shape.emplace(count);
    for (uint64_t& dimension : shape) dimension = fields.Number<uint64_t>();
  }
  record.shape_left = fields.Number<uint64_t>();
  if (!record.shape.has_value() && record.shape_left != 0) {
    fields.Fail(ReplyState::kNotCanonical);
  }
  record.info_offset = fields.Number<uint64_t>();
  record.data_offset = fields.MaybeNumber();
  record.bytes = fields.MaybeNumber();
  record.file = fields.MaybeNumber<uint32_t>();
  return record;
}

Record Region(FrameFields& fields) {
  RegionRecord record;
  record.kind = fields.Text(kMaxWord);
  record.begin = fields.Number<uint64_t>();
  record.end = fields.Number<uint64_t>();
  return record;
}

// The codes and severities are compared as numbers before they are any.
Record OneFinding(FrameFields& fields) {
  const auto code = fields.Number<uint16_t>();
  const auto severity = fields.Number<uint8_t>();
  if (code >= AllRules().size()) {
    fields.Fail(ReplyState::kUnknownCode);
  } else if (severity > static_cast<uint8_t>(Severity::kNote)) {
    fields.Fail(ReplyState::kUnknownSeverity);
  } else if (severity != static_cast<uint8_t>(AllRules()[code].severity)) {
    fields.Fail(ReplyState::kSeverityMismatch);
  }
  const Rule& rule = AllRules()[fields.ok() ? code : 0];
  Finding record{.code = rule.code,
                 .severity = rule.severity,
                 .offset = fields.Number<uint64_t>(),
                 .where = {},
                 .message = {}};
  record.where = fields.Text(kMaxWhere);
  record.message = fields.Text(kMaxMessage);
  return record;
}

Record End(FrameFields& fields) {
  const auto verdict = fields.Number<uint8_t>();
  if (verdict > static_cast<uint8_t>(Verdict::kUndecided)) {
    fields.Fail(ReplyState::kUnknownVerdict);
  }
  EndRecord record;
  if (fields.ok()) record.verdict = static_cast<Verdict>(verdict);
  record.omitted = fields.Number<uint64_t>();
  return record;
}

Record Decode(FrameType type, FrameFields& fields) {
  switch (type) {
    case FrameType::kFormat:
      return Format(fields);
    case FrameType::kHeaderDigest:
      return HeaderDigest(fields);
    case FrameType::kSummaryFact:
      return Fact(fields);
    case FrameType::kKeyValue:
      return KeyValue(fields);
    case FrameType::kArrayChunk:
      return Chunk(fields);
    case FrameType::kTensor:
      return Tensor(fields);
    case FrameType::kRegion:
      return Region(fields);
    case FrameType::kFinding:
      return OneFinding(fields);
    case FrameType::kEnd:
      return End(fields);
    case FrameType::kShardName:
      return ShardName(fields);
    case FrameType::kFile:
      return File(fields);
    case FrameType::kProbeBytes:
      break;
  }
  LG_CHECK(false);
}

}  // namespace

ReplyState DecodePayload(FrameType type, ByteSpan payload, Record* out) {
  FrameFields fields(payload);
  Record record = Decode(type, fields);
  const ReplyState state = fields.End();
  if (state == ReplyState::kGoingOn) *out = std::move(record);
  return state;
}

}  // namespace loadgate
