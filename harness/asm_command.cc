#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/conversion.h"
#include "harness/craft_run.h"
#include "harness/gate/craft_reply.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/verb.h"
#include "harness/whole_folder.h"
#include "harness/worker_options.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr uint64_t kMostBytes = uint64_t{1} << 30;

constexpr std::array kOptions = {
    kOutputOption,
    OptionSpec{"max-bytes", 0, "N",
               "refuse a recipe, or to make a file, of more than N bytes (1G "
               "by default); N may end in K, M or G"},
    kCraftLimitOption,
    kCraftTimeoutOption,
    kSandboxOption,
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
std::string Advice(CraftFailureKind kind, uint64_t most_bytes) {
  switch (kind) {
    case CraftFailureKind::kTooManyBytes:
      return absl::StrFormat(
          "what is made may have %u bytes: raise that with --max-bytes N",
          most_bytes);
    case CraftFailureKind::kNoText:
      return "that is no text: loadgate asm takes a recipe, and loadgate "
             "disasm "
             "makes one of a file";
    default:
      return "nothing was written; docs/recipes.md has the language, and "
             "loadgate disasm writes recipes to begin with";
  }
}

constexpr size_t kMostShown = 100;
constexpr size_t kMostMessage = 1000;

// A backslash is a recipe's own, and stays one.
std::string Shown(std::string_view text, size_t most) {
  return absl::StrReplaceAll(EscapedPrefix(text, most), {{"\\\\", "\\"}});
}

// Says what is wrong, in the form that editors find the line by, and shows the
// line where it is one of a text.
int RecipeFails(const Conversion& conversion, const CraftFailure& failure) {
  Output errors(STDERR_FILENO);
  errors.Write(absl::StrFormat("%s:%u: %s\n", Escaped(conversion.input),
                               failure.line,
                               Shown(failure.message, kMostMessage)));
  if (!failure.shown.empty()) {
    errors.Write(absl::StrFormat("    %s\n", Shown(failure.shown, kMostShown)));
  }
  errors.Flush();
  PrintError(Advice(failure.kind, conversion.most_bytes));
  return kExitUndecided;
}

// Writes the files of a set.
int WriteSet(const Conversion& conversion,
             const std::vector<CraftFile>& files) {
  const auto wrong = WriteWholeFolder(*conversion.output, files);
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
  const bool has_output = conversion.output.has_value();
  const auto made = RunCraft(conversion, CraftVerb::kAsm, has_output);
  if (!made.has_value()) return kExitUndecided;
  if (!made->failure.has_value()) {
    return made->is_set
               ? WriteSet(conversion, made->files)
               : WriteResult(conversion, made->files.front().bytes, output);
  }
  if (made->failure->kind != CraftFailureKind::kSet) {
    return RecipeFails(conversion, *made->failure);
  }
  return UsageError(kVerb.name,
                    "a set is several files: name the directory for them "
                    "with --output");
}

}  // namespace loadgate
