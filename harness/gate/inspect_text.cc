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
constexpr std::string_view kEllipsis = "...";

// Escaped text, made fit to stand between double quotes.
std::string InQuotes(std::string_view escaped) {
  std::string out;
  for (const char c : escaped) {
    if (c == '"') out += '\\';
    out += c;
  }
  return out;
}

std::string NumberOrUnknown(std::optional<uint64_t> number) {
  return number.has_value() ? absl::StrFormat("%u", *number) : "?";
}

// A name, and how many bytes of it are not there.
std::string NameText(std::string_view name, uint64_t left) {
  std::string text = EscapedQuoted(name);
  if (left > 0) text += absl::StrFormat("... %u more bytes", left);
  return text;
}

std::string ShapeText(const std::vector<uint64_t>& shape, uint64_t left) {
  std::string text = "[";
  for (const uint64_t dimension : shape) {
    if (text.size() > 1) text += ", ";
    text += absl::StrFormat("%u", dimension);
  }
  if (left > 0) text += absl::StrFormat(", ... %u more", left);
  return text + "]";
}

class InspectText : public InspectWriter {
 public:
  InspectText(InspectTextOptions options, TextSink sink)
      : options_(std::move(options)), sink_(sink), table_(2, std::move(sink)) {}

  void Add(const Record& record) override {
    std::visit([this](const auto& r) { Show(r); }, record);
  }

  void End(const InputReport& report) override {
    FinishPair();
    table_.Flush();
    if (!section_.empty()) sink_("\n");
    sink_(VerdictLine(report, options_.style));
    if (report.verdict != Verdict::kAccept && shows_content_) {
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
    // It stands there already, as the size.
    if (fact.name == "file_size" && size_.has_value()) return;
    if (fact.group == "types") Section("types", {"type", "bytes"});
    const auto* number = std::get_if<uint64_t>(&fact.value);
    table_.Row(
        {Escaped(fact.name), number != nullptr
                                 ? absl::StrFormat("%u", *number)
                                 : Escaped(std::get<std::string>(fact.value))});
  }

  void Show(const FileRecord& file) {
    Section("files", {"file", "bytes"});
    table_.Row({HolderText(file.number), absl::StrFormat("%u", file.size)});
  }

  // The name of the file of that number.
  std::string HolderText(std::optional<uint32_t> file) const {
    return file.has_value() && *file < options_.files.size()
               ? EscapedQuoted(options_.files[*file])
               : "?";
  }

  // A row of what is in the input; of a set it begins with the file.
  std::vector<std::string> Held(std::string holder,
                                std::vector<std::string> cells) const {
    if (!options_.files.empty()) cells.insert(cells.begin(), std::move(holder));
    return cells;
  }

  void Show(const KeyValueRecord& pair) {
    Section("metadata", Held("file", {"key", "type", "value"}));
    shows_content_ = true;
    table_.Row(Held(HolderText(pair.file),
                    {NameText(pair.key, pair.key_left), Escaped(pair.type),
                     pair.is_array ? "[" : ""}));
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
      table_.Append(InQuotes(Escaped(text->bytes)));
      text_cut_ = text->left > 0;
      return;
    }
    const bool is_array = pair_.has_value() && pair_->is_array;
    std::string shown =
        EscapedPrefix(text->bytes, is_array ? kShownOfElement : kShownOfValue);
    const bool cut_here = shown != Escaped(text->bytes);
    if (cut_here) shown.resize(shown.size() - kEllipsis.size());
    table_.Append(InQuotes(shown));
    text_cut_ = cut_here || text->left > 0;
  }

  // The ellipsis stands behind the quote: in front of it, it is the file's.
  void CloseText() {
    if (!text_open_) return;
    table_.Append("\"");
    if (text_cut_) table_.Append(kEllipsis);
    text_open_ = false;
    text_cut_ = false;
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
    Section("tensors",
            Held("file", {"name", "type", "shape", "begin", "end", "bytes"}));
    shows_content_ = true;
    std::optional<uint64_t> end;
    if (tensor.data_offset.has_value() && tensor.bytes.has_value()) {
      end = *tensor.data_offset + *tensor.bytes;
    }
    table_.Row(Held(
        HolderText(tensor.file),
        {NameText(tensor.name, tensor.name_left),
         tensor.type.empty() ? "?" : Escaped(tensor.type),
         tensor.shape.has_value() ? ShapeText(*tensor.shape, tensor.shape_left)
                                  : "?",
         NumberOrUnknown(tensor.data_offset), NumberOrUnknown(end),
         NumberOrUnknown(tensor.bytes)}));
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

  // Of no matter to what is in the file.
  void Show(const HeaderRecord&) {}
  void Show(const ShardNameRecord&) {}

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
  bool text_cut_ = false;
  bool shows_content_ = false;  // Whether any pair or tensor was shown.
};

}  // namespace

std::unique_ptr<InspectWriter> MakeInspectText(InspectTextOptions options,
                                               TextSink sink) {
  return std::make_unique<InspectText>(std::move(options), std::move(sink));
}

}  // namespace loadgate
