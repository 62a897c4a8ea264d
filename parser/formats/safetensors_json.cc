#include "formats/safetensors_json.h"

#include <optional>
#include <string>
#include <string_view>

#include "base/canary.h"
#include "base/canary_entries.h"
#include "base/canary_relations.h"
#include "base/message.h"
#include "formats/json_faults.h"
#include "formats/json_reader.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "formats/safetensors_sax.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

// About the length of an entry of an ordinary header: for so many names there
// is room from the start, which costs a small part of the header's own memory.
constexpr size_t kUsualEntry = 128;

Code CodeOf(JsonTextFault fault) {
  switch (fault) {
    case JsonTextFault::kByteOrderMark:
      return Code::kSafetensorsByteOrderMark;
    case JsonTextFault::kNotUtf8:
      return Code::kSafetensorsHeaderNotUtf8;
    case JsonTextFault::kControlByte:
      return Code::kSafetensorsControlByte;
    case JsonTextFault::kLoneSurrogate:
      return Code::kSafetensorsLoneSurrogate;
    case JsonTextFault::kNesting:
      return Code::kSafetensorsNesting;
    case JsonTextFault::kNumberTooLarge:
      return Code::kSafetensorsNumberTooLarge;
  }
  LG_CHECK(false);
}

void Report(Code code, uint64_t offset, std::string what, FindingSink* sink) {
  sink->Report(code, offset, [&] {
    return FindingText{"header", std::move(what)};
  });
}

// What follows the object must be white space. RapidJSON stops at a NUL, and
// calls any other byte a second value.
bool CheckRest(std::string_view json, size_t from, uint64_t origin,
               FindingSink* sink) {
  const size_t at = json.find_first_not_of(kJsonWhiteSpace, from);
  if (at == std::string_view::npos) return true;
  Report(Code::kSafetensorsHeaderTrailing, origin + at,
         JsonRestText(json, at, "header"), sink);
  return false;
}

void CheckStart(std::string_view json, uint64_t origin, FindingSink* sink) {
  const size_t first = json.find_first_not_of(kJsonWhiteSpace);
  if (first == 0 || first == std::string_view::npos || json[first] != '{') {
    return;
  }
  Report(Code::kSafetensorsLeadingSpace, origin,
         Message({Count(first, "byte"), " of white space ",
                  Agree(first, "stands", "stand"), " before {."}),
         sink);
}

}  // namespace

bool ParseSafetensorsJson(std::span<std::byte> file_start, uint64_t origin,
                          const Limits& limits, const HashKey& hash_key,
                          SafetensorsTables* tables, FindingSink* sink) {
  const std::span<std::byte> bytes =
      file_start.subspan(static_cast<size_t>(origin));
  LG_CANARY(SafetensorsNestingPastStack, canary::NestsPastStack(AsText(bytes)));
  RewrittenNumbers rewritten;
  if (const auto error = PrepareJsonText(bytes, &rewritten)) {
    Report(CodeOf(error->fault), origin + error->offset,
           JsonTextFaultText(*error, AsText(bytes), "header"), sink);
    return true;
  }
  const std::string_view json = AsText(bytes);
  CheckStart(json, origin, sink);
  LG_CANARY(SafetensorsMetadataCut, canary::HasBraceInMetadata(json));
  tables->name_index.Reserve(json.size() / kUsualEntry);
  JsonStream stream(AsCharacters(bytes));
  SafetensorsSax sax({.stream = stream,
                      .file_start = AsText(file_start),
                      .origin = origin,
                      .rewritten = rewritten},
                     limits, hash_key, tables, sink);
  const rapidjson::ParseResult result = ReadJson(stream, sax);
  sax.End();
  LG_CANARY(SafetensorsHeaderUnterminated,
            result.IsError() &&
                result.Code() != rapidjson::kParseErrorTermination &&
                stream.Tell() == json.size());
  if (!result.IsError()) {
    CheckRest(json, stream.Tell(), origin, sink);
  } else if (result.Code() != rapidjson::kParseErrorTermination) {
    Report(Code::kSafetensorsJsonSyntax, origin + result.Offset(),
           JsonSyntaxText(result.Code(), json, result.Offset(), "header"),
           sink);
  }
  return !sax.over_limit();
}

}  // namespace loadgate
