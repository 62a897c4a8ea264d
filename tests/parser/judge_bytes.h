// Judge() on bytes in memory.

#ifndef LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_
#define LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_

#include <string_view>

#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/limits.h"
#include "tests/parser/judged.h"

namespace loadgate::testing_support {

// NameOf returns a name that says `format`; it says nothing for kUnknown.
inline std::string_view NameOf(Format format) {
  switch (format) {
    case Format::kGguf:
      return "m.gguf";
    case Format::kSafetensors:
      return "m.safetensors";
    case Format::kSafetensorsIndex:
      return "m.safetensors.index.json";
    case Format::kUnknown:
      return "m";
  }
  LG_CHECK(false);
}

// JudgeBytes judges a file whose name is `name`, or says that it is of format
// `named`.
inline Judged JudgeBytes(ByteSpan bytes, const Limits& limits,
                         std::string_view name) {
  MemorySource source(bytes);
  FindingSink sink(limits);
  const JudgeOptions options = {.limits = limits, .hash_key = {}, .name = name};
  LG_CHECK(Judge(source, options, &sink).ok());
  return JudgedOf(sink);
}

inline Judged JudgeBytes(ByteSpan bytes, const Limits& limits = {},
                         Format named = Format::kGguf) {
  return JudgeBytes(bytes, limits, NameOf(named));
}

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_PARSER_JUDGE_BYTES_H_
