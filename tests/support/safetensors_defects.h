// Safetensors files with one defect each, made from good ones systematically.
//
// Not every one is bad: an escape that is as good as the character, a dimension
// that changes nothing. What each must be, the naive reader says.

#ifndef LOADGATE_TESTS_SUPPORT_SAFETENSORS_DEFECTS_H_
#define LOADGATE_TESTS_SUPPORT_SAFETENSORS_DEFECTS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {

// SafetensorsDefect is a file and what was done to it: the kind of the defect,
// and which of its kind.
struct SafetensorsDefect {
  std::string kind;
  std::string name;
  SafetensorsBytes file;
};

// JsonToken is a token of JSON text, or what stands in its place: the bytes
// from `at` on. White space is none.
struct JsonToken {
  size_t at = 0;
  size_t length = 0;
};

// JsonTokens returns the tokens of `json`, which must be well formed.
std::vector<JsonToken> JsonTokens(std::string_view json);

// DefectSources returns the good files that the defects are made from.
std::vector<GoodSafetensors> DefectSources();

// DefectsOf returns every defect of `good`, always in the same order.
std::vector<SafetensorsDefect> DefectsOf(const GoodSafetensors& good);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_SAFETENSORS_DEFECTS_H_
