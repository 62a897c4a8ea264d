#include "formats/gguf_metadata.h"

#include <optional>
#include <string>

#include "base/canary.h"
#include "base/canary_conditions.h"
#include "base/canary_relations.h"
#include "base/message.h"
#include "formats/gguf_alignment.h"
#include "formats/gguf_key.h"
#include "formats/gguf_text.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

constexpr uint64_t kMaxKeyLength = 65535;
constexpr uint64_t kMaxArrayLength = uint64_t{1} << 30;

constexpr StringRule kKeyRule = {.field = "key",
                                 .max_length = kMaxKeyLength,
                                 .too_long = Code::kGgufKeyTooLong,
                                 .past_end = Code::kGgufKeyPastEnd};

// A pair as far as it was read.
struct PairStart {
  uint64_t offset = 0;
  std::string_view key;
  uint64_t type_offset = 0;
  GgufValueType type = GgufValueType::kU8;
  uint64_t value_offset = 0;
  ByteSpan value;  // A scalar's bytes, or a string's without its length.
  GgufTables::OpenArray array;
};

std::string PairItem(const GgufTables& tables, std::string_view key) {
  return Item("key-value", tables.key_values.size(), key);
}

bool ReadType(FieldReader& in, std::string_view field, Code unknown,
              GgufValueType* out) {
  const uint64_t at = in.offset();
  uint32_t id = 0;
  if (!in.U32(field, &id)) return false;
  if (id >= kGgufValueTypeCount) {
    return in.Fail(unknown, at,
                   Message({"The ", field, " is ", Number(id),
                            "; the types are 0 to 12."}));
  }
  *out = static_cast<GgufValueType>(id);
  return true;
}

bool CheckArrayCount(FieldReader& in, GgufValueType type, uint64_t at,
                     uint64_t count) {
  LG_CANARY(ArrayBytesWrap, canary::ProductPasses(count, GgufSmallestSize(type),
                                                  in.left_in_file()));
  if (count > kMaxArrayLength) {
    return in.Fail(
        Code::kGgufArrayTooLong, at,
        Message({"The array has ", Count(count, "element"), ", more than the ",
                 Number(kMaxArrayLength), " that are allowed."}));
  }
  LG_CANARY(
      GgufArrayBytesIn32Bits,
      canary::LowHalfFits(count * GgufFixedSize(type), in.left_in_file()));
  const uint64_t most = in.left_in_file() / GgufSmallestSize(type);
  if (count > most) {
    return in.Fail(Code::kGgufArrayPastEnd, at,
                   Message({"The array has ", Count(count, "element"),
                            ", but at most ", Number(most), " of at least ",
                            Count(GgufSmallestSize(type), "byte"),
                            Agree(most, " fits", " fit"), " in the ",
                            in.LeftInFileText()}));
  }
  return true;
}

bool ReadArrayHead(FieldReader& in, GgufTables::OpenArray* array) {
  const uint64_t type_at = in.offset();
  if (!ReadType(in, "array element type", Code::kGgufArrayTypeUnknown,
                &array->type)) {
    return false;
  }
  if (array->type == GgufValueType::kArray) {
    return in.Fail(Code::kGgufArrayNested, type_at,
                   "The array's element type is 9, array.");
  }
  const uint64_t count_at = in.offset();
  return in.U64("array count", &array->count) &&
         CheckArrayCount(in, array->type, count_at, array->count);
}

bool ReadValue(FieldReader& in, PairStart* pair) {
  pair->value_offset = in.offset();
  switch (pair->type) {
    case GgufValueType::kArray:
      return ReadArrayHead(in, &pair->array);
    case GgufValueType::kString: {
      std::string_view text;
      const bool whole = in.String(kGgufStringRule, &text);
      pair->value = AsBytes(text);
      return whole;
    }
    default:
      return in.Bytes("value", GgufFixedSize(pair->type), &pair->value);
  }
}

// Reports what is wrong with the key itself. It comes before anything about the
// value, also when the value could not be read.
void CheckKey(const PairStart& pair, const GgufTables& tables,
              FindingSink* sink) {
  const std::optional<GgufKeyFault> fault = FindGgufKeyFault(pair.key);
  if (!fault.has_value()) return;
  const uint64_t key_start =
      pair.offset + (pair.key.empty() ? 0 : sizeof(uint64_t));
  sink->Report(fault->code, key_start + fault->at, [&] {
    return FindingText{PairItem(tables, pair.key), std::string(fault->what)};
  });
}

// Enters the key and returns whether it is new.
bool IndexKey(const PairStart& pair, ByteSpan header, GgufTables* tables,
              FindingSink* sink) {
  const auto number = static_cast<uint32_t>(tables->key_values.size());
  const std::optional<uint32_t> first = tables->key_index.Insert(
      pair.key, number,
      [&](uint32_t i) { return GgufKeyAt(header, *tables, i); });
  if (!first.has_value()) return true;
  sink->Report(Code::kGgufKeyDuplicate, pair.offset, [&] {
    return FindingText{
        PairItem(*tables, pair.key),
        Message({"The key stands already as key-value[", Number(*first),
                 "], at offset ", Number(tables->key_values[*first].begin),
                 "."})};
  });
  return false;
}

// Checks a scalar or string value. Array elements are checked as they are read.
void CheckValue(const PairStart& start, const GgufTables& tables,
                FindingSink* sink) {
  const auto where = [&] { return PairItem(tables, start.key); };
  if (start.type == GgufValueType::kString) {
    CheckGgufText(AsText(start.value), start.value_offset,
                  RulesForText(start.key), where, sink);
  }
  if (start.type == GgufValueType::kBool) {
    CheckGgufBool(Load<uint8_t>(start.value.first<1>()), start.value_offset,
                  where, sink);
  }
}

// Everything that can be said of a pair once it is whole.
void TakePair(const PairStart& start, FieldReader& in, ByteSpan header,
              GgufTables* tables, FindingSink* sink) {
  const GgufTables::Extent extent = {start.offset, in.offset()};
  CheckKey(start, *tables, sink);
  const bool first = IndexKey(start, header, tables, sink);
  LG_CANARY(KeyAlias, canary::IsAlias(start.key, kGgufAlignmentKey));
  LG_CANARY(ScoresNarrow, start.key == "tokenizer.ggml.scores" &&
                              start.array.count > 0 &&
                              GgufSmallestSize(start.array.type) < 4);
  LG_CANARY(GgufAlignmentLastWins,
            !first && start.key == kGgufAlignmentKey && tables->layout_known &&
                tables->declared_tensors > 0 &&
                canary::IsOtherAlignment(
                    GgufPairAt(header, *tables, extent).As<uint32_t>(),
                    tables->alignment));
  if (first && start.key == kGgufAlignmentKey) {
    TakeGgufAlignment(GgufPairAt(header, *tables, extent), start.type_offset,
                      PairItem(*tables, start.key), tables, sink);
  }
  CheckValue(start, *tables, sink);
  tables->key_values.push_back(extent);
  tables->open_array = start.array;
}

}  // namespace

std::string_view GgufKeyAt(ByteSpan header, const GgufTables& tables,
                           uint32_t i) {
  Cursor cursor(header);
  std::string_view key;
  LG_CHECK(cursor.Skip(tables.key_values[i].begin) &&
           cursor.ReadString(&key, tables.order));
  return key;
}

GgufKeyValue GgufPairAt(ByteSpan header, const GgufTables& tables,
                        const GgufTables::Extent& extent) {
  Cursor cursor(header);
  Cursor bytes;
  GgufKeyValue pair;
  LG_CHECK(cursor.Skip(extent.begin) &&
           cursor.ReadSub(extent.end - extent.begin, &bytes) &&
           GgufKeyValue::Read(bytes, tables.order, &pair));
  return pair;
}

bool ReadGgufKeyValue(FieldReader& in, ByteSpan header, GgufTables* tables,
                      FindingSink* sink) {
  PairStart pair;
  pair.offset = in.offset();
  const bool has_key = in.String(kKeyRule, &pair.key);
  pair.type_offset = in.offset();
  const bool whole =
      has_key &&
      ReadType(in, "value type", Code::kGgufValueTypeUnknown, &pair.type) &&
      ReadValue(in, &pair);
  LG_CANARY(
      GgufUnknownElementsEndless,
      !whole && pair.type == GgufValueType::kArray &&
          canary::IsEndlessArray(header, pair.value_offset, tables->order));
  if (whole) {
    TakePair(pair, in, header, tables, sink);
    return true;
  }
  if (const auto& failure = in.failure()) {
    if (has_key) CheckKey(pair, *tables, sink);
    sink->Report(failure->code, failure->offset, [&] {
      return FindingText{PairItem(*tables, pair.key), failure->what};
    });
  }
  return false;
}

}  // namespace loadgate
