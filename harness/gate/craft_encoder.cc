#include "harness/gate/craft_encoder.h"

#include <cstdint>
#include <string>

#include "harness/gate/frame_writer.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

using Sink = std::function<void(std::string_view)>;

static_assert(kMaxCraftMessage + kMaxCraftShown + 64 <= kMaxPayload);
static_assert(kMaxCraftName + 64 <= kMaxPayload);

void PutFront(std::string_view text, uint32_t most, std::string* out) {
  PutText(text.substr(0, most), out);
}

// The frame that is made while a function runs.
template <typename Fields>
void Send(CraftFrame type, const Sink& sink, const Fields& fields) {
  std::string bytes;
  {
    const FrameWriter frame(type, &bytes);
    fields(&bytes);
  }
  sink(bytes);
}

void SendNothing(CraftFrame type, const Sink& sink) {
  Send(type, sink, [](std::string*) {});
}

void SendBytes(std::string_view bytes, const Sink& sink) {
  while (!bytes.empty()) {
    const std::string_view front = bytes.substr(0, kMaxPayload);
    Send(CraftFrame::kBytes, sink,
         [front](std::string* out) { *out += front; });
    bytes.remove_prefix(front.size());
  }
}

void SendFailure(const CraftFailure& failure, const Sink& sink) {
  const bool of_recipe = IsOfRecipe(failure.kind);
  Send(CraftFrame::kFailure, sink, [&](std::string* out) {
    PutByte(static_cast<uint8_t>(failure.kind), out);
    PutNumber(IsOfInput(failure.kind) ? failure.input : uint32_t{0}, out);
    PutNumber(of_recipe ? failure.line : uint64_t{0}, out);
    PutFront(HasMessage(failure.kind) ? failure.message : "", kMaxCraftMessage,
             out);
    PutFront(of_recipe ? failure.shown : "", kMaxCraftShown, out);
  });
}

}  // namespace

void EncodeCraftResult(const CraftResult& result, const Sink& sink) {
  if (result.failure.has_value()) {
    SendFailure(*result.failure, sink);
  } else if (result.is_set) {
    SendNothing(CraftFrame::kSet, sink);
    for (const CraftFile& file : result.files) {
      Send(CraftFrame::kNamedFile, sink, [&file](std::string* out) {
        PutFront(file.name, kMaxCraftName, out);
        PutNumber(uint64_t{file.bytes.size()}, out);
      });
      SendBytes(file.bytes, sink);
    }
  } else {
    LG_CHECK(result.files.size() == 1);
    const std::string& bytes = result.files.front().bytes;
    Send(CraftFrame::kFile, sink, [&bytes](std::string* out) {
      PutNumber(uint64_t{bytes.size()}, out);
    });
    SendBytes(bytes, sink);
  }
  SendNothing(CraftFrame::kEnd, sink);
}

bool FitsCraftReply(const CraftResult& result, const CraftLimits& limits) {
  if (result.files.size() > limits.files) return false;
  uint64_t left = limits.bytes;
  for (const CraftFile& file : result.files) {
    if (file.bytes.size() > left) return false;
    left -= file.bytes.size();
  }
  return true;
}

}  // namespace loadgate
