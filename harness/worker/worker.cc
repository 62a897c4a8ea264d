#include "harness/worker/worker.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "harness/gate/input_report.h"
#include "harness/gate/text_pieces.h"
#include "harness/worker/digesting_source.h"
#include "harness/worker/worker_safetensors.h"
#include "loadgate/byte_source.h"
#include "loadgate/checked_math.h"
#include "loadgate/gguf_file.h"
#include "loadgate/judge.h"

namespace loadgate {
namespace {

// What of a value is sent where not all of it is wanted.
constexpr uint64_t kFirstElements = 6;

// How many elements one record carries.
constexpr size_t kChunkElements = 1024;

// Sends one pair's value in chunks.
class ValueSender {
 public:
  ValueSender(bool all, const RecordSink& sink) : all_(all), sink_(sink) {}

  void Send(const GgufKeyValue& pair) {
    GgufElements elements = pair.elements();
    const uint64_t wanted =
        all_ ? pair.count() : std::min(pair.count(), kFirstElements);
    for (uint64_t i = 0; i < wanted; ++i) {
      if (!SendNext(elements, pair.element_type())) break;
    }
    Flush();
  }

 private:
  template <typename T, typename As>
  bool SendAs(GgufElements& elements) {
    T value{};
    if (!elements.Next(&value)) return false;
    Add(static_cast<As>(value), sizeof(value));
    return true;
  }

  bool SendNext(GgufElements& elements, GgufValueType type) {
    switch (type) {
      case GgufValueType::kU8:
        return SendAs<uint8_t, uint64_t>(elements);
      case GgufValueType::kI8:
        return SendAs<int8_t, int64_t>(elements);
      case GgufValueType::kU16:
        return SendAs<uint16_t, uint64_t>(elements);
      case GgufValueType::kI16:
        return SendAs<int16_t, int64_t>(elements);
      case GgufValueType::kU32:
        return SendAs<uint32_t, uint64_t>(elements);
      case GgufValueType::kI32:
        return SendAs<int32_t, int64_t>(elements);
      case GgufValueType::kF32:
        return SendAs<float, float>(elements);
      case GgufValueType::kBool:
        return SendAs<bool, bool>(elements);
      case GgufValueType::kString:
        return SendText(elements);
      case GgufValueType::kU64:
        return SendAs<uint64_t, uint64_t>(elements);
      case GgufValueType::kI64:
        return SendAs<int64_t, int64_t>(elements);
      case GgufValueType::kF64:
        return SendAs<double, double>(elements);
      case GgufValueType::kArray:
        break;
    }
    return false;
  }

  bool SendText(GgufElements& elements) {
    std::string_view text;
    if (!elements.Next(&text)) return false;
    const size_t piece = all_ ? kTextChunkBytes : kFirstTextBytes;
    bool joins = false;
    do {
      const size_t length = WholeCharacters(text, piece);
      std::string bytes(text.substr(0, length));
      text.remove_prefix(length);
      if (joins) Flush();
      chunk_.joins |= joins;
      Add(TextPiece{.bytes = std::move(bytes), .left = text.size()}, length);
      joins = true;
    } while (all_ && !text.empty());
    return true;
  }

  void Add(ScalarValue value, size_t bytes) {
    if (chunk_bytes_ + bytes > 2 * kTextChunkBytes) Flush();
    chunk_.values.push_back(std::move(value));
    chunk_bytes_ += bytes;
    const bool full = chunk_.values.size() >= kChunkElements ||
                      chunk_bytes_ >= kTextChunkBytes;
    // A text of which more is to come ends its chunk in SendText.
    if (full) Flush();
  }

  void Flush() {
    if (!chunk_.values.empty()) sink_(chunk_);
    chunk_ = ArrayChunk();
    chunk_bytes_ = 0;
  }

  bool all_;
  const RecordSink& sink_;
  ArrayChunk chunk_;
  size_t chunk_bytes_ = 0;
};

std::string TypeName(const GgufTensor& tensor) {
  if (tensor.type != nullptr) return std::string(tensor.type->name);
  return absl::StrFormat("type %u", tensor.type_id);
}

// How long a tensor's data is; nullopt where it could not be worked out.
std::optional<uint64_t> BytesOf(const GgufTensor& tensor) {
  const std::span<const uint64_t> shape = tensor.Shape();
  const bool empty = std::find(shape.begin(), shape.end(), 0u) != shape.end();
  if (tensor.type == nullptr || (tensor.bytes == 0 && !empty)) {
    return std::nullopt;
  }
  return tensor.bytes;
}

void SendFacts(const GgufFile& file, const std::optional<uint64_t>& size,
               const RecordSink& sink) {
  const auto number = [&sink](std::string name, uint64_t value) {
    sink(SummaryFact{.group = "", .name = std::move(name), .value = value});
  };
  // Zero is no version: the file ends before it, or is not this far read.
  if (file.version() != 0) {
    number("version", file.version());
    sink(SummaryFact{
        .group = "",
        .name = "byte_order",
        .value = file.order() == ByteOrder::kLittle ? "little" : "big"});
  }
  number("alignment", file.alignment());
  number("key_values", file.key_value_count());
  number("tensors", file.tensor_count());
  number("header_bytes", file.header_bytes());
  if (file.layout_known()) {
    number("data_offset", file.data_offset());
    number("data_bytes", file.data_bytes());
  }
  if (size.has_value()) number("file_size", *size);
}

// The bytes that tensors of each type take together.
void SendTypes(const GgufFile& file, const RecordSink& sink) {
  std::map<std::string, uint64_t> bytes_of_type;
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    const std::optional<uint64_t> size = BytesOf(tensor);
    if (!size.has_value()) continue;
    uint64_t& bytes = bytes_of_type[TypeName(tensor)];
    // In a rejected file sizes can add up to anything.
    bytes = SaturatingAdd(bytes, *size);
  }
  for (const auto& [name, bytes] : bytes_of_type) {
    sink(SummaryFact{.group = "types", .name = name, .value = bytes});
  }
}

void SendMetadata(const GgufFile& file, bool all, const RecordSink& sink) {
  ValueSender sender(all, sink);
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const GgufKeyValue pair = file.key_value(i);
    sink(KeyValueRecord{.key = std::string(pair.key()),
                        .type = pair.TypeText(),
                        .is_array = pair.is_array(),
                        .count = pair.count(),
                        .offset = pair.offset(),
                        .bytes = pair.value_bytes()});
    sender.Send(pair);
  }
}

void SendTensors(const GgufFile& file, const RecordSink& sink) {
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    const std::span<const uint64_t> shape = tensor.Shape();
    std::optional<uint64_t> begin;
    if (file.layout_known()) {
      begin = CheckedAdd(file.data_offset(), tensor.offset);
    }
    if (begin.has_value() && !CheckedAdd(*begin, tensor.bytes).has_value()) {
      begin.reset();
    }
    sink(TensorRecord{.name = std::string(tensor.name),
                      .type = TypeName(tensor),
                      .shape = std::vector(shape.begin(), shape.end()),
                      .info_offset = tensor.info_offset,
                      .data_offset = begin,
                      .bytes = BytesOf(tensor)});
  }
}

void SendLayout(const GgufFile& file, const std::optional<uint64_t>& size,
                const RecordSink& sink) {
  const auto region = [&sink](std::string_view kind, uint64_t begin,
                              uint64_t end) {
    if (begin >= end) return;
    sink(RegionRecord{.kind = std::string(kind), .begin = begin, .end = end});
  };
  region("header", 0, file.header_bytes());
  if (!file.layout_known()) return;
  const std::optional<uint64_t> data_end =
      CheckedAdd(file.data_offset(), file.data_bytes());
  if (!data_end.has_value()) return;
  region("padding", file.header_bytes(), file.data_offset());
  region("data", file.data_offset(), *data_end);
  const uint64_t tail = file.tail_offset();
  region("padding", *data_end, tail);
  if (size.has_value()) region("tail", tail, *size);
}

void SendJudgement(const WorkerRequest& request, const Judgement& judgement,
                   const DigestingSource& source, const RecordSink& sink) {
  sink(FormatRecord{.format = std::string(FormatName(judgement.format)),
                    .size = judgement.size,
                    .expected_size = judgement.expected_size});
  // How much of a stream was taken before it was rejected is chance.
  if (judgement.size.has_value()) {
    sink(HeaderRecord{.bytes = source.bytes(), .sha256 = source.Digest()});
  }
  if (judgement.safetensors.has_value()) {
    SendSafetensors(*judgement.safetensors, judgement.size, request, sink);
  }
  if (!judgement.gguf.has_value()) return;
  const GgufFile& file = *judgement.gguf;
  SendFacts(file, judgement.size, sink);
  SendTypes(file, sink);
  if (!request.inspect) return;
  SendMetadata(file, request.all_values, sink);
  SendTensors(file, sink);
  SendLayout(file, judgement.size, sink);
}

// Bytes that could not be had leave the input undecided, whatever was found in
// those that could.
void SendFailure(const WorkerRequest& request, const absl::Status& status,
                 const RecordSink& sink) {
  const std::string why(status.message());
  sink(FormatRecord{.format = "unknown",
                    .size = request.size,
                    .expected_size = std::nullopt});
  const Code code =
      absl::IsDataLoss(status) ? Code::kInputChanged : Code::kInputNotReadable;
  sink(MakeFinding(code, absl::StrFormat("Reading broke off: %s.", why)));
  sink(EndRecord{.verdict = Verdict::kUndecided, .omitted = 0});
}

}  // namespace

void RunWorker(const WorkerRequest& request, int fd, const HashKey& key,
               const RecordSink& sink) {
  FindingSink found(request.limits);
  const JudgeOptions options = {
      .limits = request.limits, .hash_key = key, .name = request.name};
  FileSource file(fd, request.size.value_or(0));
  StreamSource stream(fd);
  DigestingSource source(request.size.has_value()
                             ? static_cast<ByteSource&>(file)
                             : static_cast<ByteSource&>(stream));
  const absl::StatusOr<Judgement> judgement = Judge(source, options, &found);
  if (!judgement.ok()) {
    SendFailure(request, judgement.status(), sink);
    return;
  }
  SendJudgement(request, *judgement, source, sink);
  for (const Finding& finding : found.Findings()) sink(finding);
  sink(EndRecord{.verdict = found.verdict(), .omitted = found.omitted()});
}

}  // namespace loadgate
