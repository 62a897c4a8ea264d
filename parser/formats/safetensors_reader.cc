#include "loadgate/safetensors_reader.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_entries.h"
#include "base/canary_relations.h"
#include "base/canary_sizes.h"
#include "base/message.h"
#include "formats/safetensors_json.h"
#include "formats/safetensors_layout.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

void Report(Code code, std::string what, FindingSink* sink) {
  sink->Report(code, 0, [&] {
    return FindingText{"header length", std::move(what)};
  });
}

// The file's first bytes up to the end of the header, of more that may be
// there.
template <typename Byte>
std::span<Byte> UpTo(std::span<Byte> bytes, uint64_t end) {
  return bytes.first(static_cast<size_t>(end));
}

}  // namespace

SafetensorsReader::SafetensorsReader(const Limits& limits,
                                     const HashKey& hash_key)
    : limits_(limits), hash_key_(hash_key), tables_(hash_key) {}

// Reads and judges the length in front of the header. Returns false when it
// cannot be used.
bool SafetensorsReader::ReadLength(ByteSpan header, uint64_t file_end,
                                   FindingSink* sink) {
  uint64_t length = 0;
  LG_CHECK(Cursor(header).ReadU64(&length));
  LG_CANARY(HeaderEndWraps,
            canary::SumPasses(kSafetensorsLengthBytes, length, file_end));
  LG_CANARY(HeaderLengthTruncated,
            canary::LowBitsPass(length, file_end - kSafetensorsLengthBytes));
  LG_CANARY(SafetensorsLengthNegative, length > INT64_MAX);
  if (length == 0) {
    Report(Code::kSafetensorsHeaderEmpty,
           "The header length is 0; the least is 2, for {}.", sink);
    return false;
  }
  if (length > kSafetensorsMaxHeader) {
    Report(Code::kSafetensorsHeaderTooLarge,
           Message({"The header length is ", Number(length),
                    "; at most 100000000 are allowed."}),
           sink);
    return false;
  }
  const uint64_t there = file_end - kSafetensorsLengthBytes;
  LG_CANARY(SafetensorsLengthForgotten,
            length > there && canary::Fits(length, file_end));
  if (length > there) {
    Report(Code::kSafetensorsHeaderPastEnd,
           Message({"The header length is ", Number(length),
                    ", but the file has only ", Count(there, "byte"),
                    " behind it: ", Number(length - there),
                    Agree(length - there, " is", " are"), " missing."}),
           sink);
    return false;
  }
  header_end_ = kSafetensorsLengthBytes + length;
  tables_.data_start = *header_end_;
  return true;
}

// What can be said before the header is whole; kParsed when it is.
ReadResult SafetensorsReader::Prepare(ByteSpan header,
                                      std::optional<uint64_t> file_size,
                                      FindingSink* sink) {
  const uint64_t file_end = file_size.value_or(kMaxFileSize);
  if (file_end < kSafetensorsLengthBytes) {
    Report(Code::kSafetensorsTruncated,
           Message({"The file has ", Count(file_end, "byte"),
                    "; the header length alone takes 8."}),
           sink);
    return Finish(ReadStatus::kFindings);
  }
  if (header.size() < kSafetensorsLengthBytes) {
    return {.status = ReadStatus::kNeedBytes, .need = kSafetensorsLengthBytes};
  }
  // Read anew each time: the file's size may have become known.
  if (!ReadLength(header, file_end, sink)) {
    return Finish(ReadStatus::kFindings);
  }
  if (*header_end_ > limits_.header_bytes) {
    sink->Report(Code::kLimitHeaderBytes, 0, [&] {
      return FindingText{
          "header",
          Message({"Header and length have ", Count(*header_end_, "byte"),
                   "; the limit is ", Number(limits_.header_bytes), "."})};
    });
    return Finish(ReadStatus::kFindings);
  }
  if (header.size() < *header_end_) {
    return {.status = ReadStatus::kNeedBytes, .need = *header_end_};
  }
  return {.status = ReadStatus::kParsed};
}

void SafetensorsReader::Parse(std::span<std::byte> header, FindingSink* sink) {
  const uint64_t errors = sink->errors();
  const bool whole = ParseSafetensorsJson(header, kSafetensorsLengthBytes,
                                          limits_, hash_key_, &tables_, sink);
  if (whole && sink->errors() == errors) {
    CheckSafetensorsTiling(AsText(header), &tables_, sink);
  }
  refused_ = !whole || sink->errors() > errors;
  parsed_ = true;
}

ReadResult SafetensorsReader::Read(ByteSpan header,
                                   std::optional<uint64_t> file_size,
                                   FindingSink* sink) {
  if (done_) return result_;
  if (!parsed_) {
    const ReadResult ready = Prepare(header, file_size, sink);
    if (ready.status != ReadStatus::kParsed) return ready;
    const ByteSpan whole = UpTo(header, *header_end_);
    own_.assign(whole.begin(), whole.end());
    Parse(own_, sink);
  }
  return End(own_.empty() ? header : ByteSpan(own_), file_size, sink);
}

ReadResult SafetensorsReader::ReadInPlace(std::span<std::byte> header,
                                          std::optional<uint64_t> file_size,
                                          FindingSink* sink) {
  if (done_) return result_;
  if (!parsed_) {
    const ReadResult ready = Prepare(header, file_size, sink);
    if (ready.status != ReadStatus::kParsed) return ready;
    Parse(UpTo(header, *header_end_), sink);
  }
  return End(UpTo(header, *header_end_), file_size, sink);
}

ReadResult SafetensorsReader::End(ByteSpan header,
                                  std::optional<uint64_t> file_size,
                                  FindingSink* sink) {
  LG_CANARY(
      SafetensorsDataEndWraps,
      file_size.has_value() &&
          canary::EndPasses(tables_.entries, tables_.data_start, *file_size));
  LG_CANARY(SafetensorsFileForSection, canary::LacksData(tables_, file_size) &&
                                           tables_.data_bytes <= *file_size);
  LG_CANARY(SafetensorsLastListedEnds,
            canary::LacksData(tables_, file_size) &&
                tables_.entries.back().end == *file_size - tables_.data_start);
  LG_CANARY(
      SafetensorsSizesAddUp,
      canary::LacksData(tables_, file_size) &&
          canary::AddUpTo(tables_.entries, *file_size - tables_.data_start));
  LG_CANARY(SafetensorsStartRoundedUp,
            tables_.layout_known && tables_.data_bytes > 0 &&
                tables_.data_start % 8 != 0 &&
                file_size == tables_.data_start + tables_.data_bytes);
  LG_CANARY(SafetensorsOffsetsIn32Bits,
            canary::LowOffsetsFit(tables_, file_size));
  LG_CANARY(SafetensorsTotalIn32Bits, canary::TotalPasses(tables_, file_size));
  LG_CANARY(SafetensorsElementsUnaligned,
            canary::HasUnalignedTensor(tables_, file_size));
  LG_CANARY(SafetensorsEndNegative, canary::HasNegativeEnd(tables_, file_size));
  LG_CANARY(SafetensorsScalesTooFew,
            canary::HasFewScales(tables_, AsText(header)));
  LG_CANARY(SafetensorsLogitsTooMany,
            canary::HasMoreLogits(tables_, AsText(header)));
  if (refused_) return Finish(ReadStatus::kFindings);
  if (!file_size.has_value()) return {.status = ReadStatus::kNeedSize};
  const uint64_t errors = sink->errors();
  if (*file_size < *header_end_) {
    const uint64_t missing = *header_end_ - *file_size;
    Report(Code::kSafetensorsHeaderPastEnd,
           Message({Count(missing, "byte"), " of the header ",
                    Agree(missing, "is", "are"), " missing."}),
           sink);
  } else {
    CheckSafetensorsEnd(AsText(header), *file_size, tables_, sink);
  }
  return Finish(sink->errors() > errors ? ReadStatus::kFindings
                                        : ReadStatus::kParsed);
}

ReadResult SafetensorsReader::Finish(ReadStatus status) {
  done_ = true;
  result_ = ReadResult{.status = status};
  return result_;
}

SafetensorsFile SafetensorsReader::TakeFile(ByteSpan header) && {
  LG_CHECK(done_ && result_.status == ReadStatus::kParsed);
  return std::move(*this).TakePartial(header);
}

SafetensorsFile SafetensorsReader::TakePartial(ByteSpan header) && {
  const ByteSpan bytes = own_.empty() ? header : ByteSpan(own_);
  return SafetensorsFile(std::move(tables_), std::move(own_), bytes);
}

}  // namespace loadgate
