// Campaign: files made, given to a reader and counted by what came of them.

#ifndef FUZZ_OTHER_CAMPAIGN_H_
#define FUZZ_OTHER_CAMPAIGN_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>

#include "fuzz/other/counts.h"
#include "fuzz/other/findings.h"
#include "fuzz/other/inputs.h"
#include "fuzz/other/reader.h"

namespace loadgate::other {

struct CampaignOptions {
  Format format = Format::kGguf;
  bool structured = true;
  // A folder whose files are run first and kept, whatever the reader says;
  // empty for none.
  std::string corpus = {};
  // Where crashing and hanging files go. It exists.
  std::string out = {};
  uint64_t seed = 1;
  double seconds = 60;
  // The most files that are made; 0 for no such bound.
  uint64_t runs = 0;
  size_t max_size = 4096;
};

class Campaign {
 public:
  // Campaign uses `reader`, which must outlive it.
  Campaign(const CampaignOptions& options, Reader* reader);

  // Run goes on until time or files are used up, or `*stop` is set. Returns
  // false, and says why on standard error, when it could not go on.
  bool Run(const std::atomic<bool>* stop);

  const Counts& counts() const { return counts_; }
  const Findings& findings() const { return findings_; }

 private:
  bool RunCorpus(const std::string& path, const std::atomic<bool>* stop);
  bool RunMade(const std::string& path, const std::atomic<bool>* stop);
  // Gives the reader one file; nullopt where the campaign cannot go on.
  std::optional<Answer> RunOne(const std::string& path,
                               const std::string& file);
  void Count(const Answer& answer, std::string file);
  void CountAccepted(std::string file);

  CampaignOptions options_;
  Reader& reader_;
  Inputs inputs_;
  Findings findings_;
  Counts counts_ = {};
  std::unordered_set<size_t> headers_ = {};  // Hashes of those accepted.
};

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_CAMPAIGN_H_
