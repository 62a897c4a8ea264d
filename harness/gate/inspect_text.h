// What `inspect` prints for people: tables of metadata, tensors and layout.
//
// Long strings and arrays show their beginning and a count of the rest. The
// verdict and the findings stand at the end, where a terminal shows them.

#ifndef HARNESS_GATE_INSPECT_TEXT_H_
#define HARNESS_GATE_INSPECT_TEXT_H_

#include <memory>
#include <string_view>

#include "harness/gate/inspect_writer.h"
#include "harness/gate/report_text.h"
#include "harness/gate/report_writer.h"

namespace loadgate {

// InspectTextOptions is how the tables look.
struct InspectTextOptions {
  TextStyle style;
  // Whether long values are printed whole instead of their beginning.
  bool all = false;
};

// MakeInspectText returns a writer into `sink`.
std::unique_ptr<InspectWriter> MakeInspectText(InspectTextOptions options,
                                               TextSink sink);

}  // namespace loadgate

#endif  // HARNESS_GATE_INSPECT_TEXT_H_
