#include "formats/gguf_text.h"

namespace loadgate {

TextRules RulesForText(std::string_view key) {
  if (key == "general.architecture" || key == "tokenizer.ggml.model" ||
      key == "tokenizer.ggml.pre") {
    return TextRules{.not_utf8 = Code::kGgufKeyTextNotUtf8,
                     .nul = Code::kGgufKeyTextNul,
                     .nul_allowed = false};
  }
  if (key == "tokenizer.chat_template" ||
      key.starts_with("tokenizer.chat_template.")) {
    return TextRules{.not_utf8 = Code::kGgufKeyTextNotUtf8,
                     .nul = Code::kGgufStringNul,
                     .nul_allowed = false};
  }
  if (key == "tokenizer.ggml.tokens" || key == "tokenizer.ggml.merges" ||
      key == "tokenizer.ggml.added_tokens") {
    return TextRules{.not_utf8 = Code::kGgufStringNotUtf8,
                     .nul = Code::kGgufStringNul,
                     .nul_allowed = true};
  }
  return TextRules();
}

}  // namespace loadgate
