#include "fuzz/mutator/numbers.h"

#include <algorithm>
#include <array>
#include <bit>

namespace loadgate::mutator {
namespace {

// `n`, or one of the two numbers next to it, or those next to them.
uint64_t Near(uint64_t n, Random* random) { return n + random->Below(5) - 2; }

// A multiple of `unit` around `n`.
uint64_t MultipleNear(uint64_t n, uint64_t unit, Random* random) {
  const uint64_t step = std::max<uint64_t>(unit, 1);
  return n / step * step + step * random->Below(3);
}

}  // namespace

uint64_t MaskOf(size_t width) {
  return width >= 8 ? UINT64_MAX : (uint64_t{1} << (8 * width)) - 1;
}

uint64_t EdgeNumber(size_t width, Random* random) {
  const auto bits = static_cast<unsigned>(8 * std::min<size_t>(width, 8));
  if (random->OneIn(8)) return random->Below(17);
  // The edges of whole integers more often than the powers between them.
  constexpr std::array<unsigned, 7> kEdges = {7, 8, 15, 16, 31, 32, 63};
  unsigned power = static_cast<unsigned>(random->Below(bits));
  if (random->OneIn(2)) power = std::min(random->Pick(kEdges), bits - 1);
  if (random->OneIn(8)) return MaskOf(width) - random->Below(3);
  return Near(uint64_t{1} << power, random) & MaskOf(width);
}

uint64_t CutNumber(uint64_t truth, size_t width, Random* random) {
  constexpr std::array<unsigned, 4> kKept = {8, 16, 32, 63};
  const unsigned kept = random->Pick(kKept);
  if (kept >= 8 * width) return truth;
  const uint64_t low = truth & ((uint64_t{1} << kept) - 1);
  const uint64_t high = random->OneIn(4) ? random->Bits() : 1;
  return (low | high << kept) & MaskOf(width);
}

uint64_t EdgeOfUnits(uint64_t unit, size_t width, Random* random) {
  constexpr std::array<unsigned, 4> kPowers = {31, 32, 63, 64};
  const unsigned power = random->Pick(kPowers);
  const uint64_t last = power == 64 ? UINT64_MAX : (uint64_t{1} << power) - 1;
  const uint64_t step = std::max<uint64_t>(unit, 1);
  const uint64_t number = random->OneIn(2)
                              ? last / step + random->Below(4)
                              : (last / step - random->Below(4)) * step;
  return number & MaskOf(width);
}

uint64_t LyingNumber(const Surroundings& about, Random* random) {
  const uint64_t mask = MaskOf(about.width);
  switch (random->Below(10)) {
    case 0:
    case 1:
      return Near(about.truth, random) & mask;
    case 2:
      return Near(about.remaining, random) & mask;
    case 3:
      return Near(about.remaining / std::max<uint64_t>(about.unit, 1), random) &
             mask;
    case 4:
      return Near(MultipleNear(about.truth, about.unit, random), random) & mask;
    case 5:
      return random->Bits() & mask;
    case 6:
      return CutNumber(about.truth, about.width, random);
    case 7:
      return EdgeOfUnits(about.unit, about.width, random);
    default:
      return EdgeNumber(about.width, random);
  }
}

std::pair<uint64_t, uint64_t> WrappingPair(Random* random) {
  // Two powers of two whose exponents come to 62 to 65, each a little off.
  const uint64_t sum = random->Between(62, 65);
  const uint64_t low = random->Between(sum > 63 ? sum - 63 : 0, 32);
  uint64_t a = uint64_t{1} << low;
  uint64_t b = uint64_t{1} << (sum - low);
  if (random->OneIn(2)) a = Near(a, random);
  if (random->OneIn(2)) b = Near(b, random);
  // Or a factor and what comes just behind a wrap with it.
  if (random->OneIn(3) && a > 1) b = UINT64_MAX / a + random->Below(3);
  return random->OneIn(2) ? std::pair(a, b) : std::pair(b, a);
}

uint64_t WrappingSize(uint64_t block_elements, uint64_t block_bytes,
                      uint64_t unit, Random* random) {
  const uint64_t elements = std::max<uint64_t>(block_elements, 1);
  const uint64_t bytes = std::max<uint64_t>(block_bytes, 1);
  // The limit in bytes, less up to two units, in whole blocks or just behind.
  const uint64_t limit = random->OneIn(2) ? UINT64_MAX : uint64_t{1} << 63;
  const uint64_t slack = random->Below(2 * std::max<uint64_t>(unit, 1) + 1);
  const uint64_t blocks = (limit - slack) / bytes + random->Below(2);
  uint64_t size = 0;
  if (__builtin_mul_overflow(blocks, elements, &size)) {
    return UINT64_MAX / elements * elements;
  }
  return size;
}

}  // namespace loadgate::mutator
