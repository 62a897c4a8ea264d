#include "tests/support/report_script.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "harness/gate/reply_format.h"

namespace loadgate::testing_support {
namespace {

// The front part of `*text` up to `end`, which goes with it.
std::string_view Cut(std::string_view* text, char end) {
  const std::string_view part = text->substr(0, text->find(end));
  text->remove_prefix(std::min(part.size() + 1, text->size()));
  return part;
}

// The fields of one line.
class Fields {
 public:
  explicit Fields(std::string_view line) : rest_(line) {}

  std::string Text() {
    std::string_view field = Cut(&rest_, '\t');
    std::string text;
    while (!field.empty()) {
      const size_t plain = std::min(field.find('\\'), field.size());
      text += field.substr(0, plain);
      field.remove_prefix(plain);
      if (field.empty()) break;
      text += MeaningOf(field.substr(1, 1));
      field.remove_prefix(std::min<size_t>(2, field.size()));
    }
    return text;
  }

  std::optional<uint64_t> NumberOrUnknown() {
    return ToNumber(Cut(&rest_, '\t'));
  }
  uint64_t Number() { return NumberOrUnknown().value_or(0); }

  std::optional<std::vector<uint64_t>> Shape() {
    std::string_view field = Cut(&rest_, '\t');
    if (field == "-") return std::nullopt;
    std::vector<uint64_t> shape;
    while (!field.empty()) {
      shape.push_back(ToNumber(Cut(&field, ',')).value_or(0));
    }
    return shape;
  }

 private:
  static char MeaningOf(std::string_view letter) {
    if (letter == "n") return '\n';
    if (letter == "t") return '\t';
    if (letter == "0") return '\0';
    return '\\';
  }

  static std::optional<uint64_t> ToNumber(std::string_view digits) {
    if (digits.empty()) return std::nullopt;
    uint64_t number = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      number = number * 10 + static_cast<uint64_t>(c - '0');
    }
    return number;
  }

  std::string_view rest_;
};

Code CodeOf(const std::string& text) {
  if (const Rule* rule = FindRule(text)) return rule->code;
  const uint64_t number = Fields(text).Number();
  return AllRules()[number % AllRules().size()].code;
}

Verdict VerdictOf(const std::string& text) {
  if (text == "a") return Verdict::kAccept;
  return text == "r" ? Verdict::kReject : Verdict::kUndecided;
}

ScalarValue ValueOf(const std::string& kind, Fields& fields) {
  if (kind == "u") return fields.Number();
  if (kind == "i") return std::bit_cast<int64_t>(fields.Number());
  if (kind == "f") {
    return std::bit_cast<float>(static_cast<uint32_t>(fields.Number()));
  }
  if (kind == "d") return std::bit_cast<double>(fields.Number());
  if (kind == "b") return fields.Number() != 0;
  std::string bytes = fields.Text();
  return TextPiece{.bytes = std::move(bytes), .left = fields.Number()};
}

// A reply as it comes.
class ReplyBuilder {
 public:
  explicit ReplyBuilder(std::string path) { reply_.path = std::move(path); }

  void Add(char letter, Fields fields) {
    switch (letter) {
      case 'F':
        if (format_.empty()) AddFormat(fields);
        break;
      case 'S':
        AddFact(fields);
        break;
      case 'K':
        AddPair(fields);
        break;
      case 'V':
        AddValue(fields);
        break;
      case 'T':
        AddTensor(fields);
        break;
      case 'R':
        AddRegion(fields);
        break;
      case 'M':
        reply_.files.push_back(fields.Text());
        break;
      case 'D':
        AddFile(fields);
        break;
      case 'N':
        AddName(fields);
        break;
      case 'E':
        AddFinding(fields);
        break;
      case '.':
        AddEnd(fields);
        break;
      default:
        break;
    }
  }

  Reply Take() && {
    reply_.is_names = !names_.empty();
    if (reply_.is_names) {
      reply_.files.clear();
      MoveParts({&format_, &names_, &findings_});
    } else {
      AddFacts();
      AddFiles();
      AddHolders();
      MoveParts({&format_, &files_, &pairs_, &tensors_, &regions_, &findings_});
    }
    if (end_.has_value()) reply_.records.push_back(*end_);
    return std::move(reply_);
  }

 private:
  void MoveParts(std::initializer_list<std::vector<Record>*> parts) {
    for (std::vector<Record>* part : parts) {
      std::ranges::move(*part, std::back_inserter(reply_.records));
    }
  }

  // Facts of one group come one after another.
  void AddFacts() {
    for (const auto& [group, facts] : facts_) {
      for (const SummaryFact& fact : facts) {
        const bool is_group = group.empty() && facts_.contains(fact.name);
        if (!is_group) format_.push_back(fact);
      }
    }
  }

  // The number of a file of the set, whatever a field says; nullopt if there is
  // none.
  std::optional<uint32_t> FileOf(uint64_t field) const {
    if (reply_.files.empty()) return std::nullopt;
    return static_cast<uint32_t>(field % reply_.files.size());
  }

  void AddFiles() {
    std::map<uint32_t, FileRecord> told;
    for (const auto& [field, file] : told_) {
      if (const std::optional<uint32_t> number = FileOf(field)) {
        told.emplace(*number, file).first->second.number = *number;
      }
    }
    for (const auto& [number, file] : told) files_.push_back(file);
  }

  void AddHolders() {
    for (const auto& [pair, field] : pair_files_) {
      std::get<KeyValueRecord>(pairs_[pair]).file = FileOf(field);
    }
    for (size_t i = 0; i < tensors_.size(); ++i) {
      std::get<TensorRecord>(tensors_[i]).file = FileOf(tensor_files_[i]);
    }
  }

  void AddFormat(Fields& fields) {
    FormatRecord record;
    record.format = fields.Text();
    record.size = fields.NumberOrUnknown();
    record.expected_size = fields.NumberOrUnknown();
    format_.push_back(std::move(record));
  }

  void AddFact(Fields& fields) {
    SummaryFact fact;
    fact.group = fields.Text();
    fact.name = fields.Text();
    Fields number = fields;
    if (const auto value = number.NumberOrUnknown()) {
      fact.value = *value;
    } else {
      fact.value = fields.Text();
    }
    if (!fact_names_.insert({fact.group, fact.name}).second) return;
    facts_[fact.group].push_back(std::move(fact));
  }

  void AddPair(Fields& fields) {
    KeyValueRecord pair;
    pair.key = fields.Text();
    pair.type = fields.Text();
    const std::optional<uint64_t> count = fields.NumberOrUnknown();
    pair.is_array = count.has_value();
    pair.count = count.value_or(1);
    pair.offset = fields.Number();
    pair.bytes = fields.Number();
    has_room_ = true;
    is_array_ = pair.is_array;
    goes_on_ = false;
    pair_files_.emplace_back(pairs_.size(), fields.Number());
    pairs_.push_back(std::move(pair));
  }

  void AddValue(Fields& fields) {
    const std::string kind = fields.Text();
    ArrayChunk chunk{.values = {ValueOf(kind, fields)}};
    const auto* text = std::get_if<TextPiece>(&chunk.values[0]);
    chunk.joins = text != nullptr && goes_on_ && fields.Number() == 1;
    if (!chunk.joins && !has_room_) return;
    has_room_ = is_array_;
    goes_on_ = text != nullptr && text->left > 0;
    pairs_.push_back(std::move(chunk));
  }

  void AddTensor(Fields& fields) {
    TensorRecord tensor;
    tensor.name = fields.Text();
    tensor.type = fields.Text();
    tensor.shape = fields.Shape();
    tensor.info_offset = fields.Number();
    tensor.data_offset = fields.NumberOrUnknown();
    tensor.bytes = fields.NumberOrUnknown();
    tensor_files_.push_back(fields.Number());
    tensors_.push_back(std::move(tensor));
  }

  void AddRegion(Fields& fields) {
    RegionRecord region;
    region.kind = fields.Text();
    region.begin = fields.Number();
    region.end = fields.Number();
    regions_.push_back(std::move(region));
  }

  void AddFile(Fields& fields) {
    const uint64_t number = fields.Number();
    FileRecord file;
    file.size = fields.Number();
    file.bytes = fields.Number();
    told_.emplace_back(number, file);
  }

  void AddName(Fields& fields) {
    std::string name = fields.Text().substr(0, kMaxShardName);
    if (!name.empty()) names_.push_back(ShardNameRecord{std::move(name)});
  }

  void AddFinding(Fields& fields) {
    const Code code = CodeOf(fields.Text());
    // In braces the fields are read from left to right.
    Finding finding{.code = code,
                    .severity = RuleOf(code).severity,
                    .offset = fields.Number(),
                    .where = fields.Text(),
                    .message = fields.Text()};
    (end_.has_value() ? reply_.more : findings_).push_back(std::move(finding));
  }

  void AddEnd(Fields& fields) {
    EndRecord end;
    end.verdict = VerdictOf(fields.Text());
    end.omitted = fields.Number();
    if (end_.has_value()) {
      reply_.more.push_back(end);
    } else {
      end_ = end;
    }
  }

  Reply reply_;
  std::vector<Record> format_;
  std::map<std::string, std::vector<SummaryFact>> facts_;  // By group.
  std::set<std::pair<std::string, std::string>> fact_names_;
  // What is told of files, behind the fields of their numbers; how many files
  // there are is known at the end alone.
  std::vector<std::pair<uint64_t, FileRecord>> told_;
  std::vector<std::pair<size_t, uint64_t>> pair_files_;
  std::vector<uint64_t> tensor_files_;
  std::vector<Record> files_;
  std::vector<Record> names_;
  std::vector<Record> pairs_;
  bool has_room_ = false;  // For a value of the last pair.
  bool is_array_ = false;
  bool goes_on_ = false;  // The last value is a text that goes on.
  std::vector<Record> tensors_;
  std::vector<Record> regions_;
  std::vector<Record> findings_;
  std::optional<EndRecord> end_;
};

}  // namespace

ReportScript ReadReportScript(std::string_view script) {
  ReportScript out;
  std::optional<ReplyBuilder> reply;
  while (!script.empty()) {
    std::string_view line = Cut(&script, '\n');
    const std::string_view letter = Cut(&line, '\t');
    Fields fields(line);
    if (letter == "I") {
      out.ignored.push_back(fields.Text());
    } else if (letter == "P") {
      if (reply.has_value()) out.replies.push_back(std::move(*reply).Take());
      reply.emplace(fields.Text());
    } else if (letter.size() == 1) {
      if (!reply.has_value()) reply.emplace("input");
      reply->Add(letter[0], fields);
    }
  }
  if (reply.has_value()) out.replies.push_back(std::move(*reply).Take());
  return out;
}

}  // namespace loadgate::testing_support
