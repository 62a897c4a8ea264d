// What `inspect` prints for people: tables of metadata, tensors and layout.
//
// Keys, names and strings stand between double quotes, a quote in them behind a
// backslash, so that none can be taken for a column or a row. Long strings show
// their beginning and an ellipsis behind the quote, long arrays theirs and a
// count of the rest; "?" is what is not known of a faulty tensor. The verdict
// and the findings stand at the end, where a terminal shows them. Of a set
// there is a table of the files, and the tables of metadata and tensors begin
// with the name of the file that holds each, in which its offsets count.

#ifndef HARNESS_GATE_INSPECT_TEXT_H_
#define HARNESS_GATE_INSPECT_TEXT_H_

#include <memory>
#include <string>
#include <vector>

#include "harness/gate/inspect_writer.h"
#include "harness/gate/report_text.h"
#include "harness/gate/report_writer.h"

namespace loadgate {

// InspectTextOptions is how the tables look.
struct InspectTextOptions {
  TextStyle style;
  // Whether long values are printed whole instead of their beginning.
  bool all = false;
  // The names of a set's files, by number.
  std::vector<std::string> files = {};
};

// MakeInspectText returns a writer into `sink`.
std::unique_ptr<InspectWriter> MakeInspectText(InspectTextOptions options,
                                               TextSink sink);

}  // namespace loadgate

#endif  // HARNESS_GATE_INSPECT_TEXT_H_
