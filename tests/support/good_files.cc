#include "tests/support/good_files.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "loadgate/check.h"
#include "loadgate/ggml_type.h"

namespace loadgate::testing_support {
namespace {

constexpr uint32_t kTensorF32 = 0;
constexpr uint32_t kTensorF16 = 1;
constexpr uint32_t kTensorQ4_0 = 2;
constexpr uint32_t kTensorQ8_0 = 8;
constexpr uint32_t kTensorQ6K = 14;
constexpr uint32_t kTensorI8 = 24;

const Pair& Architecture() {
  static const auto* const kPair = new Pair{"general.architecture", "llama"};
  return *kPair;
}

// A list of files under construction.
class Shelf {
 public:
  void Add(std::string name, GgufRecipe recipe) {
    const GgufBytes built = Build(recipe);
    files_.push_back({std::move(name), std::move(recipe), built.bytes(),
                      built.fields(), built.boundaries()});
  }

  // A file with general.architecture and `pairs`.
  void AddPairs(std::string name, std::vector<Pair> pairs) {
    pairs.insert(pairs.begin(), Architecture());
    Add(std::move(name), {.pairs = std::move(pairs)});
  }

  // A file with general.architecture and `tensors`.
  void AddTensors(std::string name, std::vector<Tensor> tensors) {
    Add(std::move(name),
        {.pairs = {Architecture()}, .tensors = std::move(tensors)});
  }

  std::vector<GoodFile>& files() { return files_; }

 private:
  std::vector<GoodFile> files_;
};

template <typename T>
using Bounds = std::numeric_limits<T>;

// --- Header ----------------------------------------------------------------

void AddHeaders(Shelf* shelf) {
  shelf->Add("header_only", {});
  shelf->Add("header_only_version_2", {.version = 2});
  shelf->AddPairs("architecture_only", {});
  shelf->Add("no_key_values_one_tensor",
             {.tensors = {{.name = "w", .ne = {8}}}});
  shelf->Add("version_2", {.version = 2,
                           .pairs = {Architecture()},
                           .tensors = {{.name = "w", .ne = {8}}}});
}

// --- Key-values ------------------------------------------------------------

std::vector<Pair> OneOfEachType() {
  return {
      {"value.u8", Bounds<uint8_t>::max()},
      {"value.i8", Bounds<int8_t>::min()},
      {"value.u16", Bounds<uint16_t>::max()},
      {"value.i16", Bounds<int16_t>::min()},
      {"value.u32", Bounds<uint32_t>::max()},
      {"value.i32", Bounds<int32_t>::min()},
      {"value.f32", 0.5f},
      {"value.bool", true},
      {"value.string", "text"},
      {"value.array", ArrayOf<uint16_t>({1, 2, 3})},
      {"value.u64", Bounds<uint64_t>::max()},
      {"value.i64", Bounds<int64_t>::min()},
      {"value.f64", -0.25},
  };
}

std::vector<Pair> ArrayOfEachType() {
  return {
      {"list.u8", ArrayOf<uint8_t>({1, 0, 255})},
      {"list.i8", ArrayOf<int8_t>({-1, 0, 127})},
      {"list.u16", ArrayOf<uint16_t>({1, 0, 65535})},
      {"list.i16", ArrayOf<int16_t>({-1, 0, 32767})},
      {"list.u32", ArrayOf<uint32_t>({1, 0, Bounds<uint32_t>::max()})},
      {"list.i32", ArrayOf<int32_t>({-1, 0, Bounds<int32_t>::max()})},
      {"list.f32", ArrayOf<float>({-1.5f, 0.0f, Bounds<float>::infinity()})},
      {"list.bool", ArrayOf<bool>({true, false, true})},
      {"list.string", ArrayOf<std::string>({"one", "", "three"})},
      {"list.u64", ArrayOf<uint64_t>({1, 0, Bounds<uint64_t>::max()})},
      {"list.i64", ArrayOf<int64_t>({-1, 0, Bounds<int64_t>::max()})},
      {"list.f64", ArrayOf<double>({-1.5, 0.0, Bounds<double>::max()})},
  };
}

std::string AfterDot(const std::string& key) {
  return key.substr(key.find('.') + 1);
}

std::vector<Pair> EmptyArrays() {
  std::vector<Pair> pairs = ArrayOfEachType();
  for (Pair& pair : pairs) {
    pair.key = "empty." + AfterDot(pair.key);
    std::get<Array>(pair.value).elements.clear();
  }
  return pairs;
}

void AddValues(Shelf* shelf) {
  shelf->AddPairs("value_of_every_type", OneOfEachType());
  for (const Pair& pair : OneOfEachType()) {
    shelf->AddPairs("value_" + AfterDot(pair.key), {pair});
  }
  for (const Pair& pair : ArrayOfEachType()) {
    shelf->AddPairs("array_of_" + AfterDot(pair.key), {pair});
  }
  shelf->AddPairs("empty_arrays", EmptyArrays());
  shelf->AddPairs("floats_not_finite",
                  {{"value.nan", Bounds<float>::quiet_NaN()},
                   {"value.infinity", -Bounds<double>::infinity()}});
}

void AddStrings(Shelf* shelf) {
  using std::string_literals::operator""s;
  shelf->AddPairs("empty_string_last", {{"general.description", ""}});
  shelf->AddPairs("utf8_string", {{"general.name",
                                   "\u043c\u043e\u0434\u0435\u043b\u044c "
                                   "\u6a21\u578b \U0001F9F1"}});
  shelf->AddPairs("string_not_utf8", {{"general.author", "J\xF6rg"}});
  shelf->AddPairs("string_with_nul", {{"general.author", "a\0b"s}});
  shelf->AddPairs("key_of_65535_bytes",
                  {{std::string(65535, 'k'), uint8_t{1}}});
  shelf->AddPairs("key_spelt_oddly", {{"General.Name With Spaces", "x"},
                                      {".", uint8_t{1}},
                                      {"a-b.c_d.0", uint8_t{2}}});
}

// --- Vocabularies ----------------------------------------------------------

std::vector<std::string> NumberedTexts(const std::string& stem, size_t count) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < count; ++i) texts.push_back(stem + std::to_string(i));
  return texts;
}

void AddVocabularies(Shelf* shelf) {
  constexpr size_t kTokens = 40;
  const auto token_types = ArrayOf<int32_t>(std::vector<int32_t>(kTokens, 1));
  shelf->AddPairs(
      "vocabulary_with_scores",
      {{"tokenizer.ggml.model", "llama"},
       {"tokenizer.ggml.tokens", ArrayOf(NumberedTexts("\u2581t", kTokens))},
       {"tokenizer.ggml.scores", ArrayOf(std::vector<float>(kTokens, -1.0f))},
       {"tokenizer.ggml.token_type", token_types},
       {"tokenizer.ggml.bos_token_id", uint32_t{1}},
       {"tokenizer.ggml.eos_token_id", uint32_t{2}},
       {"tokenizer.ggml.add_bos_token", true}});
  shelf->AddPairs(
      "vocabulary_with_merges",
      {{"tokenizer.ggml.model", "gpt2"},
       {"tokenizer.ggml.pre", "default"},
       {"tokenizer.ggml.tokens", ArrayOf(NumberedTexts("t", kTokens))},
       {"tokenizer.ggml.token_type", token_types},
       {"tokenizer.ggml.merges", ArrayOf(NumberedTexts("t ", kTokens))},
       {"tokenizer.ggml.bos_token_id", uint32_t{3}},
       {"tokenizer.ggml.eos_token_id", uint32_t{3}}});
  shelf->AddPairs(
      "vocabulary_of_bytes",
      {{"tokenizer.ggml.model", "llama"},
       {"tokenizer.ggml.tokens",
        ArrayOf<std::string>({"<unk>", "\xFF", std::string(1, '\0'), ""})}});
  shelf->AddPairs("array_of_2000_strings",
                  {{"list.string", ArrayOf(NumberedTexts("entry", 2000))}});
}

// --- Alignment -------------------------------------------------------------

void AddAlignments(Shelf* shelf) {
  for (const uint32_t alignment : {8u, 16u, 32u, 64u, 256u}) {
    shelf->Add("alignment_" + std::to_string(alignment),
               {.pairs = {{"general.alignment", alignment}, Architecture()},
                .tensors = {{.name = "a", .ne = {3}}, {.name = "b", .ne = {5}}},
                .alignment = alignment});
  }
  shelf->AddPairs("alignment_large_without_tensors",
                  {{"general.alignment", uint32_t{1} << 31}});
}

// --- Tensors ---------------------------------------------------------------

void AddShapes(Shelf* shelf) {
  const std::vector<uint64_t> ne = {4, 3, 2, 5};
  for (size_t n = 0; n <= ne.size(); ++n) {
    shelf->AddTensors("dimensions_" + std::to_string(n),
                      {{.name = "w", .ne = {ne.begin(), ne.begin() + n}}});
  }
  shelf->AddTensors("zero_dimension", {{.name = "a", .ne = {8}},
                                       {.name = "empty", .ne = {4, 0, 2}},
                                       {.name = "b", .ne = {8}}});
  shelf->AddTensors("zero_dimension_last",
                    {{.name = "a", .ne = {8}}, {.name = "empty", .ne = {0}}});
  shelf->AddTensors("only_an_empty_tensor", {{.name = "empty", .ne = {0}}});
  shelf->AddTensors(
      "zero_beside_absurd_dimensions",
      {{.name = "empty", .ne = {uint64_t{1} << 62, uint64_t{1} << 62, 0}}});
}

void AddNames(Shelf* shelf) {
  shelf->AddTensors("tensor_name_of_63_bytes",
                    {{.name = std::string(63, 'n'), .ne = {8}}});
  shelf->AddTensors("tensor_names_in_utf8",
                    {{.name = "\u0432\u0435\u0441.0", .ne = {8}},
                     {.name = "\u6b0a\u91cd.1", .ne = {8}},
                     {.name = "\U0001F9F1", .ne = {8}}});
  shelf->AddTensors("tensor_name_empty", {{.name = "", .ne = {8}}});
  shelf->AddTensors("tensor_name_with_control_byte",
                    {{.name = "a\x1B[2Jb", .ne = {8}}});
}

std::vector<Tensor> TensorOfEachType(uint64_t rows) {
  std::vector<Tensor> tensors;
  for (const GgmlType& type : AllGgmlTypes()) {
    if (type.removed()) continue;
    tensors.push_back({.name = std::string(type.name),
                       .ne = {type.block_elements, rows},
                       .type = type.id});
  }
  return tensors;
}

void AddTypes(Shelf* shelf) {
  shelf->AddTensors("one_tensor", {{.name = "w", .ne = {16}}});
  shelf->AddTensors("types_with_padding_between",
                    {{.name = "f32", .ne = {5}, .type = kTensorF32},
                     {.name = "q4_0", .ne = {32, 3}, .type = kTensorQ4_0},
                     {.name = "f16", .ne = {7, 3}, .type = kTensorF16},
                     {.name = "q6_K", .ne = {256}, .type = kTensorQ6K},
                     {.name = "i8", .ne = {1}, .type = kTensorI8},
                     {.name = "q8_0", .ne = {64, 2}, .type = kTensorQ8_0}});
  shelf->AddTensors("every_type_one_block", TensorOfEachType(1));
  // Eight rows make every size a multiple of the alignment, so no padding hides
  // a size that is off by a few bytes.
  shelf->Add("every_type_eight_blocks",
             {.pairs = {Architecture(), {"general.alignment", uint32_t{8}}},
              .tensors = TensorOfEachType(8),
              .alignment = 8});
}

// --- Padding and tail ------------------------------------------------------

void AddEnds(Shelf* shelf) {
  const GgufRecipe base = {
      .pairs = {Architecture()},
      .tensors = {{.name = "a", .ne = {3}}, {.name = "b", .ne = {3}}}};
  GgufRecipe recipe = base;
  recipe.pad_last = false;
  shelf->Add("last_padding_missing", recipe);
  recipe = base;
  recipe.padding = std::byte{0xAA};
  shelf->Add("padding_not_zero", recipe);
  recipe = base;
  recipe.tail = std::string(32, '\0');
  shelf->Add("tail_of_zeros", recipe);
  recipe.tail = std::string(100, '\0');
  shelf->Add("tail_of_many_zeros", recipe);
  recipe.tail = "appended";
  shelf->Add("tail_of_other_bytes", recipe);
  shelf->Add("tail_without_tensors",
             {.pairs = {Architecture()}, .tail = "appended"});
}

std::vector<GoodFile> MakeLittleEndian() {
  Shelf shelf;
  AddHeaders(&shelf);
  AddValues(&shelf);
  AddStrings(&shelf);
  AddVocabularies(&shelf);
  AddAlignments(&shelf);
  AddShapes(&shelf);
  AddNames(&shelf);
  AddTypes(&shelf);
  AddEnds(&shelf);
  shelf.Add("tiny_llama", TinyLlama());
  return std::move(shelf.files());
}

std::vector<GoodFile> MakeBigEndian() {
  Shelf shelf;
  for (const GoodFile& file : GoodGgufFiles()) {
    if (file.recipe.version != 3) continue;
    GgufRecipe recipe = file.recipe;
    recipe.order = ByteOrder::kBig;
    shelf.Add(file.name + "_big_endian", std::move(recipe));
  }
  return std::move(shelf.files());
}

const GoodFile* Find(const std::vector<GoodFile>& files,
                     std::string_view name) {
  const auto found =
      std::find_if(files.begin(), files.end(),
                   [&](const GoodFile& file) { return file.name == name; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace

const std::vector<GoodFile>& GoodGgufFiles() {
  static const auto* const kFiles =
      new std::vector<GoodFile>(MakeLittleEndian());
  return *kFiles;
}

const std::vector<GoodFile>& BigEndianGgufFiles() {
  static const auto* const kFiles = new std::vector<GoodFile>(MakeBigEndian());
  return *kFiles;
}

const GoodFile& GoodGgufFile(std::string_view name) {
  const GoodFile* file = Find(GoodGgufFiles(), name);
  if (file == nullptr) file = Find(BigEndianGgufFiles(), name);
  LG_CHECK(file != nullptr);
  return *file;
}

GgufRecipe TinyLlama() {
  return {
      .pairs = {{"general.architecture", "llama"},
                {"general.name", "tiny"},
                {"llama.context_length", uint32_t{128}},
                {"llama.embedding_length", uint32_t{32}},
                {"llama.block_count", uint32_t{1}},
                {"llama.feed_forward_length", uint32_t{64}},
                {"llama.attention.head_count", uint32_t{2}},
                {"llama.attention.layer_norm_rms_epsilon", 1e-5f},
                {"tokenizer.ggml.model", "llama"},
                {"tokenizer.ggml.tokens",
                 ArrayOf<std::string>({"<unk>", "<s>", "</s>", "\u2581a",
                                       "\u2581b", "\u2581the", "ing", "."})},
                {"tokenizer.ggml.scores",
                 ArrayOf<float>({0, 0, 0, -1, -2, -3, -4, -5})},
                {"tokenizer.ggml.token_type",
                 ArrayOf<int32_t>({2, 3, 3, 1, 1, 1, 1, 1})},
                {"tokenizer.ggml.bos_token_id", uint32_t{1}},
                {"tokenizer.ggml.eos_token_id", uint32_t{2}},
                {"tokenizer.ggml.unknown_token_id", uint32_t{0}}},
      .tensors = {{.name = "token_embd.weight", .ne = {32, 8}},
                  {.name = "output_norm.weight", .ne = {32}}},
  };
}

}  // namespace loadgate::testing_support
