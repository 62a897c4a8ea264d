// The engine of scripts/fuzz_other, for readers that are commands.
//
// Exit status: 0 nothing found, 1 a crash or a hang, 2 it could not be run.

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "fuzz/other/campaign.h"
#include "fuzz/other/options.h"

namespace {

using loadgate::other::Campaign;
using loadgate::other::Counts;
using loadgate::other::Options;
using loadgate::other::TableOf;

std::atomic<bool> g_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void Stop(int /*signal*/) { g_stop = true; }

// What a person runs again, and what came of it.
std::string Summary(const Options& options, const Campaign& campaign) {
  std::string text = "reader:";
  for (const std::string& word : options.reader.words) text += " " + word;
  text += "\nseed: " + std::to_string(options.campaign.seed) + "\n\n" +
          TableOf(options.campaign.format, campaign.counts());
  if (!campaign.findings().lines().empty()) text += "\n";
  for (const std::string& line : campaign.findings().lines()) {
    text += line + "\n";
  }
  return text;
}

void PrintEnd(const Options& options, const Campaign& campaign) {
  const Counts& counts = campaign.counts();
  std::fputs(TableOf(options.campaign.format, campaign.counts()).c_str(),
             stdout);
  std::fflush(stdout);
  if (counts.made > 0 && counts.accepted == 0) {
    std::fprintf(stderr, "nothing was accepted: is the command right?\n");
  }
  if (counts.crashes + counts.hangs > 0) {
    std::fprintf(stderr, "the files are in %s; see summary.txt there\n",
                 options.campaign.out.c_str());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::string error;
  const std::optional<Options> options = loadgate::other::ParseOptions(
      std::vector<std::string>(argv + 1, argv + argc), &error);
  if (!options.has_value()) {
    std::fprintf(stderr, "fuzz_other: %s\n", error.c_str());
    return 2;
  }
  std::signal(SIGINT, Stop);
  std::signal(SIGTERM, Stop);

  const std::string& out = options->campaign.out;
  std::error_code failure;
  std::filesystem::create_directories(out, failure);
  const auto reader = loadgate::other::MakeReader(options->reader);
  Campaign campaign(options->campaign, reader.get());
  if (failure || !campaign.Run(&g_stop)) {
    if (failure) std::fprintf(stderr, "%s cannot be made\n", out.c_str());
    return 2;
  }
  PrintEnd(*options, campaign);
  if (!loadgate::other::WriteWholeFile(out + "/summary.txt",
                                       Summary(*options, campaign))) {
    std::fprintf(stderr, "cannot write into %s\n", out.c_str());
    return 2;
  }
  return campaign.counts().crashes + campaign.counts().hangs > 0 ? 1 : 0;
}
