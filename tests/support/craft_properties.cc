#include "tests/support/craft_properties.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/recipe.h"
#include "craft/safetensors_model.h"
#include "loadgate/finding.h"
#include "loadgate/safetensors_reader.h"
#include "tests/support/gguf_feeding.h"

namespace loadgate::testing_support {
namespace {

bool IsPrintable(char c) { return c >= ' ' && c <= '~'; }

// The offset of the first error in the file.
uint64_t FirstError(const std::vector<Finding>& findings) {
  uint64_t first = UINT64_MAX;
  for (const Finding& finding : findings) {
    if (finding.severity != Severity::kError) continue;
    first = std::min(first, finding.offset);
  }
  return first;
}

// What Fix may make of data: for a tensor of GGUF, of which a small file has
// many.
constexpr uint64_t kMostData = uint64_t{1} << 12;

template <typename Model>
std::string BrokenFix(const Model& model, bool accepted) {
  Model once = model;
  craft::Fix({.most_data = kMostData}, &once);
  if (accepted && once != model) return "Fix changes an accepted file";
  Model twice = once;
  craft::Fix({.most_data = kMostData}, &twice);
  return twice == once ? "" : "Fix does not leave alone what it fixed";
}

// --- safetensors -----------------------------------------------------------

// Whether one pass over the whole text, before its grammar is looked at, may
// have found this. What it finds hides what is wrong in front of it.
bool IsOfText(Code code) {
  switch (code) {
    case Code::kSafetensorsHeaderNotUtf8:
    case Code::kSafetensorsControlByte:
    case Code::kSafetensorsLoneSurrogate:
    case Code::kSafetensorsNesting:
    case Code::kSafetensorsNumberTooLarge:
      return true;
    default:
      return false;
  }
}

// Where the first token that is raw ends in the file, or nullopt.
std::optional<uint64_t> FirstRawEnd(const craft::SafetensorsModel& model) {
  uint64_t end = sizeof(uint64_t);
  for (const craft::JsonToken& token : model.header) {
    end += token.text.size();
    if (token.kind == craft::JsonTokenKind::kRaw) return end;
  }
  return std::nullopt;
}

std::string BrokenHeader(const craft::SafetensorsModel& model,
                         const FindingSink& sink) {
  const std::optional<uint64_t> raw_end = FirstRawEnd(model);
  const bool has_raw = raw_end.has_value() || !model.raw.empty();
  if (sink.verdict() == Verdict::kAccept) {
    return has_raw ? "an accepted header is raw" : "";
  }
  const std::vector<Finding> findings = sink.Findings();
  for (const Finding& finding : findings) {
    if (IsOfText(finding.code)) return "";
  }
  return raw_end.has_value() && *raw_end < FirstError(findings)
             ? "a token in front of the first error is raw"
             : "";
}

std::optional<std::string> StringAt(const craft::SafetensorsModel& model,
                                    size_t token) {
  return craft::DecodeJsonString(model.header[token].text);
}

std::string BrokenTensor(const craft::SafetensorsModel& model,
                         const craft::SafetensorsEntry& entry,
                         const SafetensorsTensor& tensor) {
  if (StringAt(model, entry.name) != tensor.name) return "another name";
  if (!entry.dtype.has_value() ||
      StringAt(model, *entry.dtype) != tensor.dtype->name) {
    return "another dtype";
  }
  std::vector<uint64_t> shape;
  for (const size_t i : entry.shape.value_or(std::vector<size_t>())) {
    shape.push_back(craft::JsonUnsigned(model.header[i]).value_or(UINT64_MAX));
  }
  if (!entry.shape.has_value() || shape != tensor.shape) return "another shape";
  const auto span = craft::SafetensorsSpanOf(model, entry);
  if (!span.has_value() || span->begin != tensor.begin ||
      span->end != tensor.end) {
    return "another span";
  }
  return craft::SafetensorsDataSize(model, entry) == tensor.bytes()
             ? ""
             : "another size";
}

std::string BrokenMetadata(const craft::SafetensorsModel& model,
                           const craft::SafetensorsEntry& entry,
                           const SafetensorsFile& file) {
  if (entry.members.size() != file.metadata_count()) return "another count";
  for (size_t i = 0; i < file.metadata_count(); ++i) {
    const auto& [key, value] = entry.members[i];
    if (StringAt(model, key) != file.metadata(i).first ||
        StringAt(model, value.begin) != file.metadata(i).second) {
      return "another pair";
    }
  }
  return "";
}

// What the entries of an accepted file say that its reader does not.
std::string BrokenEntries(const craft::SafetensorsModel& model,
                          const SafetensorsFile& file) {
  size_t tensors = 0;
  for (const craft::SafetensorsEntry& entry : craft::Entries(model)) {
    std::string broken;
    if (entry.is_metadata) {
      broken = BrokenMetadata(model, entry, file);
    } else if (tensors == file.tensor_count()) {
      broken = "a tensor too many";
    } else {
      broken = BrokenTensor(model, entry, file.tensor(tensors++));
    }
    if (!broken.empty()) return "an entry has " + broken;
  }
  return tensors == file.tensor_count() ? "" : "an entry is missing";
}

}  // namespace

std::string BrokenRecipeProperty(ByteSpan file) {
  const std::string recipe = craft::Disassemble(file);
  const bool printable = std::all_of(recipe.begin(), recipe.end(), [](char c) {
    return c == '\n' || IsPrintable(c);
  });
  if (!printable) return "a recipe is not printable";
  craft::RecipeError error;
  const auto bytes = craft::Assemble(recipe, &error);
  if (!bytes.has_value()) {
    return "line " + std::to_string(error.line) +
           " of the recipe is refused, " + error.message + ":\n" + recipe;
  }
  return *bytes == AsText(file) ? "" : "a recipe gives other bytes:\n" + recipe;
}

std::string BrokenAssemblyProperty(std::string_view recipe,
                                   uint64_t most_bytes) {
  craft::RecipeError error;
  const auto file = craft::Assemble(recipe, &error, most_bytes);
  if (!file.has_value()) {
    const auto lines = std::count(recipe.begin(), recipe.end(), '\n') + 1;
    if (error.line == 0 || error.line > static_cast<size_t>(lines)) {
      return "an error is at line " + std::to_string(error.line) + " of " +
             std::to_string(lines);
    }
    const bool readable =
        !error.message.empty() &&
        std::all_of(error.message.begin(), error.message.end(), IsPrintable);
    return readable ? "" : "an error's message is empty or not printable";
  }
  if (file->size() > most_bytes) return "a file is larger than it may be";
  return BrokenRecipeProperty(AsBytes(*file));
}

std::string BrokenGgufCraftProperty(ByteSpan file) {
  const craft::GgufModel model = craft::GgufFromBytes(file);
  const std::string bytes = craft::GgufToBytes(model);
  if (bytes != AsText(file)) return "the model gives other bytes";
  if (craft::GgufSize(model) != bytes.size()) return "the size is wrong";
  const GgufReading reading = ReadGguf(file);
  const bool accepted = reading.verdict == Verdict::kAccept;
  if (accepted && !model.raw.empty()) return "an accepted header is raw";
  const uint64_t understood = craft::GgufHeaderSize(model) - model.raw.size();
  if (!model.raw.empty() && understood < FirstError(reading.findings)) {
    return "bytes in front of the first error are raw";
  }
  const std::string broken = BrokenFix(model, accepted);
  return broken.empty() ? BrokenRecipeProperty(file) : broken;
}

std::string BrokenSafetensorsCraftProperty(ByteSpan file) {
  const craft::SafetensorsModel model = craft::SafetensorsFromBytes(file);
  const std::string bytes = craft::SafetensorsToBytes(model);
  if (bytes != AsText(file)) return "the model gives other bytes";
  if (craft::SafetensorsSize(model) != bytes.size()) return "the size is wrong";
  FindingSink sink;
  SafetensorsReader reader(Limits{}, HashKey{});
  const ReadResult result = reader.Read(file, file.size(), &sink);
  const bool accepted = result.status == ReadStatus::kParsed;
  std::string broken = BrokenHeader(model, sink);
  if (broken.empty()) broken = BrokenFix(model, accepted);
  if (broken.empty()) broken = BrokenRecipeProperty(file);
  if (!broken.empty() || !accepted) return broken;
  return BrokenEntries(model, std::move(reader).TakeFile(file));
}

}  // namespace loadgate::testing_support
