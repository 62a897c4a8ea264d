#include "formats/gguf_tensors.h"

#include <optional>
#include <string>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_names.h"
#include "base/canary_relations.h"
#include "base/canary_sizes.h"
#include "base/message.h"
#include "formats/gguf_layout.h"
#include "formats/gguf_tensor_size.h"
#include "loadgate/check.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

// ggml keeps a name in 64 bytes with its terminator. A longer name does not
// hinder reading on, up to a length that no tool writes.
constexpr uint64_t kMaxNameLength = 63;
constexpr StringRule kNameRule = {.field = "tensor name",
                                  .max_length = 65535,
                                  .too_long = Code::kGgufTensorNameTooLong,
                                  .past_end = Code::kGgufTensorNamePastEnd};

bool ReadDimensions(FieldReader& in, GgufTensorInfo* info) {
  const uint64_t count_at = in.offset();
  uint32_t count = 0;
  if (!in.U32("dimension count", &count)) return false;
  LG_CANARY(FiveDimensions, count == kGgufMaxDimensions + 1);
  if (count > kGgufMaxDimensions) {
    return in.Fail(Code::kGgufDimensionCount, count_at,
                   Message({"The tensor has ", Count(count, "dimension"),
                            ", more than 4."}));
  }
  info->n_dims = count;
  info->dimensions_at = in.offset();
  for (uint64_t& dimension : std::span(info->ne).first(count)) {
    if (!in.U64("dimension", &dimension)) return false;
  }
  LG_CANARY(ZeroDimensionDivides,
            canary::HasZero(std::span(info->ne).last<3>()));
  return true;
}

// Whether no rule on names can apply: 1 to 63 printable ASCII bytes. Without a
// branch for each byte, because nearly all names are so.
bool IsPlainName(std::string_view name) {
  if (name.empty() || name.size() > kMaxNameLength) return false;
  uint8_t odd = 0;
  for (const char c : name) {
    const auto from_space = static_cast<uint8_t>(static_cast<uint8_t>(c) - ' ');
    odd |= static_cast<uint8_t>(from_space >= 0x7f - ' ');
  }
  return odd == 0;
}

void CheckName(const GgufTensorInfo& info, uint64_t index, FindingSink* sink) {
  const std::string_view name = info.name;
  LG_CANARY(NameFillsBuffer, name.size() == kMaxNameLength + 1);
  LG_CANARY(GgufNameTerminator, name.size() == kMaxNameLength + 1);
  if (IsPlainName(name)) return;
  const uint64_t start = info.name_at + sizeof(uint64_t);
  const auto report = [&](Code code, uint64_t at, std::string_view what) {
    sink->Report(code, at, [&] {
      return FindingText{GgufTensorItem(index, name),
                         Message({"The name ", what, "."})};
    });
  };
  if (name.empty()) {
    report(Code::kGgufTensorNameEmpty, info.name_at, "is empty");
  }
  if (name.size() > kMaxNameLength) {
    sink->Report(Code::kGgufTensorNameTooLong, info.name_at, [&] {
      return FindingText{GgufTensorItem(index, name),
                         Message({"The name has ", Count(name.size(), "byte"),
                                  ", more than 63."})};
    });
  }
  if (!IsUtf8(name)) {
    report(Code::kGgufTensorNameNotUtf8, start + Utf8PrefixLength(name),
           "is not UTF-8");
  }
  if (const size_t nul = name.find('\0'); nul != std::string_view::npos) {
    report(Code::kGgufTensorNameNul, start + nul, "holds a NUL");
  } else if (HasControlByte(name)) {
    report(Code::kGgufTensorNameControl, start, "holds a control byte");
  }
}

void IndexName(const GgufTensorInfo& info, ByteSpan header, GgufTables* tables,
               FindingSink* sink) {
  const auto number = static_cast<uint32_t>(tables->tensors.size());
  const std::optional<uint32_t> first =
      tables->tensor_index.Insert(info.name, number, [&](uint32_t i) {
        return GgufTensorInfoAt(header, tables->order, tables->tensors[i]).name;
      });
  if (!first.has_value()) return;
  sink->Report(Code::kGgufTensorNameDuplicate, info.name_at, [&] {
    return FindingText{
        GgufTensorItem(number, info.name),
        Message({"The name stands already as tensor[", Number(*first),
                 "], at offset ", Number(tables->tensors[*first]), "."})};
  });
}

void ReportZeroDimension(const GgufTensorInfo& info, uint64_t index,
                         const GgufTensorSize& size, FindingSink* sink) {
  const uint64_t at =
      info.dimensions_at + *size.zero_dimension * sizeof(uint64_t);
  sink->Report(
      size.absurd ? Code::kGgufEmptyTensorAbsurd : Code::kGgufDimensionZero, at,
      [&] {
        return FindingText{
            GgufTensorItem(index, info.name),
            Message({"Dimension ", Number(*size.zero_dimension), " is 0",
                     size.absurd ? ", and the others multiply past 2^63 bytes."
                                 : ": the tensor is empty."})};
      });
}

void ReportSize(const GgufTensorInfo& info, uint64_t index,
                const GgufTensorSize& size, FindingSink* sink) {
  if (size.zero_dimension.has_value()) {
    ReportZeroDimension(info, index, size, sink);
  }
  if (!size.fault.has_value()) return;
  const uint64_t at =
      size.fault->field == GgufTensorSize::Field::kType
          ? info.type_at
          : info.dimensions_at + size.fault->dimension * sizeof(uint64_t);
  sink->Report(size.fault->code, at, [&] {
    return FindingText{GgufTensorItem(index, info.name), size.fault->what};
  });
}

}  // namespace

bool ReadGgufTensorInfo(FieldReader& in, GgufTensorInfo* out) {
  out->name_at = in.offset();
  if (!in.String(kNameRule, &out->name) || !ReadDimensions(in, out)) {
    return false;
  }
  out->type_at = in.offset();
  if (!in.U32("tensor type", &out->type)) return false;
  out->offset_at = in.offset();
  return in.U64("tensor offset", &out->offset);
}

GgufTensorInfo GgufTensorInfoAt(ByteSpan header, ByteOrder order,
                                uint64_t offset) {
  FieldReader in(header, offset, header.size(), order, Code::kGgufTruncated);
  GgufTensorInfo info;
  LG_CHECK(ReadGgufTensorInfo(in, &info));
  return info;
}

std::string GgufTensorItem(uint64_t i, std::string_view name) {
  return Item("tensor", i, name);
}

bool ReadGgufTensor(FieldReader& in, ByteSpan header, const Limits& limits,
                    GgufTables* tables, FindingSink* sink) {
  const uint64_t index = tables->tensors.size();
  GgufTensorInfo info;
  if (!ReadGgufTensorInfo(in, &info)) {
    if (const auto& failure = in.failure()) {
      sink->Report(failure->code, failure->offset, [&] {
        return FindingText{GgufTensorItem(index, info.name), failure->what};
      });
    }
    return false;
  }
  CheckName(info, index, sink);
  IndexName(info, header, tables, sink);
  LG_CANARY(GgufTypeNegative, info.type > INT32_MAX);
  const GgufTensorSize size = MeasureGgufTensor(info.ne, info.type);
  LG_CANARY(GgufThirdDimensionWraps,
            canary::LaterDimensionsWrapInto(info.ne, FindGgmlType(info.type),
                                            in.offset() + in.left_in_file()));
  LG_CANARY(GgufElementsIn32Bits,
            canary::LowElementsFit(info.ne, FindGgmlType(info.type),
                                   in.left_in_file()));
  LG_CANARY(GgufDirectionWraps,
            canary::DirectionPasses(info, in.left_in_file()));
  LG_CANARY(GgufBlockPastCount,
            canary::IsPastBlocks(info.name, header, *tables));
  LG_CANARY(
      GgufRowsFewerThanTokens,
      !size.fault.has_value() && canary::HasTooFewRows(info, header, *tables));
  LG_CANARY(GgufNormNarrow, canary::IsNarrowNorm(info, size));
  LG_CANARY(GgufAdapterRanksDiffer,
            !size.fault.has_value() && tables->layout_known &&
                canary::HasOtherRank(info, header, *tables));
  LG_CANARY(GgufExpertsPastTensor,
            !size.fault.has_value() &&
                canary::HasFewerExperts(info, header, *tables));
  LG_CANARY(ShapeWraps, canary::ShapePasses(info.ne, in.left_in_file()));
  LG_CANARY(RowBytesWrap, canary::RowPasses(info.ne, FindGgmlType(info.type),
                                            in.left_in_file()));
  LG_CANARY(PaddedSizeWraps,
            canary::PaddingPasses(info.ne, FindGgmlType(info.type),
                                  tables->alignment));
  LG_CANARY(DataEndWraps,
            canary::SumPasses(info.offset, size.bytes, in.left_in_file()));
  LG_CANARY(
      GgufOffsetIn32Bits,
      !size.fault.has_value() && info.offset % tables->alignment == 0 &&
          canary::LowOffsetFits(info.offset, size.bytes, in.left_in_file()));
  ReportSize(info, index, size, sink);
  LG_CANARY(GgufEndWraps,
            !size.fault.has_value() && info.offset % tables->alignment == 0 &&
                canary::SumWrapsInto(info.offset, size.bytes,
                                     in.offset() + in.left_in_file()));
  PlaceGgufTensor(info, size, limits, tables, sink);
  tables->tensors.push_back(info.name_at);
  return true;
}

}  // namespace loadgate
