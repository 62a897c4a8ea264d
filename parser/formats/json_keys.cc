#include "formats/json_keys.h"

namespace loadgate {
namespace {

// The key at `offset`, up to its NUL.
std::string_view KeyAt(std::string_view text, uint32_t offset) {
  const std::string_view rest = text.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

std::string_view TextOf(std::string_view text, const JsonKey& key) {
  return text.substr(key.offset, key.length);
}

}  // namespace

JsonKey JsonKeys::AddToFew(std::string_view text, JsonKey key) {
  const std::string_view name = TextOf(text, key);
  for (const uint32_t earlier : few_) {
    if (KeyAt(text, earlier) != name) continue;
    key.first = earlier;
    return key;
  }
  few_.push_back(key.offset);
  if (few_.size() <= kFew) return key;
  many_.emplace(hash_key_);
  for (const uint32_t earlier : few_) {
    many_->Insert(KeyAt(text, earlier), earlier,
                  [text](uint32_t at) { return KeyAt(text, at); });
  }
  return key;
}

JsonKey JsonKeys::AddOldest(std::string_view text) {
  const Waiting& oldest = waiting_[oldest_];
  JsonKey key = {.offset = oldest.offset, .length = oldest.length};
  key.first =
      many_->InsertHashed(TextOf(text, key), oldest.hash, key.offset,
                          [text](uint32_t at) { return KeyAt(text, at); });
  oldest_ = (oldest_ + 1) % kWaiting;
  --waiting_count_;
  return key;
}

void JsonKeys::AddWaiting(std::string_view key, uint32_t offset) {
  waiting_[(oldest_ + waiting_count_) % kWaiting] = {
      .offset = offset,
      .length = static_cast<uint32_t>(key.size()),
      .hash = many_->HashAhead(key)};
  ++waiting_count_;
}

JsonKey JsonKeys::AddOdd(std::string_view text, JsonKey key) {
  if (!odd_index_.has_value()) odd_index_.emplace(hash_key_);
  const std::optional<uint32_t> first = odd_index_->Insert(
      TextOf(text, key), static_cast<uint32_t>(odd_.size()),
      [this, text](uint32_t i) { return TextOf(text, odd_[i]); });
  if (first.has_value()) {
    key.first = odd_[*first].offset;
  } else {
    odd_.push_back(key);
  }
  return key;
}

void JsonKeys::ClearAll() {
  few_.clear();
  many_.reset();
  oldest_ = 0;
  waiting_count_ = 0;
  odd_.clear();
  odd_index_.reset();
}

}  // namespace loadgate
