#include "tests/naive/safetensors.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

#include "tests/naive/json.h"
#include "tests/naive/wide.h"

namespace naive::safetensors {
namespace {

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kMaxHeader = 100'000'000;
constexpr size_t kMaxLevels = 127;
constexpr Wide kMax64 = UINT64_MAX;

bool HasNul(const std::string& text) {
  return text.find('\0') != std::string::npos;
}

class Judge {
 public:
  explicit Judge(const std::vector<uint8_t>& file) : file_(file) {}

  Judgement Run() {
    out_.accept = ReadHeader() && ReadEntries() && CheckLayout();
    return std::move(out_);
  }

 private:
  bool Fail(uint64_t offset, std::string reason);
  const json::Value& ValueOf(const json::Member& member) const {
    return header_.values[member.value];
  }

  bool ReadHeader();
  bool ReadEntries();
  bool ReadMetadata(const json::Value& object);
  bool ReadTensor(const json::Member& entry);
  bool ReadDtype(const json::Value& value, Tensor* tensor);
  bool ReadNumbers(const json::Value& array, std::vector<uint64_t>* numbers);
  bool ReadOffsets(const json::Value& value, Tensor* tensor);
  bool CheckSize(uint64_t offset, const Tensor& tensor);
  bool CheckLayout();

  const std::vector<uint8_t>& file_;
  uint64_t data_bytes_ = 0;
  json::Document header_;
  Judgement out_;
};

bool Judge::Fail(uint64_t offset, std::string reason) {
  out_.offset = offset;
  out_.reason = std::move(reason);
  return false;
}

bool Judge::ReadHeader() {
  if (file_.size() < kLengthBytes) {
    return Fail(file_.size(), "the file ends inside the header's length");
  }
  uint64_t length = 0;
  for (size_t i = kLengthBytes; i-- > 0;) length = length << 8 | file_[i];
  if (length == 0) return Fail(0, "the header is empty");
  if (length > kMaxHeader) return Fail(0, "the header is longer than allowed");
  if (length > file_.size() - kLengthBytes) {
    return Fail(0, "the header runs past the file's end");
  }
  data_bytes_ = file_.size() - kLengthBytes - length;
  std::string text;
  for (uint64_t i = 0; i < length; ++i) {
    text.push_back(static_cast<char>(file_[kLengthBytes + i]));
  }
  header_ = json::Parse(text, kMaxLevels);
  if (!header_.ok) {
    return Fail(kLengthBytes + header_.offset, header_.reason);
  }
  return true;
}

bool Judge::ReadEntries() {
  const json::Value& root = header_.values[0];
  if (root.kind != json::Kind::kObject) {
    return Fail(kLengthBytes + root.offset, "the header is no object");
  }
  for (const json::Member& member : root.members) {
    const bool read = member.key == "__metadata__"
                          ? ReadMetadata(ValueOf(member))
                          : ReadTensor(member);
    if (!read) return false;
  }
  return true;
}

bool Judge::ReadMetadata(const json::Value& object) {
  if (object.kind != json::Kind::kObject) {
    return Fail(kLengthBytes + object.offset, "the metadata is no object");
  }
  for (const json::Member& member : object.members) {
    const json::Value& value = ValueOf(member);
    if (HasNul(member.key)) {
      return Fail(kLengthBytes + member.key_offset,
                  "a metadata key holds a NUL");
    }
    if (value.kind != json::Kind::kString) {
      return Fail(kLengthBytes + value.offset, "a metadata value is no string");
    }
    out_.metadata.emplace_back(member.key, value.text);
  }
  return true;
}

bool Judge::ReadTensor(const json::Member& entry) {
  const uint64_t offset = kLengthBytes + entry.key_offset;
  const json::Value& object = ValueOf(entry);
  if (HasNul(entry.key)) return Fail(offset, "a tensor name holds a NUL");
  if (object.kind != json::Kind::kObject) {
    return Fail(offset, "an entry is no object");
  }
  Tensor tensor;
  tensor.name = entry.key;
  int known_fields = 0;
  for (const json::Member& field : object.members) {
    const json::Value& value = ValueOf(field);
    bool read = true;
    if (field.key == "dtype") {
      read = ReadDtype(value, &tensor);
    } else if (field.key == "shape") {
      read = ReadNumbers(value, &tensor.shape);
    } else if (field.key == "data_offsets") {
      read = ReadOffsets(value, &tensor);
    } else {
      continue;
    }
    if (!read) return false;
    ++known_fields;
  }
  // No key stands twice in an object.
  if (known_fields != 3) return Fail(offset, "an entry lacks a field");
  if (!CheckSize(offset, tensor)) return false;
  out_.tensors.push_back(std::move(tensor));
  return true;
}

bool Judge::ReadDtype(const json::Value& value, Tensor* tensor) {
  const uint64_t offset = kLengthBytes + value.offset;
  if (value.kind != json::Kind::kString) {
    return Fail(offset, "a dtype is no string");
  }
  tensor->dtype = value.text;
  return BitsOfDtype(value.text) != 0 || Fail(offset, "a dtype is unknown");
}

bool Judge::ReadNumbers(const json::Value& array,
                        std::vector<uint64_t>* numbers) {
  if (array.kind != json::Kind::kArray) {
    return Fail(kLengthBytes + array.offset, "a list of numbers is no array");
  }
  for (const json::Member& element : array.members) {
    const json::Value& value = ValueOf(element);
    const std::optional<uint64_t> number = json::PlainUnsigned(value);
    if (!number) {
      return Fail(kLengthBytes + value.offset,
                  "a number is no plain unsigned integer");
    }
    numbers->push_back(*number);
  }
  return true;
}

bool Judge::ReadOffsets(const json::Value& value, Tensor* tensor) {
  std::vector<uint64_t> offsets;
  if (!ReadNumbers(value, &offsets)) return false;
  if (offsets.size() != 2) {
    return Fail(kLengthBytes + value.offset, "there are not two offsets");
  }
  tensor->begin = offsets[0];
  tensor->end = offsets[1];
  return tensor->begin <= tensor->end ||
         Fail(kLengthBytes + value.offset, "a tensor ends before it begins");
}

bool Judge::CheckSize(uint64_t offset, const Tensor& tensor) {
  Wide count = 1;
  for (const uint64_t dim : tensor.shape) {
    count *= dim;
    if (count > kMax64) return Fail(offset, "a tensor's elements overflow");
  }
  const Wide bits = count * BitsOfDtype(tensor.dtype);
  if (bits > kMax64) return Fail(offset, "a tensor's bits overflow");
  if (bits % 8 != 0) return Fail(offset, "a tensor is not of whole bytes");
  if (tensor.end - tensor.begin != bits / 8) {
    return Fail(offset, "a tensor's offsets do not fit its shape");
  }
  return true;
}

bool Judge::CheckLayout() {
  std::vector<Tensor> sorted = out_.tensors;
  std::sort(sorted.begin(), sorted.end(), [](const Tensor& a, const Tensor& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  uint64_t end = 0;
  for (const Tensor& tensor : sorted) {
    if (tensor.begin > end) return Fail(0, "there is a hole in the data");
    if (tensor.begin < end) return Fail(0, "tensors overlap");
    end = tensor.end;
  }
  if (end > data_bytes_) return Fail(0, "the data runs past the file's end");
  if (end < data_bytes_) return Fail(0, "bytes at the end belong to no tensor");
  return true;
}

}  // namespace

Judgement JudgeSafetensors(const std::vector<uint8_t>& file) {
  return Judge(file).Run();
}

uint64_t BitsOfDtype(const std::string& dtype) {
  struct Row {
    const char* dtype;
    uint64_t bits;
  };
  constexpr Row kRows[] = {
      {"BOOL", 8},    {"F4", 4},          {"F6_E2M3", 6},     {"F6_E3M2", 6},
      {"U8", 8},      {"I8", 8},          {"F8_E5M2", 8},     {"F8_E4M3", 8},
      {"F8_E8M0", 8}, {"F8_E4M3FNUZ", 8}, {"F8_E5M2FNUZ", 8}, {"I16", 16},
      {"U16", 16},    {"F16", 16},        {"BF16", 16},       {"I32", 32},
      {"U32", 32},    {"F32", 32},        {"C64", 64},        {"F64", 64},
      {"I64", 64},    {"U64", 64},
  };
  for (const Row& row : kRows) {
    if (dtype == row.dtype) return row.bits;
  }
  return 0;
}

}  // namespace naive::safetensors
