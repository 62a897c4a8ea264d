#include "harness/gate/inspect_json.h"

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "harness/gate/input_json.h"
#include "harness/gate/json_text.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

constexpr std::array<std::string_view, 3> kSections = {"metadata", "tensors",
                                                       "layout"};

class InspectJson : public InspectWriter {
 public:
  InspectJson(std::string path, TextSink sink, std::string sandbox,
              std::vector<std::string> files)
      : sink_(std::move(sink)), sandbox_(std::move(sandbox)) {
    head_.path = std::move(path);
    head_.files = NamedFiles(std::move(files));
  }

  void Add(const Record& record) override {
    std::visit([this](const auto& r) { Show(r); }, record);
    sink_(json_.Take());
  }

  void End(const InputReport& report) override {
    OpenSection(kSections.size());
    json_.Key("verdict");
    json_.String(VerdictName(report.verdict));
    WriteFindings(report, json_);
    json_.EndObject();
    sink_(json_.Take() + "\n");
  }

 private:
  void Show(const FormatRecord& record) {
    head_.format = record.format;
    head_.size = record.size;
    head_.expected_size = record.expected_size;
  }

  // Kept until the next section begins: there are only a few.
  void Show(const SummaryFact& fact) { head_.summary.push_back(fact); }
  void Show(const HeaderRecord& record) { head_.header = record; }
  void Show(const FileRecord& record) { TellFile(record, &head_.files); }

  void Begin() {
    json_.StartObject();
    json_.Key("loadgate");
    WriteLoadgate(json_, sandbox_);
    json_.Key("path");
    json_.String(head_.path);
    json_.Key("format");
    json_.String(head_.format);
    WriteSize(head_, json_);
    WriteHeader(head_.header, json_);
    WriteFiles(head_, json_);
    WriteSummary(head_, json_);
    begun_ = true;
  }

  // Closes what is open and opens section number `wanted`, with an empty list
  // for each one passed over; the number behind the last only closes.
  void OpenSection(size_t wanted) {
    FinishPair();
    if (!begun_) {
      Begin();
      StartSection();
    }
    while (section_ < wanted) {
      json_.EndArray();
      ++section_;
      StartSection();
    }
  }

  // How much of the member before is missing.
  void Left(std::string_view key, uint64_t left) {
    if (left == 0) return;
    json_.Key(key);
    json_.Number(left);
  }

  // The file that holds what the open object is about.
  void ShowHolder(std::optional<uint32_t> file) {
    if (!file.has_value() || *file >= head_.files.size()) return;
    json_.Key("file");
    json_.String(head_.files[*file].name);
  }

  void StartSection() {
    if (section_ >= kSections.size()) return;
    json_.Key(kSections[section_]);
    json_.StartArray();
  }

  void Show(const KeyValueRecord& pair) {
    OpenSection(0);
    json_.StartObject();
    ShowHolder(pair.file);
    json_.Key("key");
    json_.String(pair.key);
    Left("key_left", pair.key_left);
    json_.Key("type");
    json_.String(pair.type);
    json_.Key("offset");
    json_.Number(pair.offset);
    json_.Key("bytes");
    json_.Number(pair.bytes);
    if (pair.is_array) {
      json_.Key("count");
      json_.Number(pair.count);
    }
    json_.Key("value");
    if (pair.is_array) json_.StartArray();
    pair_ = pair;
    shown_ = 0;
    cut_bytes_ = 0;
  }

  void Show(const ArrayChunk& chunk) {
    bool joins = chunk.joins;
    for (const ScalarValue& value : chunk.values) {
      const auto* text = std::get_if<TextPiece>(&value);
      if (joins && text != nullptr && text_left_.has_value()) {
        json_.TextPart(text->bytes);
        text_left_ = text->left;
      } else {
        FinishText();
        ShowValue(value);
      }
      joins = false;
    }
  }

  void ShowValue(const ScalarValue& value) {
    ++shown_;
    const auto* text = std::get_if<TextPiece>(&value);
    if (text != nullptr && text->left > 0) {
      json_.BeginText();
      json_.TextPart(text->bytes);
      text_left_ = text->left;
    } else {
      json_.Value(value);
    }
  }

  // Ends a text that may have come in pieces. They were written as they came:
  // a worker that sends them without end takes no memory here.
  void FinishText() {
    if (!text_left_.has_value()) return;
    cut_bytes_ = SaturatingAdd(cut_bytes_, *text_left_);
    json_.EndText();
    text_left_.reset();
  }

  // Ends the value that is being written.
  void FinishPair() {
    if (!pair_.has_value()) return;
    FinishText();
    if (pair_->is_array) {
      json_.EndArray();
    } else if (shown_ == 0) {
      json_.Null();
    }
    if (pair_->is_array && pair_->count > shown_) {
      json_.Key("left_out");
      json_.Number(pair_->count - shown_);
    }
    if (cut_bytes_ > 0) {
      json_.Key("cut_bytes");
      json_.Number(cut_bytes_);
    }
    json_.EndObject();
    pair_.reset();
  }

  void Show(const TensorRecord& tensor) {
    OpenSection(1);
    json_.StartObject();
    ShowHolder(tensor.file);
    json_.Key("name");
    json_.String(tensor.name);
    Left("name_left", tensor.name_left);
    if (!tensor.type.empty()) {
      json_.Key("type");
      json_.String(tensor.type);
    }
    if (tensor.shape.has_value()) {
      json_.Key("shape");
      json_.StartArray();
      for (const uint64_t dimension : *tensor.shape) json_.Number(dimension);
      json_.EndArray();
      Left("shape_left", tensor.shape_left);
    }
    json_.Key("info_offset");
    json_.Number(tensor.info_offset);
    if (tensor.data_offset.has_value()) {
      json_.Key("begin");
      json_.Number(*tensor.data_offset);
    }
    if (tensor.data_offset.has_value() && tensor.bytes.has_value()) {
      json_.Key("end");
      json_.Number(*tensor.data_offset + *tensor.bytes);
    }
    if (tensor.bytes.has_value()) {
      json_.Key("bytes");
      json_.Number(*tensor.bytes);
    }
    json_.EndObject();
  }

  void Show(const RegionRecord& region) {
    OpenSection(2);
    json_.StartObject();
    json_.Key("what");
    json_.String(region.kind);
    json_.Key("begin");
    json_.Number(region.begin);
    json_.Key("end");
    json_.Number(region.end);
    json_.EndObject();
  }

  // Nobody who asks for names inspects.
  void Show(const ShardNameRecord&) {}

  // Both are written by End, from the report.
  void Show(const Finding&) {}
  void Show(const EndRecord&) {}

  TextSink sink_;
  std::string sandbox_;
  JsonText json_;
  InputReport head_;
  bool begun_ = false;
  size_t section_ = 0;
  std::optional<KeyValueRecord> pair_;  // The pair whose value is coming.
  uint64_t shown_ = 0;                  // How many of its values have come.
  uint64_t cut_bytes_ = 0;
  // How much is still to come of a text of which more may come.
  std::optional<uint64_t> text_left_;
};

}  // namespace

std::unique_ptr<InspectWriter> MakeInspectJson(std::string path, TextSink sink,
                                               std::string sandbox,
                                               std::vector<std::string> files) {
  return std::make_unique<InspectJson>(std::move(path), std::move(sink),
                                       std::move(sandbox), std::move(files));
}

}  // namespace loadgate
