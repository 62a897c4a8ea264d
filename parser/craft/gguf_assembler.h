// GgufAssembler: reads the statements of a GGUF recipe.

#ifndef LOADGATE_CRAFT_GGUF_ASSEMBLER_H_
#define LOADGATE_CRAFT_GGUF_ASSEMBLER_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "craft/gguf_model.h"
#include "craft/recipe_reader.h"

namespace loadgate::craft {

// Reads the statements of one recipe. What a recipe says against what would be
// as it must be is a lie: it is told once more after all the rest was set
// right. Each Read function returns whether its statement makes sense.
class GgufAssembler {
 public:
  // GgufAssembler(reader, most_bytes, splits): see AssembleGguf.
  GgufAssembler(RecipeReader* reader, uint64_t most_bytes,
                std::vector<size_t>* splits)
      : in_(*reader), most_bytes_(most_bytes), splits_(splits) {}

  std::optional<GgufModel> Assemble();

 private:
  // A lie sets one member, wherever the model is by then.
  using Lie = std::function<void(GgufModel*)>;

  // Which of a tensor's bytes the recipe spells.
  struct Told {
    bool data = false;
    bool padding = false;
  };

  // gguf_assemble.cc: the recipe, its fields and its bytes.
  bool ReadStatement();
  bool ReadPair();
  bool ReadValue(size_t pair);
  bool ReadArray(size_t pair);
  bool ReadCount(size_t pair);
  bool ReadElements(size_t pair, std::optional<GgufValueType> type);
  bool ReadNumbers(size_t pair, GgufValueType type);
  bool ReadTexts(size_t pair);
  bool ReadSplit();
  bool ReadTensor();
  bool ReadDimensions(size_t tensor);
  bool ReadTensorType(size_t tensor);
  bool ReadOffset(size_t tensor);
  bool ReadMagic();
  bool ReadPiece(std::string GgufModel::*piece);
  bool ReadTensorPiece(std::string GgufTensor::*piece, bool Told::*told);
  bool AddZeros();

  template <typename T>
  bool ReadCountField(std::optional<T> GgufModel::*field);
  // Reads NAME=NUMBER, if it is next, into `*out`.
  bool ReadAttribute(std::string_view name, std::optional<uint32_t>* out);
  // Reads the name of a value type, if one is next.
  std::optional<GgufValueType> TryValueType();

  GgufArray& ArrayOf(size_t pair) {
    return std::get<GgufArray>(model_.pairs[pair].value);
  }
  void Tell(Lie lie) { lies_.push_back(std::move(lie)); }
  void TellAll() {
    for (const Lie& lie : lies_) lie(&model_);
  }

  RecipeReader& in_;
  uint64_t most_bytes_;
  std::vector<size_t>* splits_;  // None outside a set.
  GgufModel model_;
  std::vector<Lie> lies_;
  bool padding_told_ = false;
  std::vector<Told> told_;  // Of the first tensors; nothing of the others.
};

}  // namespace loadgate::craft

#endif  // LOADGATE_CRAFT_GGUF_ASSEMBLER_H_
