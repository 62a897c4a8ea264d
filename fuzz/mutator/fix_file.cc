#include "fuzz/mutator/fix_file.h"

#include <cstdint>
#include <utility>

#include "craft/gguf_model.h"
#include "craft/safetensors_model.h"

namespace loadgate::mutator {
namespace {

constexpr uint64_t kMostData = 4096;
constexpr int kMostRounds = 8;

std::string FixGgufOnce(ByteSpan file) {
  craft::GgufModel model = craft::GgufFromBytes(file);
  craft::Fix({.most_data = kMostData}, &model);
  return craft::GgufToBytes(model);
}

std::string FixSafetensorsOnce(ByteSpan file) {
  craft::SafetensorsModel model = craft::SafetensorsFromBytes(file);
  craft::Fix({.most_data = kMostData}, &model);
  return craft::SafetensorsToBytes(model);
}

// What a file set right is read as may be another model than the one that was
// written, where something in it has no truth.
std::string FixedFor(ByteSpan file, std::string (*fix)(ByteSpan)) {
  std::string fixed(AsText(file));
  for (int round = 0; round < kMostRounds; ++round) {
    std::string next = fix(AsBytes(fixed));
    if (next == fixed) return fixed;
    fixed = std::move(next);
  }
  return std::string(AsText(file));
}

}  // namespace

std::string FixGgufFile(ByteSpan file) { return FixedFor(file, FixGgufOnce); }

std::string FixSafetensorsFile(ByteSpan file) {
  return FixedFor(file, FixSafetensorsOnce);
}

}  // namespace loadgate::mutator
