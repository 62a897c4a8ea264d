// Whether two findings are the same, for tests that compare records.

#ifndef LOADGATE_TESTS_SUPPORT_FINDING_EQUALITY_H_
#define LOADGATE_TESTS_SUPPORT_FINDING_EQUALITY_H_

#include "loadgate/finding.h"

namespace loadgate {

// In the namespace of Finding, for std::variant to find.
inline bool operator==(const Finding& a, const Finding& b) {
  return a.code == b.code && a.severity == b.severity && a.offset == b.offset &&
         a.where == b.where && a.message == b.message;
}

}  // namespace loadgate

#endif  // LOADGATE_TESTS_SUPPORT_FINDING_EQUALITY_H_
