#include "fuzz/mutator/describe.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "craft/gguf_model.h"
#include "craft/safetensors_model.h"

namespace loadgate::mutator {
namespace {

using craft::GgufModel;
using craft::SafetensorsModel;

void AddWord(std::string_view word, std::string* words) {
  if (!words->empty()) *words += ',';
  *words += word;
}

// "pairs+2", where there are two more.
void AddChange(std::string_view what, size_t before, size_t after,
               std::string* words) {
  if (before == after) return;
  const bool is_more = after > before;
  const size_t by = is_more ? after - before : before - after;
  AddWord(std::string(what) + (is_more ? '+' : '-') + std::to_string(by),
          words);
}

template <typename Model>
bool Lies(const Model& model) {
  Model fixed = model;
  craft::Fix({}, &fixed);
  return !(fixed == model);
}

std::string Finished(ByteSpan before, ByteSpan after, bool lies,
                     std::string words) {
  if (lies) AddWord("lies", &words);
  if (AsText(before) == AsText(after)) AddWord("same", &words);
  return words.empty() ? "values" : words;
}

size_t TensorsOf(const SafetensorsModel& model) {
  const auto entries = craft::Entries(model);
  return static_cast<size_t>(
      std::count_if(entries.begin(), entries.end(),
                    [](const auto& entry) { return !entry.is_metadata; }));
}

}  // namespace

std::string DescribeGguf(ByteSpan before, ByteSpan after) {
  const GgufModel was = craft::GgufFromBytes(before);
  const GgufModel is = craft::GgufFromBytes(after);
  if (!is.pair_count.has_value()) return "no-model";
  std::string words;
  AddChange("pairs", was.pairs.size(), is.pairs.size(), &words);
  AddChange("tensors", was.tensors.size(), is.tensors.size(), &words);
  return Finished(before, after, Lies(is), std::move(words));
}

std::string DescribeSafetensors(ByteSpan before, ByteSpan after) {
  const SafetensorsModel was = craft::SafetensorsFromBytes(before);
  const SafetensorsModel is = craft::SafetensorsFromBytes(after);
  if (!is.header_length.has_value()) return "no-model";
  std::string words;
  AddChange("tensors", TensorsOf(was), TensorsOf(is), &words);
  return Finished(before, after, Lies(is), std::move(words));
}

}  // namespace loadgate::mutator
