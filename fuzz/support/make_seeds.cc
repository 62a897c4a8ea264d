// loadgate_make_seeds OUTDIR | --check CORPUS
//
// The seeds of gguf_reader_fuzzer: see SeedsMain.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/support/seeds.h"
#include "loadgate/bytes.h"
#include "loadgate/ggml_type.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"

namespace loadgate::testing_support {
namespace {

using std::string_literals::operator""s;

// Small inputs make a fuzzer fast; the largest seed has every tensor type.
constexpr size_t kMostBytes = 4096;
constexpr uint32_t kTensorQ4_0 = 2;
constexpr uint32_t kTensorI8 = 24;
constexpr uint64_t k2To62 = uint64_t{1} << 62;
constexpr uint64_t k2To63 = uint64_t{1} << 63;
constexpr uint64_t kMost = ~uint64_t{0};

void Add(std::string name, ByteSpan bytes, Seeds* seeds) {
  seeds->emplace(std::move(name), AsText(bytes));
}

void Add(std::string name, const GgufRecipe& recipe, Seeds* seeds) {
  Add(std::move(name), Build(recipe).bytes(), seeds);
}

// A file with something of everything, to lie about.
GgufRecipe Base() {
  return {.pairs = {{"general.architecture", "llama"},
                    {"general.alignment", uint32_t{32}},
                    {"list.string", ArrayOf<std::string>({"a", "", "bc"})},
                    {"value.bool", true}},
          .tensors = {{.name = "a", .ne = {3}},
                      {.name = "b", .ne = {32, 2}, .type = kTensorQ4_0}}};
}

void AddGoodFiles(Seeds* seeds) {
  for (const GoodFile& file : GoodGgufFiles()) {
    if (file.bytes.size() <= kMostBytes) {
      Add("good-" + file.name, file.bytes, seeds);
    }
  }
  for (const char* name :
       {"value_of_every_type_big_endian", "array_of_string_big_endian",
        "array_of_u64_big_endian", "alignment_64_big_endian",
        "dimensions_4_big_endian", "tiny_llama_big_endian"}) {
    Add("good-"s + name, GoodGgufFile(name).bytes, seeds);
  }
}

// One tensor of each type, the removed ones too: two rows of two blocks.
void AddTensorTypes(Seeds* seeds) {
  for (const GgmlType& type : AllGgmlTypes()) {
    const uint64_t row = type.removed() ? 32 : 2 * type.block_elements;
    Add("type-" + std::string(type.name),
        GgufRecipe{.pairs = {{"general.architecture", "llama"}},
                   .tensors = {{.name = "w", .ne = {row, 2}, .type = type.id}}},
        seeds);
  }
}

// The name of a field without brackets: "tensor.0.ne.1".
std::string Plain(std::string field) {
  std::replace(field.begin(), field.end(), '[', '.');
  std::erase(field, ']');
  return field;
}

// Base() with one field that is not true.
void AddWrongFields(Seeds* seeds) {
  const std::pair<const char*, std::vector<uint64_t>> kLies[] = {
      {"header.version", {0, 1, 4, 0x02000000, 0x03000000, 0x04000000}},
      {"header.tensor_count", {0, 1, 3, k2To63, kMost}},
      {"header.key_value_count", {0, 3, 5, k2To63, kMost}},
      {"key_value[0].key.length", {0, 1, 65535, 65536, kMost}},
      {"key_value[0].type", {7, 9, 12, 13}},
      {"key_value[0].value.length", {0, 4, 6, (1 << 30) + 1, kMost}},
      {"key_value[1].type", {5, 6, 10}},
      {"key_value[1].value", {0, 1, 4, 8, 48, 64, 1u << 21, 1u << 31}},
      {"key_value[2].element_type", {0, 7, 9, 13}},
      {"key_value[2].count", {0, 2, 4, (1 << 30) + 1, kMost}},
      {"key_value[2].element[1].length", {1, 2000, kMost}},
      {"key_value[3].value", {0, 2}},
      {"tensor[0].name.length", {0, 2, 64, 65536, kMost}},
      {"tensor[0].dimension_count", {0, 2, 5, 0x80000000}},
      {"tensor[0].ne[0]", {0, 4, 9, k2To62, k2To63 - 1, k2To63, kMost}},
      {"tensor[1].ne[0]", {31, 64, k2To63 - 32}},
      {"tensor[0].type", {2, 4, 31, 43, 0x80000000}},
      {"tensor[1].offset", {0, 1, 64, kMost - 31, kMost}},
  };
  for (const auto& [field, values] : kLies) {
    for (const uint64_t value : values) {
      GgufBytes file = Build(Base());
      file.Set(field, value);
      Add("lie-" + Plain(field) + "-" + std::to_string(value), file.bytes(),
          seeds);
    }
  }
}

// Lies that take two fields, or a whole item.
void AddWrongPairs(Seeds* seeds) {
  const auto add = [&](std::string name, Pair pair) {
    GgufRecipe recipe = Base();
    recipe.pairs.push_back(std::move(pair));
    Add("pair-" + std::move(name), recipe, seeds);
  };
  const std::string not_utf8 = "\xC3\x28";
  const std::string with_nul = "a\0b"s;
  add("key-twice", {"general.architecture", "gpt2"});
  add("key-nul", {with_nul, "x"});
  add("key-not-ascii", {"cl\u00e9", "x"});
  add("key-spelling", {"a..B", "x"});
  add("alignment-twice", {"general.alignment", uint32_t{64}});
  add("model-not-utf8", {"tokenizer.ggml.model", not_utf8});
  add("model-nul", {"tokenizer.ggml.model", with_nul});
  add("pre-nul", {"tokenizer.ggml.pre", with_nul});
  add("template-not-utf8", {"tokenizer.chat_template.tool_use", not_utf8});
  add("template-nul", {"tokenizer.chat_template", with_nul});
  add("tokens-odd", {"tokenizer.ggml.tokens",
                     ArrayOf<std::string>({not_utf8, with_nul, ""})});
  add("list-odd",
      {"list.odd", ArrayOf<std::string>({not_utf8, with_nul, "\x7F"})});
  add("list-not-bool",
      {"list.bool", Array{.element_type = kBool,
                          .elements = {uint8_t{1}, uint8_t{2}, uint8_t{0}}}});
  add("list-of-lists", {"list.list", RawValue{kArray, "\x09\0\0\0"s}});
  add("type-unknown", {"value.odd", RawValue{13, "\0\0\0\0"s}});
}

void AddWrongTensors(Seeds* seeds) {
  const auto add = [&](std::string name, std::vector<Tensor> tensors) {
    Add("tensor-" + std::move(name),
        GgufRecipe{.pairs = {{"general.architecture", "llama"}},
                   .tensors = std::move(tensors)},
        seeds);
  };
  const uint64_t k2To32 = uint64_t{1} << 32;
  add("product-wraps", {{.name = "w", .ne = {k2To32, k2To32}}});
  add("bytes-wrap", {{.name = "w", .ne = {k2To62 + 1}}});
  add("padding-wraps", {{.name = "w", .ne = {k2To63 - 1}, .type = kTensorI8}});
  add("sum-wraps", {{.name = "a", .ne = {k2To62}, .type = kTensorI8},
                    {.name = "b", .ne = {k2To62}, .type = kTensorI8}});
  add("name-twice", {{.name = "w", .ne = {8}}, {.name = "w", .ne = {8}}});
  add("name-nul", {{.name = "a\0b"s, .ne = {8}}});
  add("name-not-utf8", {{.name = "\xC3\x28", .ne = {8}}});
  add("name-of-64-bytes", {{.name = std::string(64, 'n'), .ne = {8}}});
  add("order", {{.name = "a", .ne = {8}, .declared_offset = 32},
                {.name = "b", .ne = {8}, .declared_offset = 0},
                {.name = "c", .ne = {8}, .declared_offset = 64}});
  add("gap-split", {{.name = "a", .ne = {8}, .declared_offset = 96},
                    {.name = "b", .ne = {8}, .declared_offset = 32},
                    {.name = "c", .ne = {8}, .declared_offset = 0},
                    {.name = "d", .ne = {8}, .declared_offset = 32}});
  add("empty-absurd", {{.name = "w", .ne = {k2To62, 0, k2To62}}});
  add("empty-misplaced", {{.name = "a", .ne = {8}},
                          {.name = "w", .ne = {0}, .declared_offset = 64}});
}

// A good file with `tail` behind it, filled up to where a tail counts.
void AddTail(const std::string& name, std::string tail, Seeds* seeds) {
  if (tail.size() < 64) tail.resize(64, '.');
  Add("tail-" + name,
      GgufRecipe{.pairs = {{"general.architecture", "llama"}},
                 .tensors = {{.name = "w", .ne = {8}}},
                 .tail = std::move(tail)},
      seeds);
}

void AddTails(Seeds* seeds) {
  const std::pair<const char*, std::string> kStarts[] = {
      {"zip", "PK\3\4"},
      {"zip-empty", "PK\5\6"},
      {"zip-spanned", "PK\7\10"},
      {"7z", "7z\xBC\xAF\x27\x1C"},
      {"rar", "Rar!\x1A\7"},
      {"gzip", "\x1F\x8B\x08"},
      {"bzip2", "BZh91AY&SY"},
      {"xz", "\xFD\x37zXZ\0"s},
      {"zstd", "\x28\xB5\x2F\xFD"},
      {"lz4", "\x04\x22\x4D\x18"},
      {"tar", std::string(257, '\0') + "ustar"},
      {"ar", "!<arch>\n"},
      {"cabinet", "MSCF\0\0\0\0"s},
      {"elf", "\x7F\x45LF"},
      {"mach-o", "\xCF\xFA\xED\xFE"},
      {"java", "\xCA\xFE\xBA\xBE"},
      {"wasm", "\0asm"s},
      {"dex", "dex\n"},
      {"windows", "MZ" + std::string(58, '\0') + "\x40\0\0\0PE\0\0"s},
      {"mz-text", "MZ is no program"},
      {"pickle", "\x80\4\x95"},
      {"pickle-not", "\x80\4\1"},
      {"script", "#! /bin/sh\n"},
      {"script-not", "#! "},
      {"zeros", std::string(64, '\0')},
      {"zeros-then-more", std::string(64, '\0') + "x"},
  };
  for (const auto& [name, start] : kStarts) AddTail(name, start, seeds);
  const std::string record = "PK\5\6" + std::string(16, '\0');
  const std::string other(64, '.');
  AddTail("zip-end", other + record + "\0\0"s, seeds);
  AddTail("zip-end-comment", other + record + "\2\0ab"s, seeds);
  AddTail("zip-end-not-last", other + record + "\2\0abc"s, seeds);
  AddTail("zip-end-second", record + "\xFF\0"s + record + "\0\0"s, seeds);
}

// Files that end early, and files that are something else.
void AddEnds(Seeds* seeds) {
  const GgufBytes base = Build(Base());
  for (const uint64_t size : {0, 3, 4, 7, 8, 16, 23, 24, 32, 40, 60, 100, 150,
                              200, 250, 300, 320, 352}) {
    GgufBytes cut = base;
    if (size >= base.size()) continue;
    Add("cut-" + std::to_string(size), cut.Truncate(size).bytes(), seeds);
  }
  Add("other-text", AsBytes("{\"not\": \"a model\"}"), seeds);
  Add("other-ggml", AsBytes("ggml\1\0\0\0"s), seeds);
  Add("other-reversed", AsBytes("FUGG\3\0\0\0"s), seeds);
}

Seeds AllSeeds() {
  Seeds seeds;
  AddGoodFiles(&seeds);
  AddTensorTypes(&seeds);
  AddWrongFields(&seeds);
  AddWrongPairs(&seeds);
  AddWrongTensors(&seeds);
  AddTails(&seeds);
  AddEnds(&seeds);
  return seeds;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace support = loadgate::testing_support;
  return support::SeedsMain(argc, argv, support::AllSeeds());
}
