#include "formats/field_reader.h"

#include <utility>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/message.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

// The bytes of `header` from `position` on, which the caller has read up to.
Cursor From(ByteSpan header, uint64_t position) {
  Cursor cursor(header);
  LG_CHECK(cursor.Skip(position));
  return cursor;
}

}  // namespace

FieldReader::FieldReader(ByteSpan header, uint64_t position, uint64_t file_end,
                         ByteOrder order, Code truncated)
    : cursor_(From(header, position)),
      file_end_(file_end),
      order_(order),
      truncated_(truncated) {}

std::string FieldReader::LeftInFileText() const {
  const uint64_t left = left_in_file();
  return Message(
      {Count(left, "byte"), " that ", Agree(left, "follows", "follow"), "."});
}

bool FieldReader::U8(std::string_view field, uint8_t* out) {
  return cursor_.ReadU8(out) || Short(field, sizeof(*out));
}

bool FieldReader::U32(std::string_view field, uint32_t* out) {
  return cursor_.ReadU32(out, order_) || Short(field, sizeof(*out));
}

bool FieldReader::U64(std::string_view field, uint64_t* out) {
  return cursor_.ReadU64(out, order_) || Short(field, sizeof(*out));
}

bool FieldReader::Bytes(std::string_view field, uint64_t length,
                        ByteSpan* out) {
  return cursor_.ReadBytes(length, out) || Short(field, length);
}

bool FieldReader::String(const StringRule& rule, std::string_view* out) {
  const Cursor before = cursor_;
  const uint64_t at = offset();
  uint64_t length = 0;
  if (U64(rule.field, &length) && StringAfterLength(rule, at, length, out)) {
    return true;
  }
  cursor_ = before;
  return false;
}

bool FieldReader::StringAfterLength(const StringRule& rule, uint64_t at,
                                    uint64_t length, std::string_view* out) {
  LG_CANARY(TerminatorWraps, length == UINT64_MAX);
  LG_CANARY(LengthTruncated, canary::LowBitsPass(length, left_in_file()));
  LG_CANARY(GgufStringEndWraps, canary::SumPasses(offset(), length, file_end_));
  if (length > rule.max_length) {
    return Fail(rule.too_long, at,
                Message({"The ", rule.field, " has a length of ",
                         Number(length), ", more than the ",
                         Number(rule.max_length), " that are allowed."}));
  }
  if (length > left_in_file()) {
    return Fail(rule.past_end, at,
                Message({"The ", rule.field, " has a length of ",
                         Number(length), ", but the file has only ",
                         Count(left_in_file(), "byte"), " left."}));
  }
  ByteSpan text;
  if (!Bytes(rule.field, length, &text)) return false;
  *out = AsText(text);
  return true;
}

bool FieldReader::Fail(Code code, uint64_t offset, std::string what) {
  failure_ = Failure{.code = code, .offset = offset, .what = std::move(what)};
  return Stop();
}

bool FieldReader::Stop() {
  stopped_ = true;
  return false;
}

bool FieldReader::Short(std::string_view field, uint64_t length) {
  if (length > left_in_file()) {
    return Fail(truncated_, offset(),
                Message({"The file ends inside the ", field, ": ",
                         Count(length, "byte"), Agree(length, " is", " are"),
                         " needed and ", Number(left_in_file()),
                         Agree(left_in_file(), " is", " are"), " left."}));
  }
  need_ = SaturatingAdd(offset(), length);
  return false;
}

}  // namespace loadgate
