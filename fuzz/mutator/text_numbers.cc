#include "fuzz/mutator/text_numbers.h"

#include <array>
#include <cstddef>
#include <vector>

#include "fuzz/mutator/number_forms.h"
#include "fuzz/mutator/numbers.h"
#include "fuzz/mutator/vocabulary.h"

namespace loadgate::mutator {
namespace {

struct Run {
  size_t at = 0;
  size_t size = 0;
  bool is_hex = false;
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsHexDigit(char c) {
  const char lower = static_cast<char>(c | 0x20);
  return IsDigit(c) || (lower >= 'a' && lower <= 'f');
}

std::vector<Run> RunsIn(std::string_view text) {
  std::vector<Run> runs;
  for (size_t i = 0; i < text.size(); ++i) {
    if (!IsDigit(text[i])) continue;
    Run run = {.at = i};
    if (text[i] == '0' && i + 1 < text.size() && (text[i + 1] | 0x20) == 'x') {
      run = {.at = i + 2, .is_hex = true};
    }
    i = run.at;
    while (i < text.size() &&
           (run.is_hex ? IsHexDigit(text[i]) : IsDigit(text[i]))) {
      ++i;
    }
    run.size = i - run.at;
    if (run.size > 0) runs.push_back(run);
  }
  return runs;
}

// The last digits alone count: it is only about being near.
uint64_t NumberOf(std::string_view digits) {
  uint64_t number = 0;
  for (const char c : digits) {
    number = number * 10 + static_cast<uint64_t>(c - '0');
  }
  return number;
}

std::string OtherDecimal(std::string_view digits, uint64_t unit,
                         Random* random) {
  switch (random->Below(6)) {
    case 0:
      return std::to_string(NumberOf(digits) + random->Below(5) - 2);
    case 1:
      return std::to_string(EdgeNumber(random->OneIn(2) ? 4 : 8, random));
    case 2:
    case 3:
      return std::to_string(EdgeOfUnits(unit, 8, random));
    default:
      return NumberForm(digits, random);
  }
}

std::string OtherHex(size_t size, Random* random) {
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  std::string digits(size, '0');
  for (char& c : digits) c = random->Pick(kDigits);
  return digits;
}

}  // namespace

bool HasNumber(std::string_view text) { return !RunsIn(text).empty(); }

std::string ChangeNumberIn(std::string text, uint64_t unit, Random* random) {
  constexpr std::array<char, 6> kNoDigits = {'-', '+', ' ', 'g', 'x', '.'};
  const std::vector<Run> runs = RunsIn(text);
  if (runs.empty()) return text;
  const Run run = random->Pick(runs);
  if (random->OneIn(4)) {
    const auto at = static_cast<size_t>(random->Below(run.size));
    text[run.at + at] = random->OneIn(2) ? '-' : random->Pick(kNoDigits);
    return text;
  }
  const std::string digits = text.substr(run.at, run.size);
  return text.replace(run.at, run.size,
                      run.is_hex ? OtherHex(run.size, random)
                                 : OtherDecimal(digits, unit, random));
}

std::string SameNumberIn(std::string text, Random* random) {
  constexpr std::array<std::string_view, 4> kBefore = {"0", "00", "+", " "};
  const std::vector<Run> runs = RunsIn(text);
  if (runs.empty()) return text;
  const Run run = random->Pick(runs);
  if (run.is_hex || random->OneIn(2)) {
    return text.insert(run.at, random->Pick(kBefore));
  }
  const uint64_t number = NumberOf(text.substr(run.at, run.size));
  constexpr uint64_t kPower = uint64_t{1} << 32;
  return text.replace(run.at, run.size,
                      random->OneIn(2) ? std::to_string(number + kPower)
                                       : PlusPowerOfTwo(number));
}

std::string NearText(const std::string& text, Random* random) {
  if (HasNumber(text) && random->OneIn(2)) {
    return ChangeNumberIn(text, 1, random);
  }
  return NearName(text, random);
}

}  // namespace loadgate::mutator
