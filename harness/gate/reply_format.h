// The form of a reply on its way from a worker to the broker, in one place.
//
// A reply is a stream of frames, one a record, without anything between:
//
//   type u8 | length u32, at most kMaxPayload | payload of that length
//
// Numbers are little-endian. In a payload the record's fields follow each other
// in the order below; a text is a u32 and so many bytes, raw; `?x` is a byte 0,
// or a byte 1 and x. Every record has one form and no other is taken, so that
// a reply that is accepted is, byte for byte, what encoding its records gives.
//
//   format          format text, ?size u64, ?expected_size u64
//   header digest   bytes u64, 32 bytes
//   summary fact    group text, name text, kind u8 (0 number u64, 1 text)
//   file            number u32, size u64, bytes u64, 32 bytes
//   key-value       key text, key_left u64, type text, ?count u64 (an array has
//                   one), offset u64, bytes u64, ?file u32
//   array chunk     joins u8, count u32 (not 0), values
//   tensor          name text, name_left u64, type text, ?(count u32,
//                   dimensions u64), shape_left u64 (0 without a shape),
//                   info_offset u64, ?data_offset u64, ?bytes u64, ?file u32
//   region          kind text, begin u64, end u64
//   shard name      name text (not empty)
//   finding         code u16, severity u8, offset u64, where text, message text
//   end             verdict u8, omitted u64
//
// A value is a ValueKind and: u64, i64, f32, f64, a byte 0 or 1, or a text and
// `left` u64. No number that is NaN has other bits than the ones of kNan32 and
// kNan64. Codes are positions in finding_codes.def: both ends are of one build.

#ifndef HARNESS_GATE_REPLY_FORMAT_H_
#define HARNESS_GATE_REPLY_FORMAT_H_

#include <array>
#include <cstddef>
#include <cstdint>

namespace loadgate {

// FrameType is the first byte of a frame. 0 is none, so that zeros are no
// reply; 9 and 10 have been others, and are none now.
enum class FrameType : uint8_t {
  kFormat = 1,
  kHeaderDigest = 2,
  kSummaryFact = 3,
  kKeyValue = 4,
  kArrayChunk = 5,
  kTensor = 6,
  kRegion = 7,
  kFinding = 8,
  kEnd = 11,
  // Reserved for sets of files, and refused.
  kProbeBytes = 12,
  kShardName = 13,
  kFile = 14,
};

// ReplyVerb is what a worker was asked.
enum class ReplyVerb : uint8_t {
  kCheck,    // To judge.
  kInspect,  // To judge, and to say what there is.
  kNames,    // To judge an index, and to say which files it lists.
};

// FrameRule is what a reply may do with a type: which verbs it answers, its
// place (of two records the one with the lower place comes first), whether
// there may be more than one of it, and whether a set of files is answered with
// it, a file that stands alone, or either.
struct FrameRule {
  FrameType type;
  bool check;
  bool inspect;
  bool names;
  uint8_t place;
  bool once;
  bool set = true;
  bool alone = true;
};

// kFrameRules is the closed list of the types that are in use.
inline constexpr auto kFrameRules = std::to_array<FrameRule>({
    // type                   check  inspect names place once
    {FrameType::kFormat, true, true, true, 1, true},
    {FrameType::kHeaderDigest, true, true, true, 2, true, false, true},
    {FrameType::kSummaryFact, true, true, false, 3, false},
    {FrameType::kFile, true, true, false, 4, false, true, false},
    {FrameType::kKeyValue, false, true, false, 5, false},
    {FrameType::kArrayChunk, false, true, false, 5, false},
    {FrameType::kTensor, false, true, false, 6, false},
    {FrameType::kRegion, false, true, false, 7, false},
    {FrameType::kShardName, false, false, true, 8, false},
    {FrameType::kFinding, true, true, true, 9, false},
    {FrameType::kEnd, true, true, true, 10, true},
});

// kReservedFrameTypes have a number and no use yet.
inline constexpr auto kReservedFrameTypes =
    std::to_array<FrameType>({FrameType::kProbeBytes});

// ValueKind is the first byte of a value in an array chunk.
enum class ValueKind : uint8_t {
  kU64 = 0,
  kI64 = 1,
  kF32 = 2,
  kF64 = 3,
  kBool = 4,
  kText = 5,
};

inline constexpr uint32_t kNan32 = 0x7fc00000;
inline constexpr uint64_t kNan64 = 0x7ff8000000000000;

// The bytes in front of a payload, and the most in one.
inline constexpr size_t kFrameHeaderBytes = 5;
inline constexpr uint32_t kMaxPayload = 65536;

// The most bytes of each text. Words are what loadgate calls things: formats,
// types, facts and the short texts of facts. Valid keys have up to 65,535 bytes
// and valid names more than fits a frame: of those the front part is sent.
inline constexpr uint32_t kMaxWord = 256;
inline constexpr uint32_t kMaxKey = 61440;
inline constexpr uint32_t kMaxTensorName = 32768;
inline constexpr uint32_t kMaxWhere = 1024;
inline constexpr uint32_t kMaxMessage = 4096;
inline constexpr uint32_t kMaxTextPiece = 61440;
// The longest name that a file system takes. A name is never cut: it would be
// that of another file.
inline constexpr uint32_t kMaxShardName = 255;

// The most dimensions sent of a shape, values of a chunk and facts of a reply.
inline constexpr uint32_t kMaxDimensions = 1024;
inline constexpr uint32_t kMaxChunkValues = 4096;
inline constexpr size_t kMaxFacts = 256;

// The fewest bytes of a value: its kind and a bool.
inline constexpr size_t kMinValueBytes = 2;

// ReplyLimits is the most that a reply to one request may have.
struct ReplyLimits {
  ReplyVerb verb = ReplyVerb::kCheck;
  // Frames, and bytes of all frames with their headers.
  uint64_t records = 0;
  uint64_t bytes = 0;
  // Findings, which the broker keeps: as many as it asked for.
  uint64_t findings = 100;
  // How many files the set has that it is about; 0 for a file alone.
  uint32_t files = 0;
  // Names of shards, which the broker keeps.
  uint32_t names = 0;
};

// kCheckReply is that of `check`: the broker keeps all of it in memory.
inline constexpr ReplyLimits kCheckReply = {
    .verb = ReplyVerb::kCheck, .records = 4096, .bytes = 65536};

// CheckReply returns that of a `check` which keeps up to `findings` findings:
// kCheckReply, and room for those over the default.
constexpr ReplyLimits CheckReply(uint64_t findings) {
  constexpr uint64_t kLongest =
      kFrameHeaderBytes + 19 + kMaxWhere + kMaxMessage;
  constexpr uint64_t kMostOver = 100'000;
  ReplyLimits limits = kCheckReply;
  const uint64_t over =
      findings > limits.findings ? findings - limits.findings : 0;
  const uint64_t sent = over < kMostOver ? over : kMostOver;
  limits.records += sent;
  limits.bytes += sent * kLongest;
  limits.findings += sent;
  return limits;
}

// SetReply returns that of a `check` of a set of `files` files: that of one
// file, and room for the FileRecord of each.
constexpr ReplyLimits SetReply(uint64_t findings, uint32_t files) {
  constexpr uint64_t kFileFrame = kFrameHeaderBytes + 4 + 8 + 8 + 32;
  ReplyLimits limits = CheckReply(findings);
  limits.records += files;
  limits.bytes += files * kFileFrame;
  limits.files = files;
  return limits;
}

// kMostShardNames is the most names of files that the broker takes of an index:
// as many as the library judges by default (Limits::shards).
inline constexpr uint32_t kMostShardNames = 10000;

// NamesReply returns that of a check of an index which is asked for names: that
// of `check`, and room for so many of the longest names.
constexpr ReplyLimits NamesReply(uint64_t findings) {
  constexpr uint64_t kNameFrame = kFrameHeaderBytes + 4 + kMaxShardName;
  ReplyLimits limits = CheckReply(findings);
  limits.verb = ReplyVerb::kNames;
  limits.records += kMostShardNames;
  limits.bytes += kMostShardNames * kNameFrame;
  limits.names = kMostShardNames;
  return limits;
}

// kInspectReply is that of `inspect`, which prints records as they come. No
// file within a reader's default limits comes to more, unless all of its values
// are wanted: the most is the six million pairs and two million tensors that
// fit a safetensors header, which are 14 million records. Both caps are limits
// that the user can set.
inline constexpr ReplyLimits kInspectReply = {.verb = ReplyVerb::kInspect,
                                              .records = uint64_t{1} << 24,
                                              .bytes = uint64_t{1} << 30};

}  // namespace loadgate

#endif  // HARNESS_GATE_REPLY_FORMAT_H_
