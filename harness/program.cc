#include <unistd.h>

#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/command_line.h"
#include "harness/commands.h"
#include "harness/gate/verdict.h"
#include "harness/output.h"
#include "harness/signals.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

struct Verb {
  std::string_view name;
  int (*run)(Arguments);
};

constexpr std::array<Verb, 6> kVerbs = {{
    {"check", RunCheck},
    {"inspect", RunInspect},
    {"rules", RunRules},
    {"asm", RunAsm},
    {"disasm", RunDisasm},
    {"--version", RunVersion},
}};

constexpr std::string_view kUsage =
    "usage: loadgate VERB [options] [PATH...]\n"
    "\n"
    "The gate a model file passes before anything loads it.\n"
    "\n"
    "  loadgate check [options] PATH...   judge files: accept, reject, and "
    "why\n"
    "  loadgate inspect [options] PATH    show what is in a file\n"
    "  loadgate rules [CODE]              every rule, or one explained\n"
    "  loadgate disasm [options] PATH     a file as text, however broken\n"
    "  loadgate asm [options] RECIPE      the file that such a text describes\n"
    "  loadgate --version                 version, dates of tables, sandbox\n"
    "\n"
    "Each verb has --help with examples. Exit code 0: every input accepted.\n"
    "1: at least one rejected, all decided. 2: no verdict on at least one, or\n"
    "bad usage. Verbs that judge nothing: 0 done, 2 not.\n";

// What other programs call what is called otherwise here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5>
    kOtherNames = {{{"help", "--help"},
                    {"-help", "--help"},
                    {"version", "--version"},
                    {"-v", "--version"},
                    {"-V", "--version"}}};

std::string VerbHint(std::string_view word) {
  for (const auto& [other, name] : kOtherNames) {
    if (word == other) return absl::StrFormat("; did you mean %s?", name);
  }
  std::vector<std::string_view> names = {"--help"};
  for (const Verb& verb : kVerbs) names.push_back(verb.name);
  return DidYouMean(word, names, "");
}

int UnknownVerb(std::string_view word) {
  std::string hint = VerbHint(word);
  if (hint.empty() && word.starts_with('-')) {
    return UsageError(
        "", absl::StrFormat("%s stands where the verb belongs; options come "
                            "behind it: loadgate check %s ...",
                            Escaped(word), Escaped(word)));
  }
  const bool is_path = word.find_first_of("./") != std::string_view::npos;
  if (hint.empty() && is_path) {
    hint = absl::StrFormat("; did you mean loadgate check %s?", Escaped(word));
  }
  return UsageError("",
                    absl::StrFormat("unknown verb %s%s", Escaped(word), hint));
}

}  // namespace

int RunProgram(Arguments arguments) {
  if (!EnsureStandardStreams()) {
    PrintError("standard output is closed: there is nowhere to report to");
    return kExitUndecided;
  }
  InstallHandlers();
  if (arguments.size() < 2) {
    Output errors(STDERR_FILENO);
    errors.Write(kUsage);
    return errors.Finish(kExitUndecided);
  }
  const std::string_view word = arguments[1];
  if (word == "--help" || word == "-h") {
    Output output(STDOUT_FILENO);
    output.Write(kUsage);
    return output.Finish(kExitAccepted);
  }
  for (const Verb& verb : kVerbs) {
    if (verb.name == word) return verb.run(arguments.subspan(1));
  }
  return UnknownVerb(word);
}

}  // namespace loadgate
