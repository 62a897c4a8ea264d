#include "harness/index_names.h"

#include <set>
#include <utility>
#include <variant>

#include "harness/signals.h"
#include "harness/worker_task.h"
#include "loadgate/shard_name.h"

namespace loadgate {

std::optional<Finding> FindBadNames(const std::vector<std::string>& shards) {
  std::set<std::string_view> seen;
  for (const std::string& shard : shards) {
    if (FindShardNameFault(shard).has_value()) {
      return MakeFinding(Code::kWorkerBadReply,
                         "The worker's reply has the name of a shard that is "
                         "none.");
    }
    if (!seen.insert(shard).second) {
      return MakeFinding(Code::kWorkerBadReply,
                         "The worker's reply has the name of a shard twice.");
    }
  }
  if (!shards.empty()) return std::nullopt;
  return MakeFinding(Code::kWorkerBadReply,
                     "The worker's reply accepts an index without a shard.");
}

IndexNames ReadIndexNames(const SetFolder& folder, std::string_view index,
                          const InputOptions& options) {
  IndexNames names;
  names.index = index;
  InputOptions asked;
  asked.judge = options.judge;
  asked.limits = options.limits;
  asked.names = true;
  asked.on_record = [&names](const Record& record) {
    const auto* name = std::get_if<ShardNameRecord>(&record);
    if (name != nullptr) names.shards.push_back(name->name);
  };
  OpenResult opened = folder.Open(index);
  if (auto* finding = std::get_if<Finding>(&opened)) {
    names.report = ReportWithout(folder.PathOf(index), std::move(*finding));
    return names;
  }
  names.file = std::get<OpenedInput>(std::move(opened));
  names.report = JudgeOpened(folder.PathOf(index), *names.file, asked);
  if (names.report.verdict != Verdict::kAccept) {
    names.shards.clear();
  } else if (std::optional<Finding> bad = FindBadNames(names.shards)) {
    AddFinding(*std::move(bad), &names.report);
    names.shards.clear();
  }
  return names;
}

}  // namespace loadgate
