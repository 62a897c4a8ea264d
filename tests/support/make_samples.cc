// loadgate_make_samples OUTDIR
//
// Writes a few small GGUF files into OUTDIR, which is made if need be: one good
// one, and neighbours of it with one lie each, of kinds that were
// vulnerabilities in released readers. Says nothing unless something fails;
// exits 0, or 1 when it did.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"

namespace loadgate::testing_support {
namespace {

constexpr uint32_t kTensorI8 = 24;

struct Sample {
  std::string name;
  GgufBytes file;
};

// The good file with one field set to a value that is not true.
Sample WithField(std::string name, std::string_view field, uint64_t value) {
  GgufBytes file = Build(TinyLlama());
  file.Set(field, value);
  return {std::move(name), std::move(file)};
}

// 2^32 times 2^32 elements are none at all to a reader that multiplies in 64
// bits without a check.
Sample ShapeProductWraps() {
  GgufRecipe recipe = TinyLlama();
  const uint64_t side = uint64_t{1} << 32;
  recipe.tensors.push_back(
      {.name = "blk.0.ffn_up.weight", .ne = {side, side}, .type = kTensorI8});
  return {"bad-shape-product-wraps.gguf", Build(recipe)};
}

Sample FiveDimensions() {
  GgufRecipe recipe = TinyLlama();
  recipe.tensors.back().ne = {32, 1, 1, 1, 1};
  return {"bad-five-dimensions.gguf", Build(recipe)};
}

Sample DataCutShort() {
  GgufBytes file = Build(TinyLlama());
  file.Truncate(file.size() - 100);
  return {"bad-data-cut-short.gguf", std::move(file)};
}

std::vector<Sample> AllSamples() {
  return {
      {"good-tiny-llama.gguf", Build(TinyLlama())},
      WithField("bad-tensor-count-2-to-the-63.gguf", "header.tensor_count",
                uint64_t{1} << 63),
      WithField("bad-key-length-past-end.gguf", "key_value[1].key.length",
                60000),
      WithField("bad-string-length-2-to-the-64-minus-1.gguf",
                "key_value[1].value.length", ~uint64_t{0}),
      ShapeProductWraps(),
      FiveDimensions(),
      DataCutShort(),
      WithField("bad-tensors-overlap.gguf", "tensor[1].offset", 0),
  };
}

bool WriteFile(const std::filesystem::path& path, ByteSpan bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const std::string_view text = AsText(bytes);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (file.good()) return true;
  std::fprintf(stderr, "loadgate_make_samples: cannot write %s\n",
               path.string().c_str());
  return false;
}

int Run(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    std::fprintf(stderr, "loadgate_make_samples: cannot make %s: %s\n",
                 directory.string().c_str(), error.message().c_str());
    return 1;
  }
  for (const Sample& sample : AllSamples()) {
    if (!WriteFile(directory / sample.name, sample.file.bytes())) return 1;
  }
  return 0;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: loadgate_make_samples OUTDIR\n");
    return 1;
  }
  return loadgate::testing_support::Run(argv[1]);
}
