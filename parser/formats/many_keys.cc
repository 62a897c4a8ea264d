#include "formats/many_keys.h"

#include <bit>

namespace loadgate {
namespace {

// Of first_of_: no key stands there that stood before.
constexpr uint32_t kNone = UINT32_MAX;
// More room than this is not kept for the next object.
constexpr size_t kMostKept = 256;

// The key at `offset`, up to its NUL.
std::string_view KeyAt(std::string_view text, uint32_t offset) {
  const std::string_view rest = text.substr(offset);
  return rest.substr(0, rest.find('\0'));
}

RepeatedKey RepeatedAt(std::string_view text, uint32_t offset, uint32_t first) {
  const auto length = static_cast<uint32_t>(KeyAt(text, offset).size());
  return {.offset = offset, .length = length, .first = first};
}

// Look-ups in one table. Where two keys have one hash their bytes are compared,
// but not at once: by the time, the memory that holds them was fetched.
class LookUps {
 public:
  // LookUps makes room for `keys` different ones.
  LookUps(const HashKey& hash_key, std::string_view text, size_t keys)
      : table_(hash_key), text_(text) {
    table_.Reserve(keys);
  }

  // different returns how many different keys were added.
  size_t different() const { return table_.size(); }

  // Adds a key, a hash and an offset. Calls `answer` with the offsets of keys
  // that are now known to have stood before, and of the first of each.
  template <typename Answer>
  void Add(NumberPair key, Answer&& answer) {
    const std::optional<uint32_t> other =
        table_.InsertUnless(key.a, key.b, [](uint32_t) { return true; });
    if (!other.has_value()) return;
    alike_.push_back({.key = key, .other = *other});
    if (alike_.size() == kMostAlike) Finish(answer);
  }

  // Answers for the keys that are left.
  template <typename Answer>
  void Finish(Answer&& answer) {
    for (size_t i = 0; i < alike_.size(); ++i) {
      if (alike_.size() - i > kAhead) Fetch(alike_[i + kAhead]);
      const NumberPair key = alike_[i].key;
      const std::optional<uint32_t> first = FirstOf(alike_[i]);
      if (first.has_value()) answer(key.b, *first);
    }
    alike_.clear();
  }

 private:
  static constexpr size_t kMostAlike = 4096;
  static constexpr size_t kAhead = 16;

  // A key, and one before it that has the same hash.
  struct Alike {
    NumberPair key;
    uint32_t other = 0;
  };

  void Fetch(const Alike& alike) const {
    __builtin_prefetch(&text_[alike.key.b]);
    __builtin_prefetch(&text_[alike.other]);
  }

  std::optional<uint32_t> FirstOf(const Alike& alike) {
    // With the NUL that ends it: none of two is the front of the other.
    const std::string_view name =
        text_.substr(alike.key.b, KeyAt(text_, alike.key.b).size() + 1);
    const auto is_same = [&](uint32_t n) {
      return text_.substr(n, name.size()) == name;
    };
    if (is_same(alike.other)) return alike.other;
    return table_.InsertUnless(alike.key.a, alike.key.b, is_same);
  }

  NameIndex table_;
  std::string_view text_;
  std::vector<Alike> alike_;
};

}  // namespace

// The object is a large one: from now on its keys go into bins.
void ManyKeys::Spread() {
  bins_.emplace(2 * kBins);
  for (const NumberPair& key : first_keys_) bins_->Add(BinOf(key.a), key);
  first_keys_ = {};
}

void ManyKeys::LookUpFirst(std::string_view text) {
  LookUps look_ups(hash_key_, text, first_keys_.size());
  const auto note = [&](uint32_t offset, uint32_t first) {
    repeated_.push_back(RepeatedAt(text, offset, first));
  };
  for (const NumberPair& key : first_keys_) look_ups.Add(key, note);
  look_ups.Finish(note);
}

// Moves the keys that stood before from the bins of hashes to those of offsets,
// and drops the others. Returns by how many bits an offset is shifted to give
// its bin.
unsigned ManyKeys::LookUpBins(std::string_view text) {
  const auto shift =
      static_cast<unsigned>(std::bit_width(text.size() >> kBinBits));
  const auto note = [&](uint32_t offset, uint32_t first) {
    any_repeated_ = true;
    bins_->Add(kBins + (offset >> shift), {.a = offset, .b = first});
  };
  size_t different = 0;
  for (size_t bin = 0; bin < kBins; ++bin) {
    // All bins have about as many.
    LookUps look_ups(hash_key_, text, different);
    bins_->Drain(bin, [&](NumberPair key) { look_ups.Add(key, note); });
    look_ups.Finish(note);
    different = look_ups.different();
  }
  return shift;
}

// Makes `repeated_` the keys of a bin of offsets, in their order.
void ManyKeys::OrderBin(std::string_view text, size_t bin, unsigned shift) {
  repeated_.clear();
  if (bins_->empty(kBins + bin)) return;
  const size_t width = size_t{1} << shift;
  first_of_.assign(width, kNone);
  bins_->Drain(kBins + bin,
               [&](NumberPair key) { first_of_[key.a & (width - 1)] = key.b; });
  const auto begin = static_cast<uint32_t>(bin << shift);
  for (uint32_t i = 0; i < width; ++i) {
    if (first_of_[i] == kNone) continue;
    repeated_.push_back(RepeatedAt(text, begin + i, first_of_[i]));
  }
}

void ManyKeys::Clear() {
  first_keys_.clear();
  repeated_.clear();
  if (first_keys_.capacity() > kMostKept) first_keys_.shrink_to_fit();
  if (repeated_.capacity() > kMostKept) repeated_.shrink_to_fit();
  bins_.reset();
  any_repeated_ = false;
  first_of_ = {};
}

}  // namespace loadgate
