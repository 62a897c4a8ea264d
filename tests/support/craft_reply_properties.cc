#include "tests/support/craft_reply_properties.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "harness/gate/craft_decoder.h"
#include "harness/gate/craft_encoder.h"
#include "harness/gate/craft_reply.h"
#include "loadgate/bytes.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kBytes = 4096;

std::string Encoded(const CraftResult& result) {
  std::string bytes;
  EncodeCraftResult(result,
                    [&bytes](std::string_view piece) { bytes += piece; });
  return bytes;
}

// Takes the text up to `end` off `*rest`.
std::string_view TakeUpTo(char end, std::string_view* rest) {
  const std::string_view front = rest->substr(0, rest->find(end));
  rest->remove_prefix(std::min(front.size() + 1, rest->size()));
  return front;
}

uint64_t NumberIn(std::string_view word) {
  uint64_t number = 0;
  for (const char c : word.substr(0, 6)) {
    if (c >= '0' && c <= '9')
      number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  return number;
}

// The first line of an input.
struct Request {
  CraftLimits limits;
  std::vector<size_t> pieces;
};

Request ReadRequest(std::string_view line) {
  const std::string_view verb = TakeUpTo(' ', &line);
  Request request{.limits = verb == "disasm" ? DisasmReply(kBytes, 2)
                                             : AsmReply(kBytes, verb == "set"),
                  .pieces = {}};
  while (!line.empty()) {
    const std::string_view word = TakeUpTo(' ', &line);
    const uint64_t number = NumberIn(word);
    if (word.starts_with('b')) {
      request.limits.bytes = number;
    } else if (word.starts_with('f')) {
      request.limits.files = number;
    } else if (number > 0) {
      request.pieces.push_back(static_cast<size_t>(number));
    }
  }
  return request;
}

// What comes of bytes.
struct Outcome {
  ReplyState fed = ReplyState::kGoingOn;
  ReplyState end = ReplyState::kGoingOn;
  std::optional<CraftResult> result;
  bool broken = false;

  friend bool operator==(const Outcome&, const Outcome&) = default;
};

// Feeds the bytes in pieces of these lengths, over and over.
Outcome Decode(std::string_view bytes, const CraftLimits& limits,
               const std::vector<size_t>& pieces) {
  Outcome out;
  CraftDecoder decoder(limits);
  for (size_t i = 0; !bytes.empty(); ++i) {
    const std::string_view piece = bytes.substr(0, pieces[i % pieces.size()]);
    const ReplyState before = out.fed;
    out.fed = decoder.Feed(AsBytes(piece));
    out.broken |= IsFault(before) && out.fed != before;
    bytes.remove_prefix(piece.size());
  }
  out.end = decoder.Finish();
  out.broken |= out.fed != ReplyState::kGoingOn && out.end != out.fed;
  if (out.end == ReplyState::kEnded) {
    out.result = std::move(decoder).TakeResult();
  } else {
    const std::string good = Encoded({.failure = CraftFailure{}, .files = {}});
    out.broken |= decoder.Feed(AsBytes(good)) != out.end;
  }
  return out;
}

std::string BrokenLimits(const CraftResult& result, const CraftLimits& limits) {
  if (!FitsCraftReply(result, limits)) return "a limit passed";
  if (result.is_set && !limits.set) return "a set that nobody asked for";
  if (!result.failure.has_value()) {
    const bool one = result.files.size() == 1 && result.files[0].name.empty();
    return one || result.is_set ? "" : "not one file";
  }
  if (!result.files.empty() || result.is_set) return "a failure with files";
  const CraftFailure& failure = *result.failure;
  if (failure.input >= limits.inputs) return "a failure of no input";
  if (IsOfRecipe(failure.kind) && limits.verb == CraftVerb::kDisasm) {
    return "an error in a recipe that was not read";
  }
  return failure.message.size() > kMaxCraftMessage ||
                 failure.shown.size() > kMaxCraftShown
             ? "a text that is too long"
             : "";
}

std::string BrokenReply(std::string_view line, std::string_view bytes) {
  const Request request = ReadRequest(line);
  const Outcome whole = Decode(bytes, request.limits, {bytes.size() + 1});
  if (whole.broken) return "a fault was forgotten";
  std::vector<std::vector<size_t>> ways = {{1}};
  if (!request.pieces.empty()) ways.push_back(request.pieces);
  for (const std::vector<size_t>& pieces : ways) {
    if (Decode(bytes, request.limits, pieces) != whole) {
      return "pieces that come to something else";
    }
  }
  if (!whole.result.has_value()) return "";
  if (Encoded(*whole.result) != bytes) return "a second form";
  return BrokenLimits(*whole.result, request.limits);
}

// That what was made comes back.
std::string BrokenResult(const CraftResult& result) {
  const CraftLimits all = {.verb = CraftVerb::kAsm,
                           .set = true,
                           .inputs = UINT32_MAX,
                           .bytes = UINT64_MAX,
                           .files = UINT64_MAX};
  const std::string bytes = Encoded(result);
  const Outcome out = Decode(bytes, all, {bytes.size()});
  if (out.end != ReplyState::kEnded) {
    return "the encoder's own: " + std::string(ReplyStateText(out.end));
  }
  CraftResult cut = result;
  for (CraftFile& file : cut.files) {
    file.name.resize(std::min<size_t>(file.name.size(), kMaxCraftName));
  }
  if (cut.failure.has_value()) {
    std::string& message = cut.failure->message;
    std::string& shown = cut.failure->shown;
    message.resize(std::min<size_t>(message.size(), kMaxCraftMessage));
    shown.resize(std::min<size_t>(shown.size(), kMaxCraftShown));
  }
  return *out.result == cut ? "" : "another result";
}

std::string BrokenMade(std::string_view text) {
  CraftResult set{.failure = std::nullopt, .is_set = true, .files = {}};
  while (!text.empty()) {
    CraftFile file;
    file.name = TakeUpTo('\0', &text);
    file.bytes = TakeUpTo('\0', &text);
    std::string broken = BrokenResult({.failure = std::nullopt,
                                       .is_set = false,
                                       .files = {{"", file.bytes}}});
    if (!broken.empty()) return broken;
    set.files.push_back(std::move(file));
  }
  return BrokenResult(set);
}

std::string BrokenFailed(std::string_view line, std::string_view text) {
  CraftFailure failure;
  failure.kind =
      static_cast<CraftFailureKind>(NumberIn(line) % kCraftFailureKinds);
  if (IsOfRecipe(failure.kind)) {
    failure.line = text.size();
    failure.message = TakeUpTo('\0', &text);
    failure.shown = TakeUpTo('\0', &text);
  } else if (failure.kind == CraftFailureKind::kUnreadable) {
    failure.message = text;
  }
  return BrokenResult({.failure = failure, .is_set = false, .files = {}});
}

}  // namespace

std::string BrokenCraftReplyProperty(std::string_view input) {
  const std::string_view line = TakeUpTo('\n', &input);
  if (line == "made") return BrokenMade(input);
  if (line.starts_with("failed")) return BrokenFailed(line, input);
  return BrokenReply(line, input);
}

}  // namespace loadgate::testing_support
