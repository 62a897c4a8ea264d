// For each fault of canaries.def a file that it harms, and one much like it.

#ifndef LOADGATE_TESTS_PARSER_CANARY_CASES_H_
#define LOADGATE_TESTS_PARSER_CANARY_CASES_H_

#include <span>
#include <string_view>

namespace loadgate::testing_support {

// Both are recipes. The near miss reaches the canary and does not trigger it.
struct CanaryCase {
  std::string_view fault;
  std::string_view harmful;
  std::string_view near_miss;
};

// CanaryCases returns those of the faults whose author is `ours`,
// BlindCanaryCases of `blind`, and so on.
std::span<const CanaryCase> CanaryCases();
std::span<const CanaryCase> BlindCanaryCases();
std::span<const CanaryCase> Blind2CanaryCases();
std::span<const CanaryCase> Blind3CanaryCases();
std::span<const CanaryCase> Blind4CanaryCases();
std::span<const CanaryCase> Blind5CanaryCases();
std::span<const CanaryCase> Blind7CanaryCases();
std::span<const CanaryCase> Blind8CanaryCases();

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_CANARY_CASES_H_
