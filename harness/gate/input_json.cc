#include "harness/gate/input_json.h"

#include <variant>

#include "absl/strings/escaping.h"
#include "harness/gate/report_writer.h"
#include "loadgate/version.h"

namespace loadgate {

void WriteLoadgate(JsonText& json, std::string_view sandbox) {
  json.StartObject();
  json.Key("version");
  json.String(Version());
  json.Key("report");
  json.Number(kReportVersion);
  json.Key("sandbox");
  json.String(sandbox);
  json.EndObject();
}

void WriteFindings(const InputReport& input, JsonText& json) {
  json.Key("findings");
  json.StartArray();
  for (const Finding& finding : input.findings) {
    json.StartObject();
    json.Key("code");
    json.String(CodeName(finding.code));
    json.Key("severity");
    json.String(SeverityName(finding.severity));
    json.Key("offset");
    json.Number(finding.offset);
    json.Key("where");
    json.String(finding.where);
    json.Key("message");
    json.String(finding.message);
    json.EndObject();
  }
  json.EndArray();
  if (input.omitted == 0) return;
  json.Key("findings_omitted");
  json.Number(input.omitted);
}

void WriteSummary(const InputReport& input, JsonText& json) {
  json.Key("summary");
  json.StartObject();
  std::string_view group;
  for (const SummaryFact& fact : input.summary) {
    if (fact.group != group) {
      if (!group.empty()) json.EndObject();
      group = fact.group;
      if (!group.empty()) {
        json.Key(group);
        json.StartObject();
      }
    }
    json.Key(fact.name);
    if (const auto* number = std::get_if<uint64_t>(&fact.value)) {
      json.Number(*number);
    } else {
      json.String(std::get<std::string>(fact.value));
    }
  }
  if (!group.empty()) json.EndObject();
  json.EndObject();
}

void WriteSize(const InputReport& input, JsonText& json) {
  json.Key("size");
  if (input.size.has_value()) {
    json.Number(*input.size);
  } else {
    json.Null();
  }
  if (input.expected_size.has_value()) {
    json.Key("expected_size");
    json.Number(*input.expected_size);
  }
}

void WriteHeader(const std::optional<HeaderRecord>& header, JsonText& json) {
  if (!header.has_value()) return;
  json.Key("header");
  json.StartObject();
  json.Key("bytes");
  json.Number(header->bytes);
  json.Key("sha256");
  const auto& digest = header->sha256;
  json.String(absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char*>(digest.data()), digest.size())));
  json.EndObject();
}

void WriteFiles(const InputReport& input, JsonText& json) {
  if (input.files.empty()) return;
  json.Key("files");
  json.StartArray();
  for (const ReportedFile& file : input.files) {
    json.StartObject();
    json.Key("name");
    json.String(file.name);
    if (file.size.has_value()) {
      json.Key("size");
      json.Number(*file.size);
    }
    WriteHeader(file.header, json);
    json.EndObject();
  }
  json.EndArray();
}

std::string InputObject(const InputReport& input) {
  JsonText json;
  json.StartObject();
  json.Key("path");
  json.String(input.path);
  json.Key("format");
  json.String(input.format);
  WriteSize(input, json);
  WriteHeader(input.header, json);
  WriteFiles(input, json);
  json.Key("verdict");
  json.String(VerdictName(input.verdict));
  WriteFindings(input, json);
  WriteSummary(input, json);
  json.EndObject();
  return json.Take();
}

}  // namespace loadgate
