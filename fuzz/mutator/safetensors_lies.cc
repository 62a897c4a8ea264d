#include "fuzz/mutator/safetensors_lies.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/mutator/lists.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/text_numbers.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::mutator {
namespace {

constexpr size_t kMostDepth = 140;

constexpr std::array<std::string_view, 10> kOddMembers = {
    R"("x":null)",
    R"("x":[])",
    R"("x":{})",
    R"("x":1e999)",
    R"("x":"")",
    R"("__metadata__":null)",
    R"("__metadata__":{"a":1})",
    R"("":{"dtype":"F32","shape":[],"data_offsets":[0,0]})",
    R"("x":{"dtype":"F32","dtype":"F32","shape":[0],"data_offsets":[0,0]})",
    R"("x":{"dtype":"F32","shape":[0],"data_offsets":[0,0],"more":[{}]})"};

constexpr std::array<std::string_view, 8> kDtypes = {
    "f32", "F33", "", "float32", "BOOL", "F4", "U64", "C64"};

SafetensorsPart& AnyPart(Random* random, SafetensorsParts* parts) {
  if (parts->parts.empty()) parts->parts.push_back(RandomPart(64, random));
  return random->Pick(parts->parts);
}

// Bytes of an element, 1 where it has fewer or there is no such dtype.
uint64_t ElementBytes(std::string_view dtype) {
  const SafetensorsDtype* const row = FindSafetensorsDtype(dtype);
  return row == nullptr ? 1 : std::max<uint64_t>(row->bits / 8, 1);
}

void LieInShape(Random* random, SafetensorsPart* part) {
  if (part->shape.size() < 2) part->shape.resize(2, 1);
  const auto first = static_cast<size_t>(random->Below(part->shape.size()));
  uint64_t& dimension = part->shape[first];
  if (random->OneIn(2)) {
    const Surroundings about = {.truth = dimension,
                                .remaining = dimension,
                                .unit = ElementBytes(part->dtype),
                                .width = 8};
    dimension =
        random->OneIn(3) ? LyingNumber(about, random) : EdgeNumber(8, random);
    return;
  }
  const auto [a, b] =
      random->OneIn(5) ? SmallWrappingPair(random) : WrappingPair(random);
  part->shape[first] = a;
  part->shape[(first + 1) % part->shape.size()] = b;
}

// A size that fits, and does not when each element becomes a wider one.
void LieInConvertedSize(Random* random, SafetensorsPart* part) {
  constexpr std::array<std::string_view, 8> kNarrow = {
      "F8_E4M3", "F8_E5M2", "BF16", "F16", "I8", "U8", "I16", "F4"};
  if (!random->OneIn(4)) part->dtype = std::string(random->Pick(kNarrow));
  const auto rank = static_cast<size_t>(random->Between(1, 3));
  // Of types of fewer bits so many are whole bytes.
  constexpr uint64_t kWhole = 8;
  const uint64_t block = ElementBytes(part->dtype) > 1 ? 1 : kWhole;
  part->shape = SplitCount(ConvertedCount(block, random), rank, random);
  if (random->OneIn(4)) return;
  // In bytes: the bits of these may well pass 2^64.
  uint64_t bytes = ElementBytes(part->dtype);
  for (const uint64_t n : part->shape) bytes *= n;
  if (__builtin_add_overflow(part->span.begin, bytes, &part->span.end)) {
    part->span = {0, bytes};
  }
}

void LieInSpan(uint64_t data, Random* random, SafetensorsPart* part) {
  uint64_t& end = random->OneIn(2) ? part->span.begin : part->span.end;
  end = LyingNumber({.truth = end, .remaining = data, .unit = 8, .width = 8},
                    random);
  if (random->OneIn(4)) std::swap(part->span.begin, part->span.end);
}

// A span past what a float holds exactly, of the right length or nearly: one
// that a reader of floats takes for the right one, or takes the right one for
// another.
void MoveSpanFar(Random* random, SafetensorsPart* part) {
  const uint64_t bytes = part->span.end - part->span.begin;
  part->span.begin = FarNumber(part->span.begin, 8, random);
  part->span.end = part->span.begin + bytes + random->Below(5) - 2;
}

// A span that is true in another way of counting: from the front of the file,
// in elements, as a begin and a length, or up to where it begins.
void RecountSpan(uint64_t header, Random* random, SafetensorsPart* part) {
  craft::SafetensorsSpan& span = part->span;
  const uint64_t bytes = span.end - span.begin;
  switch (random->Below(5)) {
    case 0:
      span = {span.begin + header, span.end + header};
      return;
    case 1:
      span = {span.begin / ElementBytes(part->dtype),
              span.end / ElementBytes(part->dtype)};
      return;
    case 2:
      span.end = bytes;
      return;
    case 3:
      span = {span.begin - bytes, span.begin};
      return;
    default:
      span = {span.begin + bytes / 2, span.end + bytes / 2};
  }
}

// A span of the right length at another place; or another tensor's.
void MoveSpan(uint64_t data, Random* random, SafetensorsPart* other,
              SafetensorsPart* part) {
  if (random->OneIn(3)) return std::swap(part->span, other->span);
  const uint64_t bytes = part->span.end - part->span.begin;
  part->span.end = LyingNumber({.truth = part->span.end,
                                .remaining = data,
                                .unit = std::max<uint64_t>(bytes, 1),
                                .width = 8},
                               random);
  part->span.begin = part->span.end - bytes;
}

// A name that is nearly another's, or says the same number in another way, or
// another number.
void LieInName(const SafetensorsPart& other, Random* random,
               SafetensorsPart* part) {
  if (random->OneIn(6)) {
    part->name = SameNumberIn(other.name, random);
  } else if (random->OneIn(2)) {
    part->name = NearName(other.name, random);
  } else {
    const uint64_t unit = part->shape.empty() ? 1 : part->shape[0];
    part->name = ChangeNumberIn(part->name, unit, random);
  }
}

// As many bytes as there were or nearly, or fewer, or some more.
void ResizeData(Random* random, std::string* data) {
  const size_t size = data->size();
  if (random->OneIn(3)) {
    return data->resize(size + static_cast<size_t>(random->Between(1, 8)));
  }
  if (random->OneIn(2)) {
    const auto fewer = static_cast<size_t>(random->Between(1, 8));
    return data->resize(size - std::min(size, fewer));
  }
  data->resize(size / 2 + static_cast<size_t>(random->Below(size / 2 + 20)));
}

std::string Nested(Random* random) {
  const auto depth = static_cast<size_t>(random->Between(1, kMostDepth));
  const std::string open = random->OneIn(2) ? "[" : R"({"a":)";
  std::string text = R"("deep":)";
  for (size_t i = 0; i < depth; ++i) text += open;
  text += "0";
  return text + std::string(depth, open.size() == 1 ? ']' : '}');
}

}  // namespace

void LieInParts(Random* random, SafetensorsParts* parts) {
  SafetensorsPart& part = AnyPart(random, parts);
  switch (random->Below(13)) {
    case 12:
      return LieInConvertedSize(random, &part);
    case 11:
      if (random->OneIn(2)) return MoveSpanFar(random, &part);
      return RecountSpan(8 + HeaderOf(*parts).size(), random, &part);
    case 10:
      return MoveSpan(parts->data.size(), random, &random->Pick(parts->parts),
                      &part);
    case 0:
      return LieInName(random->Pick(parts->parts), random, &part);
    case 1:
      part.name = random->Pick(parts->parts).name;
      return;
    case 2:
      part.dtype = std::string(random->Pick(kDtypes));
      return;
    case 3:
    case 4:
      return LieInShape(random, &part);
    case 5:
    case 6:
      return LieInSpan(parts->data.size(), random, &part);
    case 7:
      InsertAnywhere(SafetensorsPart{.text = Nested(random)}, random,
                     &parts->parts);
      return;
    case 8:
      InsertAnywhere(
          SafetensorsPart{.text = std::string(random->Pick(kOddMembers))},
          random, &parts->parts);
      return;
    default:
      ResizeData(random, &parts->data);
  }
}

}  // namespace loadgate::mutator
