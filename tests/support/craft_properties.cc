#include "tests/support/craft_properties.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "craft/gguf_model.h"
#include "loadgate/finding.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::testing_support {
namespace {

// The offset of the first error in the file.
uint64_t FirstError(const GgufReading& reading) {
  uint64_t first = UINT64_MAX;
  for (const Finding& finding : reading.findings) {
    if (finding.severity != Severity::kError) continue;
    first = std::min(first, finding.offset);
  }
  return first;
}

std::string BrokenFix(const craft::GgufModel& model, bool accepted) {
  craft::GgufModel once = model;
  craft::Fix({}, &once);
  if (accepted && once != model) return "Fix changes an accepted file";
  craft::GgufModel twice = once;
  craft::Fix({}, &twice);
  return twice == once ? "" : "Fix does not leave alone what it fixed";
}

}  // namespace

std::string BrokenGgufCraftProperty(ByteSpan file) {
  const craft::GgufModel model = craft::GgufFromBytes(file);
  const std::string bytes = craft::GgufToBytes(model);
  if (bytes != AsText(file)) return "the model gives other bytes";
  if (craft::GgufSize(model) != bytes.size()) return "the size is wrong";
  const GgufReading reading = ReadGguf(file);
  const bool accepted = reading.verdict == Verdict::kAccept;
  if (accepted && !model.raw.empty()) return "an accepted header is raw";
  const uint64_t understood = craft::GgufHeaderSize(model) - model.raw.size();
  if (!model.raw.empty() && understood < FirstError(reading)) {
    return "bytes in front of the first error are raw";
  }
  return BrokenFix(model, accepted);
}

}  // namespace loadgate::testing_support
