// What a project that links loadgate::parser writes: it judges a file whole,
// and opens a model by its path.

#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/escape.h"
#include "loadgate/finding.h"
#include "loadgate/judge.h"
#include "loadgate/random_hash_key.h"
#include "loadgate/sharded_model.h"
#include "loadgate/version.h"
#include "tiny_model.h"

namespace {

// Judges `file`, prints what is in it or why it is refused, and returns the
// verdict.
loadgate::Verdict JudgeAndPrint(const std::string& file) {
  loadgate::MemorySource source(loadgate::AsBytes(file));
  loadgate::JudgeOptions options;
  options.hash_key = loadgate::RandomHashKey();
  loadgate::FindingSink sink(options.limits);
  const absl::StatusOr<loadgate::Judgement> judgement =
      loadgate::Judge(source, options, &sink);
  if (!judgement.ok()) return loadgate::Verdict::kUndecided;
  if (sink.verdict() == loadgate::Verdict::kAccept) {
    const std::string name(judgement->gguf->tensor(0).name);
    std::printf("accepted: %s\n", name.c_str());
  }
  for (const loadgate::Finding& finding : sink.Findings()) {
    const std::string code(loadgate::CodeName(finding.code));
    std::printf("%s at %llu: %s\n", code.c_str(),
                static_cast<unsigned long long>(finding.offset),
                loadgate::Escaped(finding.message).c_str());
  }
  return sink.verdict();
}

// Whether there is no model at a path where there is no file.
bool FindsNothing() {
  std::vector<loadgate::FileFindings> findings;
  const auto model = loadgate::ShardedModel::Open(
      "no-such-model-00001-of-00002.gguf", loadgate::ModelOptions(), &findings);
  return !model.ok() && !findings.empty();
}

}  // namespace

int main() {
  std::printf("loadgate %s\n", std::string(loadgate::Version()).c_str());
  std::string file = tiny_model::File();
  if (JudgeAndPrint(file) != loadgate::Verdict::kAccept) return 1;
  file[tiny_model::kTypeOffset] = 99;
  const bool rejected = JudgeAndPrint(file) == loadgate::Verdict::kReject;
  return rejected && FindsNothing() ? 0 : 1;
}
