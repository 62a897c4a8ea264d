#include "loadgate/utf8.h"

#include <array>
#include <cstdint>

#include "base/byte_words.h"
#include "base/utf8_blocks.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

// One row of table 3-7: a range of lead bytes, the length of its sequences and
// the range of the second byte. Third and fourth bytes are always 80 to BF.
struct Form {
  uint8_t first_low, first_high;
  uint8_t length;
  uint8_t second_low, second_high;
};

constexpr auto kForms = std::to_array<Form>({
    {0x00, 0x7f, 1, 0x00, 0x00},
    {0xc2, 0xdf, 2, 0x80, 0xbf},
    {0xe0, 0xe0, 3, 0xa0, 0xbf},
    {0xe1, 0xec, 3, 0x80, 0xbf},
    {0xed, 0xed, 3, 0x80, 0x9f},
    {0xee, 0xef, 3, 0x80, 0xbf},
    {0xf0, 0xf0, 4, 0x90, 0xbf},
    {0xf1, 0xf3, 4, 0x80, 0xbf},
    {0xf4, 0xf4, 4, 0x80, 0x8f},
});

// For each lead byte, its row in kForms, or kNoForm.
constexpr uint8_t kNoForm = 0xff;
constexpr std::array<uint8_t, 256> kFormOf = [] {
  std::array<uint8_t, 256> form_of{};
  form_of.fill(kNoForm);
  for (size_t row = 0; row < kForms.size(); ++row) {
    for (size_t b = kForms[row].first_low; b <= kForms[row].first_high; ++b) {
      form_of[b] = static_cast<uint8_t>(row);
    }
  }
  return form_of;
}();

uint8_t Byte(std::string_view text, size_t i) {
  return static_cast<uint8_t>(text[i]);
}

bool IsContinuation(std::string_view text, size_t i) {
  return (Byte(text, i) & 0xc0) == 0x80;
}

// The length of the well-formed sequence at the front of `text`, or 0.
size_t SequenceLength(std::string_view text) {
  if (text.empty()) return 0;
  const uint8_t row = kFormOf[Byte(text, 0)];
  if (row == kNoForm) return 0;
  const Form& form = kForms[row];
  if (form.length > text.size()) return 0;
  if (form.length == 1) return 1;
  const uint8_t second = Byte(text, 1);
  if (second < form.second_low || second > form.second_high) return 0;
  for (size_t i = 2; i < form.length; ++i) {
    if (!IsContinuation(text, i)) return 0;
  }
  return form.length;
}

// What a run of bytes has shown so far, a word at a time.
struct Seen {
  uint64_t high = 0;  // Not zero when some byte was not ASCII.
  uint64_t nul = 0;   // Not zero when some byte was zero.

  void Add(uint64_t word) {
    high |= word & kWordHighBits;
    nul |= BytesEqual(0, word);
  }
};

// Marks control bytes.
uint64_t ControlBytes(uint64_t word) {
  return BytesBelow(0x20, word) | BytesEqual(0x7f, word);
}

}  // namespace

size_t DecodeUtf8(std::string_view text, char32_t* out) {
  const size_t length = SequenceLength(text);
  if (length == 0) return 0;
  // A lead byte of an n-byte sequence holds 7 - n bits, an ASCII byte 7.
  char32_t c =
      length == 1 ? Byte(text, 0) : Byte(text, 0) & ((1u << (7 - length)) - 1);
  for (size_t i = 1; i < length; ++i) c = (c << 6) | (Byte(text, i) & 0x3f);
  *out = c;
  return length;
}

size_t Utf8PrefixLength(std::string_view text) {
  std::string_view rest = text;
  while (const size_t length = SequenceLength(rest)) {
    rest.remove_prefix(length);
  }
  return text.size() - rest.size();
}

bool IsUtf8(std::string_view text) {
  constexpr size_t kLong = 64;
  return text.size() < kLong ? Utf8PrefixLength(text) == text.size()
                             : IsUtf8InBlocks(text);
}

TextTraits ScanText(std::string_view text) {
  Seen seen;
  Cursor rest(AsBytes(text));
  uint64_t word = 0;
  while (rest.Read(&word)) seen.Add(word);
  uint32_t half = 0;
  // The bytes that a shorter read leaves unfilled count as non-zero ASCII.
  if (rest.Read(&half)) seen.Add(half | (kWordOnes << 32));
  uint8_t byte = 0;
  while (rest.Read(&byte)) seen.Add(byte | (kWordOnes << 8));
  TextTraits traits;
  traits.ascii = seen.high == 0;
  traits.utf8 = traits.ascii || IsUtf8(text);
  traits.has_nul = seen.nul != 0;
  return traits;
}

bool HasControlByte(std::string_view text) {
  Cursor rest(AsBytes(text));
  uint64_t marks = 0;
  uint64_t word = 0;
  while (rest.Read(&word)) marks |= ControlBytes(word);
  if (marks != 0 || rest.empty()) return marks != 0;
  if (text.size() > sizeof(word)) {
    // The last eight, some of which were looked at before.
    Cursor last(AsBytes(text.substr(text.size() - sizeof(word))));
    return last.Read(&word) && ControlBytes(word) != 0;
  }
  uint8_t byte = 0;
  while (rest.Read(&byte)) marks |= ControlBytes(kWordOnes * byte);
  return marks != 0;
}

}  // namespace loadgate
