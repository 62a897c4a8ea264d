#include "formats/safetensors_guess.h"

#include <array>
#include <cstddef>
#include <string>
#include <utility>

namespace loadgate {
namespace {

constexpr size_t kLongestName = 32;

using Spelling = std::pair<std::string_view, std::string_view>;

// Whole names, in capitals.
constexpr auto kNames = std::to_array<Spelling>({
    {"BOOLEAN", "BOOL"},
    {"BYTE", "U8"},
    {"CHAR", "I8"},
    {"DOUBLE", "F64"},
    {"FLOAT", "F32"},
    {"FLOAT8_E4M3FN", "F8_E4M3"},
    {"FLOAT8_E8M0FNU", "F8_E8M0"},
    {"F8_E4M3FN", "F8_E4M3"},
    {"F8_E8M0FNU", "F8_E8M0"},
    {"HALF", "F16"},
    {"INT", "I32"},
    {"LONG", "I64"},
    {"SHORT", "I16"},
});

// What a name begins with.
constexpr auto kFronts = std::to_array<Spelling>({
    {"BFLOAT", "BF"},
    {"BFP", "BF"},
    {"COMPLEX", "C"},
    {"FLOAT", "F"},
    {"FP", "F"},
    {"INT", "I"},
    {"UINT", "U"},
});

std::string InCapitals(std::string_view name) {
  std::string capitals;
  for (const char c : name) {
    capitals += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return capitals;
}

}  // namespace

const SafetensorsDtype* GuessSafetensorsDtype(std::string_view name) {
  constexpr std::string_view kTorch = "TORCH.";
  if (name.size() > kLongestName) return nullptr;
  std::string spelled = InCapitals(name);
  if (spelled.starts_with(kTorch)) spelled.erase(0, kTorch.size());
  for (const auto& [other, ours] : kNames) {
    if (spelled == other) return FindSafetensorsDtype(ours);
  }
  for (const auto& [other, ours] : kFronts) {
    if (!spelled.starts_with(other)) continue;
    spelled.replace(0, other.size(), ours);
    break;
  }
  return FindSafetensorsDtype(spelled);
}

}  // namespace loadgate
