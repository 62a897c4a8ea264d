#include "fuzz/mutator/vocabulary.h"

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

#include "fuzz/mutator/numbers.h"

namespace loadgate::mutator {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kSafetensorsTensors[] = {
    "model.embed_tokens.weight",
    "lm_head.weight",
    "model.norm.weight",
    "model.layers.%n.self_attn.q_proj.weight",
    "model.layers.%n.self_attn.k_proj.weight",
    "model.layers.%n.mlp.down_proj.weight",
    "model.layers.%n.input_layernorm.weight",
    "transformer.h.%n.attn.c_attn.bias",
    "encoder.layer.%n.output.dense.weight",
    "down_blocks.%n.resnets.0.conv1.weight",
    "model.layers.%n.mlp.experts.%n.up_proj.weight",
    "model.layers.%n.self_attn.q_proj.qweight",
    "model.layers.%n.self_attn.q_proj.weight_scale",
    "model.layers.%n.self_attn.rotary_emb.inv_freq",
    "layers.%n.attention.wq.weight",
    "optimizer.state.%n.exp_avg",
    "logit_scale",
    "base_model.model.model.layers.%n.self_attn.q_proj.lora_A.weight"};

constexpr std::string_view kWords[] = {
    "",
    "a",
    "llama",
    "gpt2",
    "bpe",
    "default",
    "model",
    "imatrix",
    "adapter",
    "apache-2.0",
    "<s>",
    "</s>",
    "<unk>",
    "<|endoftext|>",
    "<0x0A>",
    "<0x%x>",
    "<0x%x>",
    "<extra_id_%n>",
    "[PAD%n]",
    "<|reserved_special_token_%n|>",
    "%n",
    "true",
    "1e-5",
    "\xc4\xa0the",
    "\xe2\x96\x81of",
    "h e",
    "linear",
    "../../etc/passwd",
    "/home/user/model",
    "{{ bos_token }}{% for m in messages %}{{ m.content }}{% endfor %}",
    "\xff\xfe"sv,
    "nul\0inside"sv,
    "\x1b[2J"sv,
    "\xe2\x80\xae"sv};

}  // namespace

std::string Numbered(std::string pattern, Random* random) {
  for (;;) {
    const size_t at = pattern.find("%n");
    if (at == std::string::npos) return pattern;
    const uint64_t number =
        random->OneIn(24) ? EdgeNumber(8, random) : random->Small(40);
    pattern.replace(at, 2, std::to_string(number));
  }
}

std::string SafetensorsTensorName(Random* random) {
  return Numbered(std::string(random->Pick(std::span(kSafetensorsTensors))),
                  random);
}

std::string NearName(std::string name, Random* random) {
  constexpr std::array<char, 10> kOdd = {'\0',   '\n', ' ', '.', '\x7f',
                                         '\xc3', 'A',  '/', '-', '9'};
  const size_t at = static_cast<size_t>(random->Below(name.size() + 1));
  switch (random->Below(6)) {
    case 0:
      name.insert(at, 1, random->Pick(kOdd));
      return name;
    case 5:
      name += random->Pick(kOdd);
      return name;
    case 1:
      if (at < name.size()) name.erase(at, 1);
      return name;
    case 2:
      if (at < name.size()) name[at] = random->Pick(kOdd);
      return name;
    case 3:
      if (at < name.size()) name[at] = static_cast<char>(name[at] ^ 0x20);
      return name;
    default:
      return name + std::to_string(random->Below(10));
  }
}

std::string LongText(Random* random) {
  const uint64_t power = uint64_t{16} << random->Below(7);
  return std::string(static_cast<size_t>(power + random->Below(4) - 2), 'n');
}

std::string Word(Random* random) {
  if (random->OneIn(50)) return LongText(random);
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string word(random->Pick(std::span(kWords)));
  const size_t at = word.find("%x");
  if (at == std::string::npos) return Numbered(std::move(word), random);
  return word.replace(at, 2, {random->Pick(kHex), random->Pick(kHex)});
}

}  // namespace loadgate::mutator
