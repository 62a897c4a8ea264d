// ShardJudge: the files of one model, each opened and judged by itself.

#ifndef LOADGATE_COLLECTIONS_SHARD_JUDGE_H_
#define LOADGATE_COLLECTIONS_SHARD_JUDGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/finding.h"
#include "loadgate/intake.h"
#include "loadgate/sharded_model.h"

namespace loadgate {

// BaseName returns the last part of a path.
std::string_view BaseName(std::string_view path);

// StatusAt returns `status` with the path that it is about in front.
absl::Status StatusAt(std::string_view path, const absl::Status& status);

// ShardJudge judges one file after another, and gathers what is found about
// them. It borrows what it is given.
class ShardJudge {
 public:
  ShardJudge(const ModelOptions& options, std::vector<FileFindings>* findings)
      : options_(options), findings_(*findings) {}

  // Take judges what was opened at `path`, as a part of a set unless it is
  // `alone`, and notes what is found. It returns nullopt where the file is not
  // accepted. An error status means that its bytes could not be had.
  absl::StatusOr<std::optional<ModelShard>> Take(OpenResult opened,
                                                 const std::string& path,
                                                 bool alone);

  // TakeInto is Take for a file about which more will be found: it reports into
  // `*sink`, for the caller to note.
  absl::StatusOr<std::optional<ModelShard>> TakeInto(OpenResult opened,
                                                     const std::string& path,
                                                     bool alone,
                                                     FindingSink* sink);

  // NoteSet puts what `sink` has about all files together before the others.
  void NoteSet(const std::string& path, const FindingSink& sink);

  // NoteFailure notes why `path` could not be judged.
  void NoteFailure(const std::string& path, Finding finding);

  // verdict returns what was noted comes to; Refusal a status that says so,
  // where it is not accept, and names the first finding that is to blame.
  Verdict verdict() const;
  absl::Status Refusal() const;

 private:
  const ModelOptions& options_;
  std::vector<FileFindings>& findings_;
  uint64_t header_bytes_ = 0;  // Of all files that are kept.
};

}  // namespace loadgate

#endif  // LOADGATE_COLLECTIONS_SHARD_JUDGE_H_
