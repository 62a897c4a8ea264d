#include "loadgate/safetensors_file.h"

#include "formats/json_number.h"
#include "loadgate/check.h"

namespace loadgate {
namespace {

using Text = SafetensorsTables::Text;

std::string_view TextAt(ByteSpan bytes, Text at) {
  return AsText(bytes).substr(at.offset, at.length);
}

// The numbers of an array of `rank` plain sizes, which was read before.
std::vector<uint64_t> ReadSizes(std::string_view array, uint32_t rank) {
  constexpr std::string_view kDigits = "0123456789";
  std::vector<uint64_t> sizes;
  sizes.reserve(rank);
  while (sizes.size() < rank) {
    array.remove_prefix(array.find_first_of(kDigits));
    const size_t length = array.find_first_not_of(kDigits);
    const std::optional<uint64_t> size = ParseUnsigned(array.substr(0, length));
    LG_CHECK(size.has_value());
    sizes.push_back(*size);
    array.remove_prefix(length);
  }
  return sizes;
}

}  // namespace

SafetensorsTensor SafetensorsFile::tensor(size_t i) const {
  LG_CHECK(i < tensor_count());
  const SafetensorsTables::Entry& entry = tables_.entries[i];
  return SafetensorsTensor{
      .name = TextAt(bytes_, entry.name),
      .dtype = entry.dtype,
      .shape = ReadSizes(AsText(bytes_).substr(entry.shape_offset), entry.rank),
      .begin = entry.begin,
      .end = entry.end,
      .info_offset = uint64_t{entry.name.offset} - 1};
}

const SafetensorsDtype* SafetensorsFile::DtypeOf(size_t i) const {
  LG_CHECK(i < tensor_count());
  return tables_.entries[i].dtype;
}

uint64_t SafetensorsFile::BytesOf(size_t i) const {
  LG_CHECK(i < tensor_count());
  return tables_.entries[i].end - tables_.entries[i].begin;
}

std::optional<SafetensorsTensor> SafetensorsFile::FindTensor(
    std::string_view name) const {
  const std::optional<uint32_t> i = tables_.name_index.Find(
      name,
      [this](uint32_t n) { return TextAt(bytes_, tables_.entries[n].name); });
  if (!i.has_value()) return std::nullopt;
  return tensor(*i);
}

std::pair<std::string_view, std::string_view> SafetensorsFile::metadata(
    size_t i) const {
  LG_CHECK(i < metadata_count());
  const SafetensorsTables::Pair& pair = tables_.metadata[i];
  return {TextAt(bytes_, Text{pair.key_offset, pair.key_length}),
          TextAt(bytes_, pair.value)};
}

uint64_t SafetensorsFile::MetadataOffset(size_t i) const {
  LG_CHECK(i < metadata_count());
  return uint64_t{tables_.metadata[i].key_offset} - 1;
}

}  // namespace loadgate
