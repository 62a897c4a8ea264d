#include "harness/craft_task.h"

#include <cstddef>

#include "harness/gate/frame_fields.h"
#include "harness/gate/frame_writer.h"
#include "harness/sandbox/orders.h"
#include "loadgate/bytes.h"

namespace loadgate {
namespace {

constexpr uint32_t kMostName = 255;

// Of an input: a flag, and a name of no bytes with its length.
constexpr size_t kLeastInput = 5;

// A stream comes alone; names are there for a set of files, and for no other.
bool MakesSense(const CraftRequest& request) {
  const bool folder = request.verb == CraftVerb::kDisasm && request.set;
  if (request.inputs.empty()) return false;
  if (!folder && request.inputs.size() != 1) return false;
  for (const CraftInput& input : request.inputs) {
    if (folder && !input.size.has_value()) return false;
    if (folder == input.name.empty()) return false;
  }
  return true;
}

}  // namespace

CraftLimits LimitsOf(const CraftRequest& request) {
  if (request.verb == CraftVerb::kAsm) {
    return AsmReply(request.most_bytes, request.set);
  }
  return DisasmReply(request.most_bytes,
                     static_cast<uint32_t>(request.inputs.size()));
}

std::string EncodeCraftTask(const CraftRequest& request) {
  std::string out;
  PutByte(static_cast<uint8_t>(request.verb), &out);
  PutByte(request.set ? 1 : 0, &out);
  PutNumber(request.most_bytes, &out);
  PutNumber(static_cast<uint32_t>(request.inputs.size()), &out);
  for (const CraftInput& input : request.inputs) {
    PutByte(input.size.has_value() ? 1 : 0, &out);
    if (input.size.has_value()) PutNumber(*input.size, &out);
    PutText(input.name, &out);
  }
  return out;
}

std::optional<CraftRequest> DecodeCraftTask(std::string_view task) {
  FrameFields fields(AsBytes(task));
  CraftRequest request;
  request.verb = fields.Flag() ? CraftVerb::kAsm : CraftVerb::kDisasm;
  request.set = fields.Flag();
  request.most_bytes = fields.Number<uint64_t>();
  const uint32_t count = fields.Count(sandbox::kMostOrderInputs, kLeastInput);
  for (uint32_t i = 0; i < count && fields.ok(); ++i) {
    CraftInput& input = request.inputs.emplace_back();
    input.size = fields.MaybeNumber();
    input.name = fields.Text(kMostName);
  }
  if (IsFault(fields.End()) || !MakesSense(request)) return std::nullopt;
  return request;
}

}  // namespace loadgate
