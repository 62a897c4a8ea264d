#include <optional>
#include <span>
#include <string>

#include "tests/naive/gguf_judge.h"
#include "tests/naive/shape.h"
#include "tests/naive/tail.h"

namespace naive {

bool GgufJudge::PlaceTensors() {
  out_.data_start = static_cast<uint64_t>(infos_end_);
  if (out_.tensors.empty()) return true;
  const Wide start = RoundUp(infos_end_, out_.alignment);
  out_.data_start = static_cast<uint64_t>(start);
  Wide sum = 0;
  for (size_t i = 0; i < out_.tensors.size(); ++i) {
    Tensor& tensor = out_.tensors[i];
    const Wide field = offset_fields_[i];
    if (!CheckOffset(field, tensor.offset, sum)) return false;
    const Wide padded = RoundUp(tensor.bytes, out_.alignment);
    if (padded > kMax63) {
      return Fail(field, "a tensor with its padding is over 2^63-1 bytes");
    }
    sum += padded;
    if (sum > kMax63) {
      return Fail(field, "the tensors together are over 2^63-1 bytes");
    }
    tensor.begin = static_cast<uint64_t>(start + tensor.offset);
    tensor.end = static_cast<uint64_t>(start + tensor.offset + tensor.bytes);
  }
  accounted_end_ = start + sum;
  return true;
}

bool GgufJudge::CheckOffset(Wide field, Wide offset, Wide expected) {
  if (offset == expected) return true;
  if (offset % out_.alignment != 0) {
    return Fail(field, "a tensor's offset is not aligned");
  }
  if (offset < expected) {
    return Fail(field, "a tensor starts before the end of the one above it");
  }
  return Fail(field, "there is a gap before a tensor");
}

bool GgufJudge::CheckDataIsThere() {
  if (out_.data_start > file_.size()) {
    return Fail(file_.size(), "the data section starts past the file's end");
  }
  for (const Tensor& tensor : out_.tensors) {
    if (tensor.end > file_.size()) {
      return Fail(file_.size(), "a tensor's data is not all in the file");
    }
  }
  CheckPadding();
  return true;
}

void GgufJudge::CheckPadding() {
  Wide begin = infos_end_;
  bool zero = true;
  for (const Tensor& tensor : out_.tensors) {
    zero = zero && IsZero(begin, tensor.begin);
    begin = tensor.end;
  }
  if (!zero || !IsZero(begin, accounted_end_)) Warn("padding is not zero");
}

bool GgufJudge::CheckTail() {
  if (accounted_end_ >= file_.size()) return true;
  const size_t start = static_cast<size_t>(accounted_end_);
  const std::span<const uint8_t> file(file_);
  const std::string name = NameTail(file.subspan(start));
  if (!name.empty()) return Fail(start, "the tail begins as " + name);
  if (const std::optional<size_t> end = FindZipEnd(file, start)) {
    return Fail(*end, "the tail ends as a ZIP archive");
  }
  const bool short_enough = file_.size() - start <= out_.alignment;
  if (!short_enough || !IsZero(start, file_.size())) {
    Warn("bytes follow that nothing accounts for");
  }
  return true;
}

// Bytes past the file's end do not speak against it.
bool GgufJudge::IsZero(Wide begin, Wide end) const {
  for (Wide pos = begin; pos < end && pos < file_.size(); ++pos) {
    if (At(pos) != 0) return false;
  }
  return true;
}

}  // namespace naive
