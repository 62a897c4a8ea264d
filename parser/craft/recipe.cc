#include "craft/recipe.h"

#include "craft/gguf_recipe.h"
#include "craft/recipe_reader.h"
#include "craft/recipe_writer.h"
#include "formats/gguf_header.h"

namespace loadgate::craft {
namespace {

std::optional<std::string> AssembleFile(RecipeReader* reader,
                                        uint64_t most_bytes) {
  if (!reader->SkipLines()) {
    reader->Fail("there is no statement; the first one is gguf or bytes");
    return std::nullopt;
  }
  if (reader->TryName("gguf")) {
    const auto model = AssembleGguf(reader, most_bytes);
    if (!model.has_value()) return std::nullopt;
    return GgufToBytes(*model);
  }
  std::string bytes;
  if (!reader->TryName("bytes")) {
    reader->Fail("the first statement is gguf or bytes");
    return std::nullopt;
  }
  if (!reader->ReadBytes(&bytes) || !reader->EndStatement()) {
    return std::nullopt;
  }
  if (reader->SkipLines()) {
    reader->Fail("bytes are one statement, and the whole recipe");
    return std::nullopt;
  }
  return bytes;
}

}  // namespace

std::optional<std::string> Assemble(std::string_view recipe, RecipeError* error,
                                    uint64_t most_bytes) {
  RecipeReader reader(recipe, most_bytes);
  std::optional<std::string> file = AssembleFile(&reader, most_bytes);
  if (reader.lexer().error().has_value()) {
    *error = *reader.lexer().error();
    return std::nullopt;
  }
  return file;
}

std::string Disassemble(ByteSpan file) {
  const std::string_view text = AsText(file);
  if (text.substr(0, kGgufMagic.size()) == kGgufMagic) {
    return DisassembleGguf(GgufFromBytes(file));
  }
  RecipeWriter out;
  out.Begin("bytes", 0);
  out.Bytes(text, 0);
  out.End();
  return out.Take();
}

}  // namespace loadgate::craft
