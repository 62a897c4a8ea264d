#include "loadgate/tensor_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "loadgate/check.h"

namespace loadgate {
namespace {

using Numbers = std::vector<uint64_t>;

TensorView View(std::string_view dtype, Numbers shape, Numbers strides,
                std::string_view bytes) {
  return {.name = "t",
          .dtype = FindSafetensorsDtype(dtype),
          .shape = std::move(shape),
          .strides = std::move(strides),
          .bytes = AsBytes(bytes)};
}

std::string Contiguous(const TensorView& view) {
  const auto bytes = MakeContiguous(view, 1 << 20);
  return bytes.ok() ? std::string(AsText(*bytes))
                    : std::string(bytes.status().message());
}

TEST(TensorViewTest, AContiguousTensorIsItsBytes) {
  EXPECT_EQ(Contiguous(View("U8", {2, 3}, {}, "abcdef")), "abcdef");
  EXPECT_EQ(Contiguous(View("U8", {}, {}, "a")), "a");
  EXPECT_EQ(Contiguous(View("F4", {3, 2}, {}, "abc")), "abc");
  EXPECT_EQ(Contiguous(View("U8", {4, 0}, {}, "")), "");
}

TEST(TensorViewTest, StridesAreWalkedInRowMajorOrder) {
  // Transposed, sliced, repeated, of elements of two bytes.
  EXPECT_EQ(Contiguous(View("U8", {3, 2}, {1, 3}, "abcdef")), "adbecf");
  EXPECT_EQ(Contiguous(View("U8", {2, 2}, {4, 2}, "a.b.c.d.")), "abcd");
  EXPECT_EQ(Contiguous(View("U8", {2, 3}, {0, 1}, "abc")), "abcabc");
  EXPECT_EQ(Contiguous(View("I16", {2, 2}, {1, 2}, "aabbccdd")), "aaccbbdd");
  EXPECT_EQ(Contiguous(View("U8", {2, 1, 2}, {2, 99, 1}, "abcd")), "abcd");
  EXPECT_EQ(Contiguous(View("U8", {0, 5}, {77, 77}, "")), "");
}

TEST(TensorViewTest, LargeStridedTensorsComeInSmallPieces) {
  const std::string column(3, 'x');
  const TensorView view = View("U8", {100'000, 3}, {0, 1}, column);
  uint64_t total = 0;
  size_t largest = 0;
  ASSERT_TRUE(ForEachPiece(view, [&](ByteSpan piece) {
                total += piece.size();
                largest = std::max(largest, piece.size());
                return absl::OkStatus();
              }).ok());
  EXPECT_EQ(total, 300'000U);
  EXPECT_LE(largest, 65'536U);
}

TEST(TensorViewTest, AnErrorOfTheTakerEndsTheWalk) {
  const TensorView view = View("U8", {100'000, 3}, {0, 1}, "abc");
  int calls = 0;
  EXPECT_EQ(ForEachPiece(view,
                         [&](ByteSpan) {
                           ++calls;
                           return absl::AbortedError("enough");
                         })
                .code(),
            absl::StatusCode::kAborted);
  EXPECT_EQ(calls, 1);
}

TEST(TensorViewTest, WhatDoesNotLieInTheBytesIsRefused) {
  const uint64_t huge = uint64_t{1} << 63;
  const std::string text = "abcdef";
  for (const TensorView& view :
       {View("U8", {2, 3}, {}, "abcde"), View("U8", {2, 3}, {}, "abcdefg"),
        View("U8", {}, {}, ""), View("U8", {2, 3}, {3, 2}, "abcdefg"),
        View("I16", {3}, {1}, "abcde"), View("U8", {2, 3}, {3}, text),
        View("U8", {2}, {huge}, text), View("U8", {3}, {huge}, text),
        View("U8", {huge, 2}, {0, 0}, text), View("I32", {huge - 1}, {0}, text),
        View("F4", {2}, {1}, "a"), View("F4", {3}, {}, "ab"),
        View("what", {1}, {}, "a"),
        View("U8", {2, 2}, {UINT64_MAX, 1}, text)}) {
    EXPECT_EQ(ContiguousBytes(view).status().code(),
              absl::StatusCode::kInvalidArgument);
    EXPECT_EQ(MakeContiguous(view, 99).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(TensorViewTest, AViewLargerThanAllowedIsNotAllocated) {
  const TensorView view = View("U8", {uint64_t{1} << 40, 1024}, {0, 0}, "a");
  EXPECT_EQ(MakeContiguous(view, 1 << 30).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(MakeContiguous(View("U8", {3}, {}, "abc"), 2).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(MakeContiguous(View("U8", {3}, {}, "abc"), 3).ok());
}

}  // namespace
}  // namespace loadgate
