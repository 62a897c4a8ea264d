// NameIndex: which of the names read so far is this one?
//
// Names come from a hostile file, so the table hashes them with a secret key:
// without one, a file of names chosen to collide turns every look-up into a
// scan. The key changes only where a name sits in the table, never an answer,
// so no output depends on it.
//
// The table stores numbers, not names: the caller says how to find the name
// with a given number. That keeps it at 8 bytes a slot and lets the bytes that
// hold the names move.

#ifndef LOADGATE_NAME_INDEX_H_
#define LOADGATE_NAME_INDEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "loadgate/check.h"

namespace loadgate {

// HashKey is the secret. A program that reads other people's files draws one
// at its start (`RandomHashKey`, in byte sources); tests and fuzz targets fix
// it.
struct HashKey {
  uint64_t k0 = 0;
  uint64_t k1 = 0;
};

// SipHash13 returns SipHash-1-3 of `text` under `key` (Aumasson and Bernstein,
// "SipHash: a fast short-input PRF"; one round a block, three at the end).
uint64_t SipHash13(const HashKey& key, std::string_view text);

class NameIndex {
 public:
  explicit NameIndex(const HashKey& key) : key_(key) {}

  // size returns how many names are in the table.
  size_t size() const { return size_; }

  // Reserve makes room for `names` names at once. Nothing may be reserved for a
  // number that was only declared: bound it by the bytes that are present.
  void Reserve(size_t names);

  // HashOf returns the hash of `name` for the functions below: who has other
  // work to do before the insertion waits less for memory. A table of many
  // names is in no cache.
  uint32_t HashOf(std::string_view name) const {
    return static_cast<uint32_t>(SipHash13(key_, name) >> 32);
  }

  // Fetch has the memory fetched where a name of that hash would go.
  void Fetch(uint32_t hash) const {
    if (!slots_.empty()) {
      __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
    }
  }

  // Insert adds `name` under `number`, unless an equal name is in the table:
  // then it adds nothing and returns that name's number. `name_of(n)` returns
  // the name inserted under n, as a std::string_view that lives for the call.
  // `number` must be below 2^32-1.
  template <typename NameOf>
  std::optional<uint32_t> Insert(std::string_view name, uint32_t number,
                                 NameOf&& name_of) {
    return InsertHashed(name, HashOf(name), number, name_of);
  }

  // InsertHashed is Insert for a name whose hash HashOf returned.
  template <typename NameOf>
  std::optional<uint32_t> InsertHashed(std::string_view name, uint32_t tag,
                                       uint32_t number, NameOf&& name_of) {
    return InsertUnless(tag, number,
                        [&](uint32_t n) { return name_of(n) == name; });
  }

  // InsertUnless is InsertHashed with another question: `is_same(n)` returns
  // whether the name inserted under n, which has the same hash, is the new one.
  template <typename IsSame>
  std::optional<uint32_t> InsertUnless(uint32_t tag, uint32_t number,
                                       IsSame&& is_same) {
    LG_CHECK(number != kFree);
    GrowIfFull();
    const size_t place = Probe(tag, is_same);
    if (slots_[place].number != kFree) return slots_[place].number;
    slots_[place] = Slot{.tag = tag, .number = number};
    ++size_;
    return std::nullopt;
  }

  // Find returns the number under which `name` was inserted, or nullopt.
  // `name_of` is as for Insert.
  template <typename NameOf>
  std::optional<uint32_t> Find(std::string_view name, NameOf&& name_of) const {
    if (slots_.empty()) return std::nullopt;
    const size_t place =
        Probe(HashOf(name), [&](uint32_t n) { return name_of(n) == name; });
    if (slots_[place].number == kFree) return std::nullopt;
    return slots_[place].number;
  }

 private:
  static constexpr uint32_t kFree = UINT32_MAX;
  struct Slot {
    uint32_t tag = 0;
    uint32_t number = kFree;
  };

  // Probe returns the slot of a name of hash `tag`, or the free slot where it
  // would go; `is_same` is as for InsertUnless. At
  // least a quarter of the slots is free, so it ends.
  template <typename IsSame>
  size_t Probe(uint32_t tag, IsSame&& is_same) const {
    const size_t mask = slots_.size() - 1;
    size_t place = tag & mask;
    while (slots_[place].number != kFree &&
           (slots_[place].tag != tag || !is_same(slots_[place].number))) {
      place = (place + 1) & mask;
    }
    return place;
  }

  void GrowIfFull();
  void Resize(size_t slots);

  HashKey key_;
  std::vector<Slot> slots_;  // Its size is zero or a power of two.
  size_t size_ = 0;
};

}  // namespace loadgate

#endif  // LOADGATE_NAME_INDEX_H_
