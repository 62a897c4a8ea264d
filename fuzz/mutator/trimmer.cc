#include "fuzz/mutator/trimmer.h"

#include <algorithm>
#include <utility>

namespace loadgate::mutator {
namespace {

// Of a long list the smallest piece is a share.
constexpr uint64_t kMostPieces = 64;
constexpr size_t kMostLists = 64;

class BytesAsParts : public TrimParts {
 public:
  explicit BytesAsParts(ByteSpan file) : bytes_(AsText(file)) {}

  std::unique_ptr<TrimParts> Clone() const override {
    return std::make_unique<BytesAsParts>(*this);
  }
  std::optional<std::vector<uint64_t>> Lists(size_t stage) const override {
    if (stage > 0) return std::nullopt;
    return std::vector<uint64_t>{bytes_.size()};
  }
  void Cut(size_t /*stage*/, size_t /*list*/, uint64_t first,
           uint64_t count) override {
    bytes_.erase(static_cast<size_t>(first), static_cast<size_t>(count));
  }
  std::string Bytes() const override { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace

Trimmer::Trimmer(std::unique_ptr<TrimParts> parts, size_t size)
    : best_(std::move(parts)), best_size_(size) {}

// Goes on to the next piece of the list, to smaller pieces of it, or to the
// next list that has parts. Returns false where there is none.
bool Trimmer::FindCut() {
  while (const auto lists = best_->Lists(stage_)) {
    if (list_ >= std::min(lists->size(), kMostLists)) {
      ++stage_;
      list_ = 0;
      piece_ = 0;
      continue;
    }
    const uint64_t length = (*lists)[list_];
    end_ = std::min(end_, length);
    if (piece_ > 0 && end_ > 0) return true;
    if (piece_ == 0) {
      piece_ = length;
      least_piece_ = std::max<uint64_t>(length / kMostPieces, 1);
    } else {
      piece_ = std::min(piece_, length) / 2;
    }
    end_ = length;
    if (length > 0 && piece_ >= least_piece_) return true;
    ++list_;
    piece_ = 0;
  }
  return false;
}

std::optional<std::string> Trimmer::Next() {
  while (steps_ < kMostSteps) {
    if (!passed_) end_ -= std::min(piece_, end_);
    passed_ = true;
    if (!FindCut()) break;
    passed_ = false;
    ++steps_;
    const uint64_t count = std::min(piece_, end_);
    tried_ = best_->Clone();
    tried_->Cut(stage_, list_, end_ - count, count);
    std::string bytes = tried_->Bytes();
    tried_size_ = bytes.size();
    if (tried_size_ < best_size_) return bytes;
  }
  tried_.reset();
  return std::nullopt;
}

void Trimmer::Keep() {
  if (tried_ == nullptr) return;
  best_ = std::move(tried_);
  best_size_ = tried_size_;
}

Trimmer TrimBytes(ByteSpan file) {
  return Trimmer(std::make_unique<BytesAsParts>(file), file.size());
}

}  // namespace loadgate::mutator
