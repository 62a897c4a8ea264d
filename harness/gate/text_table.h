// TextTable: columns that line up, with flat memory.
//
// Rows are held back in groups, each laid out by the widths of its own cells
// and those before it, so that a table of any length can be printed as it
// comes. The last cell of a row may go on growing after the row was begun.

#ifndef HARNESS_GATE_TEXT_TABLE_H_
#define HARNESS_GATE_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "harness/gate/report_writer.h"

namespace loadgate {

class TextTable {
 public:
  // TextTable prints rows into `sink`, each after `indent` spaces. Cells hold
  // escaped text.
  TextTable(size_t indent, TextSink sink);

  // Row begins a row; the one before it is finished.
  void Row(std::vector<std::string> cells);

  // Append adds to the last cell of the row that was begun last.
  void Append(std::string_view more);

  // Flush ends the table: it finishes the last row and prints what is held
  // back. Rows that follow make another table.
  void Flush();

 private:
  void EndGroup();

  // Prints the rows held back, the last one without its newline.
  void Print();

  size_t indent_;
  TextSink sink_;
  std::vector<std::vector<std::string>> rows_;
  size_t held_bytes_ = 0;
  std::vector<size_t> widths_;  // Of the widest cells of the table so far.
  bool row_open_ = false;       // A printed row still lacks its newline.
};

}  // namespace loadgate

#endif  // HARNESS_GATE_TEXT_TABLE_H_
