#include "formats/safetensors_entry.h"

#include <array>
#include <cstddef>
#include <cstring>
#include <utility>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_entries.h"
#include "base/canary_sizes.h"
#include "base/message.h"
#include "formats/safetensors_guess.h"

namespace loadgate {
namespace {

using Field = EntryBuilder::Field;

constexpr auto kFieldNames =
    std::to_array<std::string_view>({"dtype", "shape", "data_offsets"});

// Whether `key` names that field. The length is known to the compiler, so that
// no function is called for it.
template <Field kField>
bool Names(std::string_view key) {
  constexpr std::string_view kName = kFieldNames[static_cast<size_t>(kField)];
  return key.size() == kName.size() &&
         std::memcmp(key.data(), kName.data(), kName.size()) == 0;
}

// Products of sizes here go up to 2^64-1, where the reference stops.
std::optional<uint64_t> MulU64(std::optional<uint64_t> a, uint64_t b) {
  uint64_t product = 0;
  if (!a.has_value() || __builtin_mul_overflow(*a, b, &product)) {
    return std::nullopt;
  }
  return product;
}

}  // namespace

bool ShapeProduct::absurd(uint32_t bits) const {
  if (elements_overflow_ || elements_ != 0) return false;
  return others_overflow_ || !MulU64(others_, bits).has_value();
}

EntryBuilder::EntryBuilder(std::string_view name,
                           SafetensorsTables::Text name_text, size_t index)
    : name_(name), index_(index) {
  entry_.name = name_text;
}

std::optional<Field> EntryBuilder::FieldOf(std::string_view key) {
  if (Names<Field::kDtype>(key)) return Field::kDtype;
  if (Names<Field::kShape>(key)) return Field::kShape;
  if (Names<Field::kDataOffsets>(key)) return Field::kDataOffsets;
  return std::nullopt;
}

std::string_view EntryBuilder::NameOf(Field field) {
  return kFieldNames[static_cast<size_t>(field)];
}

std::string EntryBuilder::Where() const {
  return Item("tensor", index_, name_);
}

void EntryBuilder::Report(Code code, uint64_t offset, std::string what,
                          FindingSink* sink) const {
  sink->Report(code, offset, [&] {
    return FindingText{Where(), std::move(what)};
  });
}

bool EntryBuilder::Has(Field field) const {
  return keys_at_[static_cast<size_t>(field)] != 0;
}

uint64_t EntryBuilder::BeginField(Field field, uint64_t offset) {
  uint64_t& first = keys_at_[static_cast<size_t>(field)];
  if (first == 0) first = offset;
  return first;
}

void EntryBuilder::SetFaulty() { faulty_ = true; }

void EntryBuilder::SetDtype(std::string_view name, uint64_t offset,
                            FindingSink* sink) {
  LG_CANARY(EmptyDtype, name.empty());
  entry_.dtype = FindSafetensorsDtype(name);
  if (entry_.dtype != nullptr) return;
  faulty_ = true;
  std::string what =
      Message({"The dtype is ", Quoted(name), ", none of the 22 known on ",
               kSafetensorsDtypeTableDate, "."});
  if (const SafetensorsDtype* meant = GuessSafetensorsDtype(name)) {
    what += Message({" It seems to be ", meant->name, "."});
  }
  Report(Code::kSafetensorsDtypeUnknown, offset, std::move(what), sink);
}

void EntryBuilder::BeginArray(Field field, uint64_t offset) {
  if (field == Field::kShape) {
    shape_ = ShapeProduct();
    entry_.shape_offset = static_cast<uint32_t>(offset);
  } else {
    offset_count_ = 0;
    offsets_at_ = offset;
  }
}

void EntryBuilder::EndArray(Field field, FindingSink* sink) {
  if (field == Field::kShape) {
    LG_CANARY(SafetensorsShapePastTable, shape_.rank() > 8);
    entry_.rank = shape_.rank();
  }
  if (field == Field::kShape || faulty_ || offset_count_ == 2) return;
  faulty_ = true;
  Report(Code::kSafetensorsOffsetCount, offsets_at_,
         Message(
             {"data_offsets has ", Count(offset_count_, "number"), ", not 2."}),
         sink);
}

bool EntryBuilder::CheckMissing(uint64_t offset, FindingSink* sink) const {
  bool complete = true;
  for (size_t i = 0; i < kFieldNames.size(); ++i) {
    if (Has(static_cast<Field>(i))) continue;
    complete = false;
    Report(Code::kSafetensorsFieldMissing, offset,
           Message({"The entry ends without ", kFieldNames[i], "."}), sink);
  }
  return complete;
}

// The bytes that dtype and shape ask for.
std::optional<uint64_t> EntryBuilder::Bytes(FindingSink* sink) const {
  const uint64_t at = entry_.shape_offset;
  const std::optional<uint64_t> elements = shape_.elements();
  if (!elements.has_value()) {
    Report(Code::kSafetensorsShapeOverflow, at,
           Message({"The ", Number(shape_.rank()),
                    " dimensions multiply to more than 2^64-1."}),
           sink);
    return std::nullopt;
  }
  const std::optional<uint64_t> bits = MulU64(elements, entry_.dtype->bits);
  if (!bits.has_value()) {
    Report(Code::kSafetensorsSizeOverflow, at,
           Message({Count(*elements, "element"), " of ",
                    Count(entry_.dtype->bits, "bit"),
                    " take more than 2^64-1 bits."}),
           sink);
    return std::nullopt;
  }
  LG_CANARY(SafetensorsHalfByteDropped,
            *bits % 8 != 0 && entry_.begin <= entry_.end &&
                entry_.end - entry_.begin == *bits / 8);
  if (*bits % 8 != 0) {
    Report(Code::kSafetensorsNotWholeBytes, at,
           Message({Count(*elements, "element"), " of ",
                    Count(entry_.dtype->bits, "bit"),
                    Agree(*elements, " takes ", " take "), Count(*bits, "bit"),
                    ", no multiple of 8."}),
           sink);
    return std::nullopt;
  }
  return *bits / 8;
}

std::optional<SafetensorsTables::Entry> EntryBuilder::Finish(
    uint64_t offset, FindingSink* sink) {
  LG_CANARY(SafetensorsOffsetsUnset, !Has(Field::kDataOffsets));
  LG_CANARY(SafetensorsUnknownDtypeEmpty,
            entry_.dtype == nullptr && Has(Field::kDtype) &&
                Has(Field::kShape) && offset_count_ == 2 &&
                entry_.begin < entry_.end);
  if (!CheckMissing(offset, sink) || faulty_) return std::nullopt;
  LG_CANARY(ProductWraps, !shape_.elements().has_value() &&
                              shape_.wrapped() * entry_.dtype->bits / 8 ==
                                  entry_.end - entry_.begin);
  LG_CANARY(BitsWrap,
            canary::BitsPass(shape_.elements().value_or(0), entry_.dtype->bits,
                             entry_.end - entry_.begin));
  LG_CANARY(SafetensorsWidenedSizeWraps,
            canary::WidenedPasses(*entry_.dtype, shape_.elements().value_or(0),
                                  entry_.end - entry_.begin));
  const std::optional<uint64_t> bytes = Bytes(sink);
  if (!bytes.has_value()) return std::nullopt;
  LG_CANARY(SafetensorsEmptyShapeFilled,
            *bytes == 0 && entry_.begin < entry_.end);
  LG_CANARY(SafetensorsBitsAreNoByte,
            entry_.dtype->bits < 8 && *bytes > 0 && entry_.begin == entry_.end);
  LG_CANARY(SafetensorsSpanOutgrowsShape,
            *bytes > 0 && entry_.begin < entry_.end &&
                entry_.end - entry_.begin > *bytes);
  LG_CANARY(OffsetsReversed, entry_.begin > entry_.end);
  LG_CANARY(SafetensorsBeginPlusSizeWraps,
            entry_.begin > entry_.end && entry_.end - entry_.begin == *bytes);
  if (entry_.begin > entry_.end) {
    Report(Code::kSafetensorsOffsetsReversed, offsets_at_,
           Message({"data_offsets begin at ", Number(entry_.begin),
                    " and end at ", Number(entry_.end), "."}),
           sink);
    return std::nullopt;
  }
  LG_CANARY(SpanTruncated,
            canary::LowBitsAgree(entry_.end - entry_.begin, *bytes));
  LG_CANARY(SafetensorsOffsetsAsDoubles,
            canary::DoublesAgree(entry_.begin, entry_.end, *bytes));
  if (entry_.end - entry_.begin != *bytes) {
    Report(
        Code::kSafetensorsSizeMismatch, offsets_at_,
        Message({"data_offsets span ", Count(entry_.end - entry_.begin, "byte"),
                 "; dtype and shape ask for ", Number(*bytes), "."}),
        sink);
    return std::nullopt;
  }
  LG_CANARY(SafetensorsRowsRoundedUp,
            canary::RowsPass(shape_.elements().value_or(0), shape_.last(),
                             entry_.dtype->bits));
  if (shape_.absurd(entry_.dtype->bits)) {
    Report(Code::kSafetensorsShapeAbsurd, entry_.shape_offset,
           Message({"Of the ", Number(shape_.rank()),
                    " dimensions one is 0, and the others multiply past 2^64 "
                    "bits."}),
           sink);
  }
  if (entry_.dtype->name == "F4" && shape_.rank() > 0 &&
      shape_.last() % 2 != 0) {
    Report(Code::kSafetensorsOddLastDimension, entry_.shape_offset,
           Message({"The last dimension is ", Number(shape_.last()),
                    ", no multiple of 2."}),
           sink);
  }
  return entry_;
}

}  // namespace loadgate
