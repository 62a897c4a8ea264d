#include "formats/json_keys.h"

namespace loadgate {
namespace {

// The key at `offset`, up to its NUL.
std::string_view KeyAt(std::string_view text, uint32_t offset) {
  const std::string_view rest = text.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

}  // namespace

std::optional<uint32_t> JsonKeys::Add(std::string_view text,
                                      std::string_view key, uint32_t offset) {
  if (key.find('\0') != std::string_view::npos) {
    return AddOdd(text, key, offset);
  }
  const auto key_at = [text](uint32_t at) { return KeyAt(text, at); };
  if (!many_.has_value()) {
    for (const uint32_t earlier : few_) {
      if (KeyAt(text, earlier) == key) return earlier;
    }
    if (few_.size() < kFew) {
      few_.push_back(offset);
      return std::nullopt;
    }
    many_.emplace(hash_key_);
    for (const uint32_t earlier : few_) {
      many_->Insert(KeyAt(text, earlier), earlier, key_at);
    }
  }
  return many_->Insert(key, offset, key_at);
}

std::optional<uint32_t> JsonKeys::AddOdd(std::string_view text,
                                         std::string_view key,
                                         uint32_t offset) {
  if (!odd_index_.has_value()) odd_index_.emplace(hash_key_);
  const std::optional<uint32_t> first = odd_index_->Insert(
      key, static_cast<uint32_t>(odd_.size()), [this, text](uint32_t i) {
        return text.substr(odd_[i].offset, odd_[i].length);
      });
  if (first.has_value()) return odd_[*first].offset;
  odd_.push_back(
      {.offset = offset, .length = static_cast<uint32_t>(key.size())});
  return std::nullopt;
}

void JsonKeys::Clear() {
  few_.clear();
  many_.reset();
  odd_.clear();
  odd_index_.reset();
}

}  // namespace loadgate
