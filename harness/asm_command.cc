#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "craft/recipe.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/conversion.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/whole_folder.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 30;

constexpr std::array kOptions = {
    kOutputOption,
    OptionSpec{"max-bytes", 0, "N",
               "refuse a recipe, or to make a file, of more than N bytes (1G "
               "by default); N may end in K, M or G"},
    kHelpOption,
};

constexpr VerbSpec kVerb = {
    .name = "asm",
    .synopsis = "loadgate asm [options] RECIPE",
    .purpose =
        "Makes the file that a recipe describes, which may be as broken as you "
        "like. RECIPE is a text file, or - for standard input; "
        "docs/recipes.md has the language, and loadgate disasm writes it. The "
        "file goes to --output, or to standard output if that is no terminal. "
        "The files of a set go to the directory --output, which must be new or "
        "empty. Exit code 0 if all was written, else 2.",
    .options = kOptions,
    .examples =
        "  loadgate asm --output broken.gguf broken.recipe\n"
        "  loadgate asm broken.recipe | loadgate check -\n"
        "  printf 'gguf\\nversion 9\\n' | loadgate asm - > odd.gguf\n"
        "  loadgate asm --output checkpoint checkpoint.recipe\n",
};

// What to do about a recipe that makes no sense.
std::string Advice(std::string_view recipe, const craft::RecipeError& error) {
  if (error.message == craft::kTooManyBytes) {
    return "raise what a file may have with --max-bytes";
  }
  if (recipe.find('\0') != std::string_view::npos) {
    return "that is no text: loadgate asm takes a recipe, and loadgate disasm "
           "makes one of a file";
  }
  return "nothing was written; docs/recipes.md has the language, and loadgate "
         "disasm writes recipes to begin with";
}

constexpr size_t kMostShown = 100;

// The line of that number, without white space around it; the first is 1.
std::string_view LineOf(std::string_view text, uint64_t number) {
  for (; number > 1; --number) {
    const size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// Says what is wrong, in the form that editors find the line by, and shows the
// line where it is one of a text.
int RecipeFails(const std::string& name, std::string_view recipe,
                const craft::RecipeError& error) {
  Output errors(STDERR_FILENO);
  errors.Write(
      absl::StrFormat("%s:%u: %s\n", Escaped(name), error.line, error.message));
  const std::string_view line = LineOf(recipe, error.line);
  if (!line.empty() && recipe.find('\0') == std::string_view::npos) {
    // A backslash is a recipe's own, and stays one.
    errors.Write(absl::StrFormat(
        "    %s\n", absl::StrReplaceAll(EscapedPrefix(line, kMostShown),
                                        {{"\\\\", "\\"}})));
  }
  errors.Flush();
  PrintError(Advice(recipe, error));
  return kExitUndecided;
}

// Makes the files of a set.
int MakeSet(const Conversion& conversion, std::string_view recipe) {
  if (!conversion.output.has_value()) {
    return UsageError(kVerb.name,
                      "a set is several files: name the directory for them "
                      "with --output");
  }
  craft::RecipeError error;
  auto files = craft::AssembleSet(recipe, &error, conversion.most_bytes);
  if (!files.has_value()) return RecipeFails(conversion.input, recipe, error);
  std::vector<FolderFile> folder;
  for (craft::NamedFile& file : *files) {
    folder.push_back({std::move(file.name), std::move(file.bytes)});
  }
  const auto wrong = WriteWholeFolder(*conversion.output, folder);
  if (!wrong.has_value()) return kExitAccepted;
  PrintError(absl::StrFormat("%s: %s", Escaped(*conversion.output), *wrong));
  return kExitUndecided;
}

}  // namespace

int RunAsm(Arguments arguments) {
  ParsedLine line;
  Output output(STDOUT_FILENO);
  if (const auto ended = BeginVerb(kVerb, arguments, output, &line)) {
    return *ended;
  }
  Conversion conversion;
  if (auto wrong = ReadConversion(line, "recipe", kMostBytes, &conversion)) {
    return UsageError(kVerb.name, *wrong);
  }
  if (!conversion.output.has_value() && ::isatty(STDOUT_FILENO) == 1) {
    return UsageError(kVerb.name,
                      "a model file is no text, and standard output is a "
                      "terminal: name a file with --output, or use a pipe");
  }
  const std::optional<std::string> recipe = ReadInput(conversion);
  if (!recipe.has_value()) return kExitUndecided;
  if (craft::DescribesSet(*recipe)) return MakeSet(conversion, *recipe);
  craft::RecipeError error;
  const std::optional<std::string> file =
      craft::Assemble(*recipe, &error, conversion.most_bytes);
  if (!file.has_value()) return RecipeFails(conversion.input, *recipe, error);
  return WriteResult(conversion, *file, output);
}

}  // namespace loadgate
