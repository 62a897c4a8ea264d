// JsonKeys: has this key stood in this object before?
//
// RFC 8259 leaves the meaning of a key that stands twice open, and readers of
// safetensors differ: what one of them checked need not be what another uses.
// Keys are compared after unescaping.

#ifndef LOADGATE_FORMATS_JSON_KEYS_H_
#define LOADGATE_FORMATS_JSON_KEYS_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "loadgate/name_index.h"

namespace loadgate {

// JsonKeys holds the keys of one object as offsets into `text`, in which each
// key ends with a NUL, as in-situ parsing leaves it. Most objects have a
// handful of keys: those are compared one by one, and a table is made for the
// others. Keys that hold a NUL of their own equal no others, and are kept
// apart.
class JsonKeys {
 public:
  explicit JsonKeys(const HashKey& hash_key) : hash_key_(hash_key) {}

  // Add returns the offset of an equal key that was added before, or adds this
  // one, which stands at `offset` of `text`, and returns nullopt.
  std::optional<uint32_t> Add(std::string_view text, std::string_view key,
                              uint32_t offset);

  // Clear forgets all keys, for the next object at this depth.
  void Clear();

 private:
  static constexpr size_t kFew = 8;

  // A key that holds a NUL, which does not end it.
  struct Odd {
    uint32_t offset = 0;
    uint32_t length = 0;
  };

  std::optional<uint32_t> AddOdd(std::string_view text, std::string_view key,
                                 uint32_t offset);

  HashKey hash_key_;
  std::vector<Odd> odd_;
  std::optional<NameIndex> odd_index_;
  std::vector<uint32_t> few_;
  std::optional<NameIndex> many_;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_JSON_KEYS_H_
