// Replies of a worker, written down.
//
// Needs the gate's records alone.

#ifndef LOADGATE_TESTS_SUPPORT_REPORT_SCRIPT_H_
#define LOADGATE_TESTS_SUPPORT_REPORT_SCRIPT_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/record.h"

namespace loadgate::testing_support {

// Reply is what a worker says of one input. `records` are in the order that
// record.h asks for; `more` follow them, and are findings and ends alone.
struct Reply {
  std::string path;
  // The names of the files of a set, by number; of a file alone none.
  std::vector<std::string> files;
  // Whether it is about an index that was asked for names.
  bool is_names = false;
  std::vector<Record> records;
  std::vector<Record> more;
};

// ReportScript is the replies of a run, and what was not looked at.
struct ReportScript {
  std::vector<Reply> replies;
  std::vector<std::string> ignored;
};

// ReadReportScript reads a script: a record a line, a letter and its fields,
// each behind a tab. Missing fields are empty, and a number that is none, or
// "-", is unknown where it may be, else 0. In a field \n \t \0 \\ stand for
// those characters; every other byte is itself, whatever it is.
//
//   P path                   begins a reply; the first may do without
//   I path                   an ignored file
//   F format size expected
//   S group name value
//   K key type count offset bytes file      count "-": no array
//   V kind value left joins            kind u i f d b t; joins "1"
//   T name type shape offset begin bytes file      shape such as 2,3
//   R kind begin end
//   M name                 a file of the set, numbered as they come
//   D number size bytes    what was read of one of them
//   N name                 of a shard; then of the rest only findings count
//   E code offset where message        code: a name, or a number modulo all
//   . verdict omitted                  verdict a r u
//
// Of what comes in another order it makes a reply in the right one; what has no
// place in one is left out: a second format, a fact whose name stands already,
// a value without its pair, a file told of twice. A number of a file is taken
// modulo how many there are.
ReportScript ReadReportScript(std::string_view script);

}  // namespace loadgate::testing_support

#endif  // LOADGATE_TESTS_SUPPORT_REPORT_SCRIPT_H_
