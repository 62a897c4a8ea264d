// A bad file for every rule that the library knows, and a good one beside it.
//
// A case is a good file and the one difference that makes it bad. rules_test.cc
// runs every case; other tests take the files for their own ends.

#ifndef LOADGATE_TESTS_PARSER_RULE_CASES_H_
#define LOADGATE_TESTS_PARSER_RULE_CASES_H_

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/limits.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"

namespace loadgate::testing_support {

// Producer is who finds a breach: the GGUF reader with its probes, the
// safetensors reader, Judge() before any reader is asked, or the program.
enum class Producer : uint8_t { kReader, kSafetensors, kJudge, kHarness };

// ProducerOf returns who reports `rule`.
Producer ProducerOf(const Rule& rule);

// SmallFile returns the smallest file that earns no finding: one key and one
// tensor 'w' of 8 floats, which needs no padding. It has 160 bytes, of which
// the header takes 102 and its padding 26.
GgufRecipe SmallFile();

// Spot finds the offset that a finding should have in a bad file.
using Spot = std::function<uint64_t(const GgufBytes&)>;

// At is the offset of a field, or so many bytes behind it; AtByte a fixed
// offset; BeforeEnd so many bytes before the file's end.
Spot At(std::string field, uint64_t plus = 0);
Spot AtByte(uint64_t offset);
Spot BeforeEnd(uint64_t bytes);
inline Spot AtEnd() { return BeforeEnd(0); }

using Spoil = std::function<void(GgufRecipe&)>;
using Lie = std::function<void(GgufBytes&)>;

struct RuleCase {
  Code code;
  // Tells several cases of one code apart.
  std::string variant = {};
  GgufRecipe good = SmallFile();
  // What makes the good file bad, before it is written and after.
  Spoil spoil = {};
  Lie lie = {};
  // What the finding must say. `says` are the value read and the bound; that
  // the message ends with the rule's mend is tested for all.
  Spot at = AtByte(0);
  std::string where = {};
  std::vector<std::string> says = {};
  // Other errors that the bad file cannot be without.
  std::vector<Code> beside = {};
  Limits limits = {};
  // The bad file's name; the good one's is "m.gguf".
  std::string name = "m.gguf";

  GgufBytes Good() const;
  GgufBytes Bad() const;
};

// WithPair and WithTensor return SmallFile with a second pair, or with another
// tensor; WithTensors with several. SecondPair, FirstTensor and SecondTensor
// put a bad one in the place of such a good one.
GgufRecipe WithPair(Pair pair);
GgufRecipe WithTensor(Tensor tensor);
GgufRecipe WithTensors(std::vector<Tensor> tensors);
Spoil SecondPair(Pair pair);
Spoil FirstTensor(Tensor tensor);
Spoil SecondTensor(Tensor tensor);

// TailIs puts `tail` behind everything else.
Spoil TailIs(std::string tail);

// SetTo overwrites a field; CutAfter drops what follows the first `bytes` bytes
// of one; ReplaceBy puts other bytes in the place of the whole file.
Lie SetTo(std::string field, uint64_t value);
Lie CutAfter(std::string field, uint64_t bytes);
Lie ReplaceBy(std::string bytes);

// RuleCases returns the table. It lives for ever.
const std::vector<RuleCase>& RuleCases();

// CaseName returns a name that a GoogleTest test may have.
std::string CaseName(const RuleCase& rule_case);

inline void PrintTo(const RuleCase& rule_case, std::ostream* out) {
  *out << CaseName(rule_case);
}

// The parts of the table, by what the rules are about.
std::vector<RuleCase> InputRuleCases();
std::vector<RuleCase> OtherFileRuleCases();
std::vector<RuleCase> HeaderRuleCases();
std::vector<RuleCase> KeyRuleCases();
std::vector<RuleCase> ValueRuleCases();
std::vector<RuleCase> AlignmentRuleCases();
std::vector<RuleCase> TensorRuleCases();
std::vector<RuleCase> SizeRuleCases();
std::vector<RuleCase> OffsetRuleCases();
std::vector<RuleCase> EndRuleCases();

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_RULE_CASES_H_
