#include "tests/naive/gguf.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "tests/naive/ggml_types.h"
#include "tests/naive/shape.h"
#include "tests/naive/tail.h"
#include "tests/naive/utf8.h"

namespace naive {
namespace {

constexpr uint64_t kMaxKeyBytes = 65535;
constexpr uint64_t kMaxNameBytes = 63;
constexpr uint64_t kMaxDims = 4;
constexpr uint64_t kMaxCount = uint64_t{1} << 30;
constexpr uint64_t kLargeAlignment = uint64_t{1} << 20;
constexpr Wide kLeastKeyValueBytes = 8 + 1 + 4 + 1;
constexpr Wide kLeastTensorInfoBytes = 8 + 0 + 4 + 4 + 8;

enum ValueType : uint32_t {
  kUint32 = 4,
  kBool = 7,
  kString = 8,
  kArray = 9,
  kLastType = 12,
};

// The bytes of a value of `type`; of a string, the bytes of its length.
uint64_t LeastBytes(uint32_t type) {
  constexpr std::array<uint64_t, kLastType + 1> kBytes = {1, 1, 2, 2, 4, 4, 4,
                                                          1, 8, 0, 8, 8, 8};
  return kBytes[type];
}

bool IsPowerOfTwo(uint64_t value) {
  while (value > 1 && value % 2 == 0) value /= 2;
  return value == 1;
}

bool HasNul(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

bool HasControl(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<uint8_t>(c) < 0x20 || c == 0x7F;
  });
}

bool IsTokenList(const std::string& key) {
  return key == "tokenizer.ggml.tokens" || key == "tokenizer.ggml.merges" ||
         key == "tokenizer.ggml.added_tokens";
}

bool SelectsCode(const std::string& key) {
  return key == "general.architecture" || key == "tokenizer.ggml.model" ||
         key == "tokenizer.ggml.pre";
}

bool IsChatTemplate(const std::string& key) {
  return key == "tokenizer.chat_template" ||
         key.starts_with("tokenizer.chat_template.");
}

class Judge {
 public:
  explicit Judge(const std::vector<uint8_t>& file) : file_(file) {}

  Judgement Run() {
    out_.accept = CheckMagic() && ReadVersion() && ReadCounts() &&
                  ReadKeyValues() && CheckAlignment() && ReadTensorInfos() &&
                  PlaceTensors() && CheckDataIsThere() && CheckTail() &&
                  CheckValueText() && CheckByteOrder();
    return std::move(out_);
  }

 private:
  bool Fail(Wide offset, std::string reason);
  void Warn(const std::string& warning);
  Wide Left() const { return Wide{file_.size()} - pos_; }
  uint8_t At(Wide pos) const { return file_[static_cast<size_t>(pos)]; }
  uint64_t NumberAt(Wide pos, unsigned width) const;
  bool ReadNumber(unsigned width, uint64_t* value);
  bool ReadType(uint32_t* type);
  bool ReadString(uint64_t max_bytes, std::string* text);

  bool CheckMagic();
  bool ReadVersion();
  bool ReadCounts();

  bool ReadKeyValues();
  bool ReadKey(std::string* key);
  bool ReadValueHead(KeyValue* value);
  bool ReadArrayHead(KeyValue* value);
  bool ReadElement(uint32_t type, const std::string& key);
  bool ReadText(const std::string& key);
  bool ReadBool();
  bool CheckAlignment();
  bool CheckAlignmentValue(const KeyValue& value);

  bool ReadTensorInfos();
  bool ReadTensorInfo(Tensor* tensor);
  bool ReadTensorName(std::string* name);
  bool ReadDims(Tensor* tensor);
  bool ReadTensorType(Tensor* tensor);
  bool MeasureTensor(Wide shape, const GgmlType& type, Tensor* tensor);

  bool PlaceTensors();
  bool CheckOffset(Wide field, Wide offset, Wide expected);
  bool CheckDataIsThere();
  bool CheckTail();
  bool CheckValueText();
  bool CheckByteOrder();
  void CheckPadding();
  bool IsZero(Wide begin, Wide end) const;

  const std::vector<uint8_t>& file_;
  Wide pos_ = 0;
  Wide num_keys_ = 0;
  Wide num_tensors_ = 0;
  std::vector<Wide> offset_fields_;  // where each tensor's offset stands
  Wide infos_end_ = 0;
  Wide accounted_end_ = 0;  // where the tail starts, perhaps past the file
  std::optional<Wide> bad_text_at_;
  std::set<std::string> seen_;
  Judgement out_;
};

bool Judge::Fail(Wide offset, std::string reason) {
  out_.offset = static_cast<uint64_t>(offset);
  out_.reason = std::move(reason);
  return false;
}

void Judge::Warn(const std::string& warning) {
  const auto& all = out_.warnings;
  if (std::find(all.begin(), all.end(), warning) == all.end()) {
    out_.warnings.push_back(warning);
  }
}

uint64_t Judge::NumberAt(Wide pos, unsigned width) const {
  uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned place = out_.big_endian ? width - 1 - i : i;
    value |= uint64_t{At(pos + i)} << (8 * place);
  }
  return value;
}

bool Judge::ReadNumber(unsigned width, uint64_t* value) {
  if (width > Left()) return Fail(pos_, "the file ends inside a number");
  *value = NumberAt(pos_, width);
  pos_ += width;
  return true;
}

bool Judge::ReadType(uint32_t* type) {
  const Wide start = pos_;
  uint64_t number = 0;
  if (!ReadNumber(4, &number)) return false;
  if (number > kLastType) return Fail(start, "a value type is unknown");
  *type = static_cast<uint32_t>(number);
  return true;
}

bool Judge::ReadString(uint64_t max_bytes, std::string* text) {
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

bool Judge::CheckMagic() {
  for (const char wanted : std::string("GGUF")) {
    if (Left() == 0 || At(pos_) != static_cast<uint8_t>(wanted)) {
      return Fail(pos_, "the file does not begin with GGUF");
    }
    ++pos_;
  }
  return true;
}

bool Judge::ReadVersion() {
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

bool Judge::ReadCounts() {
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

bool Judge::ReadKeyValues() {
  for (Wide i = 0; i < num_keys_; ++i) {
    KeyValue value;
    if (!ReadKey(&value.key) || !ReadValueHead(&value)) return false;
    value.offset = static_cast<uint64_t>(pos_);
    const bool is_array = value.type == kArray;
    const uint32_t type = is_array ? value.array_type : value.type;
    for (uint64_t n = 0; n < value.count; ++n) {
      if (!ReadElement(type, value.key)) return false;
    }
    out_.keys.push_back(std::move(value));
  }
  seen_.clear();
  return true;
}

bool Judge::ReadKey(std::string* key) {
  const Wide start = pos_;
  if (!ReadString(kMaxKeyBytes, key)) return false;
  if (key->empty()) return Fail(start, "a key is empty");
  for (size_t i = 0; i < key->size(); ++i) {
    const uint8_t byte = static_cast<uint8_t>((*key)[i]);
    if (byte == 0) return Fail(start + 8 + i, "a key holds a NUL");
    if (byte >= 0x80) return Fail(start + 8 + i, "a key is not ASCII");
  }
  if (!seen_.insert(*key).second) return Fail(start, "a key appears twice");
  return true;
}

bool Judge::ReadValueHead(KeyValue* value) {
  if (!ReadType(&value->type)) return false;
  return value->type != kArray || ReadArrayHead(value);
}

bool Judge::ReadArrayHead(KeyValue* value) {
  const Wide start = pos_;
  if (!ReadType(&value->array_type)) return false;
  if (value->array_type == kArray) return Fail(start, "an array holds arrays");
  if (!ReadNumber(8, &value->count)) return false;
  if (value->count > kMaxCount) {
    return Fail(start + 4, "an array is longer than allowed");
  }
  if (Wide{value->count} * LeastBytes(value->array_type) > Left()) {
    return Fail(start + 4, "an array runs past the file's end");
  }
  return true;
}

bool Judge::ReadElement(uint32_t type, const std::string& key) {
  if (type == kString) return ReadText(key);
  if (type == kBool) return ReadBool();
  uint64_t number = 0;
  return ReadNumber(static_cast<unsigned>(LeastBytes(type)), &number);
}

bool Judge::ReadText(const std::string& key) {
  const Wide start = pos_;
  std::string text;
  if (!ReadString(kMaxCount, &text)) return false;
  const bool broken = !IsUtf8(text);
  const bool has_nul = HasNul(text);
  if ((broken && (SelectsCode(key) || IsChatTemplate(key))) ||
      (has_nul && SelectsCode(key))) {
    if (!bad_text_at_) bad_text_at_ = start + 8;
    return true;
  }
  if (broken) Warn("a string is not UTF-8");
  if (has_nul && !IsTokenList(key)) Warn("a string holds a NUL");
  return true;
}

bool Judge::ReadBool() {
  const Wide start = pos_;
  uint64_t number = 0;
  if (!ReadNumber(1, &number)) return false;
  if (number > 1) return Fail(start, "a bool is neither 0 nor 1");
  return true;
}

bool Judge::CheckAlignment() {
  infos_end_ = accounted_end_ = pos_;
  for (const KeyValue& value : out_.keys) {
    if (value.key == "general.alignment") return CheckAlignmentValue(value);
  }
  return true;
}

bool Judge::CheckAlignmentValue(const KeyValue& value) {
  if (value.type != kUint32) {
    return Fail(value.offset, "general.alignment is not a u32");
  }
  const uint64_t alignment = NumberAt(value.offset, 4);
  if (alignment == 0) return Fail(value.offset, "the alignment is zero");
  if (!IsPowerOfTwo(alignment)) {
    return Fail(value.offset, "the alignment is not a power of two");
  }
  if (alignment % 8 != 0) {
    return Fail(value.offset, "the alignment is not a multiple of 8");
  }
  if (alignment > kLargeAlignment) Warn("the alignment is above 1 MiB");
  out_.alignment = alignment;
  return true;
}

bool Judge::ReadTensorInfos() {
  for (Wide i = 0; i < num_tensors_; ++i) {
    Tensor tensor;
    if (!ReadTensorInfo(&tensor)) return false;
    out_.tensors.push_back(std::move(tensor));
  }
  infos_end_ = pos_;
  return true;
}

bool Judge::ReadTensorInfo(Tensor* tensor) {
  if (!ReadTensorName(&tensor->name)) return false;
  const Wide shape = pos_ + 4;
  if (!ReadDims(tensor) || !ReadTensorType(tensor)) return false;
  offset_fields_.push_back(pos_);
  return ReadNumber(8, &tensor->offset) &&
         MeasureTensor(shape, *FindGgmlType(tensor->type), tensor);
}

bool Judge::ReadTensorName(std::string* name) {
  const Wide start = pos_;
  if (!ReadString(kMaxNameBytes, name)) return false;
  if (HasNul(*name)) return Fail(start, "a tensor name holds a NUL");
  if (!IsUtf8(*name)) return Fail(start, "a tensor name is not UTF-8");
  if (name->empty()) Warn("a tensor name is empty");
  if (HasControl(*name)) Warn("a tensor name holds control bytes");
  if (!seen_.insert(*name).second) return Fail(start, "a tensor appears twice");
  return true;
}

bool Judge::ReadDims(Tensor* tensor) {
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

bool Judge::ReadTensorType(Tensor* tensor) {
  const Wide start = pos_;
  uint64_t id = 0;
  if (!ReadNumber(4, &id)) return false;
  tensor->type = static_cast<uint32_t>(id);
  const GgmlType* type = FindGgmlType(tensor->type);
  if (type == nullptr) return Fail(start, "a tensor type is unknown");
  if (type->block == 0) return Fail(start, "a tensor type was removed");
  return true;
}

bool Judge::MeasureTensor(Wide shape, const GgmlType& type, Tensor* tensor) {
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

bool Judge::PlaceTensors() {
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

bool Judge::CheckOffset(Wide field, Wide offset, Wide expected) {
  if (offset == expected) return true;
  if (offset % out_.alignment != 0) {
    return Fail(field, "a tensor's offset is not aligned");
  }
  if (offset < expected) {
    return Fail(field, "a tensor starts before the end of the one above it");
  }
  return Fail(field, "there is a gap before a tensor");
}

bool Judge::CheckDataIsThere() {
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

bool Judge::CheckTail() {
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

bool Judge::CheckValueText() {
  return !bad_text_at_ || Fail(*bad_text_at_, kValueTextReason);
}

bool Judge::CheckByteOrder() {
  return !out_.big_endian || Fail(4, kBigEndianReason);
}

void Judge::CheckPadding() {
  Wide begin = infos_end_;
  bool zero = true;
  for (const Tensor& tensor : out_.tensors) {
    zero = zero && IsZero(begin, tensor.begin);
    begin = tensor.end;
  }
  if (!zero || !IsZero(begin, accounted_end_)) Warn("padding is not zero");
}

// Bytes past the file's end do not speak against it.
bool Judge::IsZero(Wide begin, Wide end) const {
  for (Wide pos = begin; pos < end && pos < file_.size(); ++pos) {
    if (At(pos) != 0) return false;
  }
  return true;
}

}  // namespace

Judgement JudgeGguf(const std::vector<uint8_t>& file) {
  return Judge(file).Run();
}

}  // namespace naive
