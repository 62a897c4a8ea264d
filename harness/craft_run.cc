#include "harness/craft_run.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/broker/craft_workers.h"
#include "harness/output.h"
#include "harness/sandbox/orders.h"
#include "harness/signals.h"
#include "harness/whole_folder.h"
#include "loadgate/escape.h"
#include "loadgate/intake.h"

namespace loadgate {
namespace {

// What is opened for a worker, and what is asked about it.
struct Job {
  std::optional<Directory> directory;
  std::vector<OpenedInput> files;
  CraftRequest request;
};

void Say(const Conversion& conversion, std::string_view what) {
  PrintError(absl::StrFormat("%s: %s", Escaped(conversion.input), what));
}

std::string TooLarge(uint64_t most_bytes) {
  return absl::StrFormat(
      "It has more than %u bytes. Raise that with --max-bytes N, if there is "
      "memory for several times as many.",
      most_bytes);
}

// Each opens the input into `*job`, or returns what is wrong.
std::optional<std::string> OpenOne(const Conversion& conversion, Job* job) {
  OpenResult opened = conversion.input == "-" ? OpenStandardInput()
                                              : OpenPath(conversion.input);
  if (auto* const finding = std::get_if<Finding>(&opened)) {
    return std::move(finding->message);
  }
  auto& input = std::get<OpenedInput>(opened);
  if (input.size.value_or(0) > conversion.most_bytes) {
    return TooLarge(conversion.most_bytes);
  }
  job->request.inputs.push_back({.size = input.size, .name = {}});
  job->files.push_back(std::move(input));
  return std::nullopt;
}

std::optional<std::string> OpenFolder(const Conversion& conversion, Job* job) {
  std::string error;
  auto folder = OpenWholeFolder(
      conversion.input,
      {.bytes = conversion.most_bytes, .files = sandbox::kMostOrderInputs},
      &error);
  if (!folder.has_value()) return error;
  if (folder->files.empty()) {
    return "It is a directory without a plain file in it.";
  }
  for (const std::string& other : folder->others) {
    Say(conversion, absl::StrFormat("'%s' is no plain file, and not in the "
                                    "recipe",
                                    Escaped(other)));
  }
  for (size_t i = 0; i < folder->files.size(); ++i) {
    job->request.inputs.push_back(
        {.size = folder->files[i].size, .name = std::move(folder->names[i])});
  }
  job->request.set = true;
  job->files = std::move(folder->files);
  job->directory = std::move(folder->directory);
  if (EncodeCraftTask(job->request).size() <= sandbox::kMostTaskBytes) {
    return std::nullopt;
  }
  return absl::StrFormat(
      "The names of its %u files are too long: together they may have about "
      "%u bytes.",
      job->files.size(),
      sandbox::kMostTaskBytes - 16 * sandbox::kMostOrderInputs);
}

// What a failure says that is not about a recipe.
std::string AboutFailure(const Job& job, const CraftFailure& failure) {
  std::string what;
  switch (failure.kind) {
    case CraftFailureKind::kInputTooLarge:
      return TooLarge(job.request.most_bytes);
    case CraftFailureKind::kUnreadable:
      what =
          absl::StrFormat("It cannot be read: %s.", Escaped(failure.message));
      break;
    case CraftFailureKind::kReplyTooLarge:
      what = job.request.verb == CraftVerb::kDisasm
                 ? absl::StrFormat(
                       "Its recipe would have more than %u bytes, "
                       "which come of --max-bytes %u. Raise that.",
                       LimitsOf(job.request).bytes, job.request.most_bytes)
                 : absl::StrFormat("It makes more than %u files.",
                                   kMostCraftFiles);
      break;
    case CraftFailureKind::kRecipe:
    case CraftFailureKind::kTooManyBytes:
    case CraftFailureKind::kNoText:
    case CraftFailureKind::kSet:
      break;
  }
  const std::string& name = job.request.inputs.at(failure.input).name;
  return name.empty() ? what : absl::StrFormat("'%s': %s", Escaped(name), what);
}

bool IsCallers(CraftFailureKind kind) {
  return IsOfRecipe(kind) || kind == CraftFailureKind::kSet;
}

// What is wrong with the inputs after they were read.
std::optional<Finding> FindChanges(const Job& job) {
  for (const OpenedInput& file : job.files) {
    if (auto change = FindChange(file)) return change;
  }
  return std::nullopt;
}

}  // namespace

std::optional<CraftResult> RunCraft(const Conversion& conversion,
                                    CraftVerb verb, bool set) {
  Job job;
  job.request.verb = verb;
  job.request.most_bytes = conversion.most_bytes;
  const bool folder = verb == CraftVerb::kDisasm && conversion.input != "-" &&
                      IsFolder(conversion.input);
  const auto wrong =
      folder ? OpenFolder(conversion, &job) : OpenOne(conversion, &job);
  if (wrong.has_value()) {
    Say(conversion, *wrong);
    return std::nullopt;
  }
  if (verb == CraftVerb::kAsm) job.request.set = set;
  CraftWorkers workers(conversion.workers);
  workers.Start();
  if (!workers.warning().empty()) PrintError(workers.warning());
  std::vector<int> descriptors;
  for (const OpenedInput& file : job.files) {
    descriptors.push_back(file.fd.get());
  }
  auto ran = workers.Run(job.request, descriptors, Interrupted);
  if (const auto* const finding = std::get_if<Finding>(&ran)) {
    Say(conversion, absl::StrFormat("%s: %s Nothing was written.",
                                    std::string(CodeName(finding->code)),
                                    finding->message));
    return std::nullopt;
  }
  auto& result = std::get<CraftResult>(ran);
  if (const auto change = FindChanges(job)) {
    Say(conversion, change->message);
    return std::nullopt;
  }
  if (result.failure.has_value() && !IsCallers(result.failure->kind)) {
    Say(conversion, AboutFailure(job, *result.failure));
    return std::nullopt;
  }
  return std::move(result);
}

}  // namespace loadgate
