// loadgate-worker: the program of the zygote, and so of every worker that
// judges a file. It is started by loadgate alone, with a socket as descriptor
// 3; harness/sandbox/zygote.h says what it does with that.

#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/zygote_program.h"
#include "harness/worker/reply_pipe.h"
#include "harness/worker/worker.h"
#include "harness/worker/worker_set.h"
#include "loadgate/random_hash_key.h"

namespace loadgate {
namespace {

// Each worker draws its own, while it can.
HashKey hash_key;

void Prepare() {
  hash_key = RandomHashKey();
  sandbox::EndWithoutMemory();
}

// Answers a request by what `run` sends.
template <typename Request, typename Run>
int Answer(const Request& request, const Run& run) {
  ReplyPipe reply(sandbox::kReply, LimitsOf(request));
  run([&reply](const Record& record) { reply.Send(record); });
  return reply.Finish() ? sandbox::kExitDone : sandbox::kExitNoReader;
}

int Judge(std::string_view task, int inputs) {
  if (const std::optional<SetRequest> set = DecodeSetTask(task)) {
    if (set->file_count() != static_cast<size_t>(inputs)) {
      return sandbox::kExitBadTask;
    }
    std::vector<int> descriptors(static_cast<size_t>(inputs));
    std::iota(descriptors.begin(), descriptors.end(), sandbox::kFirstInput);
    return Answer(*set, [&](const RecordSink& sink) {
      RunSetWorker(*set, descriptors, hash_key, sink);
    });
  }
  const std::optional<WorkerRequest> request = DecodeTask(task);
  if (!request.has_value() || inputs != 1) return sandbox::kExitBadTask;
  return Answer(*request, [&request](const RecordSink& sink) {
    RunWorker(*request, sandbox::kFirstInput, hash_key, sink);
  });
}

}  // namespace
}  // namespace loadgate

int main(int argc, char** argv) {
  // The system hands over a pointer and a count; from here on it is a span.
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
  return loadgate::sandbox::RunZygoteProgram(
      arguments, {.prepare = loadgate::Prepare,
                  .run = loadgate::Judge,
                  .name = loadgate::sandbox::kJudgingWorker});
}
