#include "formats/safetensors_sax.h"

#include <algorithm>
#include <utility>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_entries.h"
#include "base/canary_relations.h"
#include "base/message.h"
#include "loadgate/check.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr std::string_view kMetadataName = "__metadata__";

// What the value of a field is to be.
std::string_view TypeOf(EntryBuilder::Field field) {
  return field == EntryBuilder::Field::kDtype ? "a string" : "an array";
}

std::string_view TextAt(std::string_view text, SafetensorsTables::Text at) {
  return text.substr(at.offset, at.length);
}

}  // namespace

SafetensorsSax::SafetensorsSax(const Source& source, const Limits& limits,
                               const HashKey& hash_key,
                               SafetensorsTables* tables, FindingSink* sink)
    : stream_(source.stream),
      text_(source.file_start),
      origin_(source.origin),
      rewritten_(source.rewritten),
      most_tensors_(limits.safetensors_tensors),
      most_pairs_(limits.metadata_pairs),
      hash_key_(hash_key),
      tables_(tables),
      sink_(sink) {}

std::string SafetensorsSax::Where() const {
  if (entry_.has_value()) return entry_->Where();
  return in_metadata_ ? "__metadata__" : "header";
}

template <typename What>
void SafetensorsSax::Report(Code code, uint64_t offset, What&& what) {
  sink_->Report(code, offset, [&] { return FindingText{Where(), what()}; });
}

SafetensorsTables::Text SafetensorsSax::LastString(unsigned length) const {
  return {.offset = static_cast<uint32_t>(origin_ + stream_.string_begin()),
          .length = length};
}

// --- Values ---------------------------------------------------------------

bool SafetensorsSax::Null() { return Scalar("null", Here() - 4); }

bool SafetensorsSax::Bool(bool value) {
  return Scalar("a bool", Here() - (value ? 4 : 5));
}

// Only "-0" comes as an Int: every other number that is not a plain size was
// overwritten with it.
bool SafetensorsSax::Int(int) { return Number(std::nullopt); }
bool SafetensorsSax::Int64(int64_t) { return Number(std::nullopt); }

// Numbers of these forms do not reach the reader.
bool SafetensorsSax::Double(double) { LG_CHECK(false); }
bool SafetensorsSax::RawNumber(const char*, unsigned, bool) { LG_CHECK(false); }

bool SafetensorsSax::Number(std::optional<uint64_t> value) {
  if (part_ == Part::kIgnored) return true;
  const size_t length = value.has_value() ? loadgate::Number(*value).size()
                                          : kRewrittenNumber.size();
  const uint64_t offset = Here() - length;
  // A size where one is wanted did not come here.
  if (part_ != Part::kShape && part_ != Part::kDataOffsets) {
    return Scalar("a number", offset);
  }
  LG_CANARY(SafetensorsNumberWraps,
            canary::WrapsToSmall(
                rewritten_.At(static_cast<size_t>(offset - origin_))));
  LG_CANARY(SafetensorsOffsetNegative,
            part_ == Part::kDataOffsets &&
                canary::IsNegative(
                    rewritten_.At(static_cast<size_t>(offset - origin_))));
  entry_->SetFaulty();
  Report(Code::kSafetensorsNumberNotUnsigned, offset, [&] {
    const std::string_view number =
        rewritten_.At(static_cast<size_t>(offset - origin_));
    return Message({EntryBuilder::NameOf(*field_), " holds ",
                    number.empty() ? "" : Quoted(number) + ", ",
                    "a number with a sign, a fraction or an exponent, or one "
                    "past 2^64-1."});
  });
  return true;
}

bool SafetensorsSax::String(const char*, unsigned length, bool) {
  const SafetensorsTables::Text text = LastString(length);
  const uint64_t quote = text.offset - 1;
  if (part_ == Part::kMetadata) {
    tables_->metadata.push_back(
        {.key_offset = key_.offset, .key_length = key_.length, .value = text});
    return true;
  }
  if (part_ == Part::kEntry && field_ == EntryBuilder::Field::kDtype) {
    entry_->SetDtype(TextAt(text_, text), quote, sink_);
    return true;
  }
  return Scalar("a string", quote);
}

// A scalar that is not what its place asks for, or that is passed over.
bool SafetensorsSax::Scalar(std::string_view kind, uint64_t offset) {
  switch (part_) {
    case Part::kStart:
      Report(Code::kSafetensorsNotAnObject, offset, [&] {
        return Message({"The header is ", kind, "."});
      });
      return false;
    case Part::kTop:
      return MisplacedTop(kind, offset);
    case Part::kEntry:
      return MisplacedField(kind, offset);
    case Part::kShape:
    case Part::kDataOffsets:
      entry_->SetFaulty();
      Report(Code::kSafetensorsNumberNotUnsigned, offset, [&] {
        return Message({EntryBuilder::NameOf(*field_), " holds ", kind, "."});
      });
      return true;
    case Part::kMetadata:
      Report(Code::kSafetensorsMetadataNotStrings, offset, [&] {
        return Message(
            {"The value of ", Quoted(TextAt(text_, key_)), " is ", kind, "."});
      });
      return true;
    case Part::kIgnored:
      return true;
  }
  LG_CHECK(false);
}

// The value of a key of the header that is no object.
bool SafetensorsSax::MisplacedTop(std::string_view kind, uint64_t offset) {
  if (in_metadata_) {
    Report(Code::kSafetensorsMetadataNotAnObject, offset, [&] {
      return Message({"__metadata__ is ", kind, "."});
    });
    in_metadata_ = false;
    return true;
  }
  AddName();
  Report(Code::kSafetensorsEntryNotAnObject, offset, [&] {
    return Message({"The entry is ", kind, "."});
  });
  entry_.reset();
  return true;
}

// The value of a field of an entry that is not what the field asks for.
bool SafetensorsSax::MisplacedField(std::string_view kind, uint64_t offset) {
  if (!field_.has_value()) return true;
  entry_->SetFaulty();
  Report(Code::kSafetensorsFieldType, offset, [&] {
    return Message({EntryBuilder::NameOf(*field_), " is ", kind, ", not ",
                    TypeOf(*field_), "."});
  });
  return true;
}

// --- Containers -----------------------------------------------------------

void SafetensorsSax::Ignore() {
  part_before_ignored_ = part_;
  part_ = Part::kIgnored;
  ignored_depth_ = 1;
}

// An object or array in a place where none belongs, or in a value that is
// passed over: it is passed over with all it holds.
bool SafetensorsSax::Container(std::string_view kind) {
  if (part_ == Part::kIgnored) {
    ++ignored_depth_;
    return true;
  }
  // Where the container stands in place of an entry, the entry ends with it.
  if (!Scalar(kind, Here())) return false;
  Ignore();
  return true;
}

bool SafetensorsSax::LeaveIgnored() {
  if (part_ != Part::kIgnored) return false;
  if (--ignored_depth_ == 0) part_ = part_before_ignored_;
  return true;
}

bool SafetensorsSax::StartObject() {
  if (open_objects_ == keys_.size()) keys_.emplace_back(hash_key_);
  ++open_objects_;
  switch (part_) {
    case Part::kStart:
      part_ = Part::kTop;
      return true;
    case Part::kTop:
      part_ = in_metadata_ ? Part::kMetadata : Part::kEntry;
      return true;
    default:
      return Container("an object");
  }
}

bool SafetensorsSax::EndObject(unsigned) {
  PopKeys();
  if (LeaveIgnored()) return true;
  if (part_ == Part::kEntry) FinishEntry(Here());
  in_metadata_ = false;
  part_ = Part::kTop;
  return true;
}

void SafetensorsSax::End() {
  while (open_objects_ > 0) PopKeys();
  AddName();
}

bool SafetensorsSax::StartArray() {
  if (part_ == Part::kEntry && field_.has_value() &&
      field_ != EntryBuilder::Field::kDtype) {
    entry_->BeginArray(*field_, Here());
    part_ = field_ == EntryBuilder::Field::kShape ? Part::kShape
                                                  : Part::kDataOffsets;
    return true;
  }
  return Container("an array");
}

bool SafetensorsSax::EndArray(unsigned) {
  if (LeaveIgnored()) return true;
  entry_->EndArray(*field_, sink_);
  part_ = Part::kEntry;
  return true;
}

void SafetensorsSax::FinishEntry(uint64_t offset) {
  AddName();
  LG_CANARY(SafetensorsMinusesCancel,
            canary::MinusesCancel(entry_->entry(), text_, [&](uint64_t at) {
              return rewritten_.At(static_cast<size_t>(at - origin_));
            }));
  LG_CANARY(SafetensorsProductWrapsToZero,
            canary::WrapsToZero(entry_->entry(), text_));
  const std::optional<SafetensorsTables::Entry> entry =
      entry_->Finish(offset, sink_);
  LG_CANARY(SafetensorsDuplicateLarger,
            entry.has_value() && !entry_is_new_ &&
                canary::OutgrowsFirst(*entry, *tables_, text_));
  LG_CANARY(SafetensorsNameUpToNul,
            entry.has_value() && entry_is_new_ &&
                canary::OutgrowsNamesake(*entry, *tables_, text_));
  LG_CANARY(SafetensorsNamesCutAlike,
            entry.has_value() && entry_is_new_ &&
                canary::OutgrowsCutNamesake(*entry, *tables_, text_));
  LG_CANARY(SafetensorsNameLeavesFolder,
            entry.has_value() && canary::LeavesFolder(TextAt(text_, name_)));
  if (entry.has_value() && entry_is_new_) tables_->entries.back() = *entry;
  entry_.reset();
}

// --- Keys -----------------------------------------------------------------

bool SafetensorsSax::Key(const char*, unsigned length, bool) {
  const SafetensorsTables::Text text = LastString(length);
  const std::string_view name = TextAt(text_, text);
  switch (part_) {
    case Part::kTop:
      return TopKey(name, text);
    case Part::kEntry:
      EntryKey(name, text);
      return true;
    case Part::kMetadata:
      return MetadataKey(name, text);
    default:
      AddKey(text);
      return true;
  }
}

void SafetensorsSax::AddKey(SafetensorsTables::Text text) {
  keys_[open_objects_ - 1].Add(
      text_, text.offset, text.length,
      [&](const RepeatedKey& key) { ReportKeyTwice(key); });
}

// The innermost object ends.
void SafetensorsSax::PopKeys() {
  keys_[--open_objects_].Finish(
      text_, [&](const RepeatedKey& key) { ReportKeyTwice(key); });
}

void SafetensorsSax::ReportKeyTwice(const RepeatedKey& key) {
  Report(Code::kSafetensorsKeyDuplicate, key.offset - 1, [&] {
    return Message({"The key ", Quoted(text_.substr(key.offset, key.length)),
                    " stands already at offset ",
                    loadgate::Number(key.first - 1), "."});
  });
}

// Reports an item over a limit, of which `count` came before. Returns false at
// one: what the header holds behind it is not read.
bool SafetensorsSax::CheckLimit(std::string_view what, size_t count,
                                uint64_t limit, Code code, uint64_t offset) {
  if (count < limit) return true;
  over_limit_ = true;
  Report(code, offset, [&] {
    return Message(
        {"There are more than ", loadgate::Count(limit, what), ", the limit."});
  });
  return false;
}

bool SafetensorsSax::TopKey(std::string_view name,
                            SafetensorsTables::Text text) {
  if (name == kMetadataName) {
    in_metadata_ = true;
    if (metadata_at_.has_value()) {
      Report(Code::kSafetensorsKeyDuplicate, text.offset - 1, [&] {
        return Message({"__metadata__ stands already at offset ",
                        loadgate::Number(*metadata_at_), "."});
      });
    } else {
      metadata_at_ = text.offset - 1;
    }
    return true;
  }
  if (!CheckLimit("tensor", entry_number_, most_tensors_, Code::kLimitTensors,
                  text.offset - 1)) {
    return false;
  }
  entry_.emplace(name, text, entry_number_++);
  name_ = text;
  name_hash_ = tables_->name_index.HashOf(name);
  tables_->name_index.Fetch(name_hash_);
  name_waits_ = true;
  CheckName(name, text.offset);
  return true;
}

// Adds the name of the entry to the tables, unless it was added.
void SafetensorsSax::AddName() {
  if (!name_waits_) return;
  name_waits_ = false;
  const std::optional<uint32_t> first = tables_->name_index.InsertHashed(
      TextAt(text_, name_), name_hash_,
      static_cast<uint32_t>(tables_->entries.size()),
      [this](uint32_t i) { return TextAt(text_, tables_->entries[i].name); });
  entry_is_new_ = !first.has_value();
  if (entry_is_new_) {
    tables_->entries.push_back(SafetensorsTables::Entry{.name = name_});
    return;
  }
  Report(Code::kSafetensorsNameDuplicate, name_.offset - 1, [&] {
    return Message({"The name stands already at offset ",
                    loadgate::Number(tables_->entries[*first].name.offset - 1),
                    "."});
  });
}

void SafetensorsSax::CheckName(std::string_view name, uint64_t offset) {
  if (name.empty()) {
    Report(Code::kSafetensorsNameEmpty, offset - 1,
           [&] { return std::string("The name is empty."); });
  }
  if (HasControlByte(name)) {
    if (name.find('\0') != std::string_view::npos) {
      Report(Code::kSafetensorsNameNul, offset - 1,
             [&] { return std::string("The name holds a NUL."); });
    } else {
      Report(Code::kSafetensorsNameControl, offset - 1, [&] {
        const auto at = std::ranges::find_if(name, IsControlByte);
        return Message({"The name holds the control byte ", HexByte(*at), "."});
      });
    }
  }
  // Few names hold a slash, and one byte is looked for fast.
  if (name.find('/') != std::string_view::npos &&
      name.find("../") != std::string_view::npos) {
    Report(Code::kSafetensorsNamePath, offset - 1,
           [&] { return std::string("The name holds '../'."); });
  }
}

void SafetensorsSax::EntryKey(std::string_view name,
                              SafetensorsTables::Text text) {
  field_ = EntryBuilder::FieldOf(name);
  if (field_.has_value()) {
    const uint64_t first = entry_->BeginField(*field_, text.offset - 1);
    if (first != text.offset - 1) {
      ReportKeyTwice({.offset = text.offset,
                      .length = text.length,
                      .first = static_cast<uint32_t>(first + 1)});
    }
    return;
  }
  Report(Code::kSafetensorsUnknownField, text.offset - 1, [&] {
    return Message({"The entry has a field ", Quoted(name), "."});
  });
  AddKey(text);
}

bool SafetensorsSax::MetadataKey(std::string_view name,
                                 SafetensorsTables::Text text) {
  if (!CheckLimit("metadata pair", pair_number_++, most_pairs_,
                  Code::kLimitKeyValues, text.offset - 1)) {
    return false;
  }
  key_ = text;
  AddKey(text);
  if (name.find('\0') != std::string_view::npos) {
    Report(Code::kSafetensorsNameNul, text.offset - 1, [&] {
      return Message({"The key ", Quoted(name), " holds a NUL."});
    });
  }
  return true;
}

}  // namespace loadgate
