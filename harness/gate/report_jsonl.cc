#include "harness/gate/report_jsonl.h"

#include <utility>

#include "harness/gate/json_text.h"

namespace loadgate {
namespace {

class JsonLinesReport : public ReportWriter {
 public:
  explicit JsonLinesReport(TextSink sink) : sink_(std::move(sink)) {}

  void Begin() override {}
  void Input(const InputReport& input) override {
    sink_(InputObject(input) + "\n");
  }
  void Ignored(std::string_view) override {}
  void End(const Tally&) override {}

 private:
  TextSink sink_;
};

}  // namespace

std::unique_ptr<ReportWriter> MakeJsonLinesReport(TextSink sink) {
  return std::make_unique<JsonLinesReport>(std::move(sink));
}

}  // namespace loadgate
