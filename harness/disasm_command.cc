#include <unistd.h>

#include <array>
#include <optional>
#include <string>

#include "craft/recipe.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/conversion.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "loadgate/bytes.h"

namespace loadgate {
namespace {

// A recipe is to be read. The worst file takes a hundred times its size of
// memory, and its recipe is less than asm takes.
constexpr uint64_t kMostBytes = uint64_t{64} << 20;

constexpr std::array kOptions = {
    kOutputOption,
    OptionSpec{"max-bytes", 0, "N",
               "refuse a file of more than N bytes (64M by default); N may "
               "end in K, M or G"},
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "disasm",
    .synopsis = "loadgate disasm [options] PATH",
    .purpose =
        "Writes a recipe of a file: text that says what each of its bytes is, "
        "and from which loadgate asm makes exactly the same bytes. PATH is any "
        "file, however broken, or - for standard input. It gives no verdict: "
        "exit code 0 if the recipe was written, else 2.",
    .options = kOptions,
    .examples =
        "  loadgate disasm broken.gguf | less\n"
        "  loadgate disasm --output broken.recipe broken.gguf\n"
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
  const std::optional<std::string> file = ReadInput(conversion);
  if (!file.has_value()) return kExitUndecided;
  return WriteResult(conversion, craft::Disassemble(AsBytes(*file)), output);
}

}  // namespace loadgate
