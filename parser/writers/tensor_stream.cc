#include "loadgate/tensor_stream.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_format.h"
#include "loadgate/escape.h"

namespace loadgate {
namespace {

constexpr std::array<std::byte, 4096> kZeros = {};

}  // namespace

TensorStream::TensorStream(const FileLayout* layout, ByteSink* sink)
    : layout_(layout), sink_(sink) {}

absl::Status TensorStream::Note(absl::Status status) {
  if (!status.ok()) failure_ = status;
  return status;
}

absl::Status TensorStream::WriteZeros(uint64_t length) {
  while (length > 0) {
    const uint64_t step = std::min<uint64_t>(length, kZeros.size());
    const absl::Status status =
        sink_->Write(std::span(kZeros).first(static_cast<size_t>(step)));
    if (!status.ok()) return status;
    length -= step;
  }
  return absl::OkStatus();
}

absl::Status TensorStream::PassWholeTensors() {
  while (tensor_ < layout_->tensors.size() &&
         taken_ == layout_->tensors[tensor_].bytes) {
    const absl::Status status = WriteZeros(layout_->tensors[tensor_].padding);
    if (!status.ok()) return status;
    ++tensor_;
    taken_ = 0;
  }
  return absl::OkStatus();
}

absl::Status TensorStream::Begin() {
  if (!failure_.ok()) return failure_;
  if (begun_) return absl::FailedPreconditionError("the file was begun before");
  begun_ = true;
  absl::Status status = Note(sink_->Write(layout_->header));
  if (!status.ok()) return status;
  status = Note(WriteZeros(layout_->header_padding));
  if (!status.ok()) return status;
  return Note(PassWholeTensors());
}

std::string TensorStream::Missing() const {
  const TensorExtent& tensor = layout_->tensors[tensor_];
  return absl::StrFormat("tensor[%d] %s has %d of its %d bytes", tensor_,
                         EscapedQuoted(tensor.name), taken_, tensor.bytes);
}

absl::Status TensorStream::Admit(size_t i, uint64_t length) {
  if (!failure_.ok()) return failure_;
  if (!begun_) return absl::FailedPreconditionError("the file is not begun");
  if (i >= layout_->tensors.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("there is no tensor[%d]", i));
  }
  if (i > tensor_) {
    return absl::FailedPreconditionError(
        absl::StrFormat("tensor[%d] comes next, and %s", i, Missing()));
  }
  const TensorExtent& tensor = layout_->tensors[i];
  const uint64_t left = i < tensor_ ? 0 : tensor.bytes - taken_;
  if (length > left) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "tensor[%d] %s takes %d bytes: %d are left, and %d more came", i,
        EscapedQuoted(tensor.name), tensor.bytes, left, length));
  }
  return absl::OkStatus();
}

absl::Status TensorStream::Took(uint64_t length) {
  if (length == 0) return absl::OkStatus();
  taken_ += length;
  return Note(PassWholeTensors());
}

absl::Status TensorStream::Write(size_t i, ByteSpan piece) {
  absl::Status status = Admit(i, piece.size());
  if (!status.ok() || piece.empty()) return status;
  status = Note(sink_->Write(piece));
  return status.ok() ? Took(piece.size()) : status;
}

absl::Status TensorStream::WriteTensor(size_t i, const TensorView& view) {
  const absl::StatusOr<uint64_t> bytes = ContiguousBytes(view);
  if (!bytes.ok()) return bytes.status();
  if (absl::Status status = Admit(i, *bytes); !status.ok()) return status;
  if (layout_->tensors[i].bytes != *bytes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("tensor[%d] %s takes %d bytes, and the view has %d", i,
                        EscapedQuoted(layout_->tensors[i].name),
                        layout_->tensors[i].bytes, *bytes));
  }
  return ForEachPiece(view, [&](ByteSpan piece) { return Write(i, piece); });
}

absl::Status TensorStream::CopyRange(size_t i, int fd, uint64_t offset,
                                     uint64_t length) {
  absl::Status status = Admit(i, length);
  if (!status.ok() || length == 0) return status;
  status = Note(sink_->CopyRange(fd, offset, length));
  return status.ok() ? Took(length) : status;
}

absl::Status TensorStream::Finish() {
  if (!failure_.ok()) return failure_;
  if (!begun_) return absl::FailedPreconditionError("the file is not begun");
  if (tensor_ == layout_->tensors.size()) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrFormat("the file is not whole: %s", Missing()));
}

}  // namespace loadgate
