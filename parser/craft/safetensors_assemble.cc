#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "craft/byte_writer.h"
#include "craft/safetensors_recipe.h"

namespace loadgate::craft {
namespace {

constexpr uint64_t kUnit = 8;

// Reads the statements of one recipe.
class SafetensorsAssembler {
 public:
  explicit SafetensorsAssembler(RecipeReader* reader) : in_(*reader) {}

  std::optional<std::string> Assemble();

 private:
  bool ReadStatement();
  bool ReadTensor();
  bool ReadNumbers(std::vector<uint64_t>* numbers);
  bool ReadSpan(SafetensorsSpan* span);
  bool ReadMetadata();
  bool ReadJson();
  bool ReadBrackets();
  bool ReadPiece(std::optional<std::string>* piece);
  void AddMember(const std::string& text);
  std::string Header() const;

  RecipeReader& in_;
  RecipeLayout layout_;
  bool brackets_ = true;  // And commas.
  bool has_member_ = false;
  std::string members_;
  std::optional<uint64_t> header_length_;
  std::optional<std::string> padding_;
  std::optional<std::string> data_;
};

std::optional<std::string> SafetensorsAssembler::Assemble() {
  if (!in_.EndStatement()) return std::nullopt;
  while (in_.SkipLines()) {
    if (!ReadStatement() || !in_.EndStatement()) return std::nullopt;
  }
  if (in_.lexer().error().has_value()) return std::nullopt;
  const std::string header = Header();
  std::string file;
  PutNumber(header_length_.value_or(header.size()), sizeof(uint64_t),
            ByteOrder::kLittle, &file);
  file += header;
  file += data_.value_or(std::string(layout_.data_size(), '\0'));
  return file;
}

std::string SafetensorsAssembler::Header() const {
  std::string header = brackets_ ? "{" + members_ + "}" : members_;
  header += padding_.value_or(RecipePadding(sizeof(uint64_t) + header.size()));
  return header;
}

bool SafetensorsAssembler::ReadStatement() {
  if (in_.TryName("header_length")) {
    header_length_ = 0;
    return in_.ReadUnsigned(sizeof(uint64_t), &*header_length_);
  }
  if (in_.TryName("brackets")) return ReadBrackets();
  if (in_.TryName("tensor")) return ReadTensor();
  if (in_.TryName("metadata")) return ReadMetadata();
  if (in_.TryName("json")) return ReadJson();
  if (in_.TryName("padding")) return ReadPiece(&padding_);
  if (in_.TryName("data")) return ReadPiece(&data_);
  return in_.Fail(
      "expected a statement: header_length, brackets, metadata, tensor, json, "
      "padding or data");
}

bool SafetensorsAssembler::ReadBrackets() {
  if (!in_.TryName("absent")) return in_.Fail("expected the word absent");
  if (has_member_) return in_.Fail("brackets stand in front of all members");
  brackets_ = false;
  return true;
}

void SafetensorsAssembler::AddMember(const std::string& text) {
  if (brackets_ && has_member_) members_ += ',';
  has_member_ = true;
  members_ += text;
}

bool SafetensorsAssembler::ReadNumbers(std::vector<uint64_t>* numbers) {
  if (!in_.lexer().TryPass(WordKind::kOpen)) {
    return in_.Fail("expected numbers in [ ]");
  }
  while (!in_.lexer().TryPass(WordKind::kClose)) {
    uint64_t number = 0;
    if (!in_.ReadUnsigned(sizeof(number), &number)) return false;
    numbers->push_back(number);
  }
  return true;
}

bool SafetensorsAssembler::ReadTensor() {
  if (!in_.Next(WordKind::kText) && !in_.Next(WordKind::kBytes)) {
    return in_.Fail("expected the name of the tensor, in quotes");
  }
  const std::string name = in_.lexer().Pass().text;
  if (!in_.Next(WordKind::kName) && !in_.Next(WordKind::kText)) {
    return in_.Fail("expected a dtype, such as F32");
  }
  const std::string dtype = in_.lexer().Pass().text;
  std::vector<uint64_t> shape;
  if (!ReadNumbers(&shape)) return false;
  SafetensorsSpan span = layout_.Expected(dtype, shape);
  if (in_.TryName("data_offsets") && !ReadSpan(&span)) return false;
  layout_.Add(span);
  AddMember(SafetensorsEntryText(name, dtype, shape, span));
  return true;
}

bool SafetensorsAssembler::ReadSpan(SafetensorsSpan* span) {
  if (!in_.lexer().TryPass(WordKind::kEquals)) return in_.Fail("expected a =");
  std::vector<uint64_t> ends;
  if (!ReadNumbers(&ends)) return false;
  if (ends.size() != 2) {
    return in_.Fail(
        "expected two data_offsets; another number of them is "
        "spelt as json");
  }
  *span = {ends.front(), ends.back()};
  return true;
}

bool SafetensorsAssembler::ReadMetadata() {
  if (!in_.lexer().TryPass(WordKind::kOpen)) {
    return in_.Fail("expected keys and values in [ ]");
  }
  std::vector<std::pair<std::string, std::string>> pairs;
  std::optional<uint64_t> length;
  while (!in_.lexer().TryPass(WordKind::kClose)) {
    std::string key;
    std::string value;
    if (!in_.ReadText(&key, &length) || !in_.ReadText(&value, &length)) {
      return false;
    }
    pairs.emplace_back(std::move(key), std::move(value));
  }
  if (length.has_value()) return in_.Fail("texts in JSON have no length");
  AddMember(SafetensorsMetadataText(pairs));
  return true;
}

bool SafetensorsAssembler::ReadJson() {
  std::string text;
  if (!in_.ReadBytes(&text)) return false;
  AddMember(text);
  return true;
}

bool SafetensorsAssembler::ReadPiece(std::optional<std::string>* piece) {
  std::string bytes;
  if (!in_.ReadBytes(&bytes)) return false;
  *piece = std::move(bytes);
  return true;
}

}  // namespace

SafetensorsSpan RecipeLayout::Expected(
    std::string_view dtype, const std::vector<uint64_t>& shape) const {
  const uint64_t bytes = SafetensorsSizeOf(dtype, shape).value_or(0);
  uint64_t end = 0;
  if (__builtin_add_overflow(next_, bytes, &end)) end = next_;
  return {next_, end};
}

void RecipeLayout::Add(SafetensorsSpan span) {
  next_ = span.end;
  furthest_ = std::max(furthest_, span.end);
}

std::string RecipePadding(uint64_t size) {
  return std::string((kUnit - size % kUnit) % kUnit, ' ');
}

std::optional<std::string> AssembleSafetensors(RecipeReader* reader) {
  return SafetensorsAssembler(reader).Assemble();
}

}  // namespace loadgate::craft
