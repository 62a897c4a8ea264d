#include "craft/recipe.h"

#include "craft/byte_writer.h"
#include "craft/gguf_recipe.h"
#include "craft/recipe_reader.h"
#include "craft/recipe_writer.h"
#include "craft/safetensors_recipe.h"
#include "formats/gguf_header.h"

namespace loadgate::craft {
namespace {

std::optional<std::string> AssembleFile(RecipeReader* reader,
                                        uint64_t most_bytes) {
  if (!reader->SkipLines()) {
    reader->Fail(
        "there is no statement; the first one is gguf, safetensors or bytes");
    return std::nullopt;
  }
  if (reader->TryName("gguf")) {
    const auto model = AssembleGguf(reader, most_bytes);
    if (!model.has_value()) return std::nullopt;
    return GgufToBytes(*model);
  }
  if (reader->TryName("safetensors")) return AssembleSafetensors(reader);
  std::string bytes;
  if (!reader->TryName("bytes")) {
    reader->Fail("the first statement is gguf, safetensors or bytes");
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

// Whether `file` is to be read as a safetensors file: it declares a header that
// it holds, or an object begins where the header would.
bool LooksLikeSafetensors(std::string_view file) {
  constexpr size_t kLengthBytes = sizeof(uint64_t);
  if (file.size() < kLengthBytes) return false;
  const uint64_t length =
      GetNumber(file.substr(0, kLengthBytes), ByteOrder::kLittle);
  const std::string_view rest = file.substr(kLengthBytes);
  const size_t first = rest.find_first_not_of(" \t\r\n");
  return length <= rest.size() ||
         (first != std::string_view::npos && rest[first] == '{');
}

}  // namespace

std::optional<std::string> Assemble(std::string_view recipe, RecipeError* error,
                                    uint64_t most_bytes) {
  RecipeReader reader(recipe, most_bytes);
  std::optional<std::string> file = AssembleFile(&reader, most_bytes);
  if (file.has_value() && file->size() > most_bytes) {
    reader.Fail(std::string(kTooManyBytes));
  }
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
  if (LooksLikeSafetensors(text)) {
    return DisassembleSafetensors(SafetensorsFromBytes(file));
  }
  RecipeWriter out;
  out.Begin("bytes", 0);
  out.Bytes(text, 0);
  out.End();
  return out.Take();
}

}  // namespace loadgate::craft
