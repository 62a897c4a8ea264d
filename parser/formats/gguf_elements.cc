#include "formats/gguf_elements.h"

#include <algorithm>
#include <string>

#include "base/message.h"
#include "formats/gguf_metadata.h"
#include "formats/gguf_text.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

std::string ElementItem(const GgufTables& tables, std::string_view key) {
  return Message({Item("key-value", tables.key_values.size() - 1, key), "[",
                  Number(tables.open_array.next), "]"});
}

// One pass over the strings that are whole. A vocabulary has hundreds of
// thousands of them, so the loop reads through the bare cursor, and only the
// one that is not whole goes through the reader that can say why.
bool ReadStrings(FieldReader& in, std::string_view key, GgufTables* tables,
                 FindingSink* sink) {
  GgufTables::OpenArray& array = tables->open_array;
  const TextRules rules = RulesForText(key);
  const auto where = [&] { return ElementItem(*tables, key); };
  Cursor& cursor = in.cursor();
  for (; array.next < array.count; ++array.next) {
    const uint64_t at = cursor.offset();
    std::string_view text;
    Cursor ahead = cursor;
    if (!ahead.ReadString(&text, tables->order) ||
        text.size() > kGgufStringRule.max_length) {
      return in.String(kGgufStringRule, &text);
    }
    cursor = ahead;
    CheckGgufText(text, at, rules, where, sink);
  }
  return true;
}

void CheckBools(ByteSpan bytes, uint64_t offset, std::string_view key,
                GgufTables* tables, FindingSink* sink) {
  for (const std::byte byte : bytes) {
    CheckGgufBool(
        static_cast<uint8_t>(byte), offset++,
        [&] { return ElementItem(*tables, key); }, sink);
    ++tables->open_array.next;
  }
}

// Elements of a fixed size need no look at each, bools aside: those present are
// passed over in one step.
bool ReadFixed(FieldReader& in, std::string_view key, GgufTables* tables,
               FindingSink* sink) {
  GgufTables::OpenArray& array = tables->open_array;
  const uint64_t size = GgufFixedSize(array.type);
  const uint64_t offset = in.offset();
  const uint64_t present = in.cursor().remaining() / size;
  const uint64_t taken = std::min(array.count - array.next, present);
  ByteSpan bytes;
  LG_CHECK(in.cursor().ReadBytes(taken * size, &bytes));
  if (array.type == GgufValueType::kBool) {
    CheckBools(bytes, offset, key, tables, sink);
  } else {
    array.next += taken;
  }
  return array.next == array.count || in.Bytes("array element", size, &bytes);
}

}  // namespace

bool ReadGgufElements(FieldReader& in, ByteSpan header, GgufTables* tables,
                      FindingSink* sink) {
  const auto last = static_cast<uint32_t>(tables->key_values.size() - 1);
  const std::string_view key = GgufKeyAt(header, *tables, last);
  const bool whole = tables->open_array.type == GgufValueType::kString
                         ? ReadStrings(in, key, tables, sink)
                         : ReadFixed(in, key, tables, sink);
  tables->key_values.back().end = in.offset();
  if (const auto& failure = in.failure()) {
    sink->Report(failure->code, failure->offset, [&] {
      return FindingText{ElementItem(*tables, key), failure->what};
    });
  }
  return whole;
}

}  // namespace loadgate
