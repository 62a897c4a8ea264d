#include "loadgate/tensor_stream.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using absl::StatusCode;

// A header of two bytes and two of padding; tensors of 3, 0 and 2 bytes.
FileLayout SmallLayout() {
  const ByteSpan header = AsBytes("HH");
  FileLayout layout;
  layout.header.assign(header.begin(), header.end());
  layout.header_padding = 2;
  layout.tensors = {{.name = "a", .bytes = 3, .padding = 1},
                    {.name = "none", .bytes = 0},
                    {.name = "b", .bytes = 2, .padding = 2}};
  layout.file_bytes = 12;
  return layout;
}

// Takes so many bytes, and then fails.
class FailingSink : public ByteSink {
 public:
  explicit FailingSink(size_t room) : room_(room) {}
  absl::Status Write(ByteSpan bytes) override {
    if (bytes.size() > room_) return absl::DataLossError("no room");
    room_ -= bytes.size();
    return absl::OkStatus();
  }

 private:
  size_t room_;
};

class TensorStreamTest : public ::testing::Test {
 protected:
  StatusCode Write(size_t i, std::string_view piece) {
    return stream_.Write(i, AsBytes(piece)).code();
  }

  const FileLayout layout_ = SmallLayout();
  MemorySink sink_;
  TensorStream stream_{&layout_, &sink_};
};

TEST_F(TensorStreamTest, PiecesOfAnySizeMakeTheFile) {
  ASSERT_TRUE(stream_.Begin().ok());
  EXPECT_EQ(Write(0, "ab"), StatusCode::kOk);
  EXPECT_EQ(Write(0, ""), StatusCode::kOk);
  EXPECT_EQ(Write(0, "c"), StatusCode::kOk);
  EXPECT_EQ(Write(1, ""), StatusCode::kOk);
  EXPECT_EQ(Write(2, "de"), StatusCode::kOk);
  EXPECT_TRUE(stream_.Finish().ok());
  EXPECT_EQ(AsText(sink_.bytes()),
            std::string_view("HH\0\0abc\0de\0\0", layout_.file_bytes));
}

TEST_F(TensorStreamTest, ATensorTakesExactlyItsBytes) {
  ASSERT_TRUE(stream_.Begin().ok());
  EXPECT_EQ(Write(0, "abcd"), StatusCode::kInvalidArgument);
  EXPECT_EQ(Write(0, "ab"), StatusCode::kOk);
  // Not before the one before it is whole, and not past its own end.
  EXPECT_EQ(Write(2, "de"), StatusCode::kFailedPrecondition);
  EXPECT_EQ(Write(0, "cd"), StatusCode::kInvalidArgument);
  EXPECT_EQ(stream_.Finish().code(), StatusCode::kFailedPrecondition);
  EXPECT_EQ(Write(0, "c"), StatusCode::kOk);
  EXPECT_EQ(Write(0, "x"), StatusCode::kInvalidArgument);
  EXPECT_EQ(Write(1, "x"), StatusCode::kInvalidArgument);
  EXPECT_EQ(Write(3, "x"), StatusCode::kInvalidArgument);
  EXPECT_EQ(Write(2, "de"), StatusCode::kOk);
  EXPECT_TRUE(stream_.Finish().ok());
}

TEST_F(TensorStreamTest, NothingComesBeforeTheHeaderWhichComesOnce) {
  EXPECT_EQ(Write(0, "abc"), StatusCode::kFailedPrecondition);
  EXPECT_EQ(stream_.Finish().code(), StatusCode::kFailedPrecondition);
  ASSERT_TRUE(stream_.Begin().ok());
  EXPECT_EQ(stream_.Begin().code(), StatusCode::kFailedPrecondition);
}

TEST_F(TensorStreamTest, AViewMustHaveTheTensorsSize) {
  ASSERT_TRUE(stream_.Begin().ok());
  TensorView view = {.name = "v",
                     .dtype = FindSafetensorsDtype("U8"),
                     .shape = {2},
                     .strides = {2},
                     .bytes = AsBytes("a.b.c")};
  EXPECT_EQ(stream_.WriteTensor(0, view).code(), StatusCode::kInvalidArgument);
  view.shape = {3};
  EXPECT_TRUE(stream_.WriteTensor(0, view).ok());
  view.shape = {4};
  EXPECT_EQ(stream_.WriteTensor(2, view).code(), StatusCode::kInvalidArgument);
  view.shape = {2};
  EXPECT_TRUE(stream_.WriteTensor(2, view).ok());
  EXPECT_TRUE(stream_.Finish().ok());
  EXPECT_EQ(AsText(sink_.bytes()),
            std::string_view("HH\0\0abc\0ab\0\0", layout_.file_bytes));
}

TEST_F(TensorStreamTest, RangesOfAFileAreTensorBytesToo) {
  const testing_support::TempDir dir;
  const int fd = ::open(dir.WriteFile("from", "..abcde").c_str(), O_RDONLY);
  ASSERT_GE(fd, 0);
  ASSERT_TRUE(stream_.Begin().ok());
  EXPECT_EQ(stream_.CopyRange(0, fd, 2, 4).code(),
            StatusCode::kInvalidArgument);
  EXPECT_TRUE(stream_.CopyRange(0, fd, 2, 3).ok());
  EXPECT_TRUE(stream_.CopyRange(1, fd, 0, 0).ok());
  // The source ends: what was written is lost, and nothing more is taken.
  EXPECT_EQ(stream_.CopyRange(2, fd, 6, 2).code(), StatusCode::kDataLoss);
  EXPECT_EQ(Write(2, "de"), StatusCode::kDataLoss);
  EXPECT_EQ(stream_.Finish().code(), StatusCode::kDataLoss);
  ::close(fd);
}

TEST_F(TensorStreamTest, AnErrorOfTheSinkStays) {
  for (size_t room = 0; room < layout_.file_bytes; ++room) {
    FailingSink sink(room);
    TensorStream stream(&layout_, &sink);
    absl::Status status = stream.Begin();
    if (status.ok()) status = stream.Write(0, AsBytes("abc"));
    if (status.ok()) status = stream.Write(2, AsBytes("de"));
    EXPECT_EQ(status.code(), StatusCode::kDataLoss) << room;
    EXPECT_EQ(stream.Write(0, {}).code(), StatusCode::kDataLoss) << room;
    EXPECT_EQ(stream.Begin().code(), StatusCode::kDataLoss) << room;
    EXPECT_EQ(stream.Finish().code(), StatusCode::kDataLoss) << room;
  }
}

}  // namespace
}  // namespace loadgate
