#include "formats/safetensors_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "base/canary.h"
#include "base/message.h"
#include "formats/safetensors_order.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

using Entry = SafetensorsTables::Entry;

std::string_view NameOf(std::string_view text, const Entry& entry) {
  return text.substr(entry.name.offset, entry.name.length);
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

// Tiling looks at one entry after another, in the order in which they lie.
class Tiling {
 public:
  Tiling(std::string_view text, SafetensorsTables* tables, FindingSink* sink)
      : text_(text), tables_(tables), sink_(sink) {}

  void Add(const Entry& entry, uint32_t number) {
    LG_CANARY(NestedTensor, entry.begin < end_ && entry.end < end_);
    LG_CANARY(OneByteHole, entry.begin - end_ == 1);
    if (entry.begin != end_) ReportGap(text_, number, end_, *tables_, sink_);
    // The alignment that the elements would like: a power of two.
    const uint64_t alignment = std::max(entry.dtype->bits / 8, 1u);
    if (((tables_->data_start + entry.begin) & (alignment - 1)) != 0) {
      ++unaligned_;
      unaligned_bytes_ += entry.end - entry.begin;
    }
    if ((entry.begin & (alignment - 1)) != 0) unaligned_in_section_ = true;
    end_ = std::max(end_, entry.end);
  }

  void Finish() {
    tables_->data_bytes = end_;
    tables_->layout_known = true;
    NoteDataStart();
    // If the section's begin is alone at fault, it was said what to do.
    if (unaligned_ > 0 && (unaligned_in_section_ || IsDataStartAligned())) {
      NoteUnaligned();
    }
  }

 private:
  bool IsDataStartAligned() const { return tables_->data_start % 8 == 0; }

  void NoteDataStart() const {
    if (IsDataStartAligned() || tables_->entries.empty()) return;
    sink_->Report(Code::kSafetensorsDataUnaligned, 0, [&] {
      return FindingText{
          "data section",
          Message({"The data section begins at ", Number(tables_->data_start),
                   ", ", Count(8 - tables_->data_start % 8, "byte"),
                   " before a multiple of 8",
                   unaligned_ > 0 ? Message({", and ", Unaligned()}) : "."})};
    });
  }

  // How many tensors are not aligned, as the end of a sentence.
  std::string Unaligned() const {
    return Message({Number(unaligned_), " of ",
                    Count(tables_->entries.size(), "tensor"), ", ",
                    Count(unaligned_bytes_, "byte"), ", ",
                    Agree(unaligned_, "is not aligned to its elements.",
                          "are not aligned to their elements.")});
  }

  void NoteUnaligned() const {
    sink_->Report(Code::kSafetensorsTensorUnaligned, tables_->data_start, [&] {
      return FindingText{"data section", Unaligned()};
    });
  }

  std::string_view text_;
  SafetensorsTables* tables_;
  FindingSink* sink_;
  uint64_t end_ = 0;
  uint64_t unaligned_ = 0;
  uint64_t unaligned_bytes_ = 0;
  bool unaligned_in_section_ = false;
};

// Adds entries in an order in which the next one is in no cache: each is
// fetched some places ahead.
void AddInOrder(const std::deque<Entry>& entries, Tiling* tiling) {
  constexpr size_t kAhead = 16;
  const std::vector<SafetensorsPlace> order = OrderSafetensors(entries);
  for (size_t i = 0; i < order.size(); ++i) {
    if (order.size() - i > kAhead) {
      __builtin_prefetch(&entries[order[i + kAhead].number]);
    }
    tiling->Add(entries[order[i].number], order[i].number);
  }
}

std::string Sizes(uint64_t wanted, uint64_t file_size) {
  return Message({" The file has ", Count(file_size, "byte"),
                  "; header and tensors take ", Number(wanted), "."});
}

}  // namespace

void CheckSafetensorsTiling(std::string_view text, SafetensorsTables* tables,
                            FindingSink* sink) {
  const std::deque<Entry>& entries = tables->entries;
  Tiling tiling(text, tables, sink);
  // Writers nearly always list tensors as they lie: nothing is to be sorted.
  if (std::ranges::is_sorted(entries, LiesBefore)) {
    uint32_t number = 0;
    for (const Entry& entry : entries) tiling.Add(entry, number++);
  } else {
    AddInOrder(entries, &tiling);
  }
  tiling.Finish();
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
