// Sentences about JSON text that is at fault, whatever document it is.

#ifndef LOADGATE_FORMATS_JSON_FAULTS_H_
#define LOADGATE_FORMATS_JSON_FAULTS_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "formats/json_reader.h"
#include "formats/json_text.h"

namespace loadgate {

// kJsonWhiteSpace is RFC 8259's.
inline constexpr std::string_view kJsonWhiteSpace = " \t\n\r";

// JsonTextFaultText returns the value at fault and the bound it breaks. `json`
// is the text in which PrepareJsonText found `error`; `document` is what it is,
// as in "The header".
std::string JsonTextFaultText(const JsonTextError& error, std::string_view json,
                              std::string_view document);

// JsonSyntaxText returns what is missing or wrong where RapidJSON stopped with
// `code`, at the byte `at` of `json`, and which byte stands there.
std::string JsonSyntaxText(rapidjson::ParseErrorCode code,
                           std::string_view json, size_t at,
                           std::string_view document);

// JsonRestText returns what stands at `at`, behind the object, where only white
// space may.
std::string JsonRestText(std::string_view json, size_t at,
                         std::string_view document);

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_FAULTS_H_
