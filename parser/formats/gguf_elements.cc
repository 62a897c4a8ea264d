#include "formats/gguf_elements.h"

#include <algorithm>
#include <string>

#include "base/message.h"
#include "formats/gguf_metadata.h"
#include "formats/gguf_string_run.h"
#include "formats/gguf_text.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

std::string ElementItem(const GgufTables& tables, std::string_view key) {
  return Message({Item("key-value", tables.key_values.size() - 1, key), "[",
                  Number(tables.open_array.next), "]"});
}

// After a run with something in it, or none, so many strings at least are
// looked at one by one: an array of long strings must not pay for the search
// each time.
constexpr uint64_t kFewestSingly = 64;

// Passes over runs of short strings that break no rule, and returns how many
// strings are to be looked at one by one before the next attempt.
uint64_t PassRuns(FieldReader& in, const TextRules& rules, ByteOrder order,
                  GgufTables::OpenArray* array) {
  while (array->next < array->count) {
    const ByteSpan present = in.cursor().rest();
    const GgufStringRun run =
        FindGgufStringRun(present, array->count - array->next, order);
    if (run.strings == 0 ||
        !IsCleanGgufStringRun(present, run, rules.nul_allowed)) {
      return std::max(run.strings, kFewestSingly);
    }
    LG_CHECK(in.cursor().Skip(run.bytes));
    array->next += run.strings;
  }
  return 0;
}

// Reads and checks one string.
bool ReadOneString(FieldReader& in, std::string_view key,
                   const TextRules& rules, const GgufTables& tables,
                   FindingSink* sink) {
  const uint64_t at = in.offset();
  std::string_view text;
  if (!in.String(kGgufStringRule, &text)) return false;
  CheckGgufText(
      text, at, rules, [&] { return ElementItem(tables, key); }, sink);
  return true;
}

bool ReadStrings(FieldReader& in, std::string_view key, GgufTables* tables,
                 FindingSink* sink) {
  GgufTables::OpenArray& array = tables->open_array;
  const TextRules rules = RulesForText(key);
  uint64_t singly = 0;
  while (array.next < array.count) {
    if (singly == 0) {
      singly = PassRuns(in, rules, tables->order, &array);
      continue;
    }
    if (!ReadOneString(in, key, rules, *tables, sink)) return false;
    ++array.next;
    --singly;
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
