#include <unistd.h>

#include <string>

#include "absl/strings/str_format.h"
#include "harness/commands.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/worker_options.h"
#include "loadgate/ggml_type.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/version.h"

namespace loadgate {

namespace {

// What holds; or that nothing does, why, and what would help.
std::string SandboxLine(const Workers& workers) {
  std::string line(workers.sandbox());
  if (line != "none") return line;
  return absl::StrFormat(
      "none (%s; --sandbox=best-effort %s)", workers.why_not(),
      workers.best_effort_would_do() ? "would do without it" : "does not help");
}

}  // namespace

int RunVersion(Arguments arguments) {
  if (arguments.size() > 1) {
    return UsageError("", "--version takes nothing else");
  }
  Output output(STDOUT_FILENO);
  Workers workers(DefaultWorkerSettings());
  workers.Start();
  output.Write(
      absl::StrFormat("loadgate %s\nggml type table: %s\n"
                      "safetensors dtype table: %s\nsandbox: %s\n",
                      Version(), kGgmlTypeTableDate, kSafetensorsDtypeTableDate,
                      SandboxLine(workers)));
  return output.Finish(kExitAccepted);
}

}  // namespace loadgate
