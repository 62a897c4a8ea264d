#include "craft/set_model.h"

#include <optional>
#include <utility>

#include "craft/byte_writer.h"
#include "formats/gguf_header.h"

namespace loadgate::craft {
namespace {

// The bytes of one kind of content.
struct ToBytes {
  std::string operator()(const std::string& bytes) const { return bytes; }
  std::string operator()(const GgufModel& model) const {
    return GgufToBytes(model);
  }
  std::string operator()(const SafetensorsModel& model) const {
    return SafetensorsToBytes(model);
  }
  std::string operator()(const std::vector<JsonToken>& tokens) const {
    return JsonText(tokens);
  }
};

}  // namespace

bool LooksLikeSafetensors(std::string_view file) {
  constexpr size_t kLengthBytes = sizeof(uint64_t);
  if (file.size() < kLengthBytes) return false;
  const uint64_t length =
      GetNumber(file.substr(0, kLengthBytes), ByteOrder::kLittle);
  const std::string_view rest = file.substr(kLengthBytes);
  const size_t first = rest.find_first_not_of(" \t\r\n");
  return length <= rest.size() ||
         (first != std::string_view::npos && rest[first] == '{');
}

SetContent ContentFromBytes(std::string_view name, ByteSpan bytes) {
  const std::string_view text = AsText(bytes);
  if (text.starts_with(kGgufMagic)) return GgufFromBytes(bytes);
  if (EndsIn(name, kIndexEnding)) return TokenizeJson(text);
  if (LooksLikeSafetensors(text)) return SafetensorsFromBytes(bytes);
  return std::string(text);
}

std::string ContentToBytes(const SetContent& content) {
  return std::visit(ToBytes(), content);
}

SetModel SetFromFiles(const std::vector<NamedFile>& files) {
  SetModel model;
  for (const NamedFile& file : files) {
    model.files.push_back(
        {file.name, ContentFromBytes(file.name, AsBytes(file.bytes))});
  }
  return model;
}

std::vector<NamedFile> SetToFiles(const SetModel& model) {
  std::vector<NamedFile> files;
  for (const SetFile& file : model.files) {
    files.push_back({file.name, ContentToBytes(file.content)});
  }
  return files;
}

SetModel SetFromBytes(ByteSpan bytes) {
  Bundle bundle = BundleFromBytes(bytes);
  SetModel model = SetFromFiles(bundle.files);
  model.raw = std::move(bundle.raw);
  return model;
}

std::string SetToBytes(const SetModel& model) {
  return BundleToBytes({SetToFiles(model), model.raw});
}

bool IsShardName(std::string_view name) {
  // An index repeats the name for each of its tensors.
  constexpr size_t kLongestName = 255;
  return name.size() <= kLongestName && EndsIn(name, kSafetensorsEnding);
}

bool IsShard(const SetFile& file) {
  return std::holds_alternative<SafetensorsModel>(file.content) &&
         IsShardName(file.name);
}

ShardIndex RightIndex(const SetModel& model) {
  ShardIndex index = {.total_size = 0};
  for (const SetFile& file : model.files) {
    if (!IsShard(file)) continue;
    AddShard(file.name, std::get<SafetensorsModel>(file.content), &index);
  }
  return index;
}

std::vector<std::optional<SplitRole>> RolesOf(const SetModel& model) {
  std::vector<std::optional<SplitRole>> roles(model.files.size());
  std::vector<size_t> places;
  std::vector<SplitCandidate> candidates;
  for (size_t i = 0; i < model.files.size(); ++i) {
    const auto* const gguf = std::get_if<GgufModel>(&model.files[i].content);
    if (gguf == nullptr) continue;
    places.push_back(i);
    candidates.push_back(
        {model.files[i].name, SaysPart(*gguf), gguf->tensors.size()});
  }
  const auto found = SplitRoles(candidates);
  for (size_t i = 0; i < places.size(); ++i) roles[places[i]] = found[i];
  return roles;
}

}  // namespace loadgate::craft
