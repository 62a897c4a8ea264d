#include "tests/parser/rule_cases.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tests/support/harness_rules.h"

namespace loadgate::testing_support {

Producer ProducerOf(const Rule& rule) {
  if (IsHarnessRule(rule)) return Producer::kHarness;
  if (rule.name.starts_with("safetensors-")) return Producer::kSafetensors;
  return rule.name.starts_with("gguf-") || rule.name.starts_with("limit-")
             ? Producer::kReader
             : Producer::kJudge;
}

GgufRecipe SmallFile() {
  return {.pairs = {{"general.architecture", "llama"}},
          .tensors = {{.name = "w", .ne = {8}}}};
}

Spot At(std::string field, uint64_t plus) {
  return [field = std::move(field), plus](const GgufBytes& file) {
    return file.OffsetOf(field) + plus;
  };
}

Spot AtByte(uint64_t offset) {
  return [offset](const GgufBytes&) { return offset; };
}

Spot BeforeEnd(uint64_t bytes) {
  return [bytes](const GgufBytes& file) { return file.size() - bytes; };
}

GgufRecipe WithPair(Pair pair) {
  GgufRecipe recipe = SmallFile();
  recipe.pairs.push_back(std::move(pair));
  return recipe;
}

GgufRecipe WithTensor(Tensor tensor) {
  return WithTensors({std::move(tensor)});
}

GgufRecipe WithTensors(std::vector<Tensor> tensors) {
  GgufRecipe recipe = SmallFile();
  recipe.tensors = std::move(tensors);
  return recipe;
}

Spoil SecondPair(Pair pair) {
  return [pair = std::move(pair)](GgufRecipe& recipe) {
    recipe.pairs.at(1) = pair;
  };
}

Spoil FirstTensor(Tensor tensor) {
  return [tensor = std::move(tensor)](GgufRecipe& recipe) {
    recipe.tensors.at(0) = tensor;
  };
}

Spoil SecondTensor(Tensor tensor) {
  return [tensor = std::move(tensor)](GgufRecipe& recipe) {
    recipe.tensors.at(1) = tensor;
  };
}

Spoil TailIs(std::string tail) {
  return [tail = std::move(tail)](GgufRecipe& recipe) { recipe.tail = tail; };
}

Lie SetTo(std::string field, uint64_t value) {
  return [field = std::move(field), value](GgufBytes& file) {
    file.Set(field, value);
  };
}

Lie CutAfter(std::string field, uint64_t bytes) {
  return [field = std::move(field), bytes](GgufBytes& file) {
    file.Truncate(file.OffsetOf(field) + bytes);
  };
}

Lie ReplaceBy(std::string bytes) {
  return [bytes = std::move(bytes)](GgufBytes& file) {
    file = GgufBytes();
    file.Raw(bytes);
  };
}

GgufBytes RuleCase::Good() const { return Build(good); }

GgufBytes RuleCase::Bad() const {
  GgufRecipe recipe = good;
  if (spoil) spoil(recipe);
  GgufBytes file = Build(recipe);
  if (lie) lie(file);
  return file;
}

const std::vector<RuleCase>& RuleCases() {
  static const auto* const kCases = [] {
    auto* const all = new std::vector<RuleCase>;
    for (const auto part :
         {InputRuleCases, OtherFileRuleCases, HeaderRuleCases, KeyRuleCases,
          ValueRuleCases, AlignmentRuleCases, TensorRuleCases, SizeRuleCases,
          OffsetRuleCases, EndRuleCases}) {
      std::vector<RuleCase> cases = part();
      std::move(cases.begin(), cases.end(), std::back_inserter(*all));
    }
    return all;
  }();
  return *kCases;
}

std::string CaseName(const RuleCase& rule_case) {
  std::string name(CodeName(rule_case.code));
  if (!rule_case.variant.empty()) name += "-" + rule_case.variant;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace loadgate::testing_support
