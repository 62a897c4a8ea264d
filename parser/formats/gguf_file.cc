#include "loadgate/gguf_file.h"

#include <algorithm>

#include "base/message.h"
#include "formats/gguf_metadata.h"
#include "formats/gguf_tail.h"
#include "formats/gguf_tensor_size.h"
#include "formats/gguf_tensors.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

void CheckPadding(const Probe& probe, ByteSpan bytes, const std::string& where,
                  FindingSink* sink) {
  const std::string_view text = AsText(bytes);
  const size_t first = text.find_first_not_of('\0');
  if (first == std::string_view::npos) return;
  sink->Report(Code::kGgufPaddingNotZero, probe.offset + first, [&] {
    const auto byte = static_cast<uint8_t>(text[first]);
    return FindingText{
        where,
        Message({"Byte ", Number(first), " of ", Count(text.size(), "byte"),
                 " of padding is ", Number(byte), ", not 0."})};
  });
}

GgufTail TailOf(const GgufFile& file, uint64_t file_size) {
  const uint64_t begin = std::min(file.tail_offset(), file_size);
  return GgufTail{.offset = begin,
                  .length = file_size - begin,
                  .alignment = file.alignment()};
}

}  // namespace

std::vector<uint64_t> GgufTensor::RowMajorShape() const {
  const std::span<const uint64_t> stored = Shape();
  return {stored.rbegin(), stored.rend()};
}

GgufKeyValue GgufFile::key_value(size_t i) const {
  LG_CHECK(i < key_value_count());
  return GgufPairAt(header_, tables_, tables_.key_values[i]);
}

std::optional<GgufKeyValue> GgufFile::FindKey(std::string_view key) const {
  const std::optional<uint32_t> i = tables_.key_index.Find(
      key, [this](uint32_t n) { return GgufKeyAt(header_, tables_, n); });
  if (!i.has_value()) return std::nullopt;
  return key_value(*i);
}

GgufTensor GgufFile::tensor(size_t i) const {
  LG_CHECK(i < tensor_count());
  const GgufTensorInfo info =
      GgufTensorInfoAt(header_, tables_.order, tables_.tensors[i]);
  const GgufTensorSize size = MeasureGgufTensor(info.ne, info.type);
  return GgufTensor{.name = info.name,
                    .n_dims = info.n_dims,
                    .ne = info.ne,
                    .type_id = info.type,
                    .type = FindGgmlType(info.type),
                    .offset = info.offset,
                    .elements = size.elements,
                    .bytes = size.bytes,
                    .info_offset = info.name_at};
}

std::optional<GgufTensor> GgufFile::FindTensor(std::string_view name) const {
  const std::optional<uint32_t> i =
      tables_.tensor_index.Find(name, [this](uint32_t n) {
        return GgufTensorInfoAt(header_, tables_.order, tables_.tensors[n])
            .name;
      });
  if (!i.has_value()) return std::nullopt;
  return tensor(*i);
}

std::vector<Probe> GgufFile::TailProbes(uint64_t file_size) const {
  if (!layout_known()) return {};
  return GgufTailProbes(TailOf(*this, file_size));
}

std::optional<Probe> GgufFile::CheckProbe(const Probe& probe, ByteSpan bytes,
                                          uint64_t file_size,
                                          FindingSink* sink) const {
  switch (probe.rule) {
    case ProbeRule::kHeaderPadding:
      CheckPadding(probe, bytes, "padding before the tensor data", sink);
      break;
    case ProbeRule::kTensorPadding:
      CheckPadding(probe, bytes,
                   "padding after " +
                       GgufTensorItem(probe.item, tensor(probe.item).name),
                   sink);
      break;
    case ProbeRule::kTailStart:
      return CheckGgufTailStart(TailOf(*this, file_size), bytes, sink);
    case ProbeRule::kTailPointed:
      CheckGgufTailPointed(TailOf(*this, file_size), bytes, sink);
      break;
    case ProbeRule::kTailEnd:
      CheckGgufTailEnd(TailOf(*this, file_size), bytes, sink);
      break;
  }
  return std::nullopt;
}

std::string GgufFile::LookupError(
    std::string_view key, GgufValueType wanted,
    const std::optional<GgufKeyValue>& found) const {
  if (!found.has_value()) {
    return Message({"key ", Quoted(key), " is missing, wanted as ",
                    GgufValueTypeName(wanted)});
  }
  return Message({"key ", Quoted(key), " is stored as ", found->TypeText(),
                  " at offset ", Number(found->offset()),
                  " and cannot be read as ", GgufValueTypeName(wanted)});
}

}  // namespace loadgate
