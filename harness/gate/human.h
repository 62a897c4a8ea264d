// Numbers and sentences for people.

#ifndef HARNESS_GATE_HUMAN_H_
#define HARNESS_GATE_HUMAN_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loadgate {

// kTextColumns is the width that text for people is wrapped to. It does not
// follow the terminal, so that a report has the same bytes everywhere.
inline constexpr size_t kTextColumns = 80;

// HumanSize returns `bytes` such as "416 bytes", "1 byte" or "4.1 GiB".
std::string HumanSize(uint64_t bytes);

// Grouped returns a number with its thousands apart, such as "1,234,567".
std::string Grouped(uint64_t number);

// Counted returns a number and its noun, such as "1 tensor" or "291 tensors";
// the plural is the noun with an s.
std::string Counted(uint64_t count, std::string_view noun);

// DisplayColumns returns how many characters escaped text has: the columns it
// takes on a terminal, wide characters aside.
size_t DisplayColumns(std::string_view escaped);

// QuotedName returns `name` between quotes that it does not hold, or holds
// doubled: what it says cannot pass for the words around it.
std::string QuotedName(std::string_view name);

// Wrapped breaks `text` at spaces into lines of at most kTextColumns, each
// after `indent` spaces and ended by a newline. A longer word stays whole.
std::string Wrapped(std::string_view text, size_t indent);

// ClosestTo returns the one of `known` that `word` was most likely meant to be,
// or nullopt when none is close enough to be worth a hint.
std::optional<std::string_view> ClosestTo(
    std::string_view word, std::span<const std::string_view> known);

}  // namespace loadgate

#endif  // HARNESS_GATE_HUMAN_H_
