#include "loadgate/tensor_view.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "loadgate/check.h"
#include "loadgate/checked_math.h"
#include "loadgate/cursor.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr size_t kPieceBytes = size_t{64} << 10;

absl::Status Bad(const TensorView& view, std::string_view what) {
  return absl::InvalidArgumentError(
      absl::StrFormat("tensor %s: %s", EscapedQuoted(view.name), what));
}

std::optional<uint64_t> Elements(const TensorView& view) {
  if (std::ranges::find(view.shape, uint64_t{0}) != view.shape.end()) return 0;
  std::optional<uint64_t> elements = 1;
  for (const uint64_t dimension : view.shape) {
    elements = CheckedMul(*elements, dimension);
    if (!elements.has_value()) break;
  }
  return elements;
}

// Which element, counted in memory, lies furthest from the first.
std::optional<uint64_t> FurthestElement(const TensorView& view) {
  std::optional<uint64_t> furthest = 0;
  for (size_t i = 0; i < view.shape.size() && furthest.has_value(); ++i) {
    const auto reach = CheckedMul(view.shape[i] - 1, view.strides[i]);
    furthest = reach.has_value() ? CheckedAdd(*furthest, *reach) : reach;
  }
  return furthest;
}

absl::Status CheckStrides(const TensorView& view, uint64_t elements) {
  if (view.strides.size() != view.shape.size()) {
    return Bad(view, "there must be one stride for each dimension");
  }
  if (view.dtype->bits % 8 != 0) {
    return Bad(view, "a type of less than a byte cannot have strides");
  }
  if (elements == 0) return absl::OkStatus();
  const std::optional<uint64_t> furthest = FurthestElement(view);
  if (!furthest.has_value() ||
      *furthest >= view.bytes.size() / (view.dtype->bits / 8)) {
    return Bad(view, "its strides lead past the end of its bytes");
  }
  return absl::OkStatus();
}

// Walks over the elements of a strided tensor in row-major order.
class Walk {
 public:
  explicit Walk(const TensorView& view)
      : view_(view),
        size_(view.dtype->bits / 8),
        indices_(view.shape.size(), 0) {}

  // The element that the walk stands at.
  ByteSpan Element() const {
    Cursor cursor(view_.bytes);
    ByteSpan element;
    LG_CHECK(cursor.Skip(place_ * size_) && cursor.ReadBytes(size_, &element));
    return element;
  }

  // Goes to the next element; the first is the one after the last.
  void Next() {
    for (size_t i = indices_.size(); i-- > 0;) {
      place_ += view_.strides[i];
      if (++indices_[i] < view_.shape[i]) return;
      place_ -= view_.strides[i] * view_.shape[i];
      indices_[i] = 0;
    }
  }

 private:
  const TensorView& view_;
  size_t size_;
  std::vector<uint64_t> indices_;
  uint64_t place_ = 0;
};

}  // namespace

absl::StatusOr<uint64_t> ContiguousBytes(const TensorView& view) {
  if (view.dtype == nullptr) return Bad(view, "it has no dtype");
  const std::optional<uint64_t> elements = Elements(view);
  if (!elements.has_value()) {
    return Bad(view, "its dimensions multiply to more than 2^63-1");
  }
  const std::optional<uint64_t> bits = CheckedMul(*elements, view.dtype->bits);
  if (!bits.has_value()) return Bad(view, "it has more than 2^63-1 bits");
  if (*bits % 8 != 0) return Bad(view, "its last byte is not full");
  const uint64_t bytes = *bits / 8;
  if (!view.strides.empty()) {
    const absl::Status status = CheckStrides(view, *elements);
    if (!status.ok()) return status;
  } else if (view.bytes.size() != bytes) {
    return Bad(view, absl::StrFormat("it takes %d bytes and has %d", bytes,
                                     view.bytes.size()));
  }
  return bytes;
}

absl::Status ForEachPiece(const TensorView& view,
                          const std::function<absl::Status(ByteSpan)>& take) {
  const absl::StatusOr<uint64_t> bytes = ContiguousBytes(view);
  if (!bytes.ok()) return bytes.status();
  if (*bytes == 0) return absl::OkStatus();
  if (view.strides.empty()) return take(view.bytes);
  const size_t size = view.dtype->bits / 8;
  std::vector<std::byte> piece;
  Walk walk(view);
  for (uint64_t left = *bytes / size; left > 0; --left, walk.Next()) {
    const ByteSpan element = walk.Element();
    piece.insert(piece.end(), element.begin(), element.end());
    if (piece.size() < kPieceBytes && left > 1) continue;
    if (absl::Status status = take(piece); !status.ok()) return status;
    piece.clear();
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::byte>> MakeContiguous(const TensorView& view,
                                                      uint64_t max_bytes) {
  const absl::StatusOr<uint64_t> bytes = ContiguousBytes(view);
  if (!bytes.ok()) return bytes.status();
  if (*bytes > max_bytes) {
    return absl::ResourceExhaustedError(
        absl::StrFormat("tensor %s takes %d bytes, more than %d",
                        EscapedQuoted(view.name), *bytes, max_bytes));
  }
  std::vector<std::byte> whole;
  whole.reserve(static_cast<size_t>(*bytes));
  const absl::Status status = ForEachPiece(view, [&](ByteSpan piece) {
    whole.insert(whole.end(), piece.begin(), piece.end());
    return absl::OkStatus();
  });
  if (!status.ok()) return status;
  return whole;
}

}  // namespace loadgate
