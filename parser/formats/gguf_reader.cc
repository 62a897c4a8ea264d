#include "loadgate/gguf_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/canary.h"
#include "base/canary_metadata.h"
#include "base/canary_relations.h"
#include "base/canary_sizes.h"
#include "base/message.h"
#include "formats/field_reader.h"
#include "formats/gguf_elements.h"
#include "formats/gguf_header.h"
#include "formats/gguf_layout.h"
#include "formats/gguf_metadata.h"
#include "formats/gguf_tensors.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {

GgufReader::GgufReader(const Limits& limits, const HashKey& hash_key)
    : limits_(limits), tables_(hash_key) {}

ReadResult GgufReader::Read(ByteSpan header, std::optional<uint64_t> file_size,
                            FindingSink* sink) {
  if (phase_ == Phase::kDone) return result_;
  const uint64_t errors = sink->errors();
  const uint64_t file_end = file_size.value_or(kMaxFileSize);
  // What lies behind the limit is not read, however it came: the item that
  // reaches there then needs more than the limit.
  const uint64_t present =
      std::min({uint64_t{header.size()}, file_end, limits_.header_bytes});
  header = header.first(static_cast<size_t>(present));
  FieldReader in(header, position_, file_end, tables_.order,
                 Code::kGgufTruncated);
  while (phase_ != Phase::kEnd && ReadItem(in, header, sink)) {
    SkipFinishedPhases();
  }
  has_error_ = has_error_ || sink->errors() > errors;
  if (in.stopped()) return Finish(ReadStatus::kFindings);
  if (phase_ == Phase::kEnd) return End(header, file_size, sink);
  return NeedBytes(in.need(), sink);
}

bool GgufReader::ReadItem(FieldReader& in, ByteSpan header, FindingSink* sink) {
  const uint64_t elements = tables_.open_array.next;
  switch (phase_) {
    case Phase::kHeader:
      if (!ReadGgufHeader(in, limits_, &tables_, sink)) return false;
      break;
    case Phase::kKeyValues:
      if (!ReadGgufKeyValue(in, header, &tables_, sink)) return false;
      break;
    case Phase::kTensorInfos:
      if (!ReadGgufTensor(in, header, limits_, &tables_, sink)) return false;
      break;
    case Phase::kElements: {
      const bool whole = ReadGgufElements(in, header, &tables_, sink);
      position_ = in.offset();
      items_read_ += tables_.open_array.next - elements;
      return whole;
    }
    case Phase::kEnd:
    case Phase::kDone:
      LG_CHECK(false);
  }
  position_ = in.offset();
  ++items_read_;
  return true;
}

void GgufReader::SkipFinishedPhases() {
  if (phase_ == Phase::kHeader) phase_ = Phase::kKeyValues;
  const GgufTables::OpenArray& array = tables_.open_array;
  if (array.next < array.count) {
    phase_ = Phase::kElements;
    return;
  }
  if (tables_.key_values.size() < tables_.declared_key_values) {
    phase_ = Phase::kKeyValues;
    return;
  }
  phase_ = tables_.tensors.size() < tables_.declared_tensors
               ? Phase::kTensorInfos
               : Phase::kEnd;
}

ReadResult GgufReader::NeedBytes(uint64_t need, FindingSink* sink) {
  if (need > limits_.header_bytes) {
    sink->Report(Code::kLimitHeaderBytes, position_, [&] {
      return FindingText{"header",
                         Message({"The header has more than ",
                                  Count(limits_.header_bytes, "byte"), "."})};
    });
    return Finish(ReadStatus::kFindings);
  }
  return ReadResult{.status = ReadStatus::kNeedBytes, .need = need};
}

ReadResult GgufReader::End(ByteSpan header, std::optional<uint64_t> file_size,
                           FindingSink* sink) {
  const uint64_t errors = sink->errors();
  if (!layout_finished_) {
    LG_CANARY(GgufScoresTooFew, canary::HasFewerScores(header, tables_));
    LG_CANARY(GgufTokenIdPastEnd, canary::HasTokenIdPastEnd(header, tables_));
    LG_CANARY(GgufBlocksPastTable, canary::HasMoreBlocks(header, tables_, 512));
    LG_CANARY(GgufByteTokenNegative,
              canary::HasNegativeByteToken(header, tables_));
    LG_CANARY(GgufLayerArrayShort, canary::HasShortLayerArray(header, tables_));
    LG_CANARY(GgufCharsMapPastEnd, canary::HasBlobPastEnd(header, tables_));
    LG_CANARY(GgufImageMeanShort, canary::HasShortMean(header, tables_));
    LG_CANARY(GgufRotationPastHead, canary::HasLongRotation(header, tables_));
    LG_CANARY(GgufSplitTotalTooSmall, canary::HasSmallTotal(header, tables_));
    LG_CANARY(GgufCacheRowWraps, canary::HasWideCacheRow(header, tables_));
    LG_CANARY(GgufExpertsTooFew, canary::HasTooFewExperts(header, tables_));
    LG_CANARY(GgufPatchesWrap, canary::HasManyPatches(header, tables_));
    LG_CANARY(GgufHeadGroupUneven, canary::HasUnevenHeads(header, tables_));
    LG_CANARY(GgufMergeWithoutSpace, canary::HasWholeMerge(header, tables_));
    FinishGgufLayout(position_, limits_, &tables_, sink);
    layout_finished_ = true;
  }
  if (file_size.has_value()) CheckGgufEnd(header, *file_size, &tables_, sink);
  has_error_ = has_error_ || sink->errors() > errors;
  if (!file_size.has_value()) {
    return ReadResult{.status = ReadStatus::kNeedSize};
  }
  return Finish(has_error_ ? ReadStatus::kFindings : ReadStatus::kParsed);
}

ReadResult GgufReader::Finish(ReadStatus status) {
  phase_ = Phase::kDone;
  result_ = ReadResult{.status = status};
  return result_;
}

GgufFile GgufReader::TakeFile(ByteSpan header) && {
  LG_CHECK(result_.status == ReadStatus::kParsed && phase_ == Phase::kDone);
  return GgufFile(std::move(tables_), header);
}

GgufFile GgufReader::TakePartial(ByteSpan header) && {
  tables_.header_end = position_;
  tables_.layout_known = tables_.layout_known && layout_finished_;
  return GgufFile(std::move(tables_), header);
}

}  // namespace loadgate
