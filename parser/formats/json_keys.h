// JsonKeys: has this key stood in this object before?
//
// RFC 8259 leaves the meaning of a key that stands twice open, and readers of
// safetensors differ: what one of them checked need not be what another uses.
// Keys are compared after unescaping.

#ifndef LOADGATE_FORMATS_JSON_KEYS_H_
#define LOADGATE_FORMATS_JSON_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "loadgate/name_index.h"

namespace loadgate {

// JsonKey is a key and what is known of it: it stands at `offset`, and an equal
// one stood before at `first`, if any did.
struct JsonKey {
  uint32_t offset = 0;
  uint32_t length = 0;
  std::optional<uint32_t> first = {};
};

// JsonKeys holds the keys of one object as offsets into `text`, in which each
// key ends with a NUL, as in-situ parsing leaves it. Most objects have a
// handful of keys: those are compared one by one, and a table is made for the
// others. Keys that hold a NUL of their own equal no others, and are kept
// apart.
//
// A look-up in a table of millions waits for memory. Keys of large objects are
// therefore gathered and looked up thousands at a time, from one end of the
// table to the other; `Flush` answers the last ones. Keys are answered in the
// order of the text, wherever the table puts them.
class JsonKeys {
 public:
  explicit JsonKeys(const HashKey& hash_key) : hash_key_(hash_key) {}

  // Add adds `key`, which stands at `offset` of `text`. It calls `answer` with
  // a JsonKey for each key that is now answered: every key once, and in the
  // order of the text but for keys with a NUL.
  template <typename Answer>
  void Add(std::string_view text, std::string_view key, uint32_t offset,
           Answer&& answer) {
    const JsonKey added = {.offset = offset,
                           .length = static_cast<uint32_t>(key.size())};
    if (key.find('\0') != std::string_view::npos) {
      answer(AddOdd(text, added));
    } else if (!many_.has_value()) {
      answer(AddToFew(text, added));
    } else {
      if (waiting_.size() == kMostWaiting) Flush(text, answer);
      waiting_.push_back({.key = added, .hash = many_->HashOf(key)});
    }
  }

  // Flush calls `answer` for each key that Add has not answered yet.
  template <typename Answer>
  void Flush(std::string_view text, Answer&& answer) {
    if (waiting_.empty()) return;
    AddWaiting(text);
    for (const Waiting& waiting : waiting_) answer(waiting.key);
    waiting_.clear();
  }

  // Clear forgets all keys, for the next object at this depth.
  void Clear() {
    if (!few_.empty() || !odd_.empty()) ClearAll();
  }

 private:
  static constexpr size_t kFew = 16;
  static constexpr size_t kMostWaiting = 16384;

  // A key that is not in the table yet.
  struct Waiting {
    JsonKey key;
    uint32_t hash = 0;
  };

  void ClearAll();
  JsonKey AddToFew(std::string_view text, JsonKey key);
  JsonKey AddOdd(std::string_view text, JsonKey key);
  void AddOne(std::string_view text, Waiting* one);
  void AddWaiting(std::string_view text);
  std::vector<uint32_t> PartByPart() const;

  HashKey hash_key_;
  std::vector<JsonKey> few_;
  std::optional<NameIndex> many_;
  std::vector<Waiting> waiting_;
  std::vector<JsonKey> odd_;
  std::optional<NameIndex> odd_index_;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_KEYS_H_
