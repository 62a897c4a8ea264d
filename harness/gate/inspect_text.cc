#include "harness/gate/inspect_text.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "harness/gate/human.h"
#include "harness/gate/json_text.h"
#include "harness/gate/text_table.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

// How much of a text is shown where not everything is.
constexpr size_t kShownOfValue = 60;
constexpr size_t kShownOfElement = 20;

std::string ShapeText(const std::vector<uint64_t>& shape) {
  std::string text = "[";
  for (const uint64_t dimension : shape) {
    if (text.size() > 1) text += ", ";
    text += absl::StrFormat("%u", dimension);
  }
  return text + "]";
}

class InspectText : public InspectWriter {
 public:
  InspectText(InspectTextOptions options, TextSink sink)
      : options_(options), sink_(sink), table_(2, std::move(sink)) {}

  void Add(const Record& record) override {
    std::visit([this](const auto& r) { Show(r); }, record);
  }

  void End(const InputReport& report) override {
    FinishPair();
    table_.Flush();
    if (!section_.empty()) sink_("\n");
    sink_(VerdictLine(report, options_.style));
    if (report.verdict != Verdict::kAccept && !section_.empty()) {
      sink_("  What is shown above is what could be read of it.\n");
    }
    sink_(FindingLines(report, options_.style));
  }

 private:
  void Section(std::string_view name, std::vector<std::string> heads) {
    FinishPair();
    if (section_ == name) return;
    table_.Flush();
    if (!section_.empty()) sink_("\n");
    section_ = name;
    sink_(absl::StrFormat("%s\n", name));
    if (!heads.empty()) table_.Row(std::move(heads));
  }

  void Show(const FormatRecord& record) {
    size_ = record.size;
    Section("summary", {});
    table_.Row({"format", Escaped(record.format)});
    if (size_.has_value()) {
      table_.Row({"size", absl::StrFormat("%u", *size_)});
    }
  }

  void Show(const SummaryFact& fact) {
    const std::string name =
        fact.group.empty() ? fact.name : fact.group + " " + fact.name;
    const auto* number = std::get_if<uint64_t>(&fact.value);
    table_.Row(
        {Escaped(name), number != nullptr
                            ? absl::StrFormat("%u", *number)
                            : Escaped(std::get<std::string>(fact.value))});
  }

  void Show(const KeyValueRecord& pair) {
    Section("metadata", {"key", "type", "value"});
    table_.Row(
        {Escaped(pair.key), Escaped(pair.type), pair.is_array ? "[" : ""});
    pair_ = pair;
    shown_ = 0;
  }

  void Show(const ArrayChunk& chunk) {
    bool joins = chunk.joins;
    for (const ScalarValue& value : chunk.values) {
      ShowValue(value, joins);
      joins = false;
    }
  }

  void ShowValue(const ScalarValue& value, bool joins) {
    if (!joins) {
      CloseText();
      if (shown_ > 0) table_.Append(", ");
      ++shown_;
    }
    const auto* text = std::get_if<TextPiece>(&value);
    if (text == nullptr) {
      table_.Append(ScalarText(value));
      return;
    }
    if (!joins) table_.Append("\"");
    text_open_ = true;
    if (options_.all) {
      table_.Append(Escaped(text->bytes));
      text_left_ = text->left;
      return;
    }
    const bool is_array = pair_.has_value() && pair_->is_array;
    const std::string shown =
        EscapedPrefix(text->bytes, is_array ? kShownOfElement : kShownOfValue);
    table_.Append(shown);
    const bool cut_here = shown.ends_with("...");
    text_left_ = cut_here ? 0 : text->left;
  }

  void CloseText() {
    if (!text_open_) return;
    table_.Append(text_left_ > 0 ? "...\"" : "\"");
    text_open_ = false;
    text_left_ = 0;
  }

  // Ends the value that is being shown.
  void FinishPair() {
    if (!pair_.has_value()) return;
    CloseText();
    if (pair_->is_array) {
      if (pair_->count > shown_) {
        table_.Append(absl::StrFormat("%s%u more", shown_ > 0 ? ", ... " : "",
                                      pair_->count - shown_));
      }
      table_.Append("]");
    }
    pair_.reset();
  }

  void Show(const TensorRecord& tensor) {
    Section("tensors", {"name", "type", "shape", "begin", "end", "bytes"});
    const bool known = tensor.data_offset.has_value();
    const uint64_t begin = tensor.data_offset.value_or(0);
    table_.Row({Escaped(tensor.name), Escaped(tensor.type),
                ShapeText(tensor.shape),
                known ? absl::StrFormat("%u", begin) : "?",
                known ? absl::StrFormat("%u", begin + tensor.bytes) : "?",
                absl::StrFormat("%u", tensor.bytes)});
  }

  void Show(const RegionRecord& region) {
    Section("layout", {"begin", "end", "bytes", "what"});
    std::string what = Escaped(region.kind);
    if (size_.has_value() && region.end > *size_) {
      what += absl::StrFormat(" (the file ends at %u)", *size_);
    }
    table_.Row({absl::StrFormat("%u", region.begin),
                absl::StrFormat("%u", region.end),
                absl::StrFormat("%u", region.end - region.begin), what});
  }

  // Both are shown by End, from the report.
  void Show(const Finding&) {}
  void Show(const EndRecord&) {}

  InspectTextOptions options_;
  TextSink sink_;
  TextTable table_;
  std::string_view section_;
  std::optional<uint64_t> size_;
  std::optional<KeyValueRecord> pair_;  // The pair whose value is coming.
  uint64_t shown_ = 0;                  // How many of its values have come.
  bool text_open_ = false;
  uint64_t text_left_ = 0;
};

}  // namespace

std::unique_ptr<InspectWriter> MakeInspectText(InspectTextOptions options,
                                               TextSink sink) {
  return std::make_unique<InspectText>(options, std::move(sink));
}

}  // namespace loadgate
