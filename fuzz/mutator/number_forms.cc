#include "fuzz/mutator/number_forms.h"

#include <array>
#include <cstddef>

#include "craft/json_tokens.h"

namespace loadgate::mutator {
namespace {

constexpr std::array<std::string_view, 14> kOddNumbers = {
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
    "null"};

constexpr std::array<std::string_view, 4> kBehind = {".0", "e0", "E+0", "."};
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
  switch (random->Below(8)) {
    case 0:
      return form + std::string(random->Pick(kBehind));
    case 1:
      return std::string(random->Pick(kBefore)) + form;
    case 2:
      return form.append(static_cast<size_t>(random->Between(1, 40)), '0');
    case 3:
    case 4: {
      const auto number = craft::JsonUnsigned(
          {.kind = craft::JsonTokenKind::kNumber, .text = form});
      return PlusPowerOfTwo(number.value_or(0));
    }
    default:
      return std::string(random->Pick(kOddNumbers));
  }
}

}  // namespace loadgate::mutator
