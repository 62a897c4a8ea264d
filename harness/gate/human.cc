#include "harness/gate/human.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"

namespace loadgate {
namespace {

// A typed word longer than any of ours by far is no typing error; the distance
// below is quadratic.
constexpr size_t kLongestWord = 64;

// Edit distance by rows (Wagner and Fischer), in which two neighbours that
// changed places count once.
size_t Distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1);
  std::vector<size_t> last(b.size() + 1);
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = last[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = std::min({replaced, row[j] + 1, last[j + 1] + 1});
      if (i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]) {
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      }
    }
  }
  return row[b.size()];
}

}  // namespace

std::string HumanSize(uint64_t bytes) {
  constexpr std::array<std::string_view, 6> kUnits = {"KiB", "MiB", "GiB",
                                                      "TiB", "PiB", "EiB"};
  if (bytes < 1024) return Counted(bytes, "byte");
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  // 1023.95 would be printed as 1024.0 of the unit.
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024;
    ++unit;
  }
  return absl::StrFormat("%.1f %s", value, kUnits[unit]);
}

std::string Grouped(uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string Counted(uint64_t count, std::string_view noun) {
  return absl::StrFormat("%u %s%s", count, noun, count == 1 ? "" : "s");
}

size_t DisplayColumns(std::string_view escaped) {
  return static_cast<size_t>(std::count_if(
      escaped.begin(), escaped.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string QuotedName(std::string_view name) {
  const bool single = name.find('\'') == std::string_view::npos;
  const char quote = single ? '\'' : '"';
  std::string text(1, quote);
  for (const char c : name) text.append(c == quote ? 2 : 1, c);
  return text + quote;
}

std::string Wrapped(std::string_view text, size_t indent) {
  const std::string margin(indent, ' ');
  std::string out;
  size_t column = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const size_t width = DisplayColumns(word);
    const bool fits = column != 0 && column + 1 + width <= kTextColumns;
    if (!fits) {
      if (column != 0) out += '\n';
      out += margin;
      column = indent;
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += width;
  }
  if (!out.empty()) out += '\n';
  return out;
}

std::optional<std::string_view> ClosestTo(
    std::string_view word, std::span<const std::string_view> known) {
  if (word.empty() || word.size() > kLongestWord) return std::nullopt;
  std::optional<std::string_view> best;
  size_t best_distance = std::max<size_t>(1, word.size() / 3) + 1;
  for (const std::string_view candidate : known) {
    // A front part of one of ours counts as close: --form, gguf-magi.
    const bool front = word.size() >= 3 && candidate.starts_with(word);
    const size_t distance = front ? 1 : Distance(word, candidate);
    if (distance >= best_distance) continue;
    best = candidate;
    best_distance = distance;
  }
  return best;
}

}  // namespace loadgate
