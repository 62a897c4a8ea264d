// InspectWriter: the one interface of what `inspect` prints.
//
// It is given a worker's records as they come and prints them at once, so that
// the program's memory stays flat whatever the file holds; what stands at the
// end is the verdict.

#ifndef HARNESS_GATE_INSPECT_WRITER_H_
#define HARNESS_GATE_INSPECT_WRITER_H_

#include "harness/gate/input_report.h"
#include "harness/gate/record.h"

namespace loadgate {

class InspectWriter {
 public:
  InspectWriter() = default;
  InspectWriter(const InspectWriter&) = delete;
  InspectWriter& operator=(const InspectWriter&) = delete;
  virtual ~InspectWriter() = default;

  // Add takes the next record. Findings and the end are left to End.
  virtual void Add(const Record& record) = 0;

  // End comes last, once, with what the records came to.
  virtual void End(const InputReport& report) = 0;
};

}  // namespace loadgate

#endif  // HARNESS_GATE_INSPECT_WRITER_H_
