// Linked with loadgate-craft-worker's own main.cc in the place of what makes
// recipes: its workers carry out the task that the name of the first input is.

#include <unistd.h>

#include "harness/craft_worker/craft_worker.h"
#include "tests/sandbox/tasks.h"

namespace loadgate {

void RunCraftWorker(const CraftRequest& request, int /*first_fd*/,
                    const std::function<void(std::string_view)>& /*sink*/) {
  ::_exit(testing_support::RunTask(request.inputs.front().name,
                                   static_cast<int>(request.inputs.size())));
}

}  // namespace loadgate
