// Canaries: marks where a careless reader would go wrong, and whether it would.
//
// They serve to measure a fuzzer, and stand for bugs without being any: the
// parser does the same with them and without. Each belongs to a fault of
// canaries.def, counts how often it was reached and on how many of these
// occasions the input would have done harm. In every build but the benchmark's,
// LG_CANARY is nothing.
//
// Source: Hazimeh, Herrera and Payer, "Magma: A Ground-Truth Fuzzing
// Benchmark", 2020, for counting reached and triggered apart.

#ifndef LOADGATE_BASE_CANARY_H_
#define LOADGATE_BASE_CANARY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace loadgate::canary {

enum class Fault : uint8_t {
#define LG_CANARY_FAULT(name, format, fields, kind, author, what) k##name,
#include "base/canaries.def"
#undef LG_CANARY_FAULT
};

// Row is a fault as canaries.def has it; all of it lives for ever.
struct Row {
  std::string_view name;
  std::string_view format;  // Gguf or Safetensors.
  int fields = 0;           // How many fields of the file must agree.
  std::string_view kind;
  std::string_view author;
  std::string_view what;
};

struct Count {
  uint64_t reached = 0;
  uint64_t triggered = 0;
};

// Rows returns the table, and Counts a count for each of its rows since the
// last Clear. The counts are the process's: one thread may read files.
std::span<const Row> Rows();
std::span<const Count> Counts();
void Clear();

// Reach counts one occasion.
void Reach(Fault fault, bool triggered);

}  // namespace loadgate::canary

// LG_CANARY(fault, condition) is a statement where a reader with the fault
// would go wrong. The condition is true exactly when that would do harm with
// this input. Coverage does not see it: a fuzzer is told nothing by it that the
// parser alone would not tell.
#ifdef LG_CANARIES
#define LG_CANARY_UNSEEN __attribute__((noinline, no_sanitize("coverage")))
#define LG_CANARY(fault, condition)        \
  ::loadgate::canary::Reach(               \
      ::loadgate::canary::Fault::k##fault, \
      [&]() LG_CANARY_UNSEEN -> bool { return (condition); }())
#else
#define LG_CANARY(fault, condition) static_cast<void>(0)
#endif

#endif  // LOADGATE_BASE_CANARY_H_
