#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "craft/gguf_assembler.h"
#include "craft/gguf_recipe.h"

namespace loadgate::craft {
std::optional<GgufModel> GgufAssembler::Assemble() {
  ByteOrder order = ByteOrder::kLittle;
  if (in_.TryName("big_endian")) order = ByteOrder::kBig;
  model_ = NewGguf(order);
  if (!in_.EndStatement()) return std::nullopt;
  while (in_.SkipLines()) {
    if (!ReadStatement() || !in_.EndStatement()) return std::nullopt;
  }
  if (in_.lexer().error().has_value()) return std::nullopt;
  TellAll();
  Fix(kGgufRecipeFix, &model_);
  if (!AddZeros()) {
    in_.Fail(std::string(kTooManyBytes));
    return std::nullopt;
  }
  TellAll();
  return std::move(model_);
}

// Puts zeros where the recipe says nothing, unless they are too many.
bool GgufAssembler::AddZeros() {
  const GgufRecipeLayout layout = RecipeLayoutOf(model_);
  told_.resize(model_.tensors.size());
  uint64_t left = most_bytes_;
  const auto add = [&left](bool told, uint64_t zeros, std::string* piece) {
    if (told) return true;
    if (zeros > left) return false;
    left -= zeros;
    piece->resize(static_cast<size_t>(zeros));
    return true;
  };
  if (!add(padding_told_, layout.padding, &model_.padding)) return false;
  for (size_t i = 0; i < model_.tensors.size(); ++i) {
    GgufTensor& tensor = model_.tensors[i];
    const GgufRecipeLayout::Tensor& zeros = layout.tensors[i];
    if (!add(told_[i].data, zeros.data, &tensor.data) ||
        !add(told_[i].padding, zeros.padding, &tensor.padding)) {
      return false;
    }
  }
  return true;
}

bool GgufAssembler::ReadStatement() {
  if (in_.TryName("kv")) return ReadPair();
  if (in_.TryName("tensor")) return ReadTensor();
  if (in_.Next(WordKind::kName, "split")) return ReadSplit();
  if (in_.TryName("magic")) return ReadMagic();
  if (in_.TryName("version")) return ReadCountField(&GgufModel::version);
  if (in_.TryName("tensor_count")) {
    return ReadCountField(&GgufModel::tensor_count);
  }
  if (in_.TryName("metadata_kv_count")) {
    return ReadCountField(&GgufModel::pair_count);
  }
  if (in_.TryName("raw")) return ReadPiece(&GgufModel::raw);
  if (in_.TryName("padding")) {
    padding_told_ = true;
    return ReadPiece(&GgufModel::padding);
  }
  if (in_.TryName("data")) {
    return ReadTensorPiece(&GgufTensor::data, &Told::data);
  }
  if (in_.TryName("data_padding")) {
    return ReadTensorPiece(&GgufTensor::padding, &Told::padding);
  }
  if (in_.TryName("tail")) return ReadPiece(&GgufModel::tail);
  return in_.Fail(
      "expected a statement: magic, version, tensor_count, metadata_kv_count, "
      "kv, tensor, raw, padding, data, data_padding or tail");
}

template <typename T>
bool GgufAssembler::ReadCountField(std::optional<T> GgufModel::*field) {
  std::optional<T> value;
  if (!in_.TryName("absent")) {
    uint64_t number = 0;
    if (!in_.ReadUnsigned(sizeof(T), &number)) return false;
    value = static_cast<T>(number);
  }
  Tell([field, value](GgufModel* model) { model->*field = value; });
  return true;
}

bool GgufAssembler::ReadMagic() {
  model_.magic.clear();
  return in_.ReadBytes(&model_.magic);
}

bool GgufAssembler::ReadAttribute(std::string_view name,
                                  std::optional<uint32_t>* out) {
  if (!in_.TryName(name)) return true;
  uint64_t value = 0;
  if (!in_.ReadEqualsUnsigned(sizeof(uint32_t), &value)) return false;
  *out = static_cast<uint32_t>(value);
  return true;
}

bool GgufAssembler::ReadPiece(std::string GgufModel::*piece) {
  std::string bytes;
  if (!in_.ReadBytes(&bytes)) return false;
  Tell([piece, told = std::move(bytes)](GgufModel* model) {
    model->*piece = told;
  });
  return true;
}

bool GgufAssembler::ReadTensorPiece(std::string GgufTensor::*piece,
                                    bool Told::*told) {
  uint64_t number = 0;
  if (!in_.ReadUnsigned(sizeof(number), &number)) return false;
  if (number >= model_.tensors.size()) {
    return in_.Fail("there is no tensor of this number yet; the first is 0");
  }
  const auto index = static_cast<size_t>(number);
  std::string bytes;
  if (!in_.ReadBytes(&bytes)) return false;
  told_.resize(model_.tensors.size());
  told_[index].*told = true;
  Tell([piece, index, lie = std::move(bytes)](GgufModel* model) {
    model->tensors[index].*piece = lie;
  });
  return true;
}

std::optional<GgufModel> AssembleGguf(RecipeReader* reader, uint64_t most_bytes,
                                      std::vector<size_t>* splits) {
  return GgufAssembler(reader, most_bytes, splits).Assemble();
}

}  // namespace loadgate::craft
