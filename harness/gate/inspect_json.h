// What `inspect` prints for programs: one JSON object.
//
// {"loadgate": {...}, "path", "format", "size", "header": {"bytes", "sha256"},
//  "files": [{"name", "size", "header"}], "summary": {...},
//  "metadata": [{"file", "key", "key_left", "type", "offset", "bytes", "count",
//                "value", "left_out", "cut_bytes"}],
//  "tensors": [{"file", "name", "name_left", "type", "shape", "shape_left",
//               "info_offset", "begin", "end", "bytes"}],
//  "layout": [{"what", "begin", "end"}],
//  "verdict", "findings": [...]}
//
// "count" is there for arrays; "left_out" counts the elements of an array that
// are not in "value", "cut_bytes" the bytes of text that are not; "key_left",
// "name_left" and "shape_left" what a key, name or shape lacks at its end. They
// are missing when everything is there. If the verdict is not "accept", the
// object holds what could be read; of a tensor, "type", "shape", "begin", "end"
// and "bytes" are missing where they are not known. "files" is there for a set,
// and so is "file": the name of the one that holds the pair or tensor, in which
// offsets, "begin" and "end" count.

#ifndef HARNESS_GATE_INSPECT_JSON_H_
#define HARNESS_GATE_INSPECT_JSON_H_

#include <memory>
#include <string>
#include <vector>

#include "harness/gate/inspect_writer.h"
#include "harness/gate/report_writer.h"

namespace loadgate {

// MakeInspectJson returns a writer into `sink` for the input at `path`, which
// was parsed in `sandbox`. `files` are the names of a set's files, by number.
std::unique_ptr<InspectWriter> MakeInspectJson(
    std::string path, TextSink sink, std::string sandbox = "none",
    std::vector<std::string> files = {});

}  // namespace loadgate

#endif  // HARNESS_GATE_INSPECT_JSON_H_
