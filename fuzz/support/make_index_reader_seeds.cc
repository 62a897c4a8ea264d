// loadgate_make_index_reader_seeds OUTDIR | --check CORPUS
//
// The seeds of index_reader_fuzzer: see SeedsMain. The bad index of every rule
// and the good one beside it, and the forms that real ones have.

#include <string>

#include "fuzz/support/seeds.h"
#include "loadgate/limits.h"
#include "tests/support/index_cases.h"

namespace loadgate::testing_support {
namespace {

void AddRuleCases(Seeds* seeds) {
  for (const IndexRuleCase& rule_case : IndexRuleCases()) {
    seeds->emplace("bad-" + CaseName(rule_case), rule_case.bad);
  }
  seeds->emplace("good", SmallIndex());
}

void AddForms(Seeds* seeds) {
  seeds->emplace("form-of-the-hub",
                 "{\n  \"metadata\": {\n    \"total_size\": 24\n  },\n"
                 "  \"weight_map\": {\n"
                 "    \"a\": \"model-00001-of-00002.safetensors\",\n"
                 "    \"b\": \"model-00002-of-00002.safetensors\"\n  }\n}");
  seeds->emplace("map-alone", R"({"weight_map":{"w":"m.safetensors"}})");
  seeds->emplace("metadata-behind",
                 R"({"weight_map":{"w":"m.safetensors"},"metadata":)"
                 R"({"total_parameters":"8B","total_size":0}})");
  seeds->emplace("numbers-odd",
                 R"({"metadata":{"a":1e999,"b":-0,"c":1.5},)"
                 R"("weight_map":{"w":"m.safetensors"},"d":[{}]})");
  seeds->emplace("names-escaped",
                 R"({"we\u0069ght_map":{"\u0077":"\u006d.safetensors"}})");
  seeds->emplace("name-dotted-and-plain",
                 R"({"weight_map":{"v":"./m.safetensors",)"
                 R"("w":"m.safetensors"}})");
  seeds->emplace("name-of-percent-signs",
                 R"({"weight_map":{"w":"100%-%20%2.safetensors"}})");
  std::string many;
  for (int i = 0; i < 40; ++i) {
    many += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":\"" +
            std::to_string(i % 3) + ".safetensors\"";
  }
  seeds->emplace("many", "{\"weight_map\":{" + many + "}}");
}

Seeds AllSeeds() {
  Seeds seeds;
  AddRuleCases(&seeds);
  AddForms(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
