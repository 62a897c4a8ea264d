#include "harness/gate/craft_decoder.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "harness/gate/frame_fields.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

uint64_t Times(uint64_t a, uint64_t b) {
  return CheckedMul(a, b).value_or(UINT64_MAX);
}

// What frames may come to that hold files within `limits`.
FrameCaps CapsOf(const CraftLimits& limits) {
  constexpr uint64_t kLongestHead = kFrameHeaderBytes + 64 + kMaxCraftName;
  constexpr uint64_t kFailureAndEnd =
      3 * kFrameHeaderBytes + 64 + kMaxCraftMessage + kMaxCraftShown;
  const uint64_t heads = Times(limits.files, kLongestHead);
  // Of each file one frame of bytes is not full.
  const uint64_t chunks =
      SaturatingAdd(limits.bytes / kMaxPayload, limits.files);
  const uint64_t frames = Times(chunks, kFrameHeaderBytes);
  return {.records = SaturatingAdd(SaturatingAdd(chunks, limits.files), 3),
          .bytes = SaturatingAdd(SaturatingAdd(limits.bytes, frames),
                                 SaturatingAdd(heads, kFailureAndEnd)),
          .end = static_cast<uint8_t>(CraftFrame::kEnd)};
}

// The column of a frame in kCraftSteps.
std::optional<size_t> ColumnOf(uint8_t type) {
  for (size_t i = 0; i < kCraftFrames.size(); ++i) {
    if (static_cast<uint8_t>(kCraftFrames.at(i)) == type) return i;
  }
  return std::nullopt;
}

// Whether a failure has no field that its kind does not.
bool IsCanonical(const CraftFailure& failure) {
  const bool of_recipe = IsOfRecipe(failure.kind);
  return (IsOfInput(failure.kind) || failure.input == 0) &&
         (of_recipe || (failure.line == 0 && failure.shown.empty())) &&
         (HasMessage(failure.kind) || failure.message.empty());
}

}  // namespace

CraftLimits AsmReply(uint64_t most_bytes, bool set) {
  return {.verb = CraftVerb::kAsm,
          .set = set,
          .inputs = 1,
          .bytes = most_bytes,
          .files = set ? kMostCraftFiles : 1};
}

CraftLimits DisasmReply(uint64_t most_bytes, uint32_t inputs) {
  constexpr uint64_t kPerByte = 16;
  constexpr uint64_t kPerFile = 4096;
  const uint64_t bytes = Times(most_bytes, kPerByte);
  return {.verb = CraftVerb::kDisasm,
          .set = false,
          .inputs = inputs,
          .bytes = SaturatingAdd(bytes, kPerFile * (uint64_t{inputs} + 1)),
          .files = 1};
}

CraftDecoder::CraftDecoder(const CraftLimits& limits)
    : limits_(limits), left_(limits.bytes), stream_(CapsOf(limits), *this) {}

CraftResult CraftDecoder::TakeResult() && {
  LG_CHECK(state() == ReplyState::kEnded);
  return std::move(result_);
}

ReplyState CraftDecoder::CheckType(uint8_t type) const {
  const std::optional<size_t> column = ColumnOf(type);
  if (!column.has_value()) return ReplyState::kBadType;
  const bool of_set = type == static_cast<uint8_t>(CraftFrame::kSet) ||
                      type == static_cast<uint8_t>(CraftFrame::kNamedFile);
  if (of_set && !limits_.set) return ReplyState::kNotAskedFor;
  const auto& row = kCraftSteps.at(static_cast<size_t>(phase_));
  return row.at(*column) ? ReplyState::kGoingOn : ReplyState::kOutOfOrder;
}

ReplyState CraftDecoder::Take(uint8_t type, ByteSpan payload) {
  const auto known = static_cast<CraftFrame>(type);
  switch (known) {
    case CraftFrame::kFile:
    case CraftFrame::kNamedFile:
      return TakeFile(known, payload);
    case CraftFrame::kBytes:
      return TakeBytes(payload);
    case CraftFrame::kFailure:
      return TakeFailure(payload);
    case CraftFrame::kSet:
    case CraftFrame::kEnd:
      break;
  }
  if (!payload.empty()) return ReplyState::kPayloadTooLong;
  if (known == CraftFrame::kEnd) {
    phase_ = CraftPhase::kEnded;
    return ReplyState::kEnded;
  }
  phase_ = CraftPhase::kSetOpen;
  result_.is_set = true;
  return ReplyState::kGoingOn;
}

ReplyState CraftDecoder::TakeFile(CraftFrame type, ByteSpan payload) {
  FrameFields fields(payload);
  std::string name;
  if (type == CraftFrame::kNamedFile) name = fields.Text(kMaxCraftName);
  const auto size = fields.Number<uint64_t>();
  const ReplyState state = fields.End();
  if (IsFault(state)) return state;
  if (result_.files.size() >= limits_.files) return ReplyState::kTooManyRecords;
  if (size > left_) return ReplyState::kTooManyBytes;
  left_ -= size;
  result_.files.push_back({.name = std::move(name), .bytes = {}});
  Owe(size);
  return ReplyState::kGoingOn;
}

ReplyState CraftDecoder::TakeBytes(ByteSpan payload) {
  if (payload.size() != std::min<uint64_t>(owed_, kMaxPayload)) {
    return ReplyState::kNotCanonical;
  }
  result_.files.back().bytes += AsText(payload);
  Owe(owed_ - payload.size());
  return ReplyState::kGoingOn;
}

ReplyState CraftDecoder::TakeFailure(ByteSpan payload) {
  FrameFields fields(payload);
  const auto kind = fields.Number<uint8_t>();
  if (kind >= kCraftFailureKinds) fields.Fail(ReplyState::kUnknownValueKind);
  CraftFailure failure;
  if (fields.ok()) failure.kind = static_cast<CraftFailureKind>(kind);
  failure.input = fields.Number<uint32_t>();
  failure.line = fields.Number<uint64_t>();
  failure.message = fields.Text(kMaxCraftMessage);
  failure.shown = fields.Text(kMaxCraftShown);
  const ReplyState state = fields.End();
  if (IsFault(state)) return state;
  const bool of_recipe =
      IsOfRecipe(failure.kind) || failure.kind == CraftFailureKind::kSet;
  if (of_recipe && limits_.verb != CraftVerb::kAsm) {
    return ReplyState::kNotAskedFor;
  }
  if (!IsCanonical(failure)) return ReplyState::kNotCanonical;
  if (IsOfInput(failure.kind) && failure.input >= limits_.inputs) {
    return ReplyState::kCountTooHigh;
  }
  result_.failure = std::move(failure);
  phase_ = CraftPhase::kFailed;
  return ReplyState::kGoingOn;
}

void CraftDecoder::Owe(uint64_t bytes) {
  owed_ = bytes;
  if (result_.is_set) {
    phase_ = bytes > 0 ? CraftPhase::kSetOwes : CraftPhase::kSetOpen;
  } else {
    phase_ = bytes > 0 ? CraftPhase::kFileOwes : CraftPhase::kFileDone;
  }
}

}  // namespace loadgate
