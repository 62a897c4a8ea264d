#include "fuzz/mutator/safetensors_parts.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "craft/byte_writer.h"
#include "fuzz/mutator/vocabulary.h"
#include "loadgate/safetensors_dtype.h"

namespace loadgate::mutator {
namespace {

using craft::SafetensorsEntry;
using craft::SafetensorsModel;
using Names = std::unordered_set<std::string>;

constexpr size_t kLengthBytes = 8;
constexpr size_t kLongestName = 200;
constexpr size_t kLongestText = 400;
constexpr size_t kMostMembers = 64;
constexpr size_t kMostDimensions = 5;

std::optional<std::string> StringAt(const SafetensorsModel& model, size_t i) {
  return craft::DecodeJsonString(model.header[i].text);
}

std::string TextOf(const SafetensorsModel& model,
                   const SafetensorsEntry& entry) {
  std::string text;
  for (size_t i = entry.name; i < entry.value.end && text.size() < kLongestText;
       ++i) {
    text += model.header[i].text;
  }
  return text;
}

// The entry as a tensor, if that is all it is.
std::optional<SafetensorsPart> TensorOf(const SafetensorsModel& model,
                                        const SafetensorsEntry& entry) {
  if (!entry.dtype.has_value() || !entry.shape.has_value()) return std::nullopt;
  const auto name = StringAt(model, entry.name);
  const auto dtype = StringAt(model, *entry.dtype);
  const auto span = craft::SafetensorsSpanOf(model, entry);
  if (!name.has_value() || !dtype.has_value() || !span.has_value()) {
    return std::nullopt;
  }
  SafetensorsPart part = {.name = *name, .dtype = *dtype, .span = *span};
  for (const size_t i : *entry.shape) {
    part.shape.push_back(craft::JsonUnsigned(model.header[i]).value_or(1));
  }
  return part;
}

void AddMetadata(const SafetensorsModel& model, const SafetensorsEntry& entry,
                 SafetensorsParts* parts) {
  for (const craft::JsonMember& member : entry.members) {
    const auto key = StringAt(model, member.key);
    const auto value = member.value.empty()
                           ? std::nullopt
                           : StringAt(model, member.value.begin);
    if (key.has_value()) {
      parts->metadata.emplace_back(*key, value.value_or("value"));
    }
  }
}

// Printable ASCII, and no longer than a name may be.
void MakePlain(std::string* text) {
  if (text->size() > kLongestName) text->resize(kLongestName);
  for (char& c : *text) {
    if (c < ' ' || c > '~') c = '_';
  }
}

void MakeUnique(Names* names, std::string* name) {
  if (name->empty() || *name == "__metadata__") *name = "w";
  const std::string stem = *name;
  for (uint64_t i = 0; !names->insert(*name).second; ++i) {
    *name = stem + "." + std::to_string(i);
  }
}

}  // namespace

SafetensorsParts PartsOf(const SafetensorsModel& model) {
  SafetensorsParts parts;
  for (const SafetensorsEntry& entry : craft::Entries(model)) {
    if (parts.parts.size() >= kMostMembers) break;
    if (entry.is_metadata) {
      AddMetadata(model, entry, &parts);
    } else if (auto part = TensorOf(model, entry)) {
      parts.parts.push_back(std::move(*part));
    } else {
      parts.parts.push_back({.text = TextOf(model, entry)});
    }
  }
  parts.data = model.data;
  return parts;
}

std::string HeaderOf(const SafetensorsParts& parts) {
  std::string members;
  const auto add = [&members](const std::string& text) {
    if (!members.empty()) members += ',';
    members += text;
  };
  if (!parts.metadata.empty()) {
    add(craft::SafetensorsMetadataText(parts.metadata));
  }
  for (const SafetensorsPart& part : parts.parts) {
    add(part.text.empty() ? craft::SafetensorsEntryText(part.name, part.dtype,
                                                        part.shape, part.span)
                          : part.text);
  }
  std::string header = "{" + members + "}";
  header.resize((header.size() + 7) / 8 * 8, ' ');
  return header;
}

std::string FileOf(const std::string& header, const std::string& data) {
  std::string file;
  craft::PutNumber(header.size(), kLengthBytes, ByteOrder::kLittle, &file);
  return file + header + data;
}

void RandomDtypeShape(uint64_t most_bytes, Random* random,
                      SafetensorsPart* part) {
  const SafetensorsDtype& dtype = random->Pick(AllSafetensorsDtypes());
  part->dtype = std::string(dtype.name);
  // So many elements are a whole number of bytes.
  const uint64_t whole = dtype.bits % 8 == 0 ? 1 : 8;
  const uint64_t bytes = whole * dtype.bits / 8;
  uint64_t left = std::max<uint64_t>(most_bytes / bytes, 1);
  part->shape.clear();
  const uint64_t rank = random->Small(kMostDimensions);
  for (uint64_t i = 0; i < rank; ++i) {
    const uint64_t n = random->OneIn(30) ? 0 : random->Small(left - 1) + 1;
    part->shape.push_back(n);
    left = std::max<uint64_t>(left / std::max<uint64_t>(n, 1), 1);
  }
  // As many as a table has room for, and one more.
  if (random->OneIn(24)) {
    const uint64_t more = (uint64_t{2} << random->Below(5)) + random->Below(3);
    part->shape.resize(static_cast<size_t>(more), 1);
  }
  if (whole > 1) {
    if (part->shape.empty()) part->shape.push_back(1);
    part->shape.back() *= whole;
  }
}

SafetensorsPart RandomPart(uint64_t most_bytes, Random* random) {
  SafetensorsPart part = {.name = SafetensorsTensorName(random)};
  RandomDtypeShape(most_bytes, random, &part);
  return part;
}

void LayOut(size_t max_data, SafetensorsParts* parts) {
  uint64_t next = 0;
  for (SafetensorsPart& part : parts->parts) {
    const uint64_t bytes =
        craft::SafetensorsSizeOf(part.dtype, part.shape).value_or(0);
    uint64_t end = 0;
    if (__builtin_add_overflow(next, bytes, &end)) end = next;
    part.span = {next, end};
    next = end;
  }
  if (next <= max_data) parts->data.resize(static_cast<size_t>(next));
}

void RepairParts(size_t max_size, Random* random, SafetensorsParts* parts) {
  std::erase_if(parts->parts,
                [](const SafetensorsPart& part) { return !part.text.empty(); });
  Names names;
  const uint64_t share =
      max_size / (4 * std::max<size_t>(parts->parts.size(), 1));
  for (SafetensorsPart& part : parts->parts) {
    MakePlain(&part.name);
    MakeUnique(&names, &part.name);
    const auto bytes = craft::SafetensorsSizeOf(part.dtype, part.shape);
    if (!bytes.has_value() || *bytes > share) {
      RandomDtypeShape(share, random, &part);
    }
  }
  Names keys;
  for (auto& [key, value] : parts->metadata) {
    MakePlain(&key);
    MakeUnique(&keys, &key);
    MakePlain(&value);
  }
  LayOut(max_size, parts);
  while (FileOf(HeaderOf(*parts), parts->data).size() > max_size) {
    if (!parts->parts.empty()) {
      parts->parts.pop_back();
    } else if (!parts->metadata.empty()) {
      parts->metadata.pop_back();
    } else {
      return;
    }
    LayOut(max_size, parts);
  }
}

}  // namespace loadgate::mutator
