#include "formats/gguf_alignment.h"

#include <bit>
#include <optional>

#include "base/canary.h"
#include "base/message.h"

namespace loadgate {
namespace {

constexpr uint64_t kLargeAlignment = uint64_t{1} << 20;

std::optional<Code> FindFault(uint64_t alignment) {
  if (alignment == 0) return Code::kGgufAlignmentZero;
  if (!std::has_single_bit(alignment)) {
    return Code::kGgufAlignmentNotPowerOfTwo;
  }
  if (alignment < 8) return Code::kGgufAlignmentNotMultipleOf8;
  if (alignment > kLargeAlignment) return Code::kGgufAlignmentLarge;
  return std::nullopt;
}

}  // namespace

void TakeGgufAlignment(const GgufKeyValue& pair, uint64_t type_offset,
                       const std::string& where, GgufTables* tables,
                       FindingSink* sink) {
  const std::optional<uint32_t> value = pair.As<uint32_t>();
  if (!value.has_value()) {
    tables->layout_known = false;
    sink->Report(Code::kGgufAlignmentType, type_offset, [&] {
      return FindingText{where, Message({"general.alignment is stored as ",
                                         pair.TypeText(), ", not as u32."})};
    });
    return;
  }
  LG_CANARY(AlignmentZero, *value == 0);
  if (std::has_single_bit(*value)) {
    tables->alignment = *value;
  } else {
    tables->layout_known = false;
  }
  if (const std::optional<Code> fault = FindFault(*value)) {
    sink->Report(*fault, pair.value_offset(), [&] {
      return FindingText{
          where, Message({"general.alignment is ", Number(*value), "."})};
    });
  }
}

}  // namespace loadgate
