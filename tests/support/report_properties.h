// What must hold of reports whatever a worker has found and however files and
// their parts are named.
//
// Asserted by a fuzz target, whose corpus the ordinary tests replay. Needs the
// gate and the naive JSON parser.

#ifndef LOADGATE_TESTS_SUPPORT_REPORT_PROPERTIES_H_
#define LOADGATE_TESTS_SUPPORT_REPORT_PROPERTIES_H_

#include <string>
#include <string_view>

namespace loadgate::testing_support {

// BrokenReportProperty reads a script of replies (report_script.h), gathers
// each and prints all, in every form of report and of `inspect`. It returns
// what is not as it must be, in words, or an empty text:
//
//   the verdict  is the worker's where a reply ends once, as its last record,
//                and no finding contradicts it; else the input is undecided
//   each report  is UTF-8, holds nothing that is invisible, moves a cursor or
//                turns text round, but line ends, and colours where they are
//                asked for; and is not longer than a multiple of what it tells
//   text         has one line for each input, and one more at the end, that
//   does
//                not stand indented: no name can pass for a verdict
//   JSON         is JSON by the naive parser, no key twice; paths, findings and
//                names of files unescape to what they were
std::string BrokenReportProperty(std::string_view script);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_REPORT_PROPERTIES_H_
