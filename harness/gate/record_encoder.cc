#include "harness/gate/record_encoder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "harness/gate/frame_writer.h"
#include "harness/gate/reply_format.h"
#include "harness/gate/text_pieces.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

constexpr std::string_view kEllipsis = "...";

// Every record with all its texts at their caps fits a frame: 64 bytes are more
// than the numbers of any take.
static_assert(kMaxKey + kMaxWord + 64 <= kMaxPayload);
static_assert(kMaxTensorName + 8 * kMaxDimensions + kMaxWord + 64 <=
              kMaxPayload);
static_assert(kMaxWhere + kMaxMessage + 64 <= kMaxPayload);
static_assert(kMaxTextPiece + 64 <= kMaxPayload);

template <typename T>
void PutMaybe(const std::optional<T>& value, std::string* out) {
  PutByte(value.has_value() ? 1 : 0, out);
  if (value.has_value()) PutNumber(*value, out);
}

// The front part of a text, and how much is missing of it.
void PutFront(std::string_view text, uint32_t most, uint64_t left,
              std::string* out) {
  const std::string_view front = text.substr(0, WholeCharacters(text, most));
  PutText(front, out);
  PutNumber(SaturatingAdd(left, text.size() - front.size()), out);
}

// A text of which what is too long ends in an ellipsis.
void PutShort(std::string_view text, uint32_t most, std::string* out) {
  if (text.size() <= most) {
    PutText(text, out);
    return;
  }
  std::string cut(text.substr(0, WholeCharacters(text, most - 3)));
  cut += kEllipsis;
  PutText(cut, out);
}

// One value that is no text.
void PutScalar(const ScalarValue& value, std::string* out) {
  if (const auto* u64 = std::get_if<uint64_t>(&value)) {
    PutByte(static_cast<uint8_t>(ValueKind::kU64), out);
    PutNumber(*u64, out);
  } else if (const auto* i64 = std::get_if<int64_t>(&value)) {
    PutByte(static_cast<uint8_t>(ValueKind::kI64), out);
    PutNumber(std::bit_cast<uint64_t>(*i64), out);
  } else if (const auto* f32 = std::get_if<float>(&value)) {
    PutByte(static_cast<uint8_t>(ValueKind::kF32), out);
    PutNumber(std::isnan(*f32) ? kNan32 : std::bit_cast<uint32_t>(*f32), out);
  } else if (const auto* f64 = std::get_if<double>(&value)) {
    PutByte(static_cast<uint8_t>(ValueKind::kF64), out);
    PutNumber(std::isnan(*f64) ? kNan64 : std::bit_cast<uint64_t>(*f64), out);
  } else if (const auto* flag = std::get_if<bool>(&value)) {
    PutByte(static_cast<uint8_t>(ValueKind::kBool), out);
    PutByte(*flag ? 1 : 0, out);
  }
}

void PutPiece(std::string_view text, uint64_t left, std::string* out) {
  PutByte(static_cast<uint8_t>(ValueKind::kText), out);
  PutText(text, out);
  PutNumber(left, out);
}

// The frames of one ArrayChunk.
class ChunkWriter {
 public:
  ChunkWriter(bool joins, std::string* out) : joins_(joins), out_(*out) {}

  void Add(const ScalarValue& value) {
    std::string bytes;
    if (const auto* piece = std::get_if<TextPiece>(&value)) {
      std::string_view text = AddAllButLast(*piece);
      PutPiece(text, piece->left, &bytes);
    } else {
      PutScalar(value, &bytes);
    }
    AddBytes(bytes);
  }

  void Flush() {
    if (count_ == 0) return;
    const FrameWriter frame(FrameType::kArrayChunk, &out_);
    PutByte(joins_ ? 1 : 0, &out_);
    PutNumber(count_, &out_);
    out_ += values_;
    values_.clear();
    count_ = 0;
    joins_ = false;
  }

 private:
  // Sends a text that is too long for one piece but for its last part, which it
  // returns.
  std::string_view AddAllButLast(const TextPiece& piece) {
    std::string_view text = piece.bytes;
    while (text.size() > kMaxTextPiece) {
      const size_t length = WholeCharacters(text, kMaxTextPiece);
      std::string bytes;
      PutPiece(text.substr(0, length),
               SaturatingAdd(piece.left, text.size() - length), &bytes);
      AddBytes(bytes);
      Flush();
      joins_ = true;
      text.remove_prefix(length);
    }
    return text;
  }

  void AddBytes(std::string_view value) {
    constexpr size_t kRoom = kMaxPayload - sizeof(uint8_t) - sizeof(uint32_t);
    if (count_ == kMaxChunkValues || value.size() > kRoom - values_.size()) {
      Flush();
    }
    values_ += value;
    ++count_;
  }

  bool joins_;
  std::string& out_;
  std::string values_;
  uint32_t count_ = 0;
};

void Encode(const FormatRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kFormat, out);
  PutShort(record.format, kMaxWord, out);
  PutMaybe(record.size, out);
  PutMaybe(record.expected_size, out);
}

void Encode(const HeaderRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kHeaderDigest, out);
  PutNumber(record.bytes, out);
  for (const uint8_t byte : record.sha256) PutByte(byte, out);
}

void Encode(const FileRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kFile, out);
  PutNumber(record.number, out);
  PutNumber(record.size, out);
  PutNumber(record.bytes, out);
  for (const uint8_t byte : record.sha256) PutByte(byte, out);
}

void Encode(const ShardNameRecord& record, std::string* out) {
  LG_CHECK(!record.name.empty() && record.name.size() <= kMaxShardName);
  const FrameWriter frame(FrameType::kShardName, out);
  PutText(record.name, out);
}

void Encode(const SummaryFact& record, std::string* out) {
  const FrameWriter frame(FrameType::kSummaryFact, out);
  PutShort(record.group, kMaxWord, out);
  PutShort(record.name, kMaxWord, out);
  const auto* number = std::get_if<uint64_t>(&record.value);
  PutByte(number != nullptr ? 0 : 1, out);
  if (number != nullptr) {
    PutNumber(*number, out);
  } else {
    PutShort(std::get<std::string>(record.value), kMaxWord, out);
  }
}

void Encode(const KeyValueRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kKeyValue, out);
  PutFront(record.key, kMaxKey, record.key_left, out);
  PutShort(record.type, kMaxWord, out);
  PutMaybe(record.is_array ? std::optional(record.count) : std::nullopt, out);
  PutNumber(record.offset, out);
  PutNumber(record.bytes, out);
  PutMaybe(record.file, out);
}

void Encode(const ArrayChunk& record, std::string* out) {
  ChunkWriter writer(record.joins, out);
  for (const ScalarValue& value : record.values) writer.Add(value);
  writer.Flush();
}

// Dimensions that are not sent are counted.
void PutShape(const TensorRecord& record, std::string* out) {
  PutByte(record.shape.has_value() ? 1 : 0, out);
  uint64_t left = 0;
  if (record.shape.has_value()) {
    const std::span<const uint64_t> shape = *record.shape;
    const size_t sent = std::min<size_t>(shape.size(), kMaxDimensions);
    left = SaturatingAdd(record.shape_left, shape.size() - sent);
    PutNumber(static_cast<uint32_t>(sent), out);
    for (const uint64_t dimension : shape.first(sent)) {
      PutNumber(dimension, out);
    }
  }
  PutNumber(left, out);
}

void Encode(const TensorRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kTensor, out);
  PutFront(record.name, kMaxTensorName, record.name_left, out);
  PutShort(record.type, kMaxWord, out);
  PutShape(record, out);
  PutNumber(record.info_offset, out);
  PutMaybe(record.data_offset, out);
  PutMaybe(record.bytes, out);
  PutMaybe(record.file, out);
}

void Encode(const RegionRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kRegion, out);
  PutShort(record.kind, kMaxWord, out);
  PutNumber(record.begin, out);
  PutNumber(record.end, out);
}

void Encode(const Finding& record, std::string* out) {
  const FrameWriter frame(FrameType::kFinding, out);
  PutNumber(static_cast<uint16_t>(record.code), out);
  PutByte(static_cast<uint8_t>(record.severity), out);
  PutNumber(record.offset, out);
  PutShort(record.where, kMaxWhere, out);
  PutShort(record.message, kMaxMessage, out);
}

void Encode(const EndRecord& record, std::string* out) {
  const FrameWriter frame(FrameType::kEnd, out);
  PutByte(static_cast<uint8_t>(record.verdict), out);
  PutNumber(record.omitted, out);
}

}  // namespace

void EncodeRecord(const Record& record, std::string* out) {
  std::visit([out](const auto& r) { Encode(r, out); }, record);
}

}  // namespace loadgate
