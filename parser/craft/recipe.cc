#include "craft/recipe.h"

#include <algorithm>
#include <cstdint>

#include "craft/gguf_recipe.h"
#include "craft/recipe_reader.h"
#include "craft/recipe_writer.h"
#include "craft/safetensors_recipe.h"
#include "craft/set_recipe.h"

namespace loadgate::craft {
namespace {

// What no string can hold is refused whatever the limit is: as a size_t of 32
// bits it would be another number, and a small one.
uint64_t MostOf(uint64_t most_bytes) {
  return std::min<uint64_t>(most_bytes, PTRDIFF_MAX);
}

std::optional<std::string> AssembleFile(RecipeReader* reader,
                                        uint64_t most_bytes) {
  if (!reader->SkipLines()) {
    reader->Fail(
        "there is no statement; the first one is gguf, safetensors, bytes, "
        "bundle or set");
    return std::nullopt;
  }
  if (reader->TryName("gguf")) {
    const auto model = AssembleGguf(reader, most_bytes);
    if (!model.has_value()) return std::nullopt;
    return GgufToBytes(*model);
  }
  if (reader->TryName("safetensors")) return AssembleSafetensors(reader);
  if (reader->TryName("bundle")) {
    const auto bundle = AssembleFiles(reader, most_bytes, /*is_bundle=*/true);
    if (!bundle.has_value()) return std::nullopt;
    return BundleToBytes(*bundle);
  }
  std::string bytes;
  if (reader->TryName("bytes")) {
    if (!reader->ReadOnlyBytes(&bytes)) return std::nullopt;
    return bytes;
  }
  reader->Fail(reader->Next(WordKind::kName, "set")
                   ? "a set is several files: loadgate asm makes them with "
                     "--output DIR; bundle in the place of set makes one file"
                   : "the first statement is gguf, safetensors, bytes, bundle "
                     "or set");
  return std::nullopt;
}

// What `made` is unless `reader` has an error.
template <typename T>
std::optional<T> Finished(RecipeReader& reader, std::optional<T> made,
                          RecipeError* error) {
  if (!reader.lexer().error().has_value()) return made;
  *error = *reader.lexer().error();
  return std::nullopt;
}

}  // namespace

std::optional<std::string> Assemble(std::string_view recipe, RecipeError* error,
                                    uint64_t most_bytes) {
  most_bytes = MostOf(most_bytes);
  RecipeReader reader(recipe, most_bytes);
  std::optional<std::string> file = AssembleFile(&reader, most_bytes);
  if (file.has_value() && file->size() > most_bytes) {
    reader.Fail(std::string(kTooManyBytes));
  }
  return Finished(reader, std::move(file), error);
}

std::string Disassemble(ByteSpan file) {
  SetModel set = SetFromBytes(file);
  if (set.files.empty()) return DisassembleContent(ContentFromBytes("", file));
  RecipeWriter rest;
  if (!set.raw.empty()) {
    const uint64_t offset = file.size() - set.raw.size();
    rest.Begin("rest", offset);
    rest.Bytes(set.raw, offset);
    rest.End();
  }
  return "bundle\n" + rest.Take() + DisassembleFiles(set);
}

bool DescribesSet(std::string_view recipe) {
  RecipeReader reader(recipe, 0);
  return reader.SkipLines() && reader.Next(WordKind::kName, "set");
}

std::optional<std::vector<NamedFile>> AssembleSet(std::string_view recipe,
                                                  RecipeError* error,
                                                  uint64_t most_bytes) {
  most_bytes = MostOf(most_bytes);
  RecipeReader reader(recipe, most_bytes);
  std::optional<std::vector<NamedFile>> files;
  if (!reader.SkipLines() || !reader.TryName("set")) {
    reader.Fail("the first statement of a set's recipe is set");
  } else if (auto set = AssembleFiles(&reader, most_bytes, false)) {
    files = std::move(set->files);
  }
  return Finished(reader, std::move(files), error);
}

std::string DisassembleSet(const std::vector<NamedFile>& files) {
  return "set\n" + DisassembleFiles(SetFromFiles(files));
}

}  // namespace loadgate::craft
