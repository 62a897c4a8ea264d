#include "tests/naive/gguf.h"

#include <algorithm>
#include <string>
#include <utility>

#include "tests/naive/gguf_judge.h"

namespace naive {
namespace {

constexpr Wide kLeastKeyValueBytes = 8 + 1 + 4 + 1;
constexpr Wide kLeastTensorInfoBytes = 8 + 0 + 4 + 4 + 8;

}  // namespace

Judgement GgufJudge::Run() {
  out_.accept = CheckMagic() && ReadVersion() && ReadCounts() &&
                ReadKeyValues() && CheckAlignment() && ReadTensorInfos() &&
                PlaceTensors() && CheckDataIsThere() && CheckTail() &&
                CheckValueText() && CheckByteOrder();
  return std::move(out_);
}

bool GgufJudge::Fail(Wide offset, std::string reason) {
  out_.offset = static_cast<uint64_t>(offset);
  out_.reason = std::move(reason);
  return false;
}

void GgufJudge::Warn(const std::string& warning) {
  const auto& all = out_.warnings;
  if (std::find(all.begin(), all.end(), warning) == all.end()) {
    out_.warnings.push_back(warning);
  }
}

uint64_t GgufJudge::NumberAt(Wide pos, unsigned width) const {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned place = out_.big_endian ? width - 1 - i : i;
    value |= uint64_t{At(pos + i)} << (8 * place);
  }
  return value;
}

bool GgufJudge::ReadNumber(unsigned width, uint64_t* value) {
  if (width > Left()) return Fail(pos_, "the file ends inside a number");
  *value = NumberAt(pos_, width);
  pos_ += width;
  return true;
}

bool GgufJudge::ReadString(uint64_t max_bytes, std::string* text) {
  const Wide start = pos_;
  uint64_t length = 0;
  if (!ReadNumber(8, &length)) return false;
  if (length > max_bytes) return Fail(start, "a string is longer than allowed");
  if (length > Left()) return Fail(start, "a string runs past the file's end");
  text->clear();
  for (uint64_t i = 0; i < length; ++i) {
    text->push_back(static_cast<char>(At(pos_ + i)));
  }
  pos_ += length;
  return true;
}

bool GgufJudge::CheckMagic() {
  for (const char wanted : std::string("GGUF")) {
    if (Left() == 0 || At(pos_) != static_cast<uint8_t>(wanted)) {
      return Fail(pos_, "the file does not begin with GGUF");
    }
    ++pos_;
  }
  return true;
}

bool GgufJudge::ReadVersion() {
  const Wide start = pos_;
  uint64_t version = 0;
  if (!ReadNumber(4, &version)) return false;
  if (version != 0 && (version & 0xFFFF) == 0) {
    out_.big_endian = true;
    const uint64_t swapped = NumberAt(start, 4);
    out_.big_endian = swapped == 2 || swapped == 3;
    if (out_.big_endian) version = swapped;
  }
  out_.version = static_cast<uint32_t>(version);
  if (version == 2 || version == 3) return true;
  return Fail(start, "the version is neither 2 nor 3");
}

bool GgufJudge::ReadCounts() {
  const Wide start = pos_;
  uint64_t tensors = 0;
  uint64_t keys = 0;
  if (!ReadNumber(8, &tensors) || !ReadNumber(8, &keys)) return false;
  num_tensors_ = tensors;
  num_keys_ = keys;
  if (num_tensors_ * kLeastTensorInfoBytes > Left()) {
    return Fail(start, "more tensors are declared than the file can hold");
  }
  if (num_keys_ * kLeastKeyValueBytes > Left()) {
    return Fail(start + 8, "more keys are declared than the file can hold");
  }
  if (num_keys_ == 0) Warn("there are no key-values");
  return true;
}

bool GgufJudge::CheckByteOrder() {
  return !out_.big_endian || Fail(4, kBigEndianReason);
}

Judgement JudgeGguf(const std::vector<uint8_t>& file) {
  return GgufJudge(file).Run();
}

}  // namespace naive
