#include "formats/json_faults.h"

#include <algorithm>

#include "base/message.h"
#include "formats/json_number.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

// Up to four bytes from `at` on, with a noun.
std::string Bytes(std::string_view json, size_t at) {
  const size_t count = std::min<size_t>(json.size() - at, 4);
  std::string bytes = count == 1 ? "byte" : "bytes";
  for (size_t i = 0; i < count; ++i) bytes += " " + HexByte(json[at + i]);
  return bytes;
}

// What stands where the reader stopped.
std::string WhatIsAt(std::string_view json, size_t at,
                     std::string_view document) {
  if (at >= json.size()) return Message({" The ", document, " ends here."});
  return Message({" The byte here is ", HexByte(json[at]), "."});
}

std::string WhatOf(rapidjson::ParseErrorCode code, std::string_view document) {
  switch (code) {
    case rapidjson::kParseErrorDocumentEmpty:
      return Message({"The ", document, " holds no value."});
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
      return Message({"The ", document, " is no JSON from here on."});
  }
}

}  // namespace

std::string JsonTextFaultText(const JsonTextError& error, std::string_view json,
                              std::string_view document) {
  const size_t at = error.offset;
  switch (error.fault) {
    case JsonTextFault::kByteOrderMark:
      return Message(
          {"The ", document, " begins with the bytes EF BB BF, not with {."});
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

std::string JsonSyntaxText(rapidjson::ParseErrorCode code,
                           std::string_view json, size_t at,
                           std::string_view document) {
  return Message({WhatOf(code, document), WhatIsAt(json, at, document)});
}

std::string JsonRestText(std::string_view json, size_t at,
                         std::string_view document) {
  const size_t left = json.size() - at;
  return Message({"The object ends before, and the byte ", HexByte(json[at]),
                  " stands here; ", Count(left, "byte"), " of the ", document,
                  " ", Agree(left, "is left.", "are left.")});
}

}  // namespace loadgate
