#include <algorithm>
#include <string>
#include <utility>

#include "tests/naive/gguf_judge.h"
#include "tests/naive/shape.h"
#include "tests/naive/utf8.h"

namespace naive {
namespace {

constexpr uint64_t kMaxNameBytes = 63;
constexpr uint64_t kMaxDims = 4;

bool HasControl(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<uint8_t>(c) < 0x20 || c == 0x7F;
  });
}

}  // namespace

bool GgufJudge::ReadTensorInfos() {
  for (Wide i = 0; i < num_tensors_; ++i) {
    Tensor tensor;
    if (!ReadTensorInfo(&tensor)) return false;
    out_.tensors.push_back(std::move(tensor));
  }
  infos_end_ = pos_;
  return true;
}

bool GgufJudge::ReadTensorInfo(Tensor* tensor) {
  if (!ReadTensorName(&tensor->name)) return false;
  const Wide shape = pos_ + 4;
  if (!ReadDims(tensor) || !ReadTensorType(tensor)) return false;
  offset_fields_.push_back(pos_);
  return ReadNumber(8, &tensor->offset) &&
         MeasureTensor(shape, *FindGgmlType(tensor->type), tensor);
}

bool GgufJudge::ReadTensorName(std::string* name) {
  const Wide start = pos_;
  if (!ReadString(kMaxNameBytes, name)) return false;
  if (name->find('\0') != std::string::npos) {
    return Fail(start, "a tensor name holds a NUL");
  }
  if (!IsUtf8(*name)) return Fail(start, "a tensor name is not UTF-8");
  if (name->empty()) Warn("a tensor name is empty");
  if (HasControl(*name)) Warn("a tensor name holds control bytes");
  if (!seen_.insert(*name).second) return Fail(start, "a tensor appears twice");
  return true;
}

bool GgufJudge::ReadDims(Tensor* tensor) {
  const Wide start = pos_;
  uint64_t num_dims = 0;
  if (!ReadNumber(4, &num_dims)) return false;
  if (num_dims > kMaxDims) return Fail(start, "a tensor has over 4 dimensions");
  for (uint64_t i = 0; i < num_dims; ++i) {
    uint64_t dim = 0;
    if (!ReadNumber(8, &dim)) return false;
    if (dim > kMax63) return Fail(pos_ - 8, "a dimension is above 2^63-1");
    tensor->ne.push_back(dim);
  }
  return true;
}

bool GgufJudge::ReadTensorType(Tensor* tensor) {
  const Wide start = pos_;
  uint64_t id = 0;
  if (!ReadNumber(4, &id)) return false;
  tensor->type = static_cast<uint32_t>(id);
  const GgmlType* type = FindGgmlType(tensor->type);
  if (type == nullptr) return Fail(start, "a tensor type is unknown");
  if (type->block == 0) return Fail(start, "a tensor type was removed");
  return true;
}

bool GgufJudge::MeasureTensor(Wide shape, const GgmlType& type,
                              Tensor* tensor) {
  const Wide row = tensor->ne.empty() ? 1 : tensor->ne[0];
  if (row % type.block != 0) {
    return Fail(shape, "a tensor's row is not a whole number of blocks");
  }
  const Wide count = CountElements(tensor->ne);
  if (count > kMax63) return Fail(shape, "a tensor has over 2^63-1 elements");
  tensor->bytes = count / type.block * type.bytes;
  if (tensor->bytes > kMax63) {
    return Fail(shape, "a tensor is over 2^63-1 bytes");
  }
  if (HidesAbsurdDims(tensor->ne, type)) {
    Warn("a zero dimension stands beside absurd ones");
  }
  return true;
}

}  // namespace naive
