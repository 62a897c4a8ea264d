#include "harness/gate/report_jsonl.h"

#include <string>
#include <utility>

#include "harness/gate/input_json.h"
#include "harness/gate/json_text.h"

namespace loadgate {
namespace {

class JsonLinesReport : public ReportWriter {
 public:
  JsonLinesReport(TextSink sink, const std::string& sandbox)
      : sink_(std::move(sink)) {
    JsonText json;
    WriteLoadgate(json, sandbox);
    end_ = ",\"loadgate\":" + json.Take() + "}\n";
  }

  void Begin() override {}
  void Input(const InputReport& input) override {
    std::string line = InputObject(input);
    line.pop_back();  // The brace, behind one more member.
    sink_(line + end_);
  }
  void Ignored(std::string_view) override {}
  void End(const Tally&) override {}

 private:
  TextSink sink_;
  std::string end_;  // What ends every line.
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonLinesReport(TextSink sink,
                                                  std::string sandbox) {
  return std::make_unique<JsonLinesReport>(std::move(sink), sandbox);
}

}  // namespace loadgate
