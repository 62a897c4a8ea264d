// Changes to a list of parts, whatever they are.

#ifndef FUZZ_MUTATOR_LISTS_H_
#define FUZZ_MUTATOR_LISTS_H_

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "fuzz/mutator/random.h"

namespace loadgate::mutator {

namespace lists_internal {

template <typename T>
auto Place(std::vector<T>* list, size_t i) {
  return list->begin() + static_cast<std::ptrdiff_t>(i);
}

}  // namespace lists_internal

// InsertAnywhere puts `part` at a random place of `*list`.
template <typename T>
void InsertAnywhere(T part, Random* random, std::vector<T>* list) {
  const auto at = static_cast<size_t>(random->Below(list->size() + 1));
  list->insert(lists_internal::Place(list, at), std::move(part));
}

// EditList takes a part of `*list` away, copies one to another place, as long
// as there are not `most` of them, or exchanges two.
template <typename T>
void EditList(size_t most, Random* random, std::vector<T>* list) {
  if (list->empty()) return;
  const auto at = static_cast<size_t>(random->Below(list->size()));
  switch (random->Below(3)) {
    case 0:
      list->erase(lists_internal::Place(list, at));
      return;
    case 1:
      if (list->size() < most) InsertAnywhere(T((*list)[at]), random, list);
      return;
    default:
      std::swap((*list)[at], random->Pick(*list));
  }
}

// Splice puts a run of `from` into `*into`, in the place of one there, up to
// `most` parts.
template <typename T>
void Splice(const std::vector<T>& from, size_t most, Random* random,
            std::vector<T>* into) {
  if (from.empty()) return;
  const auto first = static_cast<size_t>(random->Below(from.size()));
  const auto count =
      static_cast<size_t>(random->Below(from.size() - first) + 1);
  const auto at = static_cast<size_t>(random->Below(into->size() + 1));
  const auto gone = static_cast<size_t>(random->Below(into->size() - at + 1));
  into->erase(lists_internal::Place(into, at),
              lists_internal::Place(into, at + gone));
  for (size_t i = 0; i < count && into->size() < most; ++i) {
    into->insert(lists_internal::Place(into, at + i), from[first + i]);
  }
}

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_LISTS_H_
