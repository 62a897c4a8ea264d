#include "formats/safetensors_order.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

namespace loadgate {
namespace {

using Entry = SafetensorsTables::Entry;
using Place = SafetensorsPlace;

constexpr unsigned kDigitBits = 11;
constexpr size_t kDigits = size_t{1} << kDigitBits;

size_t DigitOf(const Place& place, unsigned shift) {
  return static_cast<size_t>(place.begin >> shift) & (kDigits - 1);
}

// Moves `from` to `to`, ordered by the digit at `shift` and otherwise as it
// was. Returns false, and moves nothing, when all have the same digit.
bool MoveByDigit(std::span<const Place> from, std::span<Place> to,
                 unsigned shift) {
  std::array<uint32_t, kDigits> next = {};
  for (const Place& place : from) ++next[DigitOf(place, shift)];
  if (next[DigitOf(from.front(), shift)] == from.size()) return false;
  uint32_t before = 0;
  for (uint32_t& slot : next) before += std::exchange(slot, before);
  for (const Place& place : from) to[next[DigitOf(place, shift)]++] = place;
  return true;
}

// Orders by begin, digit by digit from the lowest.
void SortByBegin(std::vector<Place>* places) {
  if (places->empty()) return;
  std::vector<Place> other(places->size());
  for (unsigned shift = 0; shift < 64; shift += kDigitBits) {
    if (MoveByDigit(*places, other, shift)) places->swap(other);
  }
}

// Orders each run of places with the same begin, which stand in the order of
// the header, by where they end.
void SortRunsByEnd(const std::deque<Entry>& entries, std::span<Place> places) {
  const auto ends_before = [&](const Place& a, const Place& b) {
    const uint64_t a_end = entries[a.number].end;
    const uint64_t b_end = entries[b.number].end;
    return a_end != b_end ? a_end < b_end : a.number < b.number;
  };
  while (!places.empty()) {
    const auto next = std::ranges::find_if(places, [&](const Place& place) {
      return place.begin != places.front().begin;
    });
    const auto length = static_cast<size_t>(next - places.begin());
    if (length > 1) std::ranges::sort(places.first(length), ends_before);
    places = places.subspan(length);
  }
}

}  // namespace

std::vector<Place> OrderSafetensors(const std::deque<Entry>& entries) {
  std::vector<Place> places;
  places.reserve(entries.size());
  for (const Entry& entry : entries) {
    places.push_back(
        {.begin = entry.begin, .number = static_cast<uint32_t>(places.size())});
  }
  SortByBegin(&places);
  SortRunsByEnd(entries, places);
  return places;
}

}  // namespace loadgate
