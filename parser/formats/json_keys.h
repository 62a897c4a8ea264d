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

#include "formats/many_keys.h"
#include "loadgate/name_index.h"

namespace loadgate {

// JsonKeys holds the keys of one object as offsets into `text`, in which each
// key ends with a NUL, as in-situ parsing leaves it. Most objects have a
// handful of keys: those are compared one by one as they come. Those of larger
// objects are looked up when all are there. Keys that hold a NUL of their own
// equal no others, and are kept apart.
class JsonKeys {
 public:
  explicit JsonKeys(const HashKey& hash_key)
      : hash_key_(hash_key), many_(hash_key) {}

  // Add adds the key of that length which stands at `offset` of `text`, behind
  // all that were added before. It calls `answer` with a RepeatedKey if the key
  // is known to have stood before.
  template <typename Answer>
  void Add(std::string_view text, uint32_t offset, uint32_t length,
           Answer&& answer) {
    const std::optional<uint32_t> first = AddOne(text, {offset, length});
    if (first.has_value()) {
      answer(RepeatedKey{offset, length, *first});
    }
  }

  // Finish calls `answer` for each other key that stood before, in the order of
  // the text, and forgets all keys, for the next object.
  template <typename Answer>
  void Finish(std::string_view text, Answer&& answer) {
    if (few_.size() > kFew) many_.TakeRepeated(text, answer);
    Clear();
  }

 private:
  static constexpr size_t kFew = 16;

  struct Key {
    uint32_t offset = 0;
    uint32_t length = 0;
  };
  // One of a few keys, with its first bytes as FrontOf returns them.
  struct Few {
    uint64_t front = 0;
    Key key;
  };

  std::optional<uint32_t> AddOne(std::string_view text, Key key);
  std::optional<uint32_t> AddToFew(std::string_view text, Key key,
                                   uint64_t front);
  std::optional<uint32_t> AddOdd(std::string_view text, Key key);
  void Clear();

  HashKey hash_key_;
  std::vector<Few> few_;  // One more than kFew once there are many.
  ManyKeys many_;         // What came behind few_, and what it held.
  std::vector<Key> odd_;
  std::optional<NameIndex> odd_index_;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_KEYS_H_
