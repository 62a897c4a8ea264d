// The worker that makes recipes of files and files of recipes.
//
// It takes descriptors that are open for reading and answers with what it made.
// In the program it runs in a locked process of its own (main.cc).
//
// harness/craft_worker/ is the only part of harness/ that knows craft.

#ifndef HARNESS_CRAFT_WORKER_CRAFT_WORKER_H_
#define HARNESS_CRAFT_WORKER_CRAFT_WORKER_H_

#include <functional>
#include <string_view>

#include "harness/craft_task.h"

namespace loadgate {

// RunCraftWorker carries out `request` on the inputs behind `first_fd` and the
// descriptors that follow it, which are borrowed, and hands the reply to
// `sink`, in pieces. Whatever goes wrong is in the reply. Where there is no
// memory for it the process's new handler decides.
void RunCraftWorker(const CraftRequest& request, int first_fd,
                    const std::function<void(std::string_view)>& sink);

}  // namespace loadgate

#endif  // HARNESS_CRAFT_WORKER_CRAFT_WORKER_H_
