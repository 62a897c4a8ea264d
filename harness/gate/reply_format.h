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
//   key-value       key text, key_left u64, type text, ?count u64 (an array has
//                   one), offset u64, bytes u64
//   array chunk     joins u8, count u32 (not 0), values
//   tensor          name text, name_left u64, type text, ?(count u32,
//                   dimensions u64), shape_left u64 (0 without a shape),
//                   info_offset u64, ?data_offset u64, ?bytes u64
//   region          kind text, begin u64, end u64
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
};

// ReplyVerb is what a worker was asked.
enum class ReplyVerb : uint8_t {
  kCheck,    // To judge.
  kInspect,  // To judge, and to say what there is.
};

// FrameRule is what a reply may do with a type: which verbs it answers, its
// place (of two records the one with the lower place comes first), and whether
// there may be more than one of it.
struct FrameRule {
  FrameType type;
  bool check;
  bool inspect;
  uint8_t place;
  bool once;
};

// kFrameRules is the closed list of the types that are in use.
inline constexpr auto kFrameRules = std::to_array<FrameRule>({
    {FrameType::kFormat, true, true, 1, true},
    {FrameType::kHeaderDigest, true, true, 2, true},
    {FrameType::kSummaryFact, true, true, 3, false},
    {FrameType::kKeyValue, false, true, 4, false},
    {FrameType::kArrayChunk, false, true, 4, false},
    {FrameType::kTensor, false, true, 5, false},
    {FrameType::kRegion, false, true, 6, false},
    {FrameType::kFinding, true, true, 7, false},
    {FrameType::kEnd, true, true, 8, true},
});

// kReservedFrameTypes have a number and no use yet.
inline constexpr auto kReservedFrameTypes =
    std::to_array<FrameType>({FrameType::kProbeBytes, FrameType::kShardName});

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
