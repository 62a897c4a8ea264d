// Report: what was measured, as tables for people and as JSON.

#ifndef LOADGATE_BENCH_REPORT_H_
#define LOADGATE_BENCH_REPORT_H_

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace loadgate::bench {

// Field is one cell. `name` heads its column, with blanks for underscores, and
// is its key in the JSON; a number is shown with `decimals`.
struct Field {
  std::string name;
  std::variant<double, std::string> value;
  int decimals = 2;
};
using Row = std::vector<Field>;

// Table is one part of the report. Its rows have the same fields.
struct Table {
  std::string name;   // In the JSON.
  std::string title;  // For people.
  std::vector<Row> rows;
};

// Bar is a promise and what came of it.
struct Bar {
  std::string promise;
  double value = 0;
  double limit = 0;
  bool at_least = false;  // The value must not be below, not above, the limit.
  // Why it could not be measured, if so.
  std::string skipped = {};

  bool met() const { return at_least ? value >= limit : value <= limit; }
};

class Report {
 public:
  // SetFact notes something about the run, such as its date.
  void SetFact(std::string name, std::string value);

  // Add prints the table on standard output and keeps it for the JSON.
  void Add(Table table);

  // AddBar keeps a promise for the end.
  void AddBar(Bar bar) { bars_.push_back(std::move(bar)); }

  // FinishBars prints the promises as a table, and returns whether all that
  // were measured are kept.
  bool FinishBars();

  // WriteJson writes everything to a file and returns whether that worked.
  bool WriteJson(const std::string& path) const;

 private:
  std::vector<std::pair<std::string, std::string>> facts_;
  std::vector<Table> tables_;
  std::vector<Bar> bars_;
};

}  // namespace loadgate::bench

#endif  // LOADGATE_BENCH_REPORT_H_
