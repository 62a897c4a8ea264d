#include "tests/support/gguf_recipe.h"

#include <string_view>
#include <type_traits>

#include "loadgate/ggml_type.h"

namespace loadgate::testing_support {
namespace {

constexpr uint64_t kMostDataBytes = uint64_t{16} << 20;

uint64_t Padded(uint64_t size, uint64_t alignment) {
  if (alignment == 0 || size % alignment == 0) return size;
  return size + (alignment - size % alignment);
}

uint64_t SizeInLayout(const Tensor& tensor) {
  return tensor.data_bytes.value_or(WrappedTensorBytes(tensor.ne, tensor.type));
}

uint64_t BytesToWrite(const Tensor& tensor) {
  const uint64_t size = SizeInLayout(tensor);
  return tensor.data_bytes || size <= kMostDataBytes ? size : 0;
}

uint32_t TypeIdOf(const Value& value) {
  if (const auto* raw = std::get_if<RawValue>(&value)) return raw->type;
  if (const auto* item = std::get_if<Item>(&value)) {
    return testing_support::TypeIdOf(*item);
  }
  return kArray;
}

void WriteItem(const Item& item, std::optional<uint64_t> length,
               GgufBytes* file) {
  std::visit(
      [&](const auto& v) {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>) {
          file->Str(v, {}, length);
        } else if constexpr (std::is_same_v<T, bool>) {
          file->U8(v ? 1 : 0);
        } else {
          file->Number(v);
        }
      },
      item);
}

void WriteArray(const Array& array, GgufBytes* file) {
  file->ElementsHead(array.element_type,
                     array.declared_count.value_or(array.elements.size()));
  for (const Item& element : array.elements) {
    WriteItem(element, std::nullopt, file);
  }
}

void WritePair(const Pair& pair, GgufBytes* file) {
  file->Key(pair.key, pair.declared_type.value_or(TypeIdOf(pair.value)),
            pair.declared_key_length);
  if (const auto* array = std::get_if<Array>(&pair.value)) {
    WriteArray(*array, file);
  } else if (const auto* item = std::get_if<Item>(&pair.value)) {
    WriteItem(*item, pair.declared_value_length, file);
  } else {
    file->Raw(std::get<RawValue>(pair.value).bytes);
  }
}

void WriteTensorInfos(const GgufRecipe& recipe, GgufBytes* file) {
  uint64_t offset = 0;
  for (const Tensor& tensor : recipe.tensors) {
    file->TensorName(tensor.name, tensor.declared_name_length)
        .Dimensions(tensor.ne, tensor.declared_dimension_count)
        .TensorType(tensor.type)
        .TensorOffset(tensor.declared_offset.value_or(offset));
    offset += Padded(SizeInLayout(tensor), recipe.alignment);
  }
}

void WriteData(const GgufRecipe& recipe, GgufBytes* file) {
  if (recipe.tensors.empty()) return;
  file->PadTo(recipe.alignment, recipe.padding);
  for (const Tensor& tensor : recipe.tensors) {
    file->Data(BytesToWrite(tensor));
    if (&tensor != &recipe.tensors.back() || recipe.pad_last) {
      file->PadTo(recipe.alignment, recipe.padding);
    }
  }
}

}  // namespace

uint32_t TypeIdOf(const Item& item) {
  const auto index = static_cast<uint32_t>(item.index());
  return index < kArray ? index : index + 1;
}

uint64_t WrappedTensorBytes(const std::vector<uint64_t>& ne, uint32_t type) {
  const GgmlType* row = FindGgmlType(type);
  if (row == nullptr || row->removed()) return 0;
  uint64_t elements = 1;
  for (const uint64_t dimension : ne) elements *= dimension;
  return elements / row->block_elements * row->block_bytes;
}

GgufBytes Build(const GgufRecipe& recipe) {
  GgufBytes file(recipe.order);
  file.Header(recipe.version,
              recipe.declared_tensor_count.value_or(recipe.tensors.size()),
              recipe.declared_kv_count.value_or(recipe.pairs.size()));
  for (const Pair& pair : recipe.pairs) WritePair(pair, &file);
  WriteTensorInfos(recipe, &file);
  WriteData(recipe, &file);
  file.Raw(recipe.tail);
  return file;
}

}  // namespace loadgate::testing_support
