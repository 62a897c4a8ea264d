#include "harness/gate/text_table.h"

#include <algorithm>
#include <utility>

#include "harness/gate/human.h"

namespace loadgate {
namespace {

// Enough for the metadata of nearly any real model to be one group, its whole
// vocabulary included.
constexpr size_t kGroupRows = 512;
constexpr size_t kGroupBytes = size_t{1} << 23;

// One odd cell must not push a column off the screen; it stands out instead.
constexpr size_t kWidestColumn = 48;

void Widen(const std::vector<std::vector<std::string>>& rows,
           std::vector<size_t>* widths) {
  for (const std::vector<std::string>& row : rows) {
    widths->resize(std::max(widths->size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      const size_t width = std::min(DisplayColumns(row[i]), kWidestColumn);
      (*widths)[i] = std::max((*widths)[i], width);
    }
  }
}

}  // namespace

TextTable::TextTable(size_t indent, TextSink sink)
    : indent_(indent), sink_(std::move(sink)) {}

void TextTable::Row(std::vector<std::string> cells) {
  if (row_open_ || rows_.size() == kGroupRows || held_bytes_ > kGroupBytes) {
    EndGroup();
  }
  for (const std::string& cell : cells) held_bytes_ += cell.size();
  rows_.push_back(std::move(cells));
}

void TextTable::Append(std::string_view more) {
  if (row_open_) {
    sink_(more);
    return;
  }
  if (rows_.empty() || rows_.back().empty()) return;
  rows_.back().back() += more;
  held_bytes_ += more.size();
  if (held_bytes_ > kGroupBytes) Print();
}

void TextTable::Flush() {
  EndGroup();
  widths_.clear();
}

void TextTable::EndGroup() {
  Print();
  if (row_open_) sink_("\n");
  row_open_ = false;
}

void TextTable::Print() {
  Widen(rows_, &widths_);
  for (const std::vector<std::string>& row : rows_) {
    std::string line = row_open_ ? "\n" : "";
    line.append(indent_, ' ');
    for (size_t i = 0; i < row.size(); ++i) {
      line += row[i];
      if (i + 1 == row.size()) break;
      const size_t width = DisplayColumns(row[i]);
      line.append(width < widths_[i] ? widths_[i] - width : 0, ' ');
      line += "  ";
    }
    sink_(line);
    row_open_ = true;
  }
  rows_.clear();
  held_bytes_ = 0;
}

}  // namespace loadgate
