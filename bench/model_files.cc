#include "bench/model_files.h"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "bench/words.h"
#include "tests/support/gguf_bytes.h"

namespace loadgate::bench {
namespace {

using testing_support::GgufBytes;
using testing_support::kI32;
using testing_support::kString;

constexpr uint64_t kTokens = 128256;
constexpr uint64_t kMerges = 280147;
constexpr uint64_t kAlignment = 32;
constexpr uint32_t kF16 = 1;
constexpr uint64_t kF16Bytes = 2;

// Writes tensor infos that lie one behind the other, and counts their bytes.
class TensorWriter {
 public:
  TensorWriter(GgufBytes& file, bool tiny) : file_(file), tiny_(tiny) {}

  void Add(std::string_view name, std::vector<uint64_t> ne) {
    if (tiny_) {
      ne.front() = kAlignment;
      for (size_t i = 1; i < ne.size(); ++i) ne[i] = 1;
    }
    uint64_t bytes = kF16Bytes;
    for (const uint64_t dimension : ne) bytes *= dimension;
    file_.TensorInfo(name, ne, kF16, data_bytes_);
    data_bytes_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    ++count_;
  }

  uint64_t data_bytes() const { return data_bytes_; }
  uint64_t count() const { return count_; }

 private:
  GgufBytes& file_;
  bool tiny_;
  uint64_t data_bytes_ = 0;
  uint64_t count_ = 0;
};

// Pads the header and puts the counts into the result.
ModelFile Finish(GgufBytes file, uint64_t key_values,
                 const TensorWriter& tensors) {
  if (tensors.count() > 0) file.PadTo(kAlignment);
  return ModelFile{.header = file.bytes(),
                   .file_size = file.size() + tensors.data_bytes(),
                   .key_values = key_values,
                   .tensors = tensors.count()};
}

constexpr uint64_t kModelKeys = 21;

void WriteHyperparameters(GgufBytes& file, const ModelShape& shape) {
  file.PairString("general.architecture", "llama")
      .PairString("general.type", "model")
      .PairString("general.name", "A model that nobody trained")
      .PairString("general.size_label", "7B")
      .PairU32("general.file_type", 1)
      .PairU32("general.quantization_version", 2)
      .PairU32("llama.block_count", static_cast<uint32_t>(shape.layers))
      .PairU32("llama.context_length", 8192)
      .PairU32("llama.embedding_length", static_cast<uint32_t>(shape.width))
      .PairU32("llama.feed_forward_length",
               static_cast<uint32_t>(shape.inner_width))
      .PairU32("llama.attention.head_count", 32)
      .PairU32("llama.attention.head_count_kv", 8)
      .PairF32("llama.rope.freq_base", 500000.0f)
      .PairF32("llama.attention.layer_norm_rms_epsilon", 1e-5f)
      .PairU32("llama.vocab_size", kTokens)
      .PairString("tokenizer.ggml.model", "gpt2")
      .PairString("tokenizer.ggml.pre", "default");
}

void WriteVocabulary(GgufBytes& file, Text text) {
  Words words(text);
  file.ArrayHead("tokenizer.ggml.tokens", kString, kTokens);
  for (uint64_t i = 0; i < kTokens; ++i) file.Str(words.Token());
  file.ArrayHead("tokenizer.ggml.token_type", kI32, kTokens);
  for (uint64_t i = 0; i < kTokens; ++i) file.I32(1);
  file.ArrayHead("tokenizer.ggml.merges", kString, kMerges);
  for (uint64_t i = 0; i < kMerges; ++i) file.Str(words.Merge());
  file.PairString("tokenizer.chat_template",
                  "{% for m in messages %}{{ m.content }}{% endfor %}");
}

void WriteModelTensors(const ModelShape& shape, TensorWriter& tensors) {
  const uint64_t width = shape.width;
  const uint64_t inner = shape.inner_width;
  tensors.Add("token_embd.weight", {width, kTokens});
  for (uint64_t layer = 0; layer < shape.layers; ++layer) {
    const auto add = [&](std::string_view name, std::vector<uint64_t> ne) {
      tensors.Add(absl::StrFormat("blk.%d.%s.weight", layer, name),
                  std::move(ne));
    };
    add("attn_norm", {width});
    add("attn_q", {width, width});
    add("attn_k", {width, shape.key_width});
    add("attn_v", {width, shape.key_width});
    add("attn_output", {width, width});
    add("ffn_norm", {width});
    add("ffn_gate", {width, inner});
    add("ffn_up", {width, inner});
    add("ffn_down", {inner, width});
  }
  tensors.Add("output_norm.weight", {width});
  tensors.Add("output.weight", {width, kTokens});
}

}  // namespace

ModelFile Model(const ModelShape& shape) {
  constexpr uint64_t kTensorsInLayer = 9;
  constexpr uint64_t kOtherTensors = 3;
  GgufBytes file;
  file.Record(false).Header(3, kTensorsInLayer * shape.layers + kOtherTensors,
                            kModelKeys);
  WriteHyperparameters(file, shape);
  WriteVocabulary(file, shape.text);
  TensorWriter tensors(file, shape.tiny_tensors);
  WriteModelTensors(shape, tensors);
  return Finish(std::move(file), kModelKeys, tensors);
}

ModelFile WithTensors(uint64_t n) {
  static constexpr std::array<std::string_view, 4> kNames = {
      "attn_q", "attn_output", "ffn_gate_exps", "ffn_norm"};
  GgufBytes file;
  file.Record(false).Header(3, n, 1).PairString("general.architecture",
                                                "llama");
  TensorWriter tensors(file, false);
  for (uint64_t i = 0; i < n; ++i) {
    // As many digits whatever the size, so that an element is an element.
    tensors.Add(absl::StrFormat("blk.%06d.%s.weight", i / kNames.size(),
                                kNames[i % kNames.size()]),
                {4096, 64});
  }
  return Finish(std::move(file), 1, tensors);
}

ModelFile WithKeys(uint64_t n) {
  GgufBytes file;
  file.Record(false).Header(3, 0, n);
  for (uint64_t i = 0; i < n; ++i) {
    file.PairU32(absl::StrFormat("llama.block.%06d.head_count", i), 32);
  }
  const TensorWriter no_tensors(file, false);
  return Finish(std::move(file), n, no_tensors);
}

ModelFile WithStrings(uint64_t n) {
  GgufBytes file;
  file.Record(false).Header(3, 0, 1).ArrayHead("tokenizer.ggml.tokens", kString,
                                               n);
  Words words(Text::kByteLevel);
  for (uint64_t i = 0; i < n; ++i) file.Str(words.Token());
  const TensorWriter no_tensors(file, false);
  return Finish(std::move(file), 1, no_tensors);
}

}  // namespace loadgate::bench
