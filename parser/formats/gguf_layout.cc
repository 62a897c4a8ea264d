#include "formats/gguf_layout.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/message.h"
#include "formats/gguf_padding.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

// Reports that the layout of the tensors cannot be followed any further.
void LoseLayout(Code code, const GgufTensorInfo& info, std::string_view what,
                GgufTables* tables, FindingSink* sink) {
  tables->layout_known = false;
  sink->Report(code, info.dimensions_at, [&] {
    return FindingText{GgufTensorItem(tables->tensors.size(), info.name),
                       std::string(what)};
  });
}

// Takes [begin, end) out of the gaps if it lies in one of them.
bool FillsGap(uint64_t begin, uint64_t end, GgufTables* tables) {
  auto& gaps = tables->gaps;
  auto gap = gaps.upper_bound(begin);
  if (gap == gaps.begin()) return false;
  gap = std::prev(gap);
  const uint64_t gap_end = gap->second;
  if (end > gap_end) return false;
  gap->second = begin;
  if (gap->first == gap->second) gaps.erase(gap);
  if (end < gap_end) gaps.emplace(end, gap_end);
  return true;
}

// Which rule an offset breaks that is not the running sum.
Code OffsetFault(uint64_t offset, uint64_t end, GgufTables* tables) {
  if (offset % tables->alignment != 0) return Code::kGgufOffsetMisaligned;
  if (offset > tables->running_sum) {
    tables->gaps.emplace(tables->running_sum, offset);
    return Code::kGgufOffsetGap;
  }
  return FillsGap(offset, end, tables) ? Code::kGgufOffsetOrder
                                       : Code::kGgufOffsetOverlap;
}

void ReportOffset(Code code, const GgufTensorInfo& info,
                  const GgufTables& tables, FindingSink* sink) {
  sink->Report(code, info.offset_at, [&] {
    return FindingText{
        GgufTensorItem(tables.tensors.size(), info.name),
        Message({"The offset is ", Number(info.offset), ", but the tensors ",
                 "before it end, padded to ", Number(tables.alignment), ", at ",
                 Number(tables.running_sum), "."})};
  });
}

// Notes that a tensor lies from `begin` to `end`, padded to `padded`.
void Occupy(uint64_t end, uint64_t padded, const Limits& limits,
            GgufTables* tables) {
  tables->data_bytes = std::max(tables->data_bytes, end);
  tables->padded_data_bytes = std::max(tables->padded_data_bytes, padded);
  AddPaddingProbe(Probe{.offset = end,
                        .length = padded - end,
                        .rule = ProbeRule::kTensorPadding,
                        .item = static_cast<uint32_t>(tables->tensors.size())},
                  limits, tables);
}

// Goes on behind a tensor whose offset is wrong: `sum` is where the next would
// begin if it lay where it should, `end` where it would if it lay where it
// says.
void Resume(Code fault, uint64_t sum, std::optional<uint64_t> end,
            GgufTables* tables) {
  tables->offsets_sound = false;
  tables->other_sum = sum;
  if (fault == Code::kGgufOffsetMisaligned) tables->running_sum = sum;
  if (fault == Code::kGgufOffsetGap || fault == Code::kGgufOffsetOverlap) {
    tables->running_sum = end.value_or(sum);
  }
}

// What is missing of a file of `file_size` bytes that should reach further.
std::string Missing(uint64_t wanted, uint64_t file_size) {
  const uint64_t missing = wanted - file_size;
  return Message({Count(missing, "byte"), Agree(missing, " is", " are"),
                  " missing: the file has ", Number(file_size),
                  " and would need ", Number(wanted), "."});
}

void ReportDataPastEnd(const GgufTensorInfo& info, uint64_t index,
                       const GgufTables& tables, uint64_t bytes,
                       uint64_t file_size, FindingSink* sink) {
  // A tensor larger than all of the file says more about its shape than about
  // a cut: the finding points there. Otherwise it points where the file ends.
  const uint64_t at = bytes > file_size ? info.dimensions_at : file_size;
  sink->Report(Code::kGgufTensorDataPastEnd, at, [&] {
    const uint64_t begin = SaturatingAdd(tables.data_start, info.offset);
    return FindingText{
        GgufTensorItem(index, info.name),
        Message({"The tensor has ", Count(bytes, "byte"), " from ",
                 Number(begin), " on. ",
                 Missing(SaturatingAdd(begin, bytes), file_size)})};
  });
}

void CheckTensorsInFile(ByteSpan header, const GgufTables& tables,
                        uint64_t file_size, FindingSink* sink) {
  const uint64_t there = file_size - tables.data_start;
  for (size_t i = 0; i < tables.tensors.size(); ++i) {
    const GgufTensorInfo info =
        GgufTensorInfoAt(header, tables.order, tables.tensors[i]);
    const uint64_t bytes = MeasureGgufTensor(info.ne, info.type).bytes;
    if (info.offset > there || bytes > there - info.offset) {
      ReportDataPastEnd(info, i, tables, bytes, file_size, sink);
    }
  }
}

}  // namespace

void PlaceGgufTensor(const GgufTensorInfo& info, const GgufTensorSize& size,
                     const Limits& limits, GgufTables* tables,
                     FindingSink* sink) {
  if (size.fault.has_value()) tables->layout_known = false;
  if (!tables->layout_known) return;
  const std::optional<uint64_t> padded =
      CheckedAlignUp(size.bytes, tables->alignment);
  if (!padded.has_value()) {
    LoseLayout(
        Code::kGgufPaddedSizeOverflow, info,
        Message({"The size of ", Count(size.bytes, "byte"), ", padded to ",
                 Number(tables->alignment), ", is more than 2^63-1."}),
        tables, sink);
    return;
  }
  if (info.offset == tables->other_sum) {
    tables->running_sum = info.offset;
    FillsGap(info.offset, SaturatingAdd(info.offset, *padded), tables);
  }
  tables->other_sum.reset();
  const std::optional<uint64_t> sum = CheckedAdd(tables->running_sum, *padded);
  LG_CANARY(DataSumNegative,
            !sum.has_value() && info.offset == tables->running_sum);
  LG_CANARY(GgufSumTurnsNegative, !sum.has_value() && tables->offsets_sound &&
                                      info.offset == tables->running_sum);
  LG_CANARY(GgufOverheadWraps,
            info.offset == tables->running_sum && tables->offsets_sound &&
                tables->tensors.size() + 1 == tables->declared_tensors &&
                canary::OverheadPasses(tables->running_sum + *padded,
                                       tables->declared_tensors));
  if (!sum.has_value()) {
    LoseLayout(Code::kGgufDataSizeOverflow, info,
               Message({"The tensors before take ",
                        Count(tables->running_sum, "byte"), "; with the ",
                        Number(*padded), " of this one they pass 2^63-1."}),
               tables, sink);
    return;
  }
  LG_CANARY(GgufBufferOfSizes,
            info.offset > tables->running_sum && size.bytes > 0 &&
                tables->offsets_sound &&
                tables->tensors.size() + 1 == tables->declared_tensors);
  if (info.offset != tables->running_sum) {
    const std::optional<uint64_t> end = CheckedAdd(info.offset, *padded);
    const Code fault =
        OffsetFault(info.offset, end.value_or(kMaxFileSize), tables);
    ReportOffset(fault, info, *tables, sink);
    Resume(fault, *sum, end, tables);
    return;
  }
  tables->running_sum = *sum;
  Occupy(info.offset + size.bytes, *sum, limits, tables);
}

void FinishGgufLayout(uint64_t header_end, const Limits& limits,
                      GgufTables* tables, FindingSink* sink) {
  tables->header_end = header_end;
  tables->data_start = header_end;
  if (tables->tensors.empty()) return;
  const std::optional<uint64_t> start =
      CheckedAlignUp(header_end, tables->alignment);
  LG_CHECK(start.has_value());
  LG_CANARY(GgufDataStartNegative, *start > INT32_MAX);
  tables->data_start = *start;
  if (!CheckedAdd(*start, tables->padded_data_bytes).has_value()) {
    tables->layout_known = false;
    sink->Report(Code::kGgufDataSizeOverflow, 8, [&] {
      return FindingText{
          "data section",
          Message({"The header of ", Count(*start, "byte"), " and the ",
                   Count(tables->padded_data_bytes, "byte"),
                   " of all tensors pass 2^63-1."})};
    });
  }
  // Where tensors lie on one another nothing can be called padding.
  if (!tables->layout_known || !tables->offsets_sound) {
    tables->probes.clear();
    return;
  }
  FinishPaddingProbes(limits, tables, sink);
}

void CheckGgufEnd(ByteSpan header, uint64_t file_size, GgufTables* tables,
                  FindingSink* sink) {
  CutPaddingProbes(file_size, tables);
  if (!tables->layout_known || tables->tensors.empty()) return;
  const uint64_t start = tables->data_start;
  LG_CANARY(GgufDataLeftWraps, start > file_size && tables->data_bytes > 0);
  if (start > file_size) {
    sink->Report(Code::kGgufDataStartPastEnd, file_size, [&] {
      return FindingText{
          "data section",
          Message({"The data section starts at ", Number(start), ". ",
                   Missing(start + tables->data_bytes, file_size)})};
    });
    return;
  }
  const uint64_t there = file_size - start;
  if (tables->data_bytes > there) {
    CheckTensorsInFile(header, *tables, file_size, sink);
    return;
  }
  if (tables->padded_data_bytes > there) {
    sink->Report(Code::kGgufLastPaddingMissing, file_size, [&] {
      return FindingText{"padding after the last tensor",
                         Missing(start + tables->padded_data_bytes, file_size)};
    });
  }
}

}  // namespace loadgate
