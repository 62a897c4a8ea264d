#include "tests/support/record_properties.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "harness/gate/input_report.h"
#include "harness/gate/record.h"
#include "harness/gate/record_decoder.h"
#include "harness/gate/record_encoder.h"
#include "harness/gate/reply_budget.h"
#include "harness/gate/reply_format.h"
#include "tests/support/finding_equality.h"
#include "tests/support/report_script.h"

namespace loadgate::testing_support {
namespace {

using Records = std::vector<Record>;

std::string Encoded(const Records& records) {
  std::string bytes;
  for (const Record& record : records) EncodeRecord(record, &bytes);
  return bytes;
}

// --- caps -------------------------------------------------------------------

bool Fits(const FormatRecord& r) { return r.format.size() <= kMaxWord; }
bool Fits(const HeaderRecord&) { return true; }
bool Fits(const FileRecord&) { return true; }
bool Fits(const SummaryFact& r) {
  const auto* text = std::get_if<std::string>(&r.value);
  return r.group.size() <= kMaxWord && r.name.size() <= kMaxWord &&
         (text == nullptr || text->size() <= kMaxWord);
}
bool Fits(const KeyValueRecord& r) {
  return r.key.size() <= kMaxKey && r.type.size() <= kMaxWord &&
         (r.is_array || r.count == 1);
}
bool Fits(const ArrayChunk& r) {
  return !r.values.empty() && r.values.size() <= kMaxChunkValues &&
         std::ranges::all_of(r.values, [](const ScalarValue& value) {
           const auto* text = std::get_if<TextPiece>(&value);
           return text == nullptr || text->bytes.size() <= kMaxTextPiece;
         });
}
bool Fits(const TensorRecord& r) {
  return r.name.size() <= kMaxTensorName && r.type.size() <= kMaxWord &&
         (!r.shape.has_value() || r.shape->size() <= kMaxDimensions);
}
bool Fits(const RegionRecord& r) { return r.kind.size() <= kMaxWord; }
bool Fits(const ShardNameRecord& r) {
  return !r.name.empty() && r.name.size() <= kMaxShardName;
}
bool Fits(const Finding& r) {
  return r.where.size() <= kMaxWhere && r.message.size() <= kMaxMessage;
}
bool Fits(const EndRecord&) { return true; }

bool WithinCaps(const Record& record) {
  return std::visit([](const auto& r) { return Fits(r); }, record);
}

// --- bytes ------------------------------------------------------------------

// The first line of an input.
struct Request {
  ReplyLimits limits;
  std::vector<size_t> pieces;
};

constexpr std::string_view kLimitLetters = "rbfms";

Request ReadRequest(std::string_view line) {
  Request request{.limits = kCheckReply, .pieces = {}};
  if (line.starts_with("inspect")) request.limits = kInspectReply;
  if (line.starts_with("names")) {
    request.limits = NamesReply(kCheckReply.findings);
  }
  while (!line.empty()) {
    std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(word.size() + 1, line.size()));
    const char letter = word.empty() ? ' ' : word.front();
    const bool is_limit = kLimitLetters.find(letter) != std::string_view::npos;
    if (is_limit) word.remove_prefix(1);
    uint64_t number = 0;
    for (const char c : word.substr(0, 5)) {
      if (c >= '0' && c <= '9') {
        number = number * 10 + static_cast<uint64_t>(c - '0');
      }
    }
    if (letter == 'r') request.limits.records = number;
    if (letter == 'b') request.limits.bytes = number;
    if (letter == 'f') request.limits.findings = number;
    if (letter == 'm') request.limits.names = static_cast<uint32_t>(number);
    if (letter == 's') request.limits.files = static_cast<uint32_t>(number);
    if (!is_limit && number > 0) {
      request.pieces.push_back(static_cast<size_t>(number));
    }
  }
  return request;
}

// What comes of bytes.
struct Outcome {
  Records records;
  ReplyState fed = ReplyState::kGoingOn;
  ReplyState end = ReplyState::kGoingOn;
  std::string broken;
};

// Feeds the bytes in pieces of these lengths, over and over.
Outcome Decode(std::string_view bytes, const ReplyLimits& limits,
               const std::vector<size_t>& pieces) {
  Outcome out;
  ReplyDecoder decoder(
      limits, [&out](const Record& record) { out.records.push_back(record); });
  for (size_t i = 0; !bytes.empty(); ++i) {
    const std::string_view piece = bytes.substr(0, pieces[i % pieces.size()]);
    const ReplyState before = out.fed;
    out.fed = decoder.Feed(AsBytes(piece));
    if (IsFault(before) && out.fed != before) out.broken = "a fault went away";
    bytes.remove_prefix(piece.size());
  }
  out.end = decoder.Finish();
  const size_t delivered = out.records.size();
  if (IsFault(out.end) &&
      (decoder.Feed(AsBytes(Encoded({FormatRecord{}}))) != out.end ||
       out.records.size() != delivered)) {
    out.broken = "a fault was forgotten";
  }
  return out;
}

bool SameOutcome(const Outcome& a, const Outcome& b) {
  return a.fed == b.fed && a.end == b.end && a.broken == b.broken &&
         a.records.size() == b.records.size() &&
         Encoded(a.records) == Encoded(b.records);
}

// Whether the end is the last record and no other is one.
bool EndsOnce(const Records& records) {
  const auto is_end = [](const Record& record) {
    return std::holds_alternative<EndRecord>(record);
  };
  return !records.empty() && is_end(records.back()) &&
         std::ranges::count_if(records, is_end) == 1;
}

std::string BrokenStates(const Outcome& out, std::string_view bytes) {
  const std::string delivered = Encoded(out.records);
  if (!bytes.starts_with(delivered)) return "a record that was not sent so";
  if (out.fed == ReplyState::kEnded) {
    if (delivered != bytes) return "an end that is not the end";
    if (!EndsOnce(out.records)) return "an end without its record";
  }
  if (out.fed != ReplyState::kGoingOn) {
    return out.end == out.fed ? "" : "a state that did not stay";
  }
  const ReplyState missing =
      bytes.empty() ? ReplyState::kNoReply : ReplyState::kCutShort;
  return out.end == missing ? "" : "no end, and no fault";
}

// How many of the records are of kind T.
template <typename T>
uint64_t CountOf(const Records& records) {
  return static_cast<uint64_t>(std::ranges::count_if(
      records,
      [](const Record& record) { return std::holds_alternative<T>(record); }));
}

std::string BrokenCaps(const Outcome& out, const ReplyLimits& limits) {
  if (!std::ranges::all_of(out.records, WithinCaps)) return "a cap passed";
  return out.records.size() > limits.records ||
                 Encoded(out.records).size() > limits.bytes ||
                 CountOf<Finding>(out.records) > limits.findings ||
                 CountOf<ShardNameRecord>(out.records) > limits.names ||
                 CountOf<FileRecord>(out.records) > limits.files
             ? "a limit passed"
             : "";
}

std::string BrokenFiles(const Outcome& out, uint32_t files) {
  const auto is_held = [files](std::optional<uint32_t> file) {
    return file.has_value() ? *file < files : files == 0;
  };
  std::optional<uint32_t> last;
  for (const Record& record : out.records) {
    if (const auto* file = std::get_if<FileRecord>(&record)) {
      if (file->number >= files) return "a file that is none of the set's";
      if (last.has_value() && file->number <= *last) return "a file twice";
      last = file->number;
    }
    const auto* pair = std::get_if<KeyValueRecord>(&record);
    const auto* tensor = std::get_if<TensorRecord>(&record);
    if ((pair != nullptr && !is_held(pair->file)) ||
        (tensor != nullptr && !is_held(tensor->file))) {
      return "a part in a file that there is not";
    }
  }
  return "";
}

std::string BrokenVerdict(const Outcome& out, uint32_t files) {
  InputCollector collector("x", std::vector<std::string>(std::min(files, 64u)));
  for (const Record& record : out.records) collector.Add(record);
  if (collector.shard_names().size() != CountOf<ShardNameRecord>(out.records)) {
    return "names that were not kept";
  }
  const InputReport report = std::move(collector).Take();
  if (report.verdict == Verdict::kUndecided) return "";
  const bool judged = std::holds_alternative<FormatRecord>(out.records.front());
  return judged && EndsOnce(out.records) ? "" : "an unfounded verdict";
}

std::string BrokenReply(std::string_view line, std::string_view bytes) {
  const Request request = ReadRequest(line);
  const Outcome whole = Decode(bytes, request.limits, {bytes.size() + 1});
  if (!whole.broken.empty()) return whole.broken;
  std::vector<std::vector<size_t>> ways = {{1}};
  if (!request.pieces.empty()) ways.push_back(request.pieces);
  for (const std::vector<size_t>& pieces : ways) {
    if (!SameOutcome(whole, Decode(bytes, request.limits, pieces))) {
      return "pieces that come to something else";
    }
  }
  const uint32_t files = request.limits.files;
  for (std::string broken :
       {BrokenStates(whole, bytes), BrokenCaps(whole, request.limits),
        BrokenFiles(whole, files), BrokenVerdict(whole, files)}) {
    if (!broken.empty()) return broken;
  }
  return "";
}

// --- scripts ----------------------------------------------------------------

template <typename Float>
bool BothNan(const ScalarValue& a, const ScalarValue& b) {
  const auto* x = std::get_if<Float>(&a);
  const auto* y = std::get_if<Float>(&b);
  return x != nullptr && y != nullptr && std::isnan(*x) && std::isnan(*y);
}

bool SameValue(const ScalarValue& a, const ScalarValue& b) {
  return a == b || BothNan<float>(a, b) || BothNan<double>(a, b);
}

bool SameRecord(const Record& a, const Record& b) {
  const auto* x = std::get_if<ArrayChunk>(&a);
  const auto* y = std::get_if<ArrayChunk>(&b);
  if (x == nullptr || y == nullptr) return a == b;
  return x->joins == y->joins &&
         std::ranges::equal(x->values, y->values, SameValue);
}

// What a script can do wrong, or leave out.
bool MayBeScripts(ReplyState state) {
  switch (state) {
    case ReplyState::kEnded:
    case ReplyState::kNoReply:
    case ReplyState::kCutShort:
    case ReplyState::kFactTwice:  // Two names that are the same once cut.
    case ReplyState::kTooManyFacts:
    case ReplyState::kTooManyFindings:
    case ReplyState::kTooManyNames:
    case ReplyState::kTooManyValues:
    case ReplyState::kBadJoin:
      return true;
    default:
      return false;
  }
}

// The most that a script's reply may be.
ReplyLimits LimitsOf(const Reply& reply) {
  ReplyLimits limits = kInspectReply;
  if (reply.is_names) limits = NamesReply(kCheckReply.findings);
  limits.files = static_cast<uint32_t>(reply.files.size());
  return limits;
}

std::string BrokenRecords(const Records& records, const ReplyLimits& limits) {
  const Outcome out = Decode(Encoded(records), limits, {65536});
  if (!MayBeScripts(out.end)) {
    return "the encoder's own: " + std::string(ReplyStateText(out.end));
  }
  if (out.end == ReplyState::kEnded && out.records.size() != records.size()) {
    return "another number of records";
  }
  for (size_t i = 0; i < out.records.size(); ++i) {
    if (WithinCaps(records[i]) && !SameRecord(out.records[i], records[i])) {
      return "another record";
    }
  }
  return "";
}

// What is sent of these findings under caps that they may well pass.
std::string BrokenBudget(const Records& records) {
  const FormatRecord format;
  std::vector<Finding> findings;
  EndRecord end;
  for (const Record& record : records) {
    if (const auto* f = std::get_if<Finding>(&record)) findings.push_back(*f);
    if (const auto* e = std::get_if<EndRecord>(&record)) end = *e;
  }
  const Records around = {format, end};
  ReplyLimits limits = kCheckReply;
  limits.bytes = Encoded(around).size() + 7 * findings.size() * records.size();
  limits.findings = records.size() / 2;
  const EndRecord before = end;
  const size_t all = findings.size();
  KeepWhatFits(limits, Encoded({format}).size(), &findings, &end);
  if (end.verdict != before.verdict) return "another verdict";
  if (end.omitted < before.omitted ||
      (end.omitted != UINT64_MAX &&
       end.omitted - before.omitted != all - findings.size())) {
    return "a finding that is neither sent nor counted";
  }
  Records sent = {format};
  for (Finding& finding : findings) sent.emplace_back(std::move(finding));
  sent.emplace_back(end);
  const Outcome out = Decode(Encoded(sent), limits, {65536});
  return out.end == ReplyState::kEnded ? "" : "what fits does not fit";
}

std::string BrokenScript(std::string_view text) {
  for (const Reply& reply : ReadReportScript(text).replies) {
    Records records = {FormatRecord{}};
    if (!reply.records.empty() &&
        std::holds_alternative<FormatRecord>(reply.records.front())) {
      records.clear();
    }
    records.insert(records.end(), reply.records.begin(), reply.records.end());
    for (std::string broken :
         {BrokenRecords(records, LimitsOf(reply)), BrokenBudget(records)}) {
      if (!broken.empty()) return broken;
    }
  }
  return "";
}

}  // namespace

std::string BrokenRecordProperty(std::string_view input) {
  const std::string_view line = input.substr(0, input.find('\n'));
  input.remove_prefix(std::min(line.size() + 1, input.size()));
  return line == "script" ? BrokenScript(input) : BrokenReply(line, input);
}

}  // namespace loadgate::testing_support
