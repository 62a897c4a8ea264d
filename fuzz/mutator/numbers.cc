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
  // So are those of what a float holds exactly.
  constexpr std::array<unsigned, 9> kEdges = {7, 8, 15, 16, 24, 31, 32, 53, 63};
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

uint64_t EdgeOfWider(uint64_t unit, size_t width, Random* random) {
  const uint64_t wider = std::max<uint64_t>(unit, 1) << random->Between(1, 3);
  return EdgeOfUnits(wider, width, random);
}

uint64_t FarNumber(uint64_t truth, size_t width, Random* random) {
  // A float's neighbours are 2 apart from 2^53 on, 4 from 2^54 on.
  constexpr std::array<unsigned, 6> kPowers = {24, 25, 53, 53, 54, 62};
  const unsigned power = random->Pick(kPowers);
  if (power >= 8 * width) return truth;
  return (Near(truth, random) + (uint64_t{1} << power)) & MaskOf(width);
}

uint64_t EdgeFloat(size_t width, Random* random) {
  // 0, 1, 0.5, infinity, no number, the least, the largest; 2^24, the same and
  // one more step, 2^31, 2^32, 2^53, 2^63, 2^64; and a number that is tiny.
  constexpr std::array<uint32_t, 16> kFloats = {
      0,          0x3f800000, 0x3f000000, 0x7f800000, 0x7fc00000, 1,
      0x7f7fffff, 0x4b800000, 0x4b800001, 0x4f000000, 0x4f800000, 0x5a000000,
      0x5f000000, 0x5f800000, 0x33d6bf95, 0};
  constexpr std::array<uint64_t, 16> kDoubles = {0,
                                                 0x3ff0000000000000,
                                                 0x3fe0000000000000,
                                                 0x7ff0000000000000,
                                                 0x7ff8000000000000,
                                                 1,
                                                 0x7fefffffffffffff,
                                                 0x4170000000000000,
                                                 0x4170000010000000,
                                                 0x41e0000000000000,
                                                 0x41f0000000000000,
                                                 0x4340000000000000,
                                                 0x43e0000000000000,
                                                 0x43f0000000000000,
                                                 0x3e7ad7f29abcaf48,
                                                 0};
  const auto one = static_cast<size_t>(random->Below(kFloats.size()));
  const uint64_t sign = random->OneIn(3) ? uint64_t{1} << (8 * width - 1) : 0;
  return ((width == 8 ? kDoubles[one] : kFloats[one]) | sign) & MaskOf(width);
}

uint64_t LyingNumber(const Surroundings& about, Random* random) {
  const uint64_t mask = MaskOf(about.width);
  switch (random->Below(11)) {
    case 10:
      return random->OneIn(2) ? EdgeOfWider(about.unit, about.width, random)
                              : FarNumber(about.truth, about.width, random);
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

std::pair<uint64_t, uint64_t> SmallWrappingPair(Random* random) {
  const uint64_t sum = random->Between(30, 33);
  const uint64_t low = random->Between(1, 16);
  uint64_t a = uint64_t{1} << low;
  uint64_t b = uint64_t{1} << (sum - low);
  if (random->OneIn(2)) a = Near(a, random);
  if (random->OneIn(2)) b = Near(b, random);
  if (random->OneIn(3) && a > 1) b = UINT32_MAX / a + random->Below(3);
  return random->OneIn(2) ? std::pair(a, b) : std::pair(b, a);
}

uint64_t ConvertedCount(uint64_t block_elements, Random* random) {
  constexpr std::array<unsigned, 6> kPowers = {31, 32, 63, 64, 64, 64};
  const unsigned power = random->Pick(kPowers);
  const uint64_t shift = random->OneIn(2) ? 2 : random->Between(1, 3);
  const uint64_t edge = uint64_t{1} << (power - shift);
  const uint64_t step = std::max<uint64_t>(block_elements, 1);
  return (edge / step + random->Below(4) - 1) * step;
}

std::vector<uint64_t> SplitCount(uint64_t count, size_t rank, Random* random) {
  std::vector<uint64_t> shape;
  for (; rank > 1; --rank) {
    const uint64_t bits = random->OneIn(2) ? 8 : 32;
    const uint64_t part = uint64_t{1} << random->Below(bits);
    shape.push_back(part);
    count = count / part + (count % part == 0 ? 0 : 1);
  }
  shape.push_back(count);
  return shape;
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
