#include "harness/conversion.h"

#include "absl/strings/str_format.h"
#include "harness/gate/verdict.h"
#include "harness/signals.h"
#include "harness/whole_file.h"
#include "harness/worker_options.h"
#include "loadgate/checked_math.h"
#include "loadgate/escape.h"

namespace loadgate {

std::optional<std::string> ReadConversion(const ParsedLine& line,
                                          std::string_view what,
                                          uint64_t default_most_bytes,
                                          Conversion* conversion) {
  conversion->most_bytes = default_most_bytes;
  conversion->workers = DefaultCraftSettings();
  WorkerSettings& workers = conversion->workers;
  if (auto wrong = ApplyLimits(line, nullptr, &workers.limits)) return wrong;
  if (auto wrong = ReadWorkerOptions(line, &workers)) return wrong;
  if (const std::optional<std::string> most = line.Last("max-bytes")) {
    const std::optional<uint64_t> value = ParseNumber(*most);
    if (!value.has_value() || *value == 0 || *value > kMaxFileSize) {
      return absl::StrFormat(
          "--max-bytes needs a whole number from 1 to %u, with K, M or G for "
          "KiB, MiB or GiB, not '%s'",
          kMaxFileSize, Escaped(*most));
    }
    conversion->most_bytes = *value;
  }
  if (line.operands.size() != 1) {
    return absl::StrFormat("it takes one %s, or - for standard input", what);
  }
  conversion->input = line.operands.front();
  conversion->output = line.Last("output");
  if (conversion->output == "-") conversion->output.reset();
  if (conversion->output == "") return "--output needs the name of a file";
  return std::nullopt;
}

int WriteResult(const Conversion& conversion, std::string_view result,
                Output& output) {
  if (Interrupted()) {
    PrintError("a signal came; nothing was written");
    return kExitUndecided;
  }
  if (!conversion.output.has_value()) {
    output.Write(result);
    return output.Finish(kExitAccepted);
  }
  const auto wrong = WriteWholeFile(*conversion.output, result);
  if (!wrong.has_value()) return kExitAccepted;
  PrintError(absl::StrFormat("%s: %s", Escaped(*conversion.output), *wrong));
  return kExitUndecided;
}

}  // namespace loadgate
