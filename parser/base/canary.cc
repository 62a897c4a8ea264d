#include "base/canary.h"

#include <array>

// Only what LG_CANARIES builds; see parser/CMakeLists.txt.

#ifndef LG_CANARY_UNSEEN
#define LG_CANARY_UNSEEN
#endif

namespace loadgate::canary {
namespace {

constexpr auto kRows = std::to_array<Row>({
#define LG_CANARY_FAULT(name, format, fields, kind, author, what) \
  {#name, #format, fields, #kind, #author, what},
#include "base/canaries.def"
#undef LG_CANARY_FAULT
});

std::array<Count, kRows.size()> counts;

}  // namespace

std::span<const Row> Rows() { return kRows; }

std::span<const Count> Counts() { return counts; }

void Clear() { counts = {}; }

LG_CANARY_UNSEEN void Reach(Fault fault, bool triggered) {
  Count& count = counts[static_cast<size_t>(fault)];
  ++count.reached;
  if (triggered) ++count.triggered;
}

}  // namespace loadgate::canary
