#include "formats/json_keys.h"

#include <array>
#include <cstddef>
#include <utility>

namespace loadgate {
namespace {

// Of a table that keys are added to part by part; and how many keys ahead the
// memory is fetched.
constexpr size_t kParts = 2048;
constexpr size_t kAhead = 8;

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
  for (const JsonKey& earlier : few_) {
    if (earlier.length != key.length || TextOf(text, earlier) != name) continue;
    key.first = earlier.offset;
    return key;
  }
  few_.push_back(key);
  if (few_.size() <= kFew) return key;
  many_.emplace(hash_key_);
  for (const JsonKey& earlier : few_) {
    many_->Insert(TextOf(text, earlier), earlier.offset,
                  [text](uint32_t at) { return KeyAt(text, at); });
  }
  return key;
}

void JsonKeys::AddOne(std::string_view text, Waiting* one) {
  one->key.first =
      many_->InsertHashed(TextOf(text, one->key), one->hash, one->key.offset,
                          [text](uint32_t at) { return KeyAt(text, at); });
}

// Looks up the keys that wait, and adds them.
void JsonKeys::AddWaiting(std::string_view text) {
  if (waiting_.size() < kParts) {
    for (Waiting& one : waiting_) AddOne(text, &one);
    return;
  }
  many_->Reserve(many_->size() + waiting_.size());
  const std::vector<uint32_t> order = PartByPart();
  for (size_t i = 0; i < order.size(); ++i) {
    if (order.size() - i > kAhead) {
      many_->Fetch(waiting_[order[i + kAhead]].hash);
    }
    AddOne(text, &waiting_[order[i]]);
  }
}

// The keys that wait by part of the table, in each in the order of the text.
std::vector<uint32_t> JsonKeys::PartByPart() const {
  std::array<uint32_t, kParts> next = {};
  for (const Waiting& one : waiting_) ++next[many_->PlaceOf(one.hash, kParts)];
  uint32_t before = 0;
  for (uint32_t& slot : next) before += std::exchange(slot, before);
  std::vector<uint32_t> order(waiting_.size());
  for (uint32_t i = 0; i < waiting_.size(); ++i) {
    order[next[many_->PlaceOf(waiting_[i].hash, kParts)]++] = i;
  }
  return order;
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
  waiting_.clear();
  odd_.clear();
  odd_index_.reset();
}

}  // namespace loadgate
