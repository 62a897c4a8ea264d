// PairBins: pairs of numbers in many lists, in little more memory than the
// pairs take.

#ifndef LOADGATE_FORMATS_PAIR_BINS_H_
#define LOADGATE_FORMATS_PAIR_BINS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace loadgate {

// NumberPair is 8 bytes that mean what their user says.
struct NumberPair {
  uint32_t a = 0;
  uint32_t b = 0;
};

// PairBins holds lists of pairs in chunks of half a kilobyte. A chunk that was
// read is used again, by any list: to move pairs from one list to another takes
// no memory.
class PairBins {
 public:
  explicit PairBins(size_t bins) : bins_(bins) {}

  // Add puts `pair` at the end of list `bin`.
  void Add(size_t bin, NumberPair pair) {
    Bin& to = bins_[bin];
    if (to.in_last == kInChunk) AddChunk(&to);
    chunks_[to.last].pairs[to.in_last++] = pair;
  }

  // empty returns whether list `bin` is.
  bool empty(size_t bin) const { return bins_[bin].first == kNone; }

  // Drain empties list `bin` and calls `take` with each of its pairs, in the
  // order in which they were added. `take` may add to other lists.
  template <typename Take>
  void Drain(size_t bin, Take&& take) {
    const Bin from = std::exchange(bins_[bin], Bin());
    for (uint32_t at = from.first; at != kNone;) {
      Fetch(chunks_[at].next);
      const size_t count = at == from.last ? from.in_last : kInChunk;
      for (size_t i = 0; i < count; ++i) take(chunks_[at].pairs[i]);
      free_.push_back(std::exchange(at, chunks_[at].next));
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr size_t kInChunk = 63;

  struct Chunk {
    std::array<NumberPair, kInChunk> pairs;
    uint32_t next = kNone;
  };
  struct Bin {
    uint32_t first = kNone;
    uint32_t last = kNone;
    size_t in_last = kInChunk;
  };

  // Has a chunk's memory fetched.
  void Fetch(uint32_t number) const {
    constexpr size_t kInLine = 8;
    if (number == kNone) return;
    const Chunk& chunk = chunks_[number];
    for (size_t i = 0; i < kInChunk; i += kInLine) {
      __builtin_prefetch(&chunk.pairs[i]);
    }
  }

  void AddChunk(Bin* to) {
    uint32_t number = static_cast<uint32_t>(chunks_.size());
    if (free_.empty()) {
      chunks_.emplace_back();
    } else {
      number = free_.back();
      free_.pop_back();
      chunks_[number].next = kNone;
    }
    (to->first == kNone ? to->first : chunks_[to->last].next) = number;
    to->last = number;
    to->in_last = 0;
  }

  std::vector<Bin> bins_;
  std::deque<Chunk> chunks_;
  std::vector<uint32_t> free_;
};

}  // namespace loadgate

#endif  // LOADGATE_FORMATS_PAIR_BINS_H_
