// A bad file for every rule about safetensors, and a good one beside it.

#ifndef LOADGATE_TESTS_PARSER_RULE_CASES_SAFETENSORS_H_
#define LOADGATE_TESTS_PARSER_RULE_CASES_SAFETENSORS_H_

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/limits.h"
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {

struct SafetensorsRuleCase {
  Code code;
  // Tells several cases of one code apart.
  std::string variant;
  SafetensorsBytes good;
  SafetensorsBytes bad;
  // What the finding must say. `says` are the value read and the bound; that
  // the message ends with the rule's mend is tested for all.
  uint64_t at = 0;
  std::string where = {};
  std::vector<std::string> says = {};
  // Other errors that the bad file cannot be without.
  std::vector<Code> beside = {};
  Limits limits = {};
};

// SmallSafetensors is the smallest file with a tensor that earns no finding:
// 'w' of two floats.
SafetensorsBytes SmallSafetensors();

// TextPlace says where a finding belongs: at the first `text` of the bad file,
// or `plus` bytes behind its first byte.
struct TextPlace {
  std::string text;
  uint64_t plus = 0;
};

// JsonCase is about the text of a header: `good` and `bad` are whole headers,
// each with `data_bytes` behind it. Both are padded.
SafetensorsRuleCase JsonCase(Code code, std::string variant, std::string good,
                             std::string bad, const TextPlace& at,
                             std::string where, std::vector<std::string> says,
                             uint64_t data_bytes = 8);

// EntryCase is about the only entry of a header.
SafetensorsRuleCase EntryCase(Code code, std::string variant,
                              const SafetensorsEntry& good,
                              const SafetensorsEntry& bad, const TextPlace& at,
                              std::vector<std::string> says,
                              uint64_t data_bytes = 8);

// SafetensorsRuleCases returns the table. It lives for ever.
const std::vector<SafetensorsRuleCase>& SafetensorsRuleCases();

// CaseName returns a name that a GoogleTest test may have.
std::string CaseName(const SafetensorsRuleCase& rule_case);

inline void PrintTo(const SafetensorsRuleCase& rule_case, std::ostream* out) {
  *out << CaseName(rule_case);
}

// The parts of the table, by what the rules are about.
std::vector<SafetensorsRuleCase> LengthCases();
std::vector<SafetensorsRuleCase> TextCases();
std::vector<SafetensorsRuleCase> SyntaxCases();
std::vector<SafetensorsRuleCase> NameCases();
std::vector<SafetensorsRuleCase> MetadataCases();
std::vector<SafetensorsRuleCase> FieldCases();
std::vector<SafetensorsRuleCase> NumberCases();
std::vector<SafetensorsRuleCase> SizeCases();
std::vector<SafetensorsRuleCase> DataCases();

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_RULE_CASES_SAFETENSORS_H_
