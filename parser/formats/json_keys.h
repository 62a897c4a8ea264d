// JsonKeys: has this key stood in this object before?
//
// RFC 8259 leaves the meaning of a key that stands twice open, and readers of
// safetensors differ: what one of them checked need not be what another uses.
// Keys are compared after unescaping.

#ifndef LOADGATE_FORMATS_JSON_KEYS_H_
#define LOADGATE_FORMATS_JSON_KEYS_H_

#include <array>
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
// therefore answered some keys later, when the memory is there; `Flush` answers
// the last ones.
class JsonKeys {
 public:
  explicit JsonKeys(const HashKey& hash_key) : hash_key_(hash_key) {}

  // Add adds `key`, which stands at `offset` of `text`. It calls `answer` with
  // a JsonKey for each key that is now answered: in the order of the text but
  // for keys with a NUL, every key once.
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
      if (waiting_count_ == kWaiting) answer(AddOldest(text));
      AddWaiting(key, offset);
    }
  }

  // Flush calls `answer` for each key that Add has not answered yet.
  template <typename Answer>
  void Flush(std::string_view text, Answer&& answer) {
    while (waiting_count_ > 0) answer(AddOldest(text));
  }

  // Clear forgets all keys, for the next object at this depth.
  void Clear() {
    if (!few_.empty() || !odd_.empty()) ClearAll();
  }

 private:
  static constexpr size_t kFew = 8;
  static constexpr size_t kWaiting = 16;

  // A key that waits for the memory of its place in the table.
  struct Waiting {
    uint32_t offset = 0;
    uint32_t length = 0;
    uint32_t hash = 0;
  };

  void ClearAll();
  JsonKey AddToFew(std::string_view text, JsonKey key);
  JsonKey AddOdd(std::string_view text, JsonKey key);
  JsonKey AddOldest(std::string_view text);
  void AddWaiting(std::string_view key, uint32_t offset);

  HashKey hash_key_;
  std::vector<uint32_t> few_;
  std::optional<NameIndex> many_;
  std::array<Waiting, kWaiting> waiting_;  // A ring.
  size_t oldest_ = 0;
  size_t waiting_count_ = 0;
  std::vector<JsonKey> odd_;
  std::optional<NameIndex> odd_index_;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_KEYS_H_
