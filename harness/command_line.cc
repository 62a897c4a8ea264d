#include "harness/command_line.h"

#include <getopt.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "loadgate/checked_math.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

// Values of `val` from here on are places in the table of options.
constexpr int kFirstLong = 0x100;
constexpr int kOperand = 1;  // What a leading '-' in the option string gives.

std::vector<option> LongOptions(std::span<const OptionSpec> options) {
  std::vector<option> table;
  for (const OptionSpec& spec : options) {
    const int place = kFirstLong + static_cast<int>(table.size());
    table.push_back({spec.name.data(),
                     spec.value.empty() ? no_argument : required_argument,
                     nullptr, place});
  }
  table.push_back({nullptr, 0, nullptr, 0});
  return table;
}

// "-" keeps operands in place, ":" tells a missing value from an unknown
// option.
std::string ShortOptions(std::span<const OptionSpec> options) {
  std::string letters = "-:";
  for (const OptionSpec& spec : options) {
    if (spec.letter == 0) continue;
    letters += spec.letter;
    if (!spec.value.empty()) letters += ':';
  }
  return letters;
}

const OptionSpec* FindOption(int found, std::span<const OptionSpec> options) {
  if (found >= kFirstLong) {
    return &options[static_cast<size_t>(found - kFirstLong)];
  }
  for (const OptionSpec& spec : options) {
    if (spec.letter != 0 && spec.letter == found) return &spec;
  }
  return nullptr;
}

// "--name" of "--name=value".
std::string_view OptionText(std::string_view argument) {
  return argument.substr(0, argument.find('='));
}

std::string UnknownOption(std::string_view argument, int letter,
                          std::span<const OptionSpec> options) {
  if (!argument.starts_with("--")) {
    const std::string text(1, static_cast<char>(letter));
    return absl::StrFormat("unknown option -%s", Escaped(text));
  }
  std::vector<std::string_view> names;
  for (const OptionSpec& spec : options) names.push_back(spec.name);
  const std::string_view text = OptionText(argument);
  const std::string_view name = text.substr(2);
  // A known name that getopt_long refuses was given a value it does not take.
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return absl::StrFormat("option %s takes no value", text);
  }
  return absl::StrFormat("unknown option %s%s", Escaped(text),
                         DidYouMean(name, names, "--"));
}

// Whose a limit is.
enum class LimitOf : uint8_t { kReader, kWorker, kReply };

struct LimitName {
  std::string_view name;
  uint64_t most;
  LimitOf of = LimitOf::kReader;
  uint64_t least = 0;
};

// Names are numbered in 32 bits, and the highest number is taken.
constexpr uint64_t kMostNames = UINT32_MAX - 1;

constexpr uint64_t kMostSeconds = 24 * 60 * 60;

constexpr uint64_t kMostReplyBytes = uint64_t{1} << 40;

// A worker without any memory would judge some files, by luck. A reply to
// `inspect` has at least what one to `check` may have.
constexpr std::array<LimitName, 10> kLimitNames = {{
    {"header-bytes", kMaxFileSize},
    {"key-values", kMostNames},
    {"tensors", kMostNames},
    {"shards", kMostShardNames},
    {"probes", UINT32_MAX},
    {"probe-bytes", kMaxFileSize},
    {"memory", kMaxFileSize, LimitOf::kWorker, 1},
    {"cpu-seconds", kMostSeconds, LimitOf::kWorker, 1},
    {"reply-records", UINT32_MAX, LimitOf::kReply, kCheckReply.records},
    {"reply-bytes", kMostReplyBytes, LimitOf::kReply, kCheckReply.bytes},
}};

void SetLimit(std::string_view name, uint64_t value, Limits* limits,
              sandbox::WorkerLimits* worker, ReplyLimits* reply) {
  if (name == "reply-records") reply->records = value;
  if (name == "reply-bytes") reply->bytes = value;
  if (name == "memory") worker->data_bytes = value;
  if (name == "cpu-seconds") worker->cpu_seconds = value;
  if (limits == nullptr) return;
  if (name == "header-bytes") limits->header_bytes = value;
  if (name == "shards") limits->shards = value;
  // One name for what is the same in both formats.
  if (name == "key-values") limits->key_values = limits->metadata_pairs = value;
  if (name == "tensors") limits->tensors = limits->safetensors_tensors = value;
  if (name == "probes") limits->probes = static_cast<uint32_t>(value);
  if (name == "probe-bytes") limits->probe_bytes = value;
}

}  // namespace

bool ParsedLine::Has(std::string_view name) const {
  return std::any_of(options.begin(), options.end(),
                     [name](const Option& o) { return o.name == name; });
}

std::optional<std::string> ParsedLine::Last(std::string_view name) const {
  std::optional<std::string> last;
  for (const Option& given : options) {
    if (given.name == name) last = given.value;
  }
  return last;
}

ParsedLine ParseArguments(std::span<char* const> arguments,
                          std::span<const OptionSpec> options) {
  const std::vector<option> table = LongOptions(options);
  const std::string letters = ShortOptions(options);
  const int count = static_cast<int>(arguments.size());
  ParsedLine line;
  optind = 0;  // Begin anew; glibc then starts at 1.
  opterr = 0;
  for (;;) {
    const auto place = static_cast<size_t>(std::max(optind, 1));
    const int found = ::getopt_long(count, arguments.data(), letters.c_str(),
                                    table.data(), nullptr);
    if (found == -1) break;
    const std::string_view argument = arguments[place];
    if (found == kOperand) {
      line.operands.emplace_back(optarg);
      continue;
    }
    const OptionSpec* spec = FindOption(found, options);
    if (found == ':') {
      line.error = absl::StrFormat("option %s needs a value",
                                   Escaped(OptionText(argument)));
      return line;
    }
    const bool exact =
        spec != nullptr &&
        (found < kFirstLong || OptionText(argument).substr(2) == spec->name);
    if (!exact) {
      line.error = UnknownOption(argument, optopt, options);
      return line;
    }
    line.options.push_back(
        {spec->name, spec->value.empty() ? "" : std::string(optarg)});
  }
  for (const char* operand : arguments.subspan(static_cast<size_t>(optind))) {
    line.operands.emplace_back(operand);
  }
  return line;
}

std::string HelpText(const VerbSpec& verb) {
  std::string text = absl::StrFormat("usage: %s\n\n", verb.synopsis);
  text += Wrapped(verb.purpose, 0);
  text += "\noptions:\n";
  for (const OptionSpec& spec : verb.options) {
    std::string flag = spec.letter == 0 ? "    " : "-x, ";
    if (spec.letter != 0) flag[1] = spec.letter;
    flag += "--" + std::string(spec.name);
    if (!spec.value.empty()) flag += " " + std::string(spec.value);
    text += absl::StrFormat("  %s\n%s", flag, Wrapped(spec.help, 10));
  }
  text += absl::StrFormat("\nexamples:\n%s", verb.examples);
  return text;
}

std::string DidYouMean(std::string_view word,
                       std::span<const std::string_view> known,
                       std::string_view prefix) {
  const std::optional<std::string_view> meant = ClosestTo(word, known);
  if (!meant.has_value()) return "";
  return absl::StrFormat("; did you mean %s%s?", prefix, *meant);
}

std::optional<uint64_t> ParseNumber(std::string_view text) {
  uint64_t factor = 1;
  if (!text.empty()) {
    switch (text.back()) {
      case 'K':
        factor = uint64_t{1} << 10;
        break;
      case 'M':
        factor = uint64_t{1} << 20;
        break;
      case 'G':
        factor = uint64_t{1} << 30;
        break;
      default:
        break;
    }
  }
  if (factor != 1) text.remove_suffix(1);
  uint64_t value = 0;
  const char* end = std::to_address(text.end());
  const std::from_chars_result read =
      std::from_chars(text.data(), end, value, 10);
  if (text.empty() || read.ec != std::errc() || read.ptr != end) {
    return std::nullopt;
  }
  return CheckedMul(value, factor);
}

std::optional<std::string> ApplyLimit(std::string_view text, Limits* limits,
                                      sandbox::WorkerLimits* worker,
                                      ReplyLimits* reply) {
  const size_t equals = std::min(text.find('='), text.size());
  const std::string_view name = text.substr(0, equals);
  std::vector<std::string_view> names;
  for (const LimitName& limit : kLimitNames) {
    if (limits == nullptr && limit.of == LimitOf::kReader) continue;
    if (reply == nullptr && limit.of == LimitOf::kReply) continue;
    names.push_back(limit.name);
    if (limit.name != name) continue;
    if (equals == text.size()) break;
    const std::optional<uint64_t> value = ParseNumber(text.substr(equals + 1));
    if (!value.has_value() || *value > limit.most || *value < limit.least) {
      const std::string range =
          limit.least == 0
              ? absl::StrFormat("up to %u", limit.most)
              : absl::StrFormat("from %u to %u", limit.least, limit.most);
      return absl::StrFormat(
          "--limit %s needs a whole number %s, with K, M or G for KiB, MiB or "
          "GiB, not '%s'",
          name, range, Escaped(text.substr(equals + 1)));
    }
    SetLimit(name, *value, limits, worker, reply);
    return std::nullopt;
  }
  if (std::find(names.begin(), names.end(), name) != names.end()) {
    return absl::StrFormat("--limit %s needs a value: --limit %s=N", name,
                           name);
  }
  return absl::StrFormat("unknown limit %s%s", Escaped(name),
                         DidYouMean(name, names, ""));
}

std::optional<std::string> ApplyLimits(const ParsedLine& line, Limits* limits,
                                       sandbox::WorkerLimits* worker,
                                       ReplyLimits* reply) {
  for (const ParsedLine::Option& given : line.options) {
    if (given.name != "limit") continue;
    if (auto error = ApplyLimit(given.value, limits, worker, reply))
      return error;
  }
  if (limits == nullptr) return std::nullopt;
  const std::optional<std::string> most = line.Last("max-findings");
  if (!most.has_value()) return std::nullopt;
  const std::optional<uint64_t> value = ParseNumber(*most);
  // Without any finding a rejection would not say why.
  if (!value.has_value() || *value == 0 || *value > UINT32_MAX) {
    return absl::StrFormat(
        "--max-findings needs a whole number from 1 to %u, not %s; for "
        "verdicts alone, read them from --format json",
        UINT32_MAX, Escaped(*most));
  }
  limits->findings = static_cast<size_t>(*value);
  limits->findings_per_code = limits->findings;
  return std::nullopt;
}

}  // namespace loadgate
