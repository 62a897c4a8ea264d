#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "craft/recipe.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/conversion.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/whole_folder.h"
#include "loadgate/bytes.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

// A recipe is to be read. The worst file takes a hundred times its size of
// memory, and its recipe is less than asm takes.
constexpr uint64_t kMostBytes = uint64_t{64} << 20;

constexpr std::array kOptions = {
    kOutputOption,
    OptionSpec{"max-bytes", 0, "N",
               "refuse a file, or the files of a directory together, of more "
               "than N bytes (64M by default); N may end in K, M or G"},
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

// The recipe of the files of a directory, or says why there is none.
std::optional<std::string> RecipeOfFolder(const Conversion& conversion) {
  const std::string name = Escaped(conversion.input);
  std::vector<std::string> others;
  std::string error;
  auto read =
      ReadWholeFolder(conversion.input, conversion.most_bytes, &others, &error);
  if (read.has_value() && read->empty()) {
    error = "It is a directory without a plain file in it.";
  }
  if (!error.empty()) {
    PrintError(absl::StrFormat("%s: %s", name, error));
    return std::nullopt;
  }
  for (const std::string& other : others) {
    PrintError(
        absl::StrFormat("%s: '%s' is no plain file, and not in the "
                        "recipe",
                        name, Escaped(other)));
  }
  std::vector<craft::NamedFile> files;
  for (FolderFile& file : *read) {
    files.push_back({std::move(file.name), std::move(file.bytes)});
  }
  return craft::DisassembleSet(files);
}

std::optional<std::string> RecipeOf(const Conversion& conversion) {
  if (conversion.input != "-" && IsFolder(conversion.input)) {
    return RecipeOfFolder(conversion);
  }
  const std::optional<std::string> file = ReadInput(conversion);
  if (!file.has_value()) return std::nullopt;
  return craft::Disassemble(AsBytes(*file));
}

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
  const std::optional<std::string> recipe = RecipeOf(conversion);
  if (!recipe.has_value()) return kExitUndecided;
  return WriteResult(conversion, *recipe, output);
}

}  // namespace loadgate
