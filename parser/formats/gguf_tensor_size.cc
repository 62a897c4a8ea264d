#include "formats/gguf_tensor_size.h"

#include <utility>

#include "base/canary.h"
#include "base/message.h"
#include "loadgate/checked_math.h"

namespace loadgate {
namespace {

using Shape = std::array<uint64_t, kGgufMaxDimensions>;
using Field = GgufTensorSize::Field;

std::string ShapeText(const Shape& ne) {
  return Message({"[", Number(ne[0]), ", ", Number(ne[1]), ", ", Number(ne[2]),
                  ", ", Number(ne[3]), "]"});
}

GgufTensorSize Faulty(GgufTensorSize::Fault fault) {
  GgufTensorSize size;
  size.fault = std::move(fault);
  return size;
}

std::optional<size_t> FindDimension(const Shape& ne, bool (*wanted)(uint64_t)) {
  for (size_t i = 0; i < ne.size(); ++i) {
    if (wanted(ne[i])) return i;
  }
  return std::nullopt;
}

// The product of the dimensions that are not zero.
std::optional<uint64_t> NonZeroProduct(const Shape& ne) {
  std::optional<uint64_t> product = 1;
  for (const uint64_t dimension : ne) {
    if (dimension == 0) continue;
    product = CheckedMul(*product, dimension);
    if (!product.has_value()) break;
  }
  return product;
}

// The bytes of `elements` elements in blocks, the last one begun counting
// whole.
std::optional<uint64_t> BlockBytes(uint64_t elements, const GgmlType& type) {
  const uint64_t begun = elements % type.block_elements != 0 ? 1 : 0;
  return CheckedMul(elements / type.block_elements + begun, type.block_bytes);
}

std::optional<GgufTensorSize::Fault> TypeFault(uint32_t type_id,
                                               const GgmlType* type) {
  if (type == nullptr) {
    return GgufTensorSize::Fault{
        .code = Code::kGgufTensorTypeUnknown,
        .field = Field::kType,
        .what =
            Message({"The type is ", Number(type_id), "; the types known on ",
                     kGgmlTypeTableDate, " are 0 to ",
                     Number(AllGgmlTypes().size() - 1), "."})};
  }
  if (type->removed()) {
    return GgufTensorSize::Fault{
        .code = Code::kGgufTensorTypeRemoved,
        .field = Field::kType,
        .what = Message({"The type is ", Number(type_id), ", ", type->name,
                         ", which ggml has removed."})};
  }
  return std::nullopt;
}

std::optional<GgufTensorSize::Fault> RowFault(uint64_t row,
                                              const GgmlType& type) {
  LG_CANARY(GgufBlockAssumed32, type.block_elements > 32 && row % 32 == 0 &&
                                    row % type.block_elements != 0);
  if (row % type.block_elements == 0) return std::nullopt;
  return GgufTensorSize::Fault{
      .code = Code::kGgufRowNotWholeBlocks,
      .what = Message({"The first dimension is ", Number(row),
                       ", no multiple of the ", Number(type.block_elements),
                       " elements in a block of ", type.name, "."})};
}

}  // namespace

GgufTensorSize MeasureGgufTensor(const Shape& ne, uint32_t type_id) {
  const auto negative =
      FindDimension(ne, [](uint64_t n) { return n > kMaxFileSize; });
  if (negative.has_value()) {
    return Faulty(
        {.code = Code::kGgufDimensionTooLarge,
         .dimension = *negative,
         .what = Message({"Dimension ", Number(*negative), " is ",
                          Number(ne[*negative]), ", more than 2^63-1."})});
  }
  const auto zero = FindDimension(ne, [](uint64_t n) { return n == 0; });
  const std::optional<uint64_t> product = NonZeroProduct(ne);
  if (!zero.has_value() && !product.has_value()) {
    return Faulty({.code = Code::kGgufElementCountOverflow,
                   .what = Message({"The dimensions ", ShapeText(ne),
                                    " multiply to more than 2^63-1."})});
  }
  const GgmlType* type = FindGgmlType(type_id);
  LG_CANARY(RemovedTypeDivides, type != nullptr && type->removed());
  if (auto fault = TypeFault(type_id, type)) return Faulty(std::move(*fault));
  if (auto fault = RowFault(ne[0], *type)) return Faulty(std::move(*fault));
  std::optional<uint64_t> bytes;
  if (product.has_value()) bytes = BlockBytes(*product, *type);
  GgufTensorSize size;
  if (zero.has_value()) {
    size.zero_dimension = zero;
    size.absurd = !bytes.has_value();
    return size;
  }
  if (!bytes.has_value()) {
    return Faulty(
        {.code = Code::kGgufByteSizeOverflow,
         .what = Message({Count(*product, "element"), " of ", type->name,
                          " take more than 2^63-1 bytes."})});
  }
  size.elements = *product;
  size.bytes = *bytes;
  return size;
}

}  // namespace loadgate
