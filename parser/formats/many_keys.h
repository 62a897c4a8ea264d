// ManyKeys: which keys of a large JSON object stood in it before?

#ifndef LOADGATE_FORMATS_MANY_KEYS_H_
#define LOADGATE_FORMATS_MANY_KEYS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/pair_bins.h"
#include "loadgate/name_index.h"

namespace loadgate {

// RepeatedKey is a key that stands at `offset`, and of which the first equal
// one stands before it, at `first`.
struct RepeatedKey {
  uint32_t offset = 0;
  uint32_t length = 0;
  uint32_t first = 0;
};

// ManyKeys takes the keys of one object as offsets into `text`, in which each
// key ends with the first NUL behind it.
//
// A look-up in one table of millions waits for memory, and a table that grows
// is there twice. Keys are therefore gathered, 8 bytes each, in bins by their
// hashes; when all are there, each bin's are looked up in a table that fits in
// near memory. Those that stood before are gathered in bins by where they
// stand, in the chunks that the first bins leave.
class ManyKeys {
 public:
  explicit ManyKeys(const HashKey& hash_key) : hash_key_(hash_key) {}

  // Add adds the key `length` bytes long at `offset` of `text`, behind all that
  // were added before.
  void Add(std::string_view text, uint32_t offset, uint32_t length) {
    const auto hash = static_cast<uint32_t>(
        SipHash13(hash_key_, text.substr(offset, length)) >> 32);
    const NumberPair key = {.a = hash, .b = offset};
    if (bins_.has_value()) {
      bins_->Add(BinOf(hash), key);
      return;
    }
    first_keys_.push_back(key);
    if (first_keys_.size() == kFirstKeys) Spread();
  }

  // TakeRepeated calls `answer` with a RepeatedKey for each key that stood
  // before, in the order of the text, and forgets all keys.
  template <typename Answer>
  void TakeRepeated(std::string_view text, Answer&& answer) {
    if (!bins_.has_value()) {
      LookUpFirst(text);
      for (const RepeatedKey& key : repeated_) answer(key);
    } else {
      const unsigned shift = LookUpBins(text);
      for (size_t bin = 0; any_repeated_ && bin < kBins; ++bin) {
        OrderBin(text, bin, shift);
        for (const RepeatedKey& key : repeated_) answer(key);
      }
    }
    Clear();
  }

 private:
  static constexpr unsigned kBinBits = 10;
  static constexpr size_t kBins = size_t{1} << kBinBits;
  static constexpr size_t kFirstKeys = size_t{1} << 16;

  // The bin of keys of that hash. A table goes by the low bits.
  static size_t BinOf(uint32_t hash) { return hash >> (32 - kBinBits); }

  void Clear();
  void Spread();
  void LookUpFirst(std::string_view text);
  unsigned LookUpBins(std::string_view text);
  void OrderBin(std::string_view text, size_t bin, unsigned shift);

  HashKey hash_key_;
  std::vector<NumberPair> first_keys_;  // Each a hash and an offset.
  // Behind the bins of hashes as many for keys that stood before, each an
  // offset and that of the first. nullopt while the first keys are all.
  std::optional<PairBins> bins_;
  bool any_repeated_ = false;
  std::vector<RepeatedKey> repeated_;  // In the order of the text.
  std::vector<uint32_t> first_of_;     // By offset, for one bin.
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_MANY_KEYS_H_
