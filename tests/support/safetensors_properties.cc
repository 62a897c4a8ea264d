#include "tests/support/safetensors_properties.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "loadgate/safetensors_reader.h"
#include "tests/naive/wide.h"
#include "tests/support/finding_properties.h"

namespace loadgate::testing_support {
namespace {

using naive::Wide;
using naive::safetensors::BitsOfDtype;
using naive::safetensors::Judgement;

constexpr HashKey kKey = {.k0 = 0x0706050403020100, .k1 = 0x0f0e0d0c0b0a0908};
constexpr size_t kSmallFile = 128;

// Through a pointer the compiler cannot see through: the bytes are freed right
// afterwards, and it would leave out a plain memset.
void Poison(std::span<std::byte> bytes) {
  static void* (*const volatile fill)(void*, int, size_t) = std::memset;
  if (!bytes.empty()) fill(bytes.data(), 0xEE, bytes.size());
}

// What is wrong with an answer to `present` of `size` bytes.
std::string FaultOf(const ReadResult& result, uint64_t present, bool size_known,
                    uint64_t size) {
  if (result.status == ReadStatus::kNeedSize) {
    return size_known ? "asks for a size that it was given" : "";
  }
  if (result.status != ReadStatus::kNeedBytes) return "";
  if (result.need <= present) return "asks for no more than it was given";
  if (size_known && result.need > size) return "asks for more than there is";
  return "";
}

// A file that arrives.
class Arrival {
 public:
  Arrival(ByteSpan file, const SafetensorsFeeding& feeding)
      : file_(file),
        feeding_(feeding),
        most_(std::min<uint64_t>(file.size(), feeding.limits.header_bytes)),
        size_known_(feeding.size_known),
        sink_(feeding.limits),
        reader_(feeding.limits, kKey) {}

  SafetensorsOutcome Run() {
    do {
      ReadOnce();
    } while (GoOn());
    return Finish();
  }

 private:
  void ReadOnce();
  bool GoOn();
  void MoveHeader();
  SafetensorsOutcome Finish();

  ByteSpan file_;
  const SafetensorsFeeding& feeding_;
  uint64_t most_;
  uint64_t present_ = 0;
  bool size_known_;
  FindingSink sink_;
  SafetensorsReader reader_;
  ReadResult result_;
  SafetensorsOutcome out_;
};

void Arrival::ReadOnce() {
  const auto size = size_known_ ? std::optional<uint64_t>(file_.size())
                                : std::optional<uint64_t>();
  result_ = feeding_.in_place ? reader_.ReadInPlace(out_.header, size, &sink_)
                              : reader_.Read(out_.header, size, &sink_);
  out_.fault = FaultOf(result_, present_, size_known_, file_.size());
}

// Gives what is wanted next; false when the reader is done or at fault.
bool Arrival::GoOn() {
  if (!out_.fault.empty()) return false;
  if (result_.status == ReadStatus::kNeedSize) {
    size_known_ = true;
    // What was unescaped in place stays where it is.
    if (!feeding_.in_place) MoveHeader();
    return true;
  }
  if (result_.status != ReadStatus::kNeedBytes) return false;
  if (present_ == file_.size()) {
    size_known_ = true;
    return true;
  }
  if (present_ == most_) {
    out_.fault = "wants to read past its limit";
    return false;
  }
  present_ += std::min(feeding_.step, most_ - present_);
  MoveHeader();
  return true;
}

void Arrival::MoveHeader() {
  const ByteSpan first = file_.first(static_cast<size_t>(present_));
  std::vector<std::byte> moved(first.begin(), first.end());
  out_.header.swap(moved);
  Poison(moved);
}

SafetensorsOutcome Arrival::Finish() {
  out_.status = result_.status;
  out_.verdict = sink_.verdict();
  out_.findings = sink_.Findings();
  out_.omitted = sink_.omitted();
  const uint64_t header_end =
      std::min<uint64_t>(reader_.wanted().value_or(0), present_);
  const ByteSpan data =
      ByteSpan(out_.header).subspan(static_cast<size_t>(header_end));
  if (!std::equal(data.begin(), data.end(),
                  file_.subspan(static_cast<size_t>(header_end)).begin())) {
    out_.fault = "writes to bytes behind the header";
  }
  out_.file = out_.status == ReadStatus::kParsed
                  ? std::move(reader_).TakeFile(out_.header)
                  : std::move(reader_).TakePartial(out_.header);
  // A copy's views must not be of the caller's bytes.
  if (!feeding_.in_place) Poison(out_.header);
  return std::move(out_);
}

// Reads every byte and every number that `file` shows.
uint64_t Touch(const SafetensorsFile& file) {
  uint64_t sum = 0;
  const auto add = [&sum](std::string_view text) {
    for (const char c : text) sum += static_cast<unsigned char>(c);
  };
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const SafetensorsTensor tensor = file.tensor(i);
    add(tensor.name);
    if (tensor.dtype != nullptr) add(tensor.dtype->name);
    for (const uint64_t dim : tensor.shape) sum += dim;
    sum += tensor.begin + tensor.end;
  }
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    const auto [key, value] = file.metadata(i);
    add(key);
    add(value);
  }
  return sum;
}

std::string BrokenTensor(const SafetensorsTensor& tensor,
                         const naive::safetensors::Tensor& expected) {
  if (tensor.name != expected.name) return "has another name";
  if (tensor.dtype == nullptr) return "has no dtype";
  if (tensor.dtype->name != expected.dtype) return "has another dtype";
  if (tensor.shape != expected.shape) return "has another shape";
  if (tensor.begin != expected.begin || tensor.end != expected.end) {
    return "lies elsewhere";
  }
  if (tensor.dtype->bits != BitsOfDtype(expected.dtype)) {
    return "has elements of another size";
  }
  Wide elements = 1;
  for (const uint64_t dim : tensor.shape) {
    elements *= dim;
    if (elements > UINT64_MAX) return "is larger than any file";
  }
  if (elements * tensor.dtype->bits !=
      Wide{tensor.end} * 8 - Wide{tensor.begin} * 8) {
    return "has another size in 128 bits";
  }
  return "";
}

std::string BrokenTensors(const SafetensorsFile& file,
                          const Judgement& expected) {
  if (file.tensor_count() != expected.tensors.size()) {
    return "there are other tensors";
  }
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const naive::safetensors::Tensor& wanted = expected.tensors[i];
    std::string broken = BrokenTensor(file.tensor(i), wanted);
    const auto found = file.FindTensor(wanted.name);
    if (broken.empty() && !found) broken = "is not found by its name";
    if (broken.empty()) broken = BrokenTensor(*found, wanted);
    if (!broken.empty()) return "tensor " + wanted.name + " " + broken;
  }
  return "";
}

std::string BrokenFile(const SafetensorsFile& file, uint64_t size,
                       const Judgement& expected) {
  if (file.header_bytes() != file.data_offset() ||
      Wide{file.data_offset()} + file.data_bytes() != size) {
    return "header and data are not the whole file";
  }
  if (file.metadata_count() != expected.metadata.size()) {
    return "there is other metadata";
  }
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    const auto [key, value] = file.metadata(i);
    const auto& [wanted_key, wanted_value] = expected.metadata[i];
    if (key != wanted_key) return "a metadata key is not " + wanted_key;
    if (value != wanted_value) return "metadata " + wanted_key + " differs";
  }
  return BrokenTensors(file, expected);
}

std::string BrokenOutcome(ByteSpan file, const SafetensorsOutcome& outcome,
                          const Judgement& expected) {
  if (!outcome.fault.empty()) return outcome.fault;
  const bool parsed = outcome.status == ReadStatus::kParsed;
  if (!parsed && outcome.status != ReadStatus::kFindings) {
    return "there is no answer";
  }
  if (parsed != (outcome.verdict == Verdict::kAccept)) {
    return "status and verdict do not agree";
  }
  volatile uint64_t seen = Touch(*outcome.file);
  static_cast<void>(seen);
  std::string broken =
      BrokenFindings(outcome.findings, outcome.verdict, file.size());
  if (!broken.empty() || outcome.verdict == Verdict::kUndecided) return broken;
  if (parsed != expected.accept) {
    return "the naive reader says " +
           (expected.accept ? "accept"
                            : "reject, " + expected.reason + " at " +
                                  std::to_string(expected.offset));
  }
  return parsed ? BrokenFile(*outcome.file, file.size(), expected) : "";
}

// Whether both came to the same. A stream that is not accepted may be told so
// in other words: what is missing is not known while the size is not.
bool Agree(const SafetensorsOutcome& whole, const SafetensorsOutcome& other,
           const SafetensorsFeeding& feeding) {
  if (!feeding.size_known && whole.verdict != Verdict::kAccept) {
    return other.verdict == whole.verdict;
  }
  return OutcomeText(other) == OutcomeText(whole);
}

// The ways to read `file`, the plainest first.
std::vector<SafetensorsFeeding> FeedingsOf(ByteSpan file,
                                           const Limits& limits) {
  const uint64_t part = std::max<uint64_t>(7, file.size() / 8);
  std::vector<SafetensorsFeeding> feedings = {
      {},
      {.in_place = true},
      {.size_known = false, .in_place = true},
      {.step = part, .size_known = false},
      {.step = part, .in_place = true},
  };
  if (file.size() <= kSmallFile) {
    feedings.push_back({.step = 1});
    feedings.push_back({.step = 1, .size_known = false, .in_place = true});
  }
  for (SafetensorsFeeding& feeding : feedings) feeding.limits = limits;
  return feedings;
}

std::string FeedingText(const SafetensorsFeeding& feeding) {
  return "step " + std::to_string(feeding.step) +
         (feeding.size_known ? ", size known" : ", size unknown") +
         (feeding.in_place ? ", in place: " : ", copied: ");
}

}  // namespace

SafetensorsOutcome FeedSafetensors(ByteSpan file,
                                   const SafetensorsFeeding& feeding) {
  return Arrival(file, feeding).Run();
}

std::string OutcomeText(const SafetensorsOutcome& outcome) {
  std::string text(VerdictName(outcome.verdict));
  text += "\n";
  for (const Finding& finding : outcome.findings) {
    text += std::string(CodeName(finding.code)) + " at " +
            std::to_string(finding.offset) + " in " + finding.where + ": " +
            finding.message + "\n";
  }
  return text + std::to_string(outcome.omitted) + " more\n" + outcome.fault;
}

Judgement JudgeSafetensorsNaively(ByteSpan file) {
  std::vector<uint8_t> bytes;
  bytes.reserve(file.size());
  for (const std::byte byte : file) {
    bytes.push_back(std::to_integer<uint8_t>(byte));
  }
  return naive::safetensors::JudgeSafetensors(bytes);
}

std::string BrokenSafetensorsProperty(ByteSpan file, const Limits& limits) {
  const Judgement expected = JudgeSafetensorsNaively(file);
  const SafetensorsOutcome whole = FeedSafetensors(file, {.limits = limits});
  for (const SafetensorsFeeding& feeding : FeedingsOf(file, limits)) {
    const SafetensorsOutcome outcome = FeedSafetensors(file, feeding);
    std::string broken = BrokenOutcome(file, outcome, expected);
    if (broken.empty() && !Agree(whole, outcome, feeding)) {
      broken = "it comes to another end than\n" + OutcomeText(whole);
    }
    if (!broken.empty()) {
      return FeedingText(feeding) + broken + "\n" + OutcomeText(outcome);
    }
  }
  return "";
}

}  // namespace loadgate::testing_support
