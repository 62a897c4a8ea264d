// loadgate-worker: the program of the zygote, and so of every worker that
// judges a file. It is started by loadgate alone, with a socket as descriptor
// 3; harness/sandbox/zygote.h says what it does with that.

#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <new>
#include <optional>
#include <span>
#include <string_view>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/zygote.h"
#include "harness/sandbox/zygote_arguments.h"
#include "harness/worker/reply_pipe.h"
#include "harness/worker/worker.h"
#include "loadgate/random_hash_key.h"

// For builds with sanitizers; others never ask. The environment is empty, so
// that their options stand here, and a symbolizer would be a program to look
// for.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "exitcode=86:symbolize=0:detect_leaks=0";
}

namespace loadgate {
namespace {

// Each worker draws its own, while it can.
HashKey hash_key;

void Prepare() {
  hash_key = RandomHashKey();
  // Before anything unwinds.
  std::set_new_handler([] { ::_exit(sandbox::kExitMemory); });
}

int Judge(std::string_view task, int inputs) {
  const std::optional<WorkerRequest> request = DecodeTask(task);
  if (!request.has_value() || inputs != 1) return sandbox::kExitBadTask;
  ReplyPipe reply(sandbox::kReply, request->inspect
                                       ? kInspectReply
                                       : CheckReply(request->limits.findings));
  RunWorker(*request, sandbox::kFirstInput, hash_key,
            [&reply](const Record& record) { reply.Send(record); });
  return reply.Finish() ? sandbox::kExitDone : sandbox::kExitNoReader;
}

}  // namespace
}  // namespace loadgate

int main(int argc, char** argv) {
  using loadgate::sandbox::ParseZygoteArguments;
  // The system hands over a pointer and a count; from here on it is a span.
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
  const auto options = ParseZygoteArguments(arguments);
  if (!options.has_value()) {
    std::fputs("loadgate-worker is started by loadgate, not by hand\n", stderr);
    return 2;
  }
  // Without what runtimes do at an exit: they would find themselves locked up.
  ::_exit(loadgate::sandbox::RunZygote(
      loadgate::sandbox::kControl, *options,
      {.prepare = loadgate::Prepare, .run = loadgate::Judge}));
}
