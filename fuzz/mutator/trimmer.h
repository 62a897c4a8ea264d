// Trimmer: makes a file smaller by taking whole parts of it away.
//
// An engine that cuts bytes out of a model file breaks it at the first cut:
// what is behind is never reached again, so nothing can be cut. Here a file is
// lists of parts, key-values, tensors, elements and the like, and what counts
// or locates a part that goes is set right with it. What was a lie stays one.

#ifndef FUZZ_MUTATOR_TRIMMER_H_
#define FUZZ_MUTATOR_TRIMMER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "loadgate/bytes.h"

namespace loadgate::mutator {

// TrimParts is a file as lists of parts, in stages: a cut in one stage may
// change which lists there are in those behind it, never those of its own.
class TrimParts {
 public:
  TrimParts() = default;
  virtual ~TrimParts() = default;

  virtual std::unique_ptr<TrimParts> Clone() const = 0;

  // Lists returns how many parts each list of `stage` has; of a stage that the
  // format does not have, nullopt.
  virtual std::optional<std::vector<uint64_t>> Lists(size_t stage) const = 0;

  // Cut takes `count` parts of a list away, from part `first` on. There are so
  // many.
  virtual void Cut(size_t stage, size_t list, uint64_t first,
                   uint64_t count) = 0;

  // Bytes returns the file.
  virtual std::string Bytes() const = 0;

 protected:
  TrimParts(const TrimParts&) = default;
  TrimParts& operator=(const TrimParts&) = default;
};

// Trimmer tries one cut after the other. It is deterministic and ends: a list
// is cut in pieces of all of it, a half, a quarter and so on, from its end to
// its front, in some 130 steps; lists behind the first few dozen of a stage are
// left alone, and all ends after `kMostSteps`.
class Trimmer {
 public:
  static constexpr size_t kMostSteps = 4096;

  // Trimmer(parts, size) begins with a file of `size` bytes.
  Trimmer(std::unique_ptr<TrimParts> parts, size_t size);

  // Next returns a file to try, smaller than the one to which the last Keep
  // came, or than the first; nullopt when there is none left.
  std::optional<std::string> Next();

  // Keep says that the file which Next returned last will do. Those that follow
  // are made of it.
  void Keep();

 private:
  bool FindCut();

  std::unique_ptr<TrimParts> best_;
  std::unique_ptr<TrimParts> tried_ = {};
  size_t best_size_;
  size_t tried_size_ = 0;
  size_t steps_ = 0;
  bool passed_ = true;  // The cut at `end_` was made, and is over.
  // The cut that comes next: up to `piece_` parts in front of `end_`.
  size_t stage_ = 0;
  size_t list_ = 0;
  uint64_t piece_ = 0;  // 0 where the list is not begun.
  uint64_t least_piece_ = 0;
  uint64_t end_ = 0;
};

// TrimGguf and TrimSafetensors return what trims `file`, whatever it is. One of
// more than a mebibyte is left as it is.
Trimmer TrimGguf(ByteSpan file);
Trimmer TrimSafetensors(ByteSpan file);

// TrimBytes returns what trims a file of which nothing is known.
Trimmer TrimBytes(ByteSpan file);

}  // namespace loadgate::mutator

#endif  // FUZZ_MUTATOR_TRIMMER_H_
