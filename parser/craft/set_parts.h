// The parts of a set: how they are named and numbered.
//
// Source: docs/formats/gguf.md, "Split files"; llama.cpp's
// llama_split_path and gguf-split; the names that the Hugging Face libraries
// give to the shards of a checkpoint.

#ifndef LOADGATE_CRAFT_SET_PARTS_H_
#define LOADGATE_CRAFT_SET_PARTS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "craft/gguf_model.h"

namespace loadgate::craft {

// PartName is what a name in the five-digit form says:
// PREFIX-00001-of-00003.gguf is the first of three. The prefix is not empty.
struct PartName {
  std::string prefix = {};
  uint64_t number = 0;
  uint64_t count = 0;
};

// kGgufEnding and kSafetensorsEnding are what names of parts end in.
inline constexpr std::string_view kGgufEnding = ".gguf";
inline constexpr std::string_view kSafetensorsEnding = ".safetensors";

// ParsePartName returns what `name` says, or nullopt where it is not in exactly
// that form, with `ending` behind it.
std::optional<PartName> ParsePartName(std::string_view name,
                                      std::string_view ending);

// FormatPartName returns a name in that form. Numbers over 99,999 have more
// digits.
std::string FormatPartName(const PartName& part, std::string_view ending);

// PartPrefix returns the prefix that the parts of a set are named by whose
// first is called `name`: what stands in front of the numbers, or else of the
// ending, without folders; or "model".
std::string PartPrefix(std::string_view name, std::string_view ending);

// PartPlace is which part of how many a file is; the first is 0.
struct PartPlace {
  uint64_t number = 0;
  uint64_t count = 0;
  size_t group = 0;  // Files of one group are parts of one model.
};

// PlacesByName returns the places of the files of those names, where all are in
// the five-digit form, and of each prefix and count there is every number once;
// else nullopt.
std::optional<std::vector<PartPlace>> PlacesByName(
    const std::vector<std::string>& names, std::string_view ending);

// The keys of a split's parts, and their types.
inline constexpr std::string_view kSplitNumber = "split.no";            // u16
inline constexpr std::string_view kSplitCount = "split.count";          // u16
inline constexpr std::string_view kSplitTotal = "split.tensors.count";  // i32

// SplitRole is what the three keys of a part say when they are right.
struct SplitRole {
  uint64_t number = 0;
  uint64_t count = 0;
  uint64_t tensors = 0;  // Of all parts together.
};

// SplitCandidate is a GGUF file of a set, as far as its role depends on it.
struct SplitCandidate {
  std::string name = {};
  bool says_part = false;  // See SaysPart.
  uint64_t tensors = 0;
};

// SaysPart returns whether a file's split.count is a number over 1. A file that
// says so, or is named in the five-digit form, is a part of a split.
bool SaysPart(const GgufModel& model);

// SplitRoles returns the role of each file, nullopt for one that is no part.
// The parts are numbered by their names, or, where those do not agree with each
// other, in the order of the files.
std::vector<std::optional<SplitRole>> SplitRoles(
    const std::vector<SplitCandidate>& files);

// SplitPairs returns the three pairs of a part: its number, the count of parts
// and the total of tensors.
std::array<GgufPair, 3> SplitPairs(const SplitRole& role);

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_SET_PARTS_H_
