#include "harness/sandbox/zygote_program.h"

#include <unistd.h>

#include <cstdio>
#include <new>
#include <string_view>

#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/zygote_arguments.h"

// For builds with sanitizers; others never ask. The environment is empty, so
// that their options stand here, and a symbolizer would be a program to look
// for.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "exitcode=86:symbolize=0:detect_leaks=0";
}

namespace loadgate::sandbox {

int RunZygoteProgram(std::span<char* const> arguments, const WorkerTask& task) {
  const auto options = ParseZygoteArguments(arguments);
  if (!options.has_value()) {
    std::string_view name = arguments.empty() ? "this" : arguments.front();
    name.remove_prefix(name.rfind('/') + 1);
    std::fprintf(stderr, "%.*s is started by loadgate, not by hand\n",
                 static_cast<int>(name.size()), name.data());
    return 2;
  }
  // Without what runtimes do at an exit: they would find themselves locked up.
  ::_exit(RunZygote(kControl, *options, task));
}

void EndWithoutMemory() {
  std::set_new_handler([] { ::_exit(kExitMemory); });
}

}  // namespace loadgate::sandbox
