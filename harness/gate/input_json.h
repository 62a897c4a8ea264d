// What the JSON reports say of one input, member by member.
//
// The forms are those of docs/usage.md.

#ifndef HARNESS_GATE_INPUT_JSON_H_
#define HARNESS_GATE_INPUT_JSON_H_

#include <optional>
#include <string>
#include <string_view>

#include "harness/gate/input_report.h"
#include "harness/gate/json_text.h"
#include "harness/gate/record.h"

namespace loadgate {

// WriteLoadgate writes the object that says which loadgate wrote the report,
// and what separated the parsing from the rest: `sandbox`, if anything was
// parsed for it.
void WriteLoadgate(JsonText& json, std::string_view sandbox = "none");

// WriteFindings writes the keys "findings" and, where some were left out,
// "findings_omitted" of the object that is open.
void WriteFindings(const InputReport& input, JsonText& json);

// WriteSummary writes the key "summary" of the object that is open.
void WriteSummary(const InputReport& input, JsonText& json);

// WriteHeader writes the member "header" where the digest of what was judged is
// known: {"bytes": N, "sha256": "..."}.
void WriteHeader(const std::optional<HeaderRecord>& header, JsonText& json);

// WriteFiles writes the member "files" of a set: a list of {"name", "size",
// "header"}, without what is not known.
void WriteFiles(const InputReport& input, JsonText& json);

// WriteSize writes the key "size" of the object that is open: null if unknown.
void WriteSize(const InputReport& input, JsonText& json);

// InputObject returns one input as a JSON object on one line.
std::string InputObject(const InputReport& input);

}  // namespace loadgate

#endif  // HARNESS_GATE_INPUT_JSON_H_
