// loadgate_make_samples OUTDIR
//
// Writes a few small GGUF and safetensors files into OUTDIR, which is made if
// need be: one good one of each, and neighbours of it with one lie each, of
// kinds that were vulnerabilities in released readers. Says nothing unless
// something fails; exits 0, or 1 when it did.

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
#include "tests/support/safetensors_bytes.h"

namespace loadgate::testing_support {
namespace {

constexpr uint32_t kTensorI8 = 24;

struct Sample {
  std::string name;
  std::vector<std::byte> bytes;
};

std::vector<std::byte> BytesOf(const GgufBytes& file) {
  const ByteSpan bytes = file.bytes();
  return {bytes.begin(), bytes.end()};
}

// The good file with one field set to a value that is not true.
Sample WithField(std::string name, std::string_view field, uint64_t value) {
  GgufBytes file = Build(TinyLlama());
  file.Set(field, value);
  return {std::move(name), BytesOf(file)};
}

// 2^32 times 2^32 elements are none at all to a reader that multiplies in 64
// bits without a check.
Sample ShapeProductWraps() {
  GgufRecipe recipe = TinyLlama();
  const uint64_t side = uint64_t{1} << 32;
  recipe.tensors.push_back(
      {.name = "blk.0.ffn_up.weight", .ne = {side, side}, .type = kTensorI8});
  return {"bad-shape-product-wraps.gguf", BytesOf(Build(recipe))};
}

Sample DataCutShort() {
  GgufBytes file = Build(TinyLlama());
  file.Truncate(file.size() - 100);
  return {"bad-data-cut-short.gguf", BytesOf(file)};
}

// Two tensors as a writer lays them out; the second as it is given.
SafetensorsBytes TwoTensors(std::string_view second, uint64_t begin) {
  return {.json = Padded(ObjectText(
              {R"("__metadata__":{"format":"pt"})",
               TensorText("model.norm.weight", "F32", {8}, 0, 32),
               TensorText(second, "BF16", {4, 8}, begin, begin + 64)})),
          .data_bytes = 96};
}

SafetensorsBytes GoodSample() { return TwoTensors("lm_head.weight", 32); }

// To a reader that unescapes, the two names are one.
Sample NameTwice() {
  const SafetensorsBytes file = TwoTensors("model.norm.\\u0077eight", 32);
  return {"bad-name-twice.safetensors", file.bytes()};
}

Sample DownloadCutShort() {
  SafetensorsBytes file = GoodSample();
  file.cut_to = file.size() - 40;
  return {"bad-download-cut-short.safetensors", file.bytes()};
}

Sample HeaderLengthPastEnd() {
  SafetensorsBytes file = GoodSample();
  file.declared_length = 99'999'999;
  return {"bad-header-length-99999999.safetensors", file.bytes()};
}

std::vector<Sample> AllSamples() {
  return {
      {"good-tiny-llama.gguf", BytesOf(Build(TinyLlama()))},
      WithField("bad-tensor-count-2-to-the-63.gguf", "header.tensor_count",
                uint64_t{1} << 63),
      WithField("bad-string-length-2-to-the-64-minus-1.gguf",
                "key_value[1].value.length", ~uint64_t{0}),
      ShapeProductWraps(),
      DataCutShort(),
      WithField("bad-tensors-overlap.gguf", "tensor[1].offset", 0),
      {"good-two-tensors.safetensors", GoodSample().bytes()},
      {"bad-tensors-overlap.safetensors",
       TwoTensors("lm_head.weight", 16).bytes()},
      NameTwice(),
      DownloadCutShort(),
      HeaderLengthPastEnd(),
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
    if (!WriteFile(directory / sample.name, sample.bytes)) return 1;
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
