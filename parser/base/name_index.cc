#include "loadgate/name_index.h"

#include <algorithm>
#include <bit>

#include "loadgate/bytes.h"
#include "loadgate/check.h"
#include "loadgate/cursor.h"

namespace loadgate {
namespace {

constexpr size_t kFewestSlots = 16;

// The state and round of SipHash, named as in the paper.
class SipState {
 public:
  explicit SipState(const HashKey& key)
      : v0_(key.k0 ^ 0x736f6d6570736575),
        v1_(key.k1 ^ 0x646f72616e646f6d),
        v2_(key.k0 ^ 0x6c7967656e657261),
        v3_(key.k1 ^ 0x7465646279746573) {}

  void Absorb(uint64_t block) {
    v3_ ^= block;
    Round();
    v0_ ^= block;
  }

  uint64_t Finish() {
    v2_ ^= 0xff;
    Round();
    Round();
    Round();
    return v0_ ^ v1_ ^ v2_ ^ v3_;
  }

 private:
  void Round() {
    v0_ += v1_;
    v2_ += v3_;
    v1_ = std::rotl(v1_, 13) ^ v0_;
    v3_ = std::rotl(v3_, 16) ^ v2_;
    v0_ = std::rotl(v0_, 32);
    v2_ += v1_;
    v0_ += v3_;
    v1_ = std::rotl(v1_, 17) ^ v2_;
    v3_ = std::rotl(v3_, 21) ^ v0_;
    v2_ = std::rotl(v2_, 32);
  }

  uint64_t v0_, v1_, v2_, v3_;
};

// The last block: what is left of `text` behind its whole words, and its length
// in the top byte. `rest` is what is left.
uint64_t LastBlock(Cursor rest, std::string_view text) {
  uint64_t block = 0;
  const size_t left = rest.remaining();
  if (text.size() > sizeof(block) && left > 0) {
    // The last eight bytes, less those that went before: no loop over bytes.
    Cursor last(AsBytes(text.substr(text.size() - sizeof(block))));
    LG_CHECK(last.ReadU64(&block));
    block >>= 8 * (sizeof(block) - left);
  }
  uint8_t byte = 0;
  for (unsigned shift = 0; text.size() < sizeof(block) && rest.ReadU8(&byte);
       shift += 8) {
    block |= uint64_t{byte} << shift;
  }
  return block | uint64_t{text.size()} << 56;
}

}  // namespace

uint64_t SipHash13(const HashKey& key, std::string_view text) {
  SipState state(key);
  Cursor rest(AsBytes(text));
  uint64_t block = 0;
  while (rest.ReadU64(&block)) state.Absorb(block);
  state.Absorb(LastBlock(rest, text));
  return state.Finish();
}

void NameIndex::GrowIfFull() {
  if (size_ / 3 < slots_.size() / 4) return;
  Resize(slots_.empty() ? kFewestSlots : slots_.size() * 2);
}

void NameIndex::Reserve(size_t names) {
  const size_t slots = std::bit_ceil(names + names / 3 + 1);
  if (slots > slots_.size()) Resize(std::max(slots, kFewestSlots));
}

// Puts every name where it belongs in a table of `slots` slots, a power of two.
void NameIndex::Resize(size_t slots) {
  std::vector<Slot> old(slots);
  old.swap(slots_);
  const size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.number == kFree) continue;
    size_t place = slot.tag & mask;
    while (slots_[place].number != kFree) place = (place + 1) & mask;
    slots_[place] = slot;
  }
}

}  // namespace loadgate
