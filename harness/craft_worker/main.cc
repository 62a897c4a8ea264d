// loadgate-craft-worker: the program of the zygote, and so of every worker,
// that makes recipes of files and files of recipes. It is started by loadgate
// alone, as loadgate-worker is, and locks itself by the same code.

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "harness/craft_worker/craft_worker.h"
#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/zygote_program.h"
#include "harness/write_all.h"

namespace loadgate {
namespace {

int Craft(std::string_view task, int inputs) {
  const std::optional<CraftRequest> request = DecodeCraftTask(task);
  if (!request.has_value() ||
      request->inputs.size() != static_cast<size_t>(inputs)) {
    return sandbox::kExitBadTask;
  }
  bool written = true;
  RunCraftWorker(*request, sandbox::kFirstInput,
                 [&written](std::string_view piece) {
                   written = written && WriteAll(sandbox::kReply, piece);
                 });
  return written ? sandbox::kExitDone : sandbox::kExitNoReader;
}

}  // namespace
}  // namespace loadgate

int main(int argc, char** argv) {
  // The system hands over a pointer and a count; from here on it is a span.
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
  return loadgate::sandbox::RunZygoteProgram(
      arguments, {.prepare = loadgate::sandbox::EndWithoutMemory,
                  .run = loadgate::Craft,
                  .name = loadgate::sandbox::kCraftWorker});
}
