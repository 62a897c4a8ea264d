#include <unistd.h>

#include <array>
#include <optional>

#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/conversion.h"
#include "harness/craft_run.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/worker_options.h"

namespace loadgate {
namespace {

// A recipe is to be read. Most files take less than 62 times their size of
// memory, which is what a worker may have, and their recipes are less than asm
// takes.
constexpr uint64_t kMostBytes = uint64_t{64} << 20;

constexpr std::array kOptions = {
    kOutputOption,
    OptionSpec{"max-bytes", 0, "N",
               "refuse a file, or the files of a directory together, of more "
               "than N bytes (64M by default); N may end in K, M or G"},
    kCraftLimitOption,
    kCraftTimeoutOption,
    kSandboxOption,
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "disasm",
    .synopsis = "loadgate disasm [options] PATH",
    .purpose =
        "Writes a recipe of a file: text that says what each of its bytes is, "
        "and from which loadgate asm makes exactly the same bytes. PATH is any "
        "file, however broken, or - for standard input; or a directory, whose "
        "plain files are then a set. It gives no verdict: exit code 0 if the "
        "recipe was written, else 2.",
    .options = kOptions,
    .examples =
        "  loadgate disasm broken.gguf | less\n"
        "  loadgate disasm --output broken.recipe broken.gguf\n"
        "  loadgate disasm checkpoint/ > checkpoint.recipe\n"
        "  head -c 4096 model.safetensors | loadgate disasm -\n",
};

}  // namespace

int RunDisasm(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  Conversion conversion;
  if (auto wrong = ReadConversion(line, "file", kMostBytes, &conversion)) {
    return UsageError(kVerb.name, *wrong);
  }
  const auto recipe = RunCraft(conversion, CraftVerb::kDisasm, false);
  if (!recipe.has_value()) return kExitUndecided;
  return WriteResult(conversion, recipe->files.front().bytes, output);
}

}  // namespace loadgate
