// The command line of the program that scripts/fuzz_other runs.

#ifndef FUZZ_OTHER_OPTIONS_H_
#define FUZZ_OTHER_OPTIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "fuzz/other/campaign.h"
#include "fuzz/other/reader.h"

namespace loadgate::other {

struct Options {
  CampaignOptions campaign = {};
  Invocation reader = {};
};

// ParseOptions reads arguments of the form
//   --name=value ... [--serve] -- READER [ARGUMENT...]
// It returns nullopt, and says in `*error` which one it cannot take.
std::optional<Options> ParseOptions(const std::vector<std::string>& arguments,
                                    std::string* error);

}  // namespace loadgate::other

#endif  // FUZZ_OTHER_OPTIONS_H_
