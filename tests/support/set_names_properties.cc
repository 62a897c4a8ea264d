#include "tests/support/set_names_properties.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "loadgate/set_names.h"

namespace loadgate::testing_support {
namespace {

struct Listing {
  std::vector<std::string> there;
  std::vector<std::string> named;
};

Listing ReadListing(std::string_view text) {
  std::set<std::string> there;
  std::set<std::string> named;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string name(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_named = name.starts_with('+') || name.starts_with('-');
    const bool is_there = !name.starts_with('-');
    if (is_named) name.erase(0, 1);
    if (name.empty()) continue;
    if (is_named) named.insert(name);
    if (is_there) there.insert(name);
  }
  return {{there.begin(), there.end()}, {named.begin(), named.end()}};
}

// "#####-of-#####" or with six, from which the numbers are cut.
struct Form {
  std::string front;
  std::string number;
  std::string count;
  std::string end;
};

bool AllDigits(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

std::optional<Form> CutForm(const std::string& name, size_t digits,
                            const std::string& end) {
  const size_t tail = digits + 4 + digits + end.size();
  if (name.size() < tail) return std::nullopt;
  Form form;
  form.front = name.substr(0, name.size() - tail);
  form.number = name.substr(form.front.size(), digits);
  form.count = name.substr(form.front.size() + digits + 4, digits);
  form.end = name.substr(name.size() - end.size());
  std::string spelt = form.end;
  if (end == ".safetensors") {
    for (char& c : spelt) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
    }
  }
  const std::string of = name.substr(form.front.size() + digits, 4);
  const bool is_form = of == "-of-" && spelt == end && AllDigits(form.number) &&
                       AllDigits(form.count);
  return is_form ? std::optional(form) : std::nullopt;
}

// The same as ParseNumberedName, read from the page of docs.
std::optional<Form> SlowlyParsed(const std::string& name) {
  std::optional<Form> form = CutForm(name, 5, ".gguf");
  const bool is_gguf = form.has_value();
  if (!form.has_value()) form = CutForm(name, 5, ".safetensors");
  if (!form.has_value()) form = CutForm(name, 6, ".safetensors");
  if (!form.has_value() || form->front.size() < 2) return std::nullopt;
  const char last = form->front.back();
  if (last != '-' && (is_gguf || last != '_')) return std::nullopt;
  const unsigned long number = std::stoul(form->number);
  const unsigned long count = std::stoul(form->count);
  if (number < 1 || number > count) return std::nullopt;
  if (is_gguf && count > 65535) return std::nullopt;
  return form;
}

std::string BrokenName(const std::string& name) {
  const auto parsed = ParseNumberedName(name);
  const auto slowly = SlowlyParsed(name);
  if (parsed.has_value() != slowly.has_value()) {
    return "only one takes the name for a shard's: " + name;
  }
  if (!parsed.has_value()) return "";
  if (parsed->stem != slowly->front || parsed->extension != slowly->end ||
      parsed->digits != slowly->number.size() ||
      parsed->number != std::stoul(slowly->number) ||
      parsed->count != std::stoul(slowly->count)) {
    return "the name is read in two ways: " + name;
  }
  const NumberedSet set = {.stem = std::string(parsed->stem),
                           .count = parsed->count,
                           .digits = parsed->digits,
                           .extension = std::string(parsed->extension),
                           .numbers = {parsed->number}};
  if (set.NameOf(parsed->number) != name) return "a set renames " + name;
  return "";
}

std::string BrokenMembership(const Listing& listing,
                             const DirectorySets& found) {
  std::map<std::string, int> times;
  for (const NumberedSet& set : found.sets) {
    for (const uint32_t number : set.numbers) ++times[set.NameOf(number)];
  }
  for (const std::string& stray : found.strays) ++times[stray];
  const std::set<std::string> named(listing.named.begin(), listing.named.end());
  for (const std::string& name : listing.there) {
    const auto form = SlowlyParsed(name);
    const bool is_one = form.has_value() && std::stoul(form->count) > 1 &&
                        !named.contains(name);
    const auto place = times.find(name);
    if ((place != times.end() && place->second == 1) != is_one) {
      return "not once in a set or astray: " + name;
    }
    if (place != times.end()) times.erase(place);
  }
  return times.empty() ? "" : "of no file: " + times.begin()->first;
}

bool SameLetters(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    const auto lower = [](char c) {
      return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    };
    return lower(x) == lower(y);
  });
}

std::string BrokenAbsence(const Listing& listing, const DirectorySets& found) {
  uint64_t missing = 0;
  uint64_t misspelt = 0;
  for (const std::string& name : listing.named) {
    if (std::find(listing.there.begin(), listing.there.end(), name) !=
        listing.there.end()) {
      continue;
    }
    const bool has_other = std::any_of(
        listing.there.begin(), listing.there.end(),
        [&](const std::string& other) { return SameLetters(name, other); });
    ++(has_other ? misspelt : missing);
  }
  FindingSink sink;
  CheckIndexNames("m.safetensors.index.json", listing.named, listing.there,
                  found.strays, &sink);
  return sink.count_of(Code::kSetShardMissing) == missing &&
                 sink.count_of(Code::kSetShardCase) == misspelt
             ? ""
             : "other shards are absent";
}

}  // namespace

std::string BrokenSetNamesProperty(std::string_view text) {
  Listing listing = ReadListing(text);
  for (const std::string& name : listing.there) {
    if (std::string broken = BrokenName(name); !broken.empty()) return broken;
  }
  const DirectorySets found = FindSets(listing.there, listing.named);
  std::string broken = BrokenMembership(listing, found);
  if (broken.empty()) broken = BrokenAbsence(listing, found);
  if (!broken.empty()) return broken;
  std::reverse(listing.there.begin(), listing.there.end());
  std::reverse(listing.named.begin(), listing.named.end());
  const DirectorySets again = FindSets(listing.there, listing.named);
  return again.sets == found.sets && again.strays == found.strays
             ? ""
             : "another order of names gives other sets";
}

}  // namespace loadgate::testing_support
