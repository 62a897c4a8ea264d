#include "bench/report.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "absl/strings/str_format.h"

namespace loadgate::bench {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

std::string CellText(const Field& field) {
  if (const auto* text = std::get_if<std::string>(&field.value)) return *text;
  return absl::StrFormat("%.*f", field.decimals, std::get<double>(field.value));
}

std::string Heading(const Field& field) {
  std::string heading = field.name;
  std::replace(heading.begin(), heading.end(), '_', ' ');
  return heading;
}

// How wide each column must be. Names are in ASCII.
std::vector<size_t> Widths(const std::vector<Row>& rows) {
  std::vector<size_t> widths;
  for (const Field& field : rows.front()) widths.push_back(field.name.size());
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], CellText(row[i]).size());
    }
  }
  return widths;
}

// The first column holds names, the others numbers.
void PrintLine(const Row& row, const std::vector<size_t>& widths,
               std::string (*text_of)(const Field&)) {
  std::string line;
  for (size_t i = 0; i < row.size(); ++i) {
    const int width = static_cast<int>(widths[i]);
    line += absl::StrFormat("%*s  ", i == 0 ? -width : width, text_of(row[i]));
  }
  absl::PrintF("%s\n", line.substr(0, line.find_last_not_of(' ') + 1));
}

void Print(const Table& table) {
  absl::PrintF("\n%s\n\n", table.title);
  if (!table.rows.empty()) {
    const std::vector<size_t> widths = Widths(table.rows);
    PrintLine(table.rows.front(), widths, Heading);
    for (const Row& row : table.rows) PrintLine(row, widths, CellText);
  }
  std::fflush(stdout);
}

void WriteText(const std::string& text, JsonWriter& json) {
  json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void WriteRow(const Row& row, JsonWriter& json) {
  json.StartObject();
  for (const Field& field : row) {
    WriteText(field.name, json);
    if (const auto* text = std::get_if<std::string>(&field.value)) {
      WriteText(*text, json);
    } else {
      json.Double(std::get<double>(field.value));
    }
  }
  json.EndObject();
}

Row BarRow(const Bar& bar) {
  const bool skipped = !bar.skipped.empty();
  const std::string limit = absl::StrFormat(
      "%s %.1f", bar.at_least ? "at least" : "at most", bar.limit);
  const std::string result = skipped     ? bar.skipped
                             : bar.met() ? "pass"
                                         : "FAIL";
  Row row = {{"bar", bar.promise}, {"value", bar.value}, {"limit", limit}};
  if (skipped) row[1].value = std::string("-");
  row.push_back({"result", result});
  return row;
}

}  // namespace

void Report::SetFact(std::string name, std::string value) {
  facts_.emplace_back(std::move(name), std::move(value));
}

void Report::Add(Table table) {
  Print(table);
  tables_.push_back(std::move(table));
}

bool Report::FinishBars() {
  Table table = {.name = "bars", .title = "Bars", .rows = {}};
  for (const Bar& bar : bars_) table.rows.push_back(BarRow(bar));
  Add(std::move(table));
  return std::all_of(bars_.begin(), bars_.end(), [](const Bar& bar) {
    return !bar.skipped.empty() || bar.met();
  });
}

bool Report::WriteJson(const std::string& path) const {
  rapidjson::StringBuffer text;
  JsonWriter json(text);
  json.StartObject();
  for (const auto& [name, value] : facts_) {
    WriteText(name, json);
    WriteText(value, json);
  }
  for (const Table& table : tables_) {
    WriteText(table.name, json);
    json.StartArray();
    for (const Row& row : table.rows) WriteRow(row, json);
    json.EndArray();
  }
  json.EndObject();
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  const bool written = std::fwrite(text.GetString(), 1, text.GetSize(), file) ==
                           text.GetSize() &&
                       std::fputc('\n', file) != EOF;
  return std::fclose(file) == 0 && written;
}

}  // namespace loadgate::bench
