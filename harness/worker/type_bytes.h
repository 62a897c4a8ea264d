// TypeBytes: how many bytes the tensors of each type take together.

#ifndef HARNESS_WORKER_TYPE_BYTES_H_
#define HARNESS_WORKER_TYPE_BYTES_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "harness/gate/record.h"

namespace loadgate {

using TypeBytes = std::map<std::string, uint64_t>;

// FileNumber is which file of a set something is of; nullopt for a file alone.
using FileNumber = std::optional<uint32_t>;

// SendTypes sends a fact for each type.
inline void SendTypes(const TypeBytes& bytes_of_type, const RecordSink& sink) {
  for (const auto& [name, bytes] : bytes_of_type) {
    sink(SummaryFact{.group = "types", .name = name, .value = bytes});
  }
}

}  // namespace loadgate

#endif  // HARNESS_WORKER_TYPE_BYTES_H_
