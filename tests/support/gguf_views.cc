#include "tests/support/gguf_views.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string_view>
#include <type_traits>

#include "tests/naive/wide.h"

namespace loadgate::testing_support {
namespace {

using naive::Wide;

// Touches each byte, so that a view of memory that is gone is found out.
void Touch(std::string_view view) {
  static volatile uint8_t sum = 0;
  uint8_t local = sum;
  for (const char c : view) local = static_cast<uint8_t>(local + c);
  sum = local;
}

bool LiesIn(std::string_view view, std::string_view bytes) {
  const std::less_equal<const char*> not_after;
  return view.empty() ||
         (not_after(bytes.data(), view.data()) &&
          not_after(view.data() + view.size(), bytes.data() + bytes.size()));
}

std::string BrokenView(std::string_view view, ByteSpan bytes) {
  if (!LiesIn(view, AsText(bytes))) return "a view lies outside the bytes";
  Touch(view);
  return "";
}

template <typename T>
std::string BrokenElements(const GgufKeyValue& pair, ByteSpan bytes) {
  GgufElements elements = pair.elements();
  T element{};
  for (uint64_t i = 0; i < pair.count(); ++i) {
    if (!elements.Next(&element)) return "an element cannot be read";
    if constexpr (std::is_same_v<T, std::string_view>) {
      const std::string broken = BrokenView(element, bytes);
      if (!broken.empty()) return broken;
    }
  }
  return elements.Next(&element) ? "there are too many elements" : "";
}

std::string BrokenValue(const GgufKeyValue& pair, ByteSpan bytes) {
  switch (pair.element_type()) {
    case GgufValueType::kU8:
      return BrokenElements<uint8_t>(pair, bytes);
    case GgufValueType::kI8:
      return BrokenElements<int8_t>(pair, bytes);
    case GgufValueType::kU16:
      return BrokenElements<uint16_t>(pair, bytes);
    case GgufValueType::kI16:
      return BrokenElements<int16_t>(pair, bytes);
    case GgufValueType::kU32:
      return BrokenElements<uint32_t>(pair, bytes);
    case GgufValueType::kI32:
      return BrokenElements<int32_t>(pair, bytes);
    case GgufValueType::kF32:
      return BrokenElements<float>(pair, bytes);
    case GgufValueType::kBool:
      return BrokenElements<bool>(pair, bytes);
    case GgufValueType::kString:
      return BrokenElements<std::string_view>(pair, bytes);
    case GgufValueType::kU64:
      return BrokenElements<uint64_t>(pair, bytes);
    case GgufValueType::kI64:
      return BrokenElements<int64_t>(pair, bytes);
    case GgufValueType::kF64:
      return BrokenElements<double>(pair, bytes);
    case GgufValueType::kArray:
      break;
  }
  return "the value has no type that can be read";
}

std::string BrokenPair(const GgufFile& file, const GgufKeyValue& pair,
                       const naive::KeyValue& expected, ByteSpan bytes) {
  if (pair.key() != expected.key) return "its key is another";
  if (static_cast<uint32_t>(pair.type()) != expected.type) return "its type";
  if (pair.is_array() &&
      static_cast<uint32_t>(pair.element_type()) != expected.array_type) {
    return "its element type";
  }
  if (pair.count() != expected.count) return "its count";
  if (pair.value_offset() != expected.offset) return "its place";
  const auto found = file.FindKey(pair.key());
  if (!found || found->offset() != pair.offset()) return "it is not found";
  return BrokenValue(pair, bytes);
}

// The sizes of `tensor` from its shape and type alone.
std::string BrokenSize(const GgufTensor& tensor) {
  if (tensor.type == nullptr || tensor.type->removed()) return "its type";
  Wide elements = 1;
  const auto shape = tensor.Shape();
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) elements = 0;
  for (const uint64_t dimension : shape) elements *= dimension;
  const Wide block = tensor.type->block_elements;
  if (elements != tensor.elements || elements % block != 0) {
    return "its element count";
  }
  const Wide size = elements / block * tensor.type->block_bytes;
  return size == tensor.bytes ? "" : "its size";
}

std::string BrokenTensor(const GgufFile& file, const GgufTensor& tensor,
                         const naive::Tensor& expected) {
  if (tensor.name != expected.name) return "its name is another";
  if (tensor.type_id != expected.type) return "its type is another";
  const auto shape = tensor.Shape();
  if (!std::equal(shape.begin(), shape.end(), expected.ne.begin(),
                  expected.ne.end())) {
    return "its shape is another";
  }
  if (tensor.bytes != expected.bytes) return "its size is another";
  if (Wide{file.data_offset()} + tensor.offset != expected.begin) {
    return "its place is another";
  }
  const auto found = file.FindTensor(tensor.name);
  if (!found || found->info_offset != tensor.info_offset) {
    return "it is not found";
  }
  return BrokenSize(tensor);
}

Wide Padded(Wide size, Wide alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

// Where the tensors lie: one behind the other, padded, and all in the file.
std::string BrokenPlaces(const GgufFile& file, uint64_t file_size) {
  const Wide alignment = file.alignment();
  const Wide begin = file.tensor_count() == 0
                         ? Wide{file.header_bytes()}
                         : Padded(file.header_bytes(), alignment);
  if (begin != file.data_offset()) return "where the data section begins";
  Wide sum = 0;
  Wide end = 0;
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const GgufTensor tensor = file.tensor(i);
    if (tensor.offset != sum) return "tensors do not lie one behind the other";
    end = sum + tensor.bytes;
    sum = Padded(end, alignment);
  }
  if (begin + end > file_size) return "tensor data lies past the file's end";
  if (end != file.data_bytes()) return "where the data section ends";
  return begin + sum == file.tail_offset() ? "" : "where the tail begins";
}

std::string Numbered(std::string_view kind, size_t i, std::string_view broken) {
  return std::string(kind) + " " + std::to_string(i) + ": " +
         std::string(broken);
}

}  // namespace

std::string BrokenGgufViews(const GgufFile& file, ByteSpan header) {
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const GgufKeyValue pair = file.key_value(i);
    std::string broken = BrokenView(pair.key(), header);
    if (broken.empty()) {
      broken = BrokenView(AsText(pair.value().rest()), header);
    }
    if (!broken.empty()) return Numbered("pair", i, broken);
  }
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const std::string broken = BrokenView(file.tensor(i).name, header);
    if (!broken.empty()) return Numbered("tensor", i, broken);
  }
  return "";
}

std::string BrokenGgufLayout(const GgufFile& file, ByteSpan header,
                             uint64_t file_size,
                             const naive::Judgement& expected) {
  if (file.version() != expected.version) return "the version";
  if (file.alignment() != expected.alignment) return "the alignment";
  if (file.key_value_count() != expected.keys.size()) return "the keys' number";
  if (file.tensor_count() != expected.tensors.size()) {
    return "the tensors' number";
  }
  if (file.data_offset() != expected.data_start) return "the data's start";
  for (size_t i = 0; i < file.key_value_count(); ++i) {
    const std::string broken =
        BrokenPair(file, file.key_value(i), expected.keys[i], header);
    if (!broken.empty()) return Numbered("pair", i, broken);
  }
  for (size_t i = 0; i < file.tensor_count(); ++i) {
    const std::string broken =
        BrokenTensor(file, file.tensor(i), expected.tensors[i]);
    if (!broken.empty()) return Numbered("tensor", i, broken);
  }
  return BrokenPlaces(file, file_size);
}

}  // namespace loadgate::testing_support
