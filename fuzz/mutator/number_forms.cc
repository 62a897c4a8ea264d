#include "fuzz/mutator/number_forms.h"

#include <array>
#include <cstddef>

#include "craft/json_tokens.h"
#include "fuzz/mutator/numbers.h"

namespace loadgate::mutator {
namespace {

constexpr std::array<std::string_view, 18> kOddNumbers = {
    "-0",
    "-1",
    "1.0",
    "1e0",
    "01",
    "+1",
    "0x1",
    "1.",
    ".5",
    "1e400",
    "18446744073709551615",
    "18446744073709551616",
    "9223372036854775808",
    "9007199254740993",
    "16777217",
    "1.8446744073709552e19",
    "4294967296",
    "null"};

// The same number, or nearly to a reader of doubles.
constexpr std::array<std::string_view, 8> kBehind = {
    ".0", "e0", "E+0", ".", "0e-1", ".00000000000000000001", ".5", "e1"};
constexpr std::array<std::string_view, 4> kBefore = {"-", "+", "0", "0x"};

}  // namespace

std::string PlusPowerOfTwo(uint64_t number) {
  // 2^64 is 18,446,744,073 * 10^9 + 709,551,616.
  constexpr uint64_t kThousandMillion = 1'000'000'000;
  const uint64_t low = number % kThousandMillion + 709'551'616;
  const uint64_t high =
      number / kThousandMillion + 18'446'744'073 + low / kThousandMillion;
  const std::string tail = std::to_string(low % kThousandMillion);
  return std::to_string(high) + std::string(9 - tail.size(), '0') + tail;
}

std::string NumberForm(std::string_view digits, Random* random) {
  std::string form(digits);
  const auto value = craft::JsonUnsigned(
      {.kind = craft::JsonTokenKind::kNumber, .text = form});
  switch (random->Below(9)) {
    case 0:
      return form + std::string(random->Pick(kBehind));
    case 1:
      return std::string(random->Pick(kBefore)) + form;
    case 2:
      return form.append(static_cast<size_t>(random->Between(1, 40)), '0');
    case 3:
    case 4:
      return PlusPowerOfTwo(value.value_or(0));
    case 5:
      return std::to_string(FarNumber(value.value_or(0), 8, random));
    default:
      return std::string(random->Pick(kOddNumbers));
  }
}

}  // namespace loadgate::mutator
