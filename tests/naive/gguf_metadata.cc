#include <array>
#include <string>
#include <utility>

#include "tests/naive/gguf_judge.h"
#include "tests/naive/utf8.h"

namespace naive {
namespace {

constexpr uint64_t kMaxKeyBytes = 65535;
constexpr uint64_t kMaxCount = uint64_t{1} << 30;
constexpr uint64_t kLargeAlignment = uint64_t{1} << 20;

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

}  // namespace

bool GgufJudge::ReadKeyValues() {
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

bool GgufJudge::ReadKey(std::string* key) {
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

bool GgufJudge::ReadType(uint32_t* type) {
  const Wide start = pos_;
  uint64_t number = 0;
  if (!ReadNumber(4, &number)) return false;
  if (number > kLastType) return Fail(start, "a value type is unknown");
  *type = static_cast<uint32_t>(number);
  return true;
}

bool GgufJudge::ReadValueHead(KeyValue* value) {
  if (!ReadType(&value->type)) return false;
  return value->type != kArray || ReadArrayHead(value);
}

bool GgufJudge::ReadArrayHead(KeyValue* value) {
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

bool GgufJudge::ReadElement(uint32_t type, const std::string& key) {
  if (type == kString) return ReadText(key);
  if (type == kBool) return ReadBool();
  uint64_t number = 0;
  return ReadNumber(static_cast<unsigned>(LeastBytes(type)), &number);
}

bool GgufJudge::ReadText(const std::string& key) {
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

bool GgufJudge::ReadBool() {
  const Wide start = pos_;
  uint64_t number = 0;
  if (!ReadNumber(1, &number)) return false;
  if (number > 1) return Fail(start, "a bool is neither 0 nor 1");
  return true;
}

bool GgufJudge::CheckValueText() {
  return !bad_text_at_ || Fail(*bad_text_at_, kValueTextReason);
}

bool GgufJudge::CheckAlignment() {
  infos_end_ = accounted_end_ = pos_;
  for (const KeyValue& value : out_.keys) {
    if (value.key == "general.alignment") return CheckAlignmentValue(value);
  }
  return true;
}

bool GgufJudge::CheckAlignmentValue(const KeyValue& value) {
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

}  // namespace naive
