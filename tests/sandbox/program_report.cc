#include "tests/sandbox/program_report.h"

#include <algorithm>
#include <optional>

namespace loadgate::testing_support {
namespace {

// Takes off `*text` what comes before the value that follows `key`, and returns
// the value. Within strings quotes are escaped, so that a key is none of them.
std::optional<std::string> TakeValue(std::string_view key,
                                     std::string_view* text) {
  const size_t at = text->find(key);
  if (at == std::string_view::npos) return std::nullopt;
  text->remove_prefix(at + key.size());
  return std::string(text->substr(0, text->find('"')));
}

InputWords ReadInput(std::string_view line) {
  InputWords input;
  std::string_view rest = line;
  input.path = TakeValue("{\"path\":\"", &rest).value_or("");
  input.verdict = TakeValue("\"verdict\":\"", &rest).value_or("");
  rest = line;
  input.sha256 = TakeValue("\"sha256\":\"", &rest).value_or("");
  rest = line;
  while (const auto code = TakeValue("{\"code\":\"", &rest)) {
    input.codes.push_back(*code);
  }
  return input;
}

}  // namespace

// Each input is a line.
std::vector<InputWords> ReadReport(std::string_view json) {
  std::vector<InputWords> inputs;
  while (!json.empty()) {
    const std::string_view line = json.substr(0, json.find('\n'));
    if (line.starts_with("{\"path\":\"")) inputs.push_back(ReadInput(line));
    json.remove_prefix(std::min(json.size(), line.size() + 1));
  }
  return inputs;
}

}  // namespace loadgate::testing_support
