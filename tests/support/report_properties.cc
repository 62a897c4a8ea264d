#include "tests/support/report_properties.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "harness/gate/input_report.h"
#include "harness/gate/inspect_json.h"
#include "harness/gate/inspect_text.h"
#include "harness/gate/report_json.h"
#include "harness/gate/report_jsonl.h"
#include "harness/gate/report_text.h"
#include "harness/gate/verdict.h"
#include "tests/naive/json.h"
#include "tests/support/printed_text.h"
#include "tests/support/report_script.h"

namespace loadgate::testing_support {
namespace {

using naive::json::Document;
using naive::json::Value;

// --- JSON -------------------------------------------------------------------

// The member `key` of an object, or nullptr.
const Value* Member(const Document& json, const Value& object,
                    std::string_view key) {
  for (const naive::json::Member& member : object.members) {
    if (member.key == key) return &json.values[member.value];
  }
  return nullptr;
}

// Whether the member `key` is a string that unescapes to `raw`.
bool Says(const Document& json, const Value& object, std::string_view key,
          std::string_view raw) {
  const Value* value = Member(json, object, key);
  return value != nullptr && value->kind == naive::json::Kind::kString &&
         Unescaped(value->text) == raw;
}

// What is wrong with the list of the files of a set.
std::string BrokenFiles(const Document& json, const Value& object,
                        const std::vector<ReportedFile>& files) {
  const Value* list = Member(json, object, "files");
  if (files.empty()) return list == nullptr ? "" : "files of a file alone";
  if (list == nullptr || list->members.size() != files.size()) {
    return "another number of files";
  }
  for (size_t i = 0; i < files.size(); ++i) {
    const Value& value = json.values[list->members[i].value];
    const Value* size = Member(json, value, "size");
    const bool same_size =
        files[i].size.has_value()
            ? size != nullptr && size->text == std::to_string(*files[i].size)
            : size == nullptr;
    if (!same_size || !Says(json, value, "name", files[i].name)) {
      return "another file";
    }
  }
  return "";
}

// What is wrong with the names of the files that hold what `inspect` lists.
std::string BrokenHolders(const Document& json, const Value& object,
                          const Reply& reply) {
  std::vector<std::optional<uint32_t>> holders;
  for (const Record& record : reply.records) {
    const auto* pair = std::get_if<KeyValueRecord>(&record);
    const auto* tensor = std::get_if<TensorRecord>(&record);
    if (pair != nullptr) holders.push_back(pair->file);
    if (tensor != nullptr) holders.push_back(tensor->file);
  }
  size_t i = 0;
  for (const char* key : {"metadata", "tensors"}) {
    const Value* list = Member(json, object, key);
    if (list == nullptr) return "no list of what it holds";
    for (const naive::json::Member& member : list->members) {
      const Value& value = json.values[member.value];
      if (i == holders.size()) return "more than it holds";
      const std::optional<uint32_t> file = holders[i++];
      if (file.has_value() ? !Says(json, value, "file", reply.files[*file])
                           : Member(json, value, "file") != nullptr) {
        return "another holder";
      }
    }
  }
  return i == holders.size() ? "" : "less than it holds";
}

// What is wrong with an object about one input.
std::string BrokenObject(const Document& json, const Value& object,
                         const InputReport& report) {
  if (!Says(json, object, "path", report.path)) return "another path";
  if (!Says(json, object, "format", report.format)) return "another format";
  if (!Says(json, object, "verdict", VerdictName(report.verdict))) {
    return "another verdict";
  }
  std::string broken = BrokenFiles(json, object, report.files);
  if (!broken.empty()) return broken;
  const Value* findings = Member(json, object, "findings");
  if (findings == nullptr ||
      findings->members.size() != report.findings.size()) {
    return "another number of findings";
  }
  for (size_t i = 0; i < report.findings.size(); ++i) {
    const Value& value = json.values[findings->members[i].value];
    const Finding& finding = report.findings[i];
    const Value* offset = Member(json, value, "offset");
    if (!Says(json, value, "code", CodeName(finding.code)) ||
        !Says(json, value, "where", finding.where) ||
        !Says(json, value, "message", finding.message) || offset == nullptr ||
        offset->text != std::to_string(finding.offset)) {
      return "another finding";
    }
  }
  return "";
}

Document Parse(const std::string& text) {
  return naive::json::Parse(text, 127);
}

std::string BrokenJson(const Document& json) {
  if (!json.ok) {
    return "it is no JSON: " + json.reason + " at " +
           std::to_string(json.offset);
  }
  for (const Value& value : json.values) {
    if (value.kind != naive::json::Kind::kString) continue;
    if (value.text.find('\n') != std::string::npos) return "a string has lines";
    const std::string broken = BrokenPrintedText(value.text);
    if (!broken.empty()) return broken;
  }
  return "";
}

// --- The run ----------------------------------------------------------------

// Everything that is known of one input.
struct Judged {
  Reply reply;
  InputReport report;
};

bool Speaks(const Record& record) {
  const auto* finding = std::get_if<Finding>(&record);
  return finding != nullptr &&
         (finding->severity == Severity::kError ||
          RuleOf(finding->code).kind == RuleKind::kUndecided);
}

// The verdict that a reply comes to.
Verdict VerdictOf(const Reply& reply) {
  const auto* end = reply.records.empty()
                        ? nullptr
                        : std::get_if<EndRecord>(&reply.records.back());
  if (end == nullptr || !reply.more.empty()) return Verdict::kUndecided;
  const bool contradicted =
      end->verdict == Verdict::kAccept &&
      std::any_of(reply.records.begin(), reply.records.end(), Speaks);
  return contradicted ? Verdict::kUndecided : end->verdict;
}

std::string Without(std::string text, std::string_view part) {
  for (size_t at = 0; (at = text.find(part, at)) != std::string::npos;) {
    text.erase(at, part.size());
  }
  return text;
}

class Run {
 public:
  explicit Run(std::string_view script)
      // Of each byte an escape makes five at most; of a record a line of a
      // table, or an object.
      : most_(4096 + 12 * script.size() +
              400 * static_cast<size_t>(
                        1 + std::count(script.begin(), script.end(), '\n'))) {
    ReportScript read = ReadReportScript(script);
    ignored_ = std::move(read.ignored);
    for (Reply& reply : read.replies) {
      InputCollector collector(reply.path, reply.files);
      for (const Record& record : reply.records) collector.Add(record);
      for (const Record& record : reply.more) collector.Add(record);
      // Every row of a table begins with the name of a file.
      size_t longest = 0;
      for (const std::string& name : reply.files) {
        longest = std::max(longest, name.size());
      }
      most_ += 12 * longest * reply.records.size();
      inputs_.push_back({std::move(reply), std::move(collector).Take()});
    }
  }

  std::string Broken() {
    for (const Judged& input : inputs_) {
      if (input.report.verdict != VerdictOf(input.reply)) {
        return "a reply comes to another verdict";
      }
      tally_.Add(input.report.verdict);
    }
    for (size_t i = 0; i < ignored_.size(); ++i) tally_.AddIgnored();
    std::string broken;
    for (const bool color : {false, true}) {
      if (broken.empty()) broken = BrokenTextReport(color);
      for (const bool all : {false, true}) {
        if (broken.empty()) broken = BrokenInspectText(color, all);
      }
    }
    if (broken.empty()) broken = BrokenJsonReport();
    if (broken.empty()) broken = BrokenJsonLines();
    if (broken.empty()) broken = BrokenInspectJson();
    return broken.empty() ? "" : broken + "\n" + text_;
  }

 private:
  TextSink Sink() {
    text_.clear();
    return [this](std::string_view text) { text_ += text; };
  }

  std::string Report(ReportWriter& writer) {
    writer.Begin();
    for (const Judged& input : inputs_) writer.Input(input.report);
    for (const std::string& path : ignored_) writer.Ignored(path);
    writer.End(tally_);
    return text_;
  }

  std::string Inspect(const Judged& input, InspectWriter& writer) {
    for (const Record& record : input.reply.records) writer.Add(record);
    writer.End(input.report);
    return text_;
  }

  std::string BrokenPrint(std::string text, bool color) const {
    if (text.size() > most_) return "it is longer than what it tells";
    if (color) {
      for (const char* start : {"\x1b[1;31m", "\x1b[1;32m", "\x1b[1;33m",
                                "\x1b[1;36m", "\x1b[0m"}) {
        text = Without(std::move(text), start);
      }
    }
    return BrokenPrintedText(text);
  }

  std::string BrokenTextReport(bool color) {
    const auto writer = MakeTextReport({.color = color}, Sink());
    const std::string text = Report(*writer);
    const std::string broken = BrokenPrint(text, color);
    if (!broken.empty()) return "the text report: " + broken;
    size_t heads = 0;
    for (size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
      if (text.compare(at, 2, "  ") != 0) ++heads;
    }
    return heads == inputs_.size() + 1
               ? ""
               : "the text report has " + std::to_string(heads) +
                     " lines that are not indented";
  }

  std::string BrokenInspectText(bool color, bool all) {
    for (const Judged& input : inputs_) {
      const auto writer = MakeInspectText(
          {.style = {.color = color}, .all = all, .files = input.reply.files},
          Sink());
      const std::string broken = BrokenPrint(Inspect(input, *writer), color);
      if (!broken.empty()) return "inspect's tables: " + broken;
    }
    return "";
  }

  std::string BrokenJsonReport() {
    const auto writer = MakeJsonReport(Sink());
    const std::string text = Report(*writer);
    std::string broken = BrokenPrint(text, false);
    const Document json = Parse(text);
    if (broken.empty()) broken = BrokenJson(json);
    if (!broken.empty()) return "the JSON report: " + broken;
    const Value* inputs = Member(json, json.values[0], "inputs");
    const Value* ignored = Member(json, json.values[0], "ignored");
    if (inputs == nullptr || inputs->members.size() != inputs_.size() ||
        ignored == nullptr || ignored->members.size() != ignored_.size()) {
      return "the JSON report has another number of inputs or ignored files";
    }
    for (size_t i = 0; i < inputs_.size(); ++i) {
      broken = BrokenObject(json, json.values[inputs->members[i].value],
                            inputs_[i].report);
      if (!broken.empty()) return "the JSON report has " + broken;
    }
    return "";
  }

  std::string BrokenJsonLines() {
    const auto writer = MakeJsonLinesReport(Sink());
    const std::string text = Report(*writer);
    std::string broken = BrokenPrint(text, false);
    if (!broken.empty()) return "JSON Lines: " + broken;
    size_t at = 0;
    for (const Judged& input : inputs_) {
      const size_t end = text.find('\n', at);
      if (end == std::string::npos) return "JSON Lines: a line is missing";
      const Document json = Parse(text.substr(at, end - at));
      broken = BrokenJson(json);
      if (broken.empty()) {
        broken = BrokenObject(json, json.values[0], input.report);
      }
      if (!broken.empty()) return "JSON Lines: " + broken;
      at = end + 1;
    }
    return at == text.size() ? "" : "JSON Lines: a line too many";
  }

  std::string BrokenInspectJson() {
    for (const Judged& input : inputs_) {
      const auto writer =
          MakeInspectJson(input.report.path, Sink(), "none", input.reply.files);
      const std::string text = Inspect(input, *writer);
      std::string broken = BrokenPrint(text, false);
      const Document json = Parse(text);
      if (broken.empty()) broken = BrokenJson(json);
      if (broken.empty()) {
        broken = BrokenObject(json, json.values[0], input.report);
      }
      if (broken.empty()) {
        broken = BrokenHolders(json, json.values[0], input.reply);
      }
      if (!broken.empty()) return "inspect's JSON: " + broken;
    }
    return "";
  }

  size_t most_;
  std::vector<std::string> ignored_;
  std::vector<Judged> inputs_;
  Tally tally_;
  std::string text_;
};

}  // namespace

std::string BrokenReportProperty(std::string_view script) {
  return Run(script).Broken();
}

}  // namespace loadgate::testing_support
