#include "formats/safetensors_layout.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <string>
#include <vector>

#include "base/message.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

using Entry = SafetensorsTables::Entry;

std::string_view NameOf(std::string_view text, const Entry& entry) {
  return text.substr(entry.name.offset, entry.name.length);
}

// Where an entry lies, and its number. Compared by place, then by number.
struct Place {
  uint64_t begin = 0;
  uint64_t end = 0;
  uint32_t number = 0;
  auto operator<=>(const Place&) const = default;
};

// The places of the entries in order. Writers nearly always list them so: then
// there is nothing to sort.
std::vector<Place> InFileOrder(const SafetensorsTables& tables) {
  std::vector<Place> order;
  order.reserve(tables.entries.size());
  for (const Entry& entry : tables.entries) {
    order.push_back(Place{.begin = entry.begin,
                          .end = entry.end,
                          .number = static_cast<uint32_t>(order.size())});
  }
  if (!std::ranges::is_sorted(order)) std::ranges::sort(order);
  return order;
}

void ReportGap(std::string_view text, uint32_t i, uint64_t end_before,
               const SafetensorsTables& tables, FindingSink* sink) {
  const Entry& entry = tables.entries[i];
  const bool hole = entry.begin > end_before;
  sink->Report(
      hole ? Code::kSafetensorsHole : Code::kSafetensorsOverlap,
      entry.name.offset - 1, [&] {
        return FindingText{
            Item("tensor", i, NameOf(text, entry)),
            Message({"The tensor begins at ", Number(entry.begin),
                     " of the data section, but the tensors before it end at ",
                     Number(end_before), "."})};
      });
}

// The alignment that an element of `bits` bits would like, in bytes.
uint64_t NaturalAlignment(uint32_t bits) { return std::max(bits / 8, 1u); }

void NoteAlignment(uint64_t unaligned, uint64_t unaligned_bytes,
                   const SafetensorsTables& tables, FindingSink* sink) {
  if (tables.data_start % 8 != 0 && !tables.entries.empty()) {
    sink->Report(Code::kSafetensorsDataUnaligned, 0, [&] {
      return FindingText{"data section",
                         Message({"The data section begins at ",
                                  Number(tables.data_start), "."})};
    });
  }
  if (unaligned == 0) return;
  sink->Report(Code::kSafetensorsTensorUnaligned, tables.data_start, [&] {
    return FindingText{
        "data section",
        Message({Number(unaligned), " of ",
                 Count(tables.entries.size(), "tensor"), ", ",
                 Count(unaligned_bytes, "byte"), ", ",
                 Agree(unaligned, "is not aligned to its elements.",
                       "are not aligned to their elements.")})};
  });
}

std::string Sizes(uint64_t wanted, uint64_t file_size) {
  return Message({" The file has ", Count(file_size, "byte"),
                  "; header and tensors take ", Number(wanted), "."});
}

}  // namespace

void CheckSafetensorsTiling(std::string_view text, SafetensorsTables* tables,
                            FindingSink* sink) {
  uint64_t end = 0;
  uint64_t unaligned = 0;
  uint64_t unaligned_bytes = 0;
  for (const Place& place : InFileOrder(*tables)) {
    const uint32_t bits = tables->entries[place.number].dtype->bits;
    if (place.begin != end) ReportGap(text, place.number, end, *tables, sink);
    if ((tables->data_start + place.begin) % NaturalAlignment(bits) != 0) {
      ++unaligned;
      unaligned_bytes += place.end - place.begin;
    }
    end = std::max(end, place.end);
  }
  tables->data_bytes = end;
  NoteAlignment(unaligned, unaligned_bytes, *tables, sink);
}

void CheckSafetensorsEnd(std::string_view text, uint64_t file_size,
                         const SafetensorsTables& tables, FindingSink* sink) {
  const uint64_t there = file_size - tables.data_start;
  if (tables.data_bytes == there) return;
  const uint64_t wanted = SaturatingAdd(tables.data_start, tables.data_bytes);
  if (tables.data_bytes < there) {
    sink->Report(Code::kSafetensorsTrailingData, wanted, [&] {
      return FindingText{
          "data section",
          Message({Count(there - tables.data_bytes, "byte"),
                   Agree(there - tables.data_bytes, " follows", " follow"),
                   " the last tensor.", Sizes(wanted, file_size)})};
    });
    return;
  }
  const auto last = std::max_element(
      tables.entries.begin(), tables.entries.end(),
      [](const Entry& a, const Entry& b) { return a.end < b.end; });
  const auto number = static_cast<uint64_t>(last - tables.entries.begin());
  sink->Report(Code::kSafetensorsDataPastEnd, file_size, [&] {
    return FindingText{Item("tensor", number, NameOf(text, *last)),
                       Message({Count(wanted - file_size, "byte"),
                                Agree(wanted - file_size, " is", " are"),
                                " missing.", Sizes(wanted, file_size)})};
  });
}

}  // namespace loadgate
