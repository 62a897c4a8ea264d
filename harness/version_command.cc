#include <unistd.h>

#include "absl/strings/str_format.h"
#include "harness/commands.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/worker_options.h"
#include "loadgate/ggml_type.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/version.h"

namespace loadgate {

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
                      workers.sandbox()));
  return output.Finish(kExitAccepted);
}

}  // namespace loadgate
