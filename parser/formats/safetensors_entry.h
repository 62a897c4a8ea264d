// One tensor entry of a safetensors header: dtype, shape, data_offsets.
//
// Source: the safetensors README, "Format"; tensor.rs, TensorInfo and
// Metadata::validate, for the order of the checks.

#ifndef LOADGATE_FORMATS_SAFETENSORS_ENTRY_H_
#define LOADGATE_FORMATS_SAFETENSORS_ENTRY_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/canary.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_dtype.h"
#include "loadgate/safetensors_file.h"

namespace loadgate {

// ShapeProduct multiplies dimensions as the reference does, from left to right,
// where a zero ends all overflow; and notes whether the others would overflow.
class ShapeProduct {
 public:
  // Multiply takes the next dimension.
  void Multiply(uint64_t dimension) {
    elements_overflow_ |=
        __builtin_mul_overflow(elements_, dimension, &elements_);
    if (dimension != 0) {
      others_overflow_ |= __builtin_mul_overflow(others_, dimension, &others_);
    }
    ++rank_;
    last_ = dimension;
  }

  // elements returns the product, or nullopt when it passed 2^64-1 before a
  // zero was met.
  std::optional<uint64_t> elements() const {
    if (elements_overflow_) return std::nullopt;
    return elements_;
  }

  // wrapped returns the product modulo 2^64, for canaries alone.
  uint64_t wrapped() const { return elements_; }

  // rank and last return how many dimensions there were, and the last of them.
  uint32_t rank() const { return rank_; }
  uint64_t last() const { return last_; }

  // absurd returns whether an empty tensor's dimensions other than zero make
  // more than 2^64-1 bits, at `bits` an element.
  bool absurd(uint32_t bits) const;

 private:
  uint64_t elements_ = 1;
  uint64_t others_ = 1;  // The product without the zeros.
  bool elements_overflow_ = false;
  bool others_overflow_ = false;
  uint32_t rank_ = 0;
  uint64_t last_ = 1;
};

// EntryBuilder gathers the fields of one entry and checks it when it is whole.
// Offsets are those of the file.
class EntryBuilder {
 public:
  enum class Field : uint8_t { kDtype, kShape, kDataOffsets };

  // EntryBuilder begins the entry of the tensor `name`, number `index` in the
  // header; `name_text` is where the name stands.
  EntryBuilder(std::string_view name, SafetensorsTables::Text name_text,
               size_t index);

  // FieldOf returns which field `key` names, or nullopt for an unknown one.
  static std::optional<Field> FieldOf(std::string_view key);

  // NameOf returns the key of `field`.
  static std::string_view NameOf(Field field);

  // Where returns the entry for a finding.
  std::string Where() const;

  // BeginField is told that the key of `field` stands at `offset`. It returns
  // where the first key of that field stands, which is `offset` if this is it.
  uint64_t BeginField(Field field, uint64_t offset);

  // SetDtype takes the dtype's name, which stands at `offset`.
  void SetDtype(std::string_view name, uint64_t offset, FindingSink* sink);

  // BeginArray is told where shape or data_offsets begins; AddNumber takes its
  // next number; a number that is none is not added. EndArray ends it.
  void BeginArray(Field field, uint64_t offset);
  void AddNumber(Field field, uint64_t value) {
    if (field == Field::kShape) {
      shape_.Multiply(value);
      return;
    }
    if (offset_count_ == 0) entry_.begin = value;
    if (offset_count_ == 1) {
      LG_CANARY(SafetensorsOffsetsTwice, entry_.end != 0 && value > entry_.end);
      entry_.end = value;
    }
    ++offset_count_;
  }
  void EndArray(Field field, FindingSink* sink);

  // SetFaulty notes that a field was there, but could not be used.
  void SetFaulty();

  // entry returns what was gathered so far, for canaries alone.
  const SafetensorsTables::Entry& entry() const { return entry_; }

  // Finish checks the entry, whose closing brace stands at `offset`, and
  // returns it, or nullopt if it is at fault.
  std::optional<SafetensorsTables::Entry> Finish(uint64_t offset,
                                                 FindingSink* sink);

 private:
  bool Has(Field field) const;
  bool CheckMissing(uint64_t offset, FindingSink* sink) const;
  std::optional<uint64_t> Bytes(FindingSink* sink) const;
  void Report(Code code, uint64_t offset, std::string what,
              FindingSink* sink) const;

  std::string_view name_;
  size_t index_;
  SafetensorsTables::Entry entry_;
  std::array<uint64_t, 3> keys_at_ = {};  // Of each field, 0 if not there.
  bool faulty_ = false;
  ShapeProduct shape_;
  size_t offset_count_ = 0;
  uint64_t offsets_at_ = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_SAFETENSORS_ENTRY_H_
