#include "formats/json_keys.h"

#include "base/byte_words.h"
#include "loadgate/bytes.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

// The first eight bytes of the key of that length at the front of `rest`; those
// that it lacks are 0.
uint64_t FrontOf(std::string_view rest, size_t length) {
  uint64_t word = 0;
  if (length == 0) return word;
  if (Cursor(AsBytes(rest)).Peek(&word)) {
    const size_t lacks = length < sizeof(word) ? sizeof(word) - length : 0;
    return word << (8 * lacks) >> (8 * lacks);
  }
  for (size_t i = 0; i < length; ++i) {
    word |= uint64_t{static_cast<uint8_t>(rest[i])} << (8 * i);
  }
  return word;
}

bool HasNul(std::string_view key, uint64_t front) {
  if (key.size() > sizeof(front)) return key.find('\0') != key.npos;
  // The bytes that the key lacks count as others.
  const uint64_t lacking =
      key.size() < sizeof(front) ? UINT64_MAX << (8 * key.size()) : 0;
  return BytesEqual(0, front | lacking) != 0;
}

}  // namespace

// Adds the key where it belongs. Returns where it stood before, if that is
// known.
std::optional<uint32_t> JsonKeys::AddOne(std::string_view text, Key key) {
  const std::string_view rest = text.substr(key.offset);
  const uint64_t front = FrontOf(rest, key.length);
  if (HasNul(rest.substr(0, key.length), front)) return AddOdd(text, key);
  if (few_.size() <= kFew) return AddToFew(text, key, front);
  many_.Add(text, key.offset, key.length);
  return std::nullopt;
}

std::optional<uint32_t> JsonKeys::AddToFew(std::string_view text, Key key,
                                           uint64_t front) {
  for (const Few& earlier : few_) {
    if (earlier.front != front || earlier.key.length != key.length) continue;
    if (key.length <= sizeof(front) ||
        text.substr(earlier.key.offset, key.length) ==
            text.substr(key.offset, key.length)) {
      return earlier.key.offset;
    }
  }
  few_.push_back({.front = front, .key = key});
  if (few_.size() > kFew) {
    for (const Few& one : few_) many_.Add(text, one.key.offset, one.key.length);
  }
  return std::nullopt;
}

std::optional<uint32_t> JsonKeys::AddOdd(std::string_view text, Key key) {
  if (!odd_index_.has_value()) odd_index_.emplace(hash_key_);
  const auto text_of = [text](Key one) {
    return text.substr(one.offset, one.length);
  };
  const std::optional<uint32_t> first =
      odd_index_->Insert(text_of(key), static_cast<uint32_t>(odd_.size()),
                         [&](uint32_t i) { return text_of(odd_[i]); });
  if (first.has_value()) return odd_[*first].offset;
  odd_.push_back(key);
  return std::nullopt;
}

void JsonKeys::Clear() {
  few_.clear();
  if (odd_.empty()) return;
  odd_.clear();
  odd_index_.reset();
}

}  // namespace loadgate
