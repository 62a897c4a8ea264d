// Findings: the files on which a reader crashed or hung, kept for a person.

#ifndef FUZZ_OTHER_FINDINGS_H_
#define FUZZ_OTHER_FINDINGS_H_

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/other/reader.h"

namespace loadgate::other {

class Findings {
 public:
  // Findings writes into `folder`, which exists.
  explicit Findings(std::string folder) : folder_(std::move(folder)) {}

  // Save writes a file as crash-<hash> or hang-<hash> and notes what came of
  // it. A file that is there already, and what goes beyond kMostSaved, is not
  // written. Returns false if it cannot be.
  bool Save(const Answer& answer, const std::string& file);

  // lines returns a line for each file written: its name, bytes and cause.
  const std::vector<std::string>& lines() const { return lines_; }

  static constexpr size_t kMostSaved = 500;

 private:
  std::string folder_;
  std::set<std::string> names_ = {};
  std::vector<std::string> lines_ = {};
};

// WriteWholeFile writes `bytes` to `path`, over what is there.
bool WriteWholeFile(const std::string& path, std::string_view bytes);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_FINDINGS_H_
