#include "craft/set_parts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "base/ascii.h"

namespace loadgate::craft {
namespace {

constexpr size_t kDigits = 5;
constexpr std::string_view kOf = "-of-";

// Takes `ending` off the end of `*name` if it is there.
bool TakeEnding(std::string_view ending, std::string_view* name) {
  if (!name->ends_with(ending)) return false;
  name->remove_suffix(ending.size());
  return true;
}

// Takes a number of five digits off the end of `*name`.
bool TakeNumber(std::string_view* name, uint64_t* number) {
  if (name->size() < kDigits) return false;
  const std::string_view digits = name->substr(name->size() - kDigits);
  *number = 0;
  for (const char c : digits) {
    if (!IsAsciiDigit(c)) return false;
    *number = *number * 10 + static_cast<uint64_t>(c - '0');
  }
  name->remove_suffix(kDigits);
  return true;
}

std::string FiveDigits(uint64_t number) {
  std::string digits = std::to_string(number);
  if (digits.size() < kDigits) digits.insert(0, kDigits - digits.size(), '0');
  return digits;
}

uint64_t CountOf(const GgufPair& pair) {
  const auto* const number = std::get_if<GgufNumber>(&pair.value);
  return number == nullptr ? 0 : number->bits;
}

// The places of `count` files in their order.
std::vector<PartPlace> PlacesInOrder(size_t count) {
  std::vector<PartPlace> places;
  for (size_t i = 0; i < count; ++i) places.push_back({i, count, 0});
  return places;
}

}  // namespace

std::optional<PartName> ParsePartName(std::string_view name,
                                      std::string_view ending) {
  PartName part;
  if (!TakeEnding(ending, &name) || !TakeNumber(&name, &part.count) ||
      !TakeEnding(kOf, &name) || !TakeNumber(&name, &part.number) ||
      !TakeEnding("-", &name) || name.empty()) {
    return std::nullopt;
  }
  part.prefix = name;
  return part;
}

std::string FormatPartName(const PartName& part, std::string_view ending) {
  return part.prefix + "-" + FiveDigits(part.number) + std::string(kOf) +
         FiveDigits(part.count) + std::string(ending);
}

std::string PartPrefix(std::string_view name, std::string_view ending) {
  const auto part = ParsePartName(name, ending);
  std::string prefix = part.has_value() ? part->prefix : std::string(name);
  if (!part.has_value() && prefix.ends_with(ending)) {
    prefix.resize(prefix.size() - ending.size());
  }
  const size_t folders = prefix.find_last_of("/\\");
  if (folders != std::string::npos) prefix.erase(0, folders + 1);
  std::erase(prefix, '\0');
  return prefix.empty() ? "model" : prefix;
}

std::optional<std::vector<PartPlace>> PlacesByName(
    const std::vector<std::string>& names, std::string_view ending) {
  struct Group {
    size_t index = 0;
    std::set<uint64_t> numbers = {};
  };
  std::map<std::pair<std::string, uint64_t>, Group> groups;
  std::vector<PartPlace> places;
  for (const std::string& name : names) {
    const std::optional<PartName> part = ParsePartName(name, ending);
    if (!part.has_value() || part->number == 0 || part->number > part->count) {
      return std::nullopt;
    }
    const auto [at, is_new] =
        groups.try_emplace({part->prefix, part->count}, Group{groups.size()});
    if (!at->second.numbers.insert(part->number).second) return std::nullopt;
    places.push_back({part->number - 1, part->count, at->second.index});
  }
  for (const auto& [key, group] : groups) {
    if (group.numbers.size() != key.second) return std::nullopt;
  }
  return places;
}

bool SaysPart(const GgufModel& model) {
  return std::any_of(
      model.pairs.begin(), model.pairs.end(), [](const GgufPair& pair) {
        return pair.key.bytes == kSplitCount && CountOf(pair) > 1;
      });
}

std::vector<std::optional<SplitRole>> SplitRoles(
    const std::vector<SplitCandidate>& files) {
  std::vector<size_t> parts;
  std::vector<std::string> names;
  for (size_t i = 0; i < files.size(); ++i) {
    if (!files[i].says_part &&
        !ParsePartName(files[i].name, kGgufEnding).has_value()) {
      continue;
    }
    parts.push_back(i);
    names.push_back(files[i].name);
  }
  const std::vector<PartPlace> places =
      PlacesByName(names, kGgufEnding).value_or(PlacesInOrder(parts.size()));
  std::map<size_t, uint64_t> totals;
  for (size_t i = 0; i < parts.size(); ++i) {
    totals[places[i].group] += files[parts[i]].tensors;
  }
  std::vector<std::optional<SplitRole>> roles(files.size());
  for (size_t i = 0; i < parts.size(); ++i) {
    const PartPlace& place = places[i];
    roles[parts[i]] = {place.number, place.count, totals[place.group]};
  }
  return roles;
}

std::array<GgufPair, 3> SplitPairs(const SplitRole& role) {
  const auto number = [](uint64_t value, size_t width) {
    return GgufNumber{width, value & ((uint64_t{1} << (8 * width)) - 1)};
  };
  return {MakePair(kSplitNumber, GgufValueType::kU16, number(role.number, 2)),
          MakePair(kSplitCount, GgufValueType::kU16, number(role.count, 2)),
          MakePair(kSplitTotal, GgufValueType::kI32, number(role.tensors, 4))};
}

}  // namespace loadgate::craft
