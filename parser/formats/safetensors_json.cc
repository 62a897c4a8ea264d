#include "formats/safetensors_json.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/canary.h"
#include "base/canary_entries.h"
#include "base/message.h"
#include "formats/json_number.h"
#include "formats/json_reader.h"
#include "formats/json_stream.h"
#include "formats/json_text.h"
#include "formats/safetensors_sax.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

constexpr std::string_view kWhiteSpace = " \t\n\r";

// About the length of an entry of an ordinary header: for so many names there
// is room from the start, which costs a small part of the header's own memory.
constexpr size_t kUsualEntry = 128;

// The same bytes as characters.
std::span<char> AsCharacters(std::span<std::byte> bytes) {
  return {reinterpret_cast<char*>(bytes.data()), bytes.size()};
}

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

// Up to four bytes from `at` on, with a noun.
std::string Bytes(std::string_view json, size_t at) {
  const size_t count = std::min<size_t>(json.size() - at, 4);
  std::string bytes = count == 1 ? "byte" : "bytes";
  for (size_t i = 0; i < count; ++i) bytes += " " + HexByte(json[at + i]);
  return bytes;
}

// The text of an error, and the value and the bound.
std::string WhatOf(const JsonTextError& error, std::string_view json) {
  const size_t at = error.offset;
  switch (error.fault) {
    case JsonTextFault::kByteOrderMark:
      return "The header begins with the bytes EF BB BF, not with {.";
    case JsonTextFault::kNotUtf8:
      return Message(
          {"No UTF-8 character begins with the ", Bytes(json, at), " here."});
    case JsonTextFault::kControlByte:
      return Message({"A string holds the raw byte ", HexByte(json[at]),
                      "; none below 20 may stand in one."});
    case JsonTextFault::kLoneSurrogate:
      return Message(
          {"The escape ", json.substr(at, 6), " is half of a surrogate pair."});
    case JsonTextFault::kNesting:
      return Message({"Level ", Number(kJsonMaxDepth + 1),
                      " of nesting begins here; at most ",
                      Number(kJsonMaxDepth), " are allowed."});
    case JsonTextFault::kNumberTooLarge: {
      const size_t length = ReadJsonNumber(json.substr(at)).length;
      return Message({"The number ", Quoted(json.substr(at, length)),
                      " is past 1.8e308."});
    }
  }
  LG_CHECK(false);
}

// What stands where the reader stopped.
std::string WhatIsAt(std::string_view json, size_t at) {
  if (at >= json.size()) return " The header ends here.";
  return Message({" The byte here is ", HexByte(json[at]), "."});
}

std::string_view WhatOf(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return "The header holds no value.";
    case rapidjson::kParseErrorValueInvalid:
      return "No JSON value begins here.";
    case rapidjson::kParseErrorObjectMissName:
      return "A key, in double quotes, is missing here.";
    case rapidjson::kParseErrorObjectMissColon:
      return "A colon is missing here.";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket:
      return "A comma or } is missing here.";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket:
      return "A comma or ] is missing here.";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringEscapeInvalid:
      return "The escape here is none of JSON's.";
    case rapidjson::kParseErrorStringMissQuotationMark:
      return "The string here has no end.";
    case rapidjson::kParseErrorNumberMissFraction:
    case rapidjson::kParseErrorNumberMissExponent:
      return "The number here lacks digits.";
    default:
      return "The header is no JSON from here on.";
  }
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
  const size_t at = json.find_first_not_of(kWhiteSpace, from);
  if (at == std::string_view::npos) return true;
  Report(Code::kSafetensorsHeaderTrailing, origin + at,
         Message({"The object ends before, and the byte ", HexByte(json[at]),
                  " stands here; ", Count(json.size() - at, "byte"),
                  " of the header ",
                  Agree(json.size() - at, "is left.", "are left.")}),
         sink);
  return false;
}

void CheckStart(std::string_view json, uint64_t origin, FindingSink* sink) {
  const size_t first = json.find_first_not_of(kWhiteSpace);
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
  RewrittenNumbers rewritten;
  if (const auto error = PrepareJsonText(bytes, &rewritten)) {
    Report(CodeOf(error->fault), origin + error->offset,
           WhatOf(*error, AsText(bytes)), sink);
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
           Message({WhatOf(result.Code()), WhatIsAt(json, result.Offset())}),
           sink);
  }
  return !sax.over_limit();
}

}  // namespace loadgate
