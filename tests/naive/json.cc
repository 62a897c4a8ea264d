#include "tests/naive/json.h"

#include <cmath>
#include <cstdlib>
#include <set>
#include <string_view>
#include <utility>

#include "tests/naive/utf8.h"
#include "tests/naive/wide.h"

namespace naive::json {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// The value of a hexadecimal digit; -1 if it is none.
int HexDigit(char c) {
  if (IsDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool IsHighSurrogate(uint32_t unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool IsLowSurrogate(uint32_t unit) { return unit >= 0xDC00 && unit < 0xE000; }

void AppendUtf8(uint32_t code_point, std::string* text) {
  const auto put = [text](uint32_t byte) {
    text->push_back(static_cast<char>(byte));
  };
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) {
    put(0xC0 | code_point >> 6);
  } else if (code_point < 0x10000) {
    put(0xE0 | code_point >> 12);
    put(0x80 | (code_point >> 6 & 0x3F));
  } else {
    put(0xF0 | code_point >> 18);
    put(0x80 | (code_point >> 12 & 0x3F));
    put(0x80 | (code_point >> 6 & 0x3F));
  }
  put(0x80 | (code_point & 0x3F));
}

// What `\c` stands for, for the escapes of one letter; 0 if there is none.
char SimpleEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

class Parser {
 public:
  Parser(const std::string& text, size_t max_levels, Numbers numbers)
      : text_(text), max_levels_(max_levels), numbers_(numbers) {}

  Document Run() {
    out_.ok = CheckUtf8() && ReadRoot() && ReadMembers() && CheckEnd();
    return std::move(out_);
  }

 private:
  bool Fail(size_t offset, std::string reason);
  bool AtEnd() const { return at_ == text_.size(); }
  bool Sees(char c) const { return !AtEnd() && text_[at_] == c; }
  bool SeesDigit() const { return !AtEnd() && IsDigit(text_[at_]); }
  bool Take(char c);
  void SkipSpace();
  void SkipDigits();

  bool CheckUtf8();
  bool ReadRoot();
  bool ReadMembers();
  bool ReadMember();
  bool ReadKey(Member* member);
  bool CheckEnd();

  bool ReadValue();
  bool Open(Kind kind);
  bool ReadString(std::string* out);
  bool ReadEscape(std::string* out);
  bool ReadCodePoint(uint32_t* code_point);
  bool ReadCodeUnit(uint32_t* unit);
  bool ReadLiteral(Value* value);
  bool ReadNumber(Value* value);

  // An object or array whose end was not read yet.
  struct Container {
    size_t value;
    std::set<std::string> keys;
  };

  const std::string& text_;
  size_t max_levels_;
  Numbers numbers_;
  size_t at_ = 0;
  std::vector<Container> open_;
  Document out_;
};

bool Parser::Fail(size_t offset, std::string reason) {
  out_.offset = offset;
  out_.reason = std::move(reason);
  return false;
}

bool Parser::Take(char c) {
  if (!Sees(c)) return false;
  ++at_;
  return true;
}

void Parser::SkipSpace() {
  while (Sees(' ') || Sees('\t') || Sees('\n') || Sees('\r')) ++at_;
}

void Parser::SkipDigits() {
  while (SeesDigit()) ++at_;
}

bool Parser::CheckUtf8() {
  return IsUtf8(text_) || Fail(0, "the header is not UTF-8");
}

bool Parser::ReadRoot() {
  SkipSpace();
  return ReadValue();
}

bool Parser::ReadMembers() {
  while (!open_.empty()) {
    if (!ReadMember()) return false;
  }
  return true;
}

// The innermost open container goes on: with its end, or with one member.
bool Parser::ReadMember() {
  const size_t parent = open_.back().value;
  const bool is_object = out_.values[parent].kind == Kind::kObject;
  SkipSpace();
  if (Take(is_object ? '}' : ']')) {
    open_.pop_back();
    return true;
  }
  if (!out_.values[parent].members.empty()) {
    if (!Take(',')) return Fail(at_, "a comma is missing");
    SkipSpace();
  }
  Member member;
  if (is_object && !ReadKey(&member)) return false;
  member.value = out_.values.size();
  out_.values[parent].members.push_back(std::move(member));
  return ReadValue();
}

bool Parser::ReadKey(Member* member) {
  member->key_offset = at_;
  if (!Sees('"')) return Fail(at_, "a key is missing");
  if (!ReadString(&member->key)) return false;
  if (!open_.back().keys.insert(member->key).second) {
    return Fail(member->key_offset, "a key appears twice");
  }
  SkipSpace();
  if (!Take(':')) return Fail(at_, "a colon is missing");
  SkipSpace();
  return true;
}

bool Parser::CheckEnd() {
  SkipSpace();
  return AtEnd() || Fail(at_, "something stands behind the JSON text");
}

// Reads a value into a new place at the end of `values`; of an object or array
// only the bracket that opens it.
bool Parser::ReadValue() {
  out_.values.emplace_back();
  Value& value = out_.values.back();
  value.offset = at_;
  if (Sees('{')) return Open(Kind::kObject);
  if (Sees('[')) return Open(Kind::kArray);
  if (Sees('"')) {
    value.kind = Kind::kString;
    return ReadString(&value.text);
  }
  if (Sees('-') || SeesDigit()) return ReadNumber(&value);
  return ReadLiteral(&value);
}

bool Parser::Open(Kind kind) {
  if (open_.size() == max_levels_) {
    return Fail(at_, "there are too many levels");
  }
  ++at_;
  out_.values.back().kind = kind;
  open_.push_back({.value = out_.values.size() - 1, .keys = {}});
  return true;
}

bool Parser::ReadString(std::string* out) {
  const size_t start = at_++;
  while (!AtEnd()) {
    if (Take('"')) return true;
    if (Sees('\\')) {
      if (!ReadEscape(out)) return false;
      continue;
    }
    if (static_cast<uint8_t>(text_[at_]) < 0x20) {
      return Fail(at_, "a string holds a raw control byte");
    }
    out->push_back(text_[at_++]);
  }
  return Fail(start, "a string does not end");
}

bool Parser::ReadEscape(std::string* out) {
  const size_t start = at_++;
  if (AtEnd()) return Fail(start, "an escape does not end");
  const char letter = text_[at_++];
  if (letter == 'u') {
    uint32_t code_point = 0;
    if (!ReadCodePoint(&code_point)) return false;
    AppendUtf8(code_point, out);
    return true;
  }
  const char meaning = SimpleEscape(letter);
  if (meaning == 0) return Fail(start, "an escape is unknown");
  out->push_back(meaning);
  return true;
}

bool Parser::ReadCodePoint(uint32_t* code_point) {
  const size_t start = at_;
  if (!ReadCodeUnit(code_point)) return false;
  if (IsLowSurrogate(*code_point)) return Fail(start, "a surrogate is alone");
  if (!IsHighSurrogate(*code_point)) return true;
  uint32_t low = 0;
  if (!Take('\\') || !Take('u')) return Fail(start, "a surrogate is alone");
  if (!ReadCodeUnit(&low)) return false;
  if (!IsLowSurrogate(low)) return Fail(start, "a surrogate is alone");
  *code_point = 0x10000 + ((*code_point - 0xD800) << 10) + (low - 0xDC00);
  return true;
}

bool Parser::ReadCodeUnit(uint32_t* unit) {
  *unit = 0;
  for (int i = 0; i < 4; ++i) {
    const int digit = AtEnd() ? -1 : HexDigit(text_[at_]);
    if (digit < 0) return Fail(at_, "an escape lacks a hexadecimal digit");
    *unit = *unit << 4 | static_cast<uint32_t>(digit);
    ++at_;
  }
  return true;
}

bool Parser::ReadLiteral(Value* value) {
  for (const std::string_view literal : {"true", "false", "null"}) {
    if (text_.compare(at_, literal.size(), literal) == 0) {
      value->text = literal;
      at_ += literal.size();
      return true;
    }
  }
  return Fail(at_, "there is no value");
}

bool Parser::ReadNumber(Value* value) {
  const size_t start = at_;
  Take('-');
  if (!SeesDigit()) return Fail(at_, "a number has no digits");
  if (!Take('0')) SkipDigits();
  if (Take('.')) {
    if (!SeesDigit()) return Fail(at_, "a number's fraction has no digits");
    SkipDigits();
  }
  if (Take('e') || Take('E')) {
    if (!Take('+')) Take('-');
    if (!SeesDigit()) return Fail(at_, "a number's exponent has no digits");
    SkipDigits();
  }
  value->kind = Kind::kNumber;
  value->text = text_.substr(start, at_ - start);
  if (numbers_ == Numbers::kFinite &&
      std::isinf(std::strtod(value->text.c_str(), nullptr))) {
    return Fail(start, "a number is larger than any double");
  }
  return true;
}

}  // namespace

Document Parse(const std::string& text, size_t max_levels, Numbers numbers) {
  return Parser(text, max_levels, numbers).Run();
}

std::optional<uint64_t> PlainUnsigned(const Value& value) {
  if (value.kind != Kind::kNumber) return std::nullopt;
  Wide number = 0;
  for (const char c : value.text) {
    if (!IsDigit(c)) return std::nullopt;
    number = number * 10 + static_cast<unsigned>(c - '0');
    if (number > UINT64_MAX) return std::nullopt;
  }
  return static_cast<uint64_t>(number);
}

}  // namespace naive::json
