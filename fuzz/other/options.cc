#include "fuzz/other/options.h"

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace loadgate::other {
namespace {

// A whole value that is a number of the kind asked for.
template <typename Number>
bool ParseNumber(std::string_view text, Number* number) {
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), *number);
  return error == std::errc() && end == text.data() + text.size();
}

// By strtod, since libc++ 19 has no from_chars for it; which takes white space
// and hexadecimal digits, so what may stand there is looked at first.
bool ParseSeconds(std::string_view text, double* seconds) {
  const std::string copy(text);
  if (copy.empty() ||
      copy.find_first_not_of("0123456789.eE+-") != std::string::npos) {
    return false;
  }
  char* end = nullptr;
  *seconds = std::strtod(copy.c_str(), &end);
  return *end == '\0' && std::isfinite(*seconds) && *seconds > 0 &&
         *seconds < 1e6;
}

bool SetFormat(std::string_view value, Format* format) {
  *format = value == "gguf" ? Format::kGguf : Format::kSafetensors;
  return value == "gguf" || value == "safetensors";
}

bool SetTimeout(std::string_view value, Invocation* reader) {
  double seconds = 0;
  if (!ParseSeconds(value, &seconds)) return false;
  reader->timeout = std::chrono::milliseconds(std::llround(seconds * 1000));
  return true;
}

bool AddCrashStatus(std::string_view value, Invocation* reader) {
  int status = 0;
  if (!ParseNumber(value, &status) || status < 1 || status > 255) return false;
  reader->crash_statuses.push_back(status);
  return true;
}

// Whether the option is known and takes the value.
bool SetOption(std::string_view name, std::string_view value,
               Options* options) {
  CampaignOptions& campaign = options->campaign;
  if (name == "--format") return SetFormat(value, &campaign.format);
  if (name == "--mutator") {
    campaign.structured = value == "structured";
    return campaign.structured || value == "bytes";
  }
  if (name == "--corpus") return !(campaign.corpus = value).empty();
  if (name == "--out") return !(campaign.out = value).empty();
  if (name == "--seed") return ParseNumber(value, &campaign.seed);
  if (name == "--seconds") return ParseSeconds(value, &campaign.seconds);
  if (name == "--runs") return ParseNumber(value, &campaign.runs);
  if (name == "--max-size") {
    return ParseNumber(value, &campaign.max_size) && campaign.max_size > 0 &&
           campaign.max_size <= (size_t{1} << 20);
  }
  if (name == "--timeout") return SetTimeout(value, &options->reader);
  if (name == "--crash-status") return AddCrashStatus(value, &options->reader);
  if (name == "--serve") return options->reader.serves = value.empty();
  return false;
}

}  // namespace

std::optional<Options> ParseOptions(const std::vector<std::string>& arguments,
                                    std::string* error) {
  Options options;
  auto argument = arguments.begin();
  for (; argument != arguments.end() && *argument != "--"; ++argument) {
    const std::string_view text = *argument;
    const size_t equals = std::min(text.find('='), text.size());
    const std::string_view value =
        equals < text.size() ? text.substr(equals + 1) : std::string_view();
    if (!SetOption(text.substr(0, equals), value, &options)) {
      *error = "cannot take '" + *argument + "'";
      return std::nullopt;
    }
  }
  if (argument != arguments.end()) ++argument;
  options.reader.words.assign(argument, arguments.end());
  if (options.reader.words.empty()) {
    *error = "no reader is given";
  } else if (options.campaign.out.empty()) {
    *error = "--out is missing";
  } else {
    return options;
  }
  return std::nullopt;
}

}  // namespace loadgate::other
