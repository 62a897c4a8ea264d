#include "formats/json_text.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_words.h"
#include "base/canary.h"
#include "formats/json_number.h"
#include "formats/json_plain.h"
#include "loadgate/cursor.h"
#include "loadgate/utf8.h"

namespace loadgate {
namespace {

constexpr size_t kMostRemembered = 256;
constexpr size_t kMostOfOne = 96;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// What a byte asks for. Most ask for nothing, in strings and outside.
enum class InString : uint8_t { kPlain, kQuote, kEscape, kControl, kHigh };
enum class Outside : uint8_t {
  kNothing,
  kQuote,
  kOpen,
  kClose,
  kNumber,
  kHigh
};

constexpr std::array<InString, 256> kInString = [] {
  std::array<InString, 256> kinds{};
  for (size_t b = 0; b < kinds.size(); ++b) {
    if (b < 0x20) kinds[b] = InString::kControl;
    if (b >= 0x80) kinds[b] = InString::kHigh;
  }
  kinds['"'] = InString::kQuote;
  kinds['\\'] = InString::kEscape;
  return kinds;
}();

constexpr std::array<Outside, 256> kOutside = [] {
  std::array<Outside, 256> kinds{};
  for (size_t b = 0x80; b < kinds.size(); ++b) kinds[b] = Outside::kHigh;
  for (size_t b = '0'; b <= '9'; ++b) kinds[b] = Outside::kNumber;
  kinds['-'] = Outside::kNumber;
  kinds['"'] = Outside::kQuote;
  kinds['{'] = kinds['['] = Outside::kOpen;
  kinds['}'] = kinds[']'] = Outside::kClose;
  return kinds;
}();

uint8_t ByteAt(std::string_view text, size_t at) {
  return static_cast<uint8_t>(text[at]);
}

// The code unit that the four hex digits at `at` spell, or nullopt.
std::optional<uint32_t> HexUnit(std::string_view text, size_t at) {
  if (text.size() < 4 || at > text.size() - 4) return std::nullopt;
  uint32_t unit = 0;
  for (const char c : text.substr(at, 4)) {
    const bool digit = c >= '0' && c <= '9';
    const char lower = static_cast<char>(c | 0x20);
    if (!digit && (lower < 'a' || lower > 'f')) return std::nullopt;
    unit =
        unit * 16 + static_cast<uint32_t>(digit ? c - '0' : lower - 'a' + 10);
  }
  return unit;
}

bool IsHighSurrogate(uint32_t unit) { return (unit & 0xfc00) == 0xd800; }
bool IsLowSurrogate(uint32_t unit) { return (unit & 0xfc00) == 0xdc00; }

class Scanner {
 public:
  Scanner(std::span<std::byte> bytes, JsonNumbers numbers,
          RewrittenNumbers* rewritten)
      : bytes_(bytes),
        text_(AsText(bytes)),
        numbers_(numbers),
        rewritten_(rewritten) {}

  std::optional<JsonTextError> Run() {
    if (text_.starts_with(kByteOrderMark)) {
      return JsonTextError{JsonTextFault::kByteOrderMark, 0};
    }
    while (at_ < text_.size() && !error_.has_value()) OutsideString();
    return error_;
  }

 private:
  void Fail(JsonTextFault fault, size_t offset) {
    error_ = JsonTextError{fault, offset};
  }

  void OutsideString() {
    switch (kOutside[ByteAt(text_, at_)]) {
      case Outside::kNothing:
        ++at_;
        break;
      case Outside::kQuote:
        ++at_;
        InsideString();
        break;
      case Outside::kOpen:
        if (++depth_ > kJsonMaxDepth) Fail(JsonTextFault::kNesting, at_);
        ++at_;
        break;
      case Outside::kClose:
        if (depth_ > 0) --depth_;
        ++at_;
        break;
      case Outside::kNumber:
        Number();
        break;
      case Outside::kHigh:
        High();
        break;
    }
  }

  // Reads a string's bytes and its closing quote.
  void InsideString() {
    FetchAhead(text_, at_);
    while (!error_.has_value()) {
      at_ += CountPlainInJson(text_.substr(at_));
      if (at_ == text_.size()) return;
      switch (kInString[ByteAt(text_, at_)]) {
        case InString::kPlain:
          break;
        case InString::kQuote:
          ++at_;
          return;
        case InString::kEscape:
          Escape();
          break;
        case InString::kHigh:
          High();
          break;
        case InString::kControl:
          Fail(JsonTextFault::kControlByte, at_);
          break;
      }
    }
  }

  void High() {
    char32_t ignored = 0;
    const size_t length = DecodeUtf8(text_.substr(at_, 4), &ignored);
    if (length == 0) Fail(JsonTextFault::kNotUtf8, at_);
    at_ += length;
  }

  // Passes an escape. Only surrogates are of interest; a wrong escape is left
  // to the reader.
  void Escape() {
    const size_t start = at_;
    // What is no ASCII is no escape, and longer than a byte.
    const std::string_view escape = text_.substr(start, 2);
    const bool ascii = escape.size() == 2 && ByteAt(escape, 1) < 0x80;
    at_ += ascii ? 2 : 1;
    if (escape != "\\u") return;
    const std::optional<uint32_t> unit = HexUnit(text_, at_);
    if (!unit.has_value()) return;
    at_ += 4;
    if (IsLowSurrogate(*unit)) Fail(JsonTextFault::kLoneSurrogate, start);
    if (!IsHighSurrogate(*unit)) return;
    LG_CANARY(SurrogateAtEnd, text_.size() - at_ < 6);
    const std::optional<uint32_t> second =
        text_.substr(at_, 2) == "\\u" ? HexUnit(text_, at_ + 2) : std::nullopt;
    if (!second.has_value() || !IsLowSurrogate(*second)) {
      Fail(JsonTextFault::kLoneSurrogate, start);
      return;
    }
    at_ += 6;
  }

  // The number of digits at at_, or more than kMost if there are more.
  size_t CountDigits(size_t most) const {
    Cursor rest(AsBytes(text_.substr(at_)));
    uint64_t word = 0;
    while (rest.Peek(&word) && text_.size() - at_ - rest.remaining() <= most) {
      const size_t before = text_.size() - at_ - rest.remaining();
      if (const uint64_t other = BytesNoDigit(word)) {
        return before + LowestMark(other);
      }
      if (!rest.Skip(sizeof(word))) break;
    }
    size_t end = text_.size() - rest.remaining();
    while (end < text_.size() && end - at_ <= most &&
           IsAsciiDigit(text_[end])) {
      ++end;
    }
    return end - at_;
  }

  // The length of the digits at at_, if they are plainly a size.
  size_t PlainDigits() const {
    constexpr size_t kSurelyFits = 19;
    const size_t count = CountDigits(kSurelyFits);
    const size_t end = at_ + count;
    const bool plain =
        count > 0 && count <= kSurelyFits && (text_[at_] != '0' || count == 1);
    const bool goes_on =
        end < text_.size() && (text_[end] == '.' || (text_[end] | 0x20) == 'e');
    return plain && !goes_on ? count : 0;
  }

  void Number() {
    if (const size_t plain = PlainDigits()) {
      at_ += plain;
      return;
    }
    const JsonNumber number = ReadJsonNumber(text_.substr(at_));
    const size_t start = at_;
    at_ += number.length;
    const bool goes_on = at_ < text_.size() && IsAsciiDigit(text_[at_]);
    if (number.kind == JsonNumberKind::kNone || goes_on) {
      // The reader refuses it here. No byte of it is looked at again.
      at_ = std::min(text_.find_first_not_of("0123456789+-.eE", start),
                     text_.size());
      return;
    }
    const bool too_large = number.kind == JsonNumberKind::kTooLarge;
    if (too_large && numbers_ == JsonNumbers::kFinite) {
      Fail(JsonTextFault::kNumberTooLarge, start);
    } else if (too_large || number.kind == JsonNumberKind::kOther) {
      rewritten_->Add(start, text_.substr(start, number.length));
      const std::span<std::byte> digits = bytes_.subspan(start, number.length);
      std::fill(digits.begin(), digits.end(), std::byte{' '});
      std::ranges::copy(AsBytes(kRewrittenNumber), digits.begin());
    }
  }

  std::span<std::byte> bytes_;
  std::string_view text_;  // Views bytes_.
  JsonNumbers numbers_;
  RewrittenNumbers* rewritten_;
  size_t at_ = 0;
  size_t depth_ = 0;
  std::optional<JsonTextError> error_;
};

}  // namespace

void RewrittenNumbers::Add(size_t offset, std::string_view number) {
  if (numbers_.size() == kMostRemembered) return;
  numbers_.push_back(
      {.offset = offset, .text = std::string(number.substr(0, kMostOfOne))});
}

std::string_view RewrittenNumbers::At(size_t offset) const {
  const auto found = std::ranges::find(numbers_, offset, &Number::offset);
  return found != numbers_.end() ? found->text : std::string_view();
}

std::optional<JsonTextError> PrepareJsonText(std::span<std::byte> text,
                                             RewrittenNumbers* rewritten,
                                             JsonNumbers numbers) {
  return Scanner(text, numbers, rewritten).Run();
}

}  // namespace loadgate
