#include "harness/gate/report_json.h"

#include <string>
#include <utility>
#include <vector>

#include "harness/gate/input_json.h"
#include "harness/gate/json_text.h"

namespace loadgate {
namespace {

class JsonReport : public ReportWriter {
 public:
  JsonReport(TextSink sink, std::string sandbox)
      : sink_(std::move(sink)), sandbox_(std::move(sandbox)) {}

  void Begin() override {
    JsonText json;
    WriteLoadgate(json, sandbox_);
    sink_("{\"loadgate\":" + json.Take() + ",\n\"inputs\":[");
  }

  void Input(const InputReport& input) override {
    sink_((first_ ? "\n" : ",\n") + InputObject(input));
    first_ = false;
  }

  void Ignored(std::string_view path) override { ignored_.emplace_back(path); }

  void End(const Tally& tally) override {
    JsonText ignored;
    ignored.StartArray();
    for (const std::string& path : ignored_) ignored.String(path);
    ignored.EndArray();
    sink_("],\n\"ignored\":" + ignored.Take() +
          ",\n\"counts\":" + Counts(tally) + "}\n");
  }

 private:
  static std::string Counts(const Tally& tally) {
    JsonText json;
    json.StartObject();
    json.Key("accept");
    json.Number(tally.accepted());
    json.Key("reject");
    json.Number(tally.rejected());
    json.Key("undecided");
    json.Number(tally.undecided());
    json.Key("ignored");
    json.Number(tally.ignored() + tally.ignored_folders());
    json.EndObject();
    return json.Take();
  }

  TextSink sink_;
  std::string sandbox_;
  bool first_ = true;
  std::vector<std::string> ignored_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonReport(TextSink sink,
                                             std::string sandbox) {
  return std::make_unique<JsonReport>(std::move(sink), std::move(sandbox));
}

}  // namespace loadgate
