// The order in which tensors lie, whatever order the header lists them in.

#ifndef LOADGATE_FORMATS_SAFETENSORS_ORDER_H_
#define LOADGATE_FORMATS_SAFETENSORS_ORDER_H_

#include <cstdint>
#include <deque>
#include <vector>

#include "loadgate/safetensors_file.h"

namespace loadgate {

// SafetensorsPlace is where an entry begins, and its number in the header.
struct SafetensorsPlace {
  uint64_t begin = 0;
  uint32_t number = 0;
};

// LiesBefore returns whether `a` begins before `b`, or begins there too and
// ends before it: an empty tensor comes before the one that begins where it is.
inline bool LiesBefore(const SafetensorsTables::Entry& a,
                       const SafetensorsTables::Entry& b) {
  return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
}

// OrderSafetensors returns the places of all entries in that order; those that
// begin and end together in the order of the header. Time is linear but for
// entries that begin at one place: those are sorted by comparing them.
std::vector<SafetensorsPlace> OrderSafetensors(
    const std::deque<SafetensorsTables::Entry>& entries);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_ORDER_H_
