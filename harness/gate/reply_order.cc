#include "harness/gate/reply_order.h"

#include <algorithm>
#include <cstddef>
#include <variant>

namespace loadgate {
namespace {

const FrameRule* FindFrameRule(uint8_t type) {
  for (const FrameRule& rule : kFrameRules) {
    if (static_cast<uint8_t>(rule.type) == type) return &rule;
  }
  return nullptr;
}

bool IsReserved(uint8_t type) {
  return std::ranges::any_of(kReservedFrameTypes, [type](FrameType reserved) {
    return static_cast<uint8_t>(reserved) == type;
  });
}

bool Answers(const FrameRule& rule, const ReplyLimits& limits) {
  if (!(limits.files > 0 ? rule.set : rule.alone)) return false;
  switch (limits.verb) {
    case ReplyVerb::kCheck:
      return rule.check;
    case ReplyVerb::kInspect:
      return rule.inspect;
    case ReplyVerb::kNames:
      return rule.names;
  }
  return false;
}

}  // namespace

ReplyState ReplyOrder::CheckType(uint8_t type) const {
  const FrameRule* rule = FindFrameRule(type);
  if (rule == nullptr) {
    return IsReserved(type) ? ReplyState::kReservedType : ReplyState::kBadType;
  }
  if (!Answers(*rule, limits_)) return ReplyState::kNotAskedFor;
  if (rule->type == FrameType::kHeaderDigest && has_digest_) {
    return ReplyState::kDigestTwice;
  }
  const bool too_late = rule->once ? rule->place <= place_  //
                                   : rule->place < place_;
  return too_late || !FollowsItsHead(rule->type) ? ReplyState::kOutOfOrder
                                                 : ReplyState::kGoingOn;
}

bool ReplyOrder::FollowsItsHead(FrameType type) const {
  switch (type) {
    case FrameType::kFormat:
      return place_ == 0;
    case FrameType::kArrayChunk:
      return in_pair_;
    default:
      return has_format_;
  }
}

ReplyState ReplyOrder::Take(FrameType type, const Record& record) {
  const ReplyState state =
      std::visit([this](const auto& r) { return Check(r); }, record);
  if (IsFault(state)) return state;
  place_ = FindFrameRule(static_cast<uint8_t>(type))->place;
  has_format_ |= type == FrameType::kFormat;
  has_digest_ |= type == FrameType::kHeaderDigest;
  in_pair_ = type == FrameType::kKeyValue || type == FrameType::kArrayChunk;
  return state;
}

// The summary is an object whose members are the facts without a group and the
// groups: none may come twice.
ReplyState ReplyOrder::Check(const SummaryFact& fact) {
  if (facts_.size() >= kMaxFacts) return ReplyState::kTooManyFacts;
  const bool begins_group = !fact.group.empty() && fact.group != group_;
  if (begins_group && !facts_.emplace("", fact.group).second) {
    return ReplyState::kFactTwice;
  }
  group_ = fact.group;
  return facts_.emplace(fact.group, fact.name).second ? ReplyState::kGoingOn
                                                      : ReplyState::kFactTwice;
}

ReplyState ReplyOrder::Check(const FileRecord& file) {
  if (file.number >= limits_.files) return ReplyState::kUnknownFile;
  if (file.number < next_file_) {
    return next_file_ - file.number == 1 ? ReplyState::kDigestTwice
                                         : ReplyState::kOutOfOrder;
  }
  next_file_ = file.number + 1;
  return ReplyState::kGoingOn;
}

ReplyState ReplyOrder::CheckHolder(std::optional<uint32_t> file) const {
  if (!file.has_value()) {
    return limits_.files > 0 ? ReplyState::kNoFile : ReplyState::kGoingOn;
  }
  return *file < limits_.files ? ReplyState::kGoingOn
                               : ReplyState::kUnknownFile;
}

ReplyState ReplyOrder::Check(const KeyValueRecord& pair) {
  values_left_ = pair.count;
  text_left_ = 0;
  return CheckHolder(pair.file);
}

ReplyState ReplyOrder::Check(const ArrayChunk& chunk) {
  size_t begun = chunk.values.size();
  if (chunk.joins) {
    const auto* text = std::get_if<TextPiece>(&chunk.values.front());
    const bool goes_on = text != nullptr && text_left_ > 0 &&
                         text->bytes.size() <= text_left_ &&
                         text_left_ - text->bytes.size() == text->left;
    if (!goes_on) return ReplyState::kBadJoin;
    --begun;
  }
  if (begun > values_left_) return ReplyState::kTooManyValues;
  values_left_ -= begun;
  const auto* last = std::get_if<TextPiece>(&chunk.values.back());
  text_left_ = last != nullptr ? last->left : 0;
  return ReplyState::kGoingOn;
}

ReplyState ReplyOrder::Check(const TensorRecord& tensor) {
  return CheckHolder(tensor.file);
}

ReplyState ReplyOrder::Check(const ShardNameRecord&) {
  if (names_ == limits_.names) return ReplyState::kTooManyNames;
  ++names_;
  return ReplyState::kGoingOn;
}

ReplyState ReplyOrder::Check(const Finding&) {
  if (findings_ == limits_.findings) return ReplyState::kTooManyFindings;
  ++findings_;
  return ReplyState::kGoingOn;
}

ReplyState ReplyOrder::Check(const EndRecord&) { return ReplyState::kEnded; }

}  // namespace loadgate
