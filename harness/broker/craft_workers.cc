#include "harness/broker/craft_workers.h"

#include <optional>

#include "harness/gate/craft_decoder.h"

namespace loadgate {

std::variant<CraftResult, Finding> CraftWorkers::Run(
    const CraftRequest& request, std::span<const int> inputs,
    const std::function<bool()>& interrupted) const {
  CraftDecoder decoder(LimitsOf(request));
  const bool stream =
      !request.inputs.empty() && !request.inputs.front().size.has_value();
  std::optional<Finding> wrong = host_.Run(
      EncodeCraftTask(request), inputs, stream,
      [&decoder](ByteSpan piece) { return !IsFault(decoder.Feed(piece)); },
      interrupted);
  if (!wrong.has_value()) wrong = FaultOfReply(decoder.Finish());
  if (wrong.has_value()) return *std::move(wrong);
  return std::move(decoder).TakeResult();
}

}  // namespace loadgate
