#include "fuzz/other/findings.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>

namespace loadgate::other {
namespace {

// FNV-1a: a name for a file, the same in every run. No defence.
std::string HashOf(std::string_view bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : bytes) {
    hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
  }
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx",
                static_cast<unsigned long long>(hash));
  return text.data();
}

std::string CauseOf(const Answer& answer) {
  if (answer.outcome == Outcome::kHung) return "no end within the timeout";
  if (answer.detail >= 0) {
    return "exit status " + std::to_string(answer.detail);
  }
  const char* const name = ::strsignal(-answer.detail);
  return "signal " + std::to_string(-answer.detail) + ", " +
         (name != nullptr ? name : "unknown");
}

}  // namespace

bool WriteWholeFile(const std::string& path, std::string_view bytes) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  return out.good();
}

bool Findings::Save(const Answer& answer, const std::string& file) {
  const bool hung = answer.outcome == Outcome::kHung;
  const std::string name = (hung ? "hang-" : "crash-") + HashOf(file);
  if (names_.size() >= kMostSaved || !names_.insert(name).second) return true;
  lines_.push_back(name + "  " + std::to_string(file.size()) + " bytes  " +
                   CauseOf(answer));
  return WriteWholeFile(folder_ + "/" + name, file);
}

}  // namespace loadgate::other
