#include "loadgate/set_names.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "base/message.h"
#include "loadgate/split_name.h"

namespace loadgate {
namespace {

constexpr std::string_view kGguf = ".gguf";
constexpr std::string_view kSafetensors = ".safetensors";
constexpr std::string_view kIndexEnd = ".index.json";
constexpr std::string_view kOf = "-of-";
constexpr size_t kMostDigits = 6;

// Takes the digits off the end of `text` and returns how many there were; 0
// where there are more than a shard's name has.
size_t TakeDigits(std::string_view* text, uint32_t* out) {
  const auto is_other = [](char c) { return !IsAsciiDigit(c); };
  const auto front = std::find_if(text->rbegin(), text->rend(), is_other);
  const auto count = static_cast<size_t>(front - text->rbegin());
  if (count > kMostDigits) return 0;
  *out = 0;
  for (const char digit : text->substr(text->size() - count)) {
    *out = *out * 10 + static_cast<uint32_t>(digit - '0');
  }
  text->remove_suffix(count);
  return count;
}

std::optional<NumberedName> ParseCheckpointShard(std::string_view name) {
  NumberedName parsed = {
      .stem = name,
      .digits = 0,
      .extension = name.substr(name.size() - kSafetensors.size())};
  std::string_view& rest = parsed.stem;
  rest.remove_suffix(kSafetensors.size());
  const size_t of_count = TakeDigits(&rest, &parsed.count);
  if (!rest.ends_with(kOf)) return std::nullopt;
  rest.remove_suffix(kOf.size());
  parsed.digits = TakeDigits(&rest, &parsed.number);
  const bool is_form = (of_count == 5 || of_count == kMostDigits) &&
                       parsed.digits == of_count && rest.size() > 1 &&
                       (rest.ends_with('-') || rest.ends_with('_'));
  const bool are_numbers = parsed.number >= 1 && parsed.number <= parsed.count;
  if (!is_form || !are_numbers) return std::nullopt;
  return parsed;
}

std::optional<NumberedName> ParseSplitShard(std::string_view name) {
  const std::optional<SplitName> split = ParseSplitPath(name);
  if (!split.has_value()) return std::nullopt;
  return NumberedName{.stem = name.substr(0, split->prefix.size() + 1),
                      .number = split->number,
                      .count = split->count,
                      .digits = 5,
                      .extension = name.substr(name.size() - kGguf.size())};
}

std::string Padded(uint32_t number, size_t digits) {
  const std::string text = Number(number);
  return std::string(digits - std::min(digits, text.size()), '0') + text;
}

std::string Lower(std::string_view name) {
  std::string lower(name);
  std::ranges::transform(lower, lower.begin(), AsciiLower);
  return lower;
}

// "'m-00001-of-00003.safetensors' to 'm-00003-of-00003.safetensors'".
std::string WhoseNames(const NumberedSet& set) {
  return Message(
      {Quoted(set.NameOf(1)), " to ", Quoted(set.NameOf(set.count))});
}

// `name_of` is asked for the name only where it is to be told.
template <typename NameOf>
void ReportMissing(const NameOf& name_of, FindingSink* sink) {
  sink->Report(Code::kSetShardMissing, 0, [&name_of] {
    return FindingText{Message({"shard ", Quoted(name_of())}),
                       "There is no such file beside the others."};
  });
}

// Reports a shard that is not there, if it is not.
void ReportAbsent(std::string_view name, const DirectoryNames& names,
                  FindingSink* sink) {
  if (names.Has(name)) return;
  const std::string_view almost = names.Almost(name);
  if (almost.empty()) return ReportMissing([name] { return name; }, sink);
  sink->Report(Code::kSetShardCase, 0, [&] {
    return FindingText{Message({"shard ", Quoted(name)}),
                       Message({"The file is called ", Quoted(almost), "."})};
  });
}

// A name claims up to 999,999 shards: only for so many of those that are not
// there is a misspelt one looked for.
constexpr uint32_t kMostLookedFor = 1000;

void ReportAbsentOf(const NumberedSet& set, const DirectoryNames& names,
                    FindingSink* sink) {
  auto there = set.numbers.begin();
  uint32_t absent = 0;
  for (uint32_t number = 1; number <= set.count; ++number) {
    if (there != set.numbers.end() && *there == number) {
      ++there;
    } else if (++absent <= kMostLookedFor) {
      ReportAbsent(set.NameOf(number), names, sink);
    } else {
      ReportMissing([&set, number] { return set.NameOf(number); }, sink);
    }
  }
}

void ReportStray(std::string_view name, FindingSink* sink) {
  sink->Report(Code::kSetShardStray, 0, [name] {
    return FindingText{
        Message({"file ", Quoted(name)}),
        "The file lies beside the set, has a shard's name and is none of it."};
  });
}

void ReportWholeBeside(std::string_view name, FindingSink* sink) {
  sink->Report(Code::kSetWholeFileBeside, 0, [name] {
    return FindingText{
        Message({"file ", Quoted(name)}),
        "The file lies beside the shards, and is the whole model by its name."};
  });
}

void ReportNoIndex(const NumberedSet& set, FindingSink* sink) {
  sink->Report(Code::kSetIndexMissing, 0, [&set] {
    return FindingText{"set",
                       Message({"The shards ", WhoseNames(set),
                                " lie in a directory without an index."})};
  });
}

// The set that a shard is of, without a number.
NumberedSet SetOf(const NumberedName& name) {
  return {.stem = std::string(name.stem),
          .count = name.count,
          .digits = name.digits,
          .extension = std::string(name.extension),
          .numbers = {}};
}

// Numbering tells sets of numbered names apart.
using Numbering =
    std::tuple<std::string_view, uint32_t, size_t, std::string_view>;

// The names of one numbering, those that indexes name aside.
struct Group {
  NumberedSet set;
  bool has_named = false;
};

std::map<Numbering, Group> GroupNames(std::span<const std::string> names,
                                      const std::set<std::string_view>& named) {
  std::map<Numbering, Group> groups;
  for (const std::string& name : names) {
    const std::optional<NumberedName> parsed = ParseNumberedName(name);
    if (!parsed.has_value() || parsed->count < 2) continue;
    const Numbering numbering = {parsed->stem, parsed->count, parsed->digits,
                                 parsed->extension};
    Group& group =
        groups.try_emplace(numbering, Group{SetOf(*parsed)}).first->second;
    if (named.contains(name)) {
      group.has_named = true;
    } else {
      group.set.numbers.push_back(parsed->number);
    }
  }
  return groups;
}

// A stem and an extension: what shards of different numberings share.
using Family = std::pair<std::string_view, std::string_view>;

Family FamilyOf(const NumberedName& name) {
  return {name.stem, name.extension};
}

// Reports those of `strays`, which are sorted, that are of a family; one that
// is an absent shard of `shards` but for the case of letters was reported as
// that.
void ReportStrays(const Family& family, const std::set<std::string>& shards,
                  std::span<const std::string> strays, FindingSink* sink) {
  const auto& [stem, extension] = family;
  for (auto stray = std::ranges::lower_bound(strays, stem);
       stray != strays.end() && stray->starts_with(stem); ++stray) {
    const std::optional<NumberedName> name = ParseNumberedName(*stray);
    if (name.has_value() && FamilyOf(*name) == family &&
        !shards.contains(Lower(*stray))) {
      ReportStray(*stray, sink);
    }
  }
}

}  // namespace

std::optional<NumberedName> ParseNumberedName(std::string_view name) {
  if (name.ends_with(kGguf)) return ParseSplitShard(name);
  const bool is_other =
      name.size() < kSafetensors.size() ||
      Lower(name.substr(name.size() - kSafetensors.size())) != kSafetensors;
  return is_other ? std::nullopt : ParseCheckpointShard(name);
}

std::string NumberedSet::NameOf(uint32_t number) const {
  return Message(
      {stem, Padded(number, digits), kOf, Padded(count, digits), extension});
}

DirectorySets FindSets(std::span<const std::string> names,
                       std::span<const std::string> named) {
  const std::set<std::string_view> with_index(named.begin(), named.end());
  std::map<Numbering, Group> groups = GroupNames(names, with_index);
  // Of two stems that differ in the case of letters alone one is misspelt.
  std::set<std::string> whole;
  for (const auto& [numbering, group] : groups) {
    if (group.has_named || group.set.complete()) {
      whole.insert(Lower(group.set.stem + group.set.extension));
    }
  }
  DirectorySets found;
  for (auto& [numbering, group] : groups) {
    NumberedSet& set = group.set;
    if (set.numbers.empty()) continue;
    std::ranges::sort(set.numbers);
    const bool is_set =
        !group.has_named &&
        (set.complete() || !whole.contains(Lower(set.stem + set.extension)));
    if (is_set) {
      found.sets.push_back(set);
    } else {
      for (const uint32_t number : set.numbers) {
        found.strays.push_back(set.NameOf(number));
      }
    }
  }
  std::ranges::sort(found.sets, {}, [](const NumberedSet& set) {
    return set.NameOf(set.numbers.front());
  });
  std::ranges::sort(found.strays);
  return found;
}

void CheckIndexNames(std::string_view index,
                     std::span<const std::string> shards,
                     const DirectoryNames& names,
                     std::span<const std::string> strays, FindingSink* sink) {
  std::set<Family> families;
  std::set<std::string> lower;
  for (const std::string& shard : shards) {
    ReportAbsent(shard, names, sink);
    const std::optional<NumberedName> name = ParseNumberedName(shard);
    if (name.has_value()) families.insert(FamilyOf(*name));
    lower.insert(Lower(shard));
  }
  for (const Family& family : families) {
    ReportStrays(family, lower, strays, sink);
  }
  const std::string_view whole = WholeFileOf(index);
  const bool is_shard = std::ranges::find(shards, whole) != shards.end();
  if (names.Has(whole) && !is_shard) ReportWholeBeside(whole, sink);
}

void CheckNumberedNames(const NumberedSet& set, const DirectoryNames& names,
                        std::span<const std::string> strays,
                        FindingSink* sink) {
  ReportAbsentOf(set, names, sink);
  ReportStrays({set.stem, set.extension}, {}, strays, sink);
  if (set.is_gguf()) return;
  if (!names.has_index()) ReportNoIndex(set, sink);
  const std::string whole =
      set.stem.substr(0, set.stem.size() - 1) + set.extension;
  if (names.Has(whole)) ReportWholeBeside(whole, sink);
}

std::optional<NumberedSet> FindSetOf(std::string_view shard,
                                     std::span<const std::string> names) {
  const std::optional<NumberedName> sought = ParseNumberedName(shard);
  if (!sought.has_value() || sought->count < 2) return std::nullopt;
  NumberedSet set = SetOf(*sought);
  for (const std::string& name : names) {
    std::optional<NumberedName> other = ParseNumberedName(name);
    if (!other.has_value()) continue;
    const uint32_t number = std::exchange(other->number, sought->number);
    if (other == sought) set.numbers.push_back(number);
  }
  std::ranges::sort(set.numbers);
  return set;
}

DirectoryNames::DirectoryNames(std::span<const std::string> names)
    : names_(names.begin(), names.end()) {
  for (const std::string& name : names) {
    by_lower_.emplace(Lower(name), name);
    has_index_ = has_index_ || !WholeFileOf(name).empty();
  }
}

std::string_view DirectoryNames::Almost(std::string_view name) const {
  const auto found = by_lower_.find(Lower(name));
  return found == by_lower_.end() ? std::string_view() : found->second;
}

std::string_view WholeFileOf(std::string_view index) {
  const size_t end = kSafetensors.size() + kIndexEnd.size();
  if (index.size() < end) return {};
  const std::string_view whole =
      index.substr(0, index.size() - kIndexEnd.size());
  const bool is_index = Lower(index.substr(index.size() - end)) ==
                        Message({kSafetensors, kIndexEnd});
  return is_index ? whole : std::string_view();
}

}  // namespace loadgate
