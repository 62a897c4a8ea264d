#include "loadgate/model_file_writer.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "loadgate/bytes.h"
#include "loadgate/check.h"

namespace loadgate {

ModelFileWriter::ModelFileWriter(ModelFiles files) : files_(std::move(files)) {
  for (size_t shard = 0; shard < files_.shards.size(); ++shard) {
    const size_t count = files_.shards[shard].layout.tensors.size();
    for (size_t i = 0; i < count; ++i) places_.push_back({shard, i});
  }
}

const TensorExtent& ModelFileWriter::tensor(size_t i) const {
  LG_CHECK(i < places_.size());
  return files_.shards[places_[i].shard].layout.tensors[places_[i].tensor];
}

absl::Status ModelFileWriter::Note(absl::Status status) {
  if (!status.ok()) failure_ = status;
  return status;
}

absl::Status ModelFileWriter::Begin() {
  const NamedLayout& shard = files_.shards[written_.size()];
  auto file = AtomicFile::Create(shard.path);
  if (!file.ok()) return Note(file.status());
  written_.push_back(*std::move(file));
  stream_.emplace(&shard.layout, written_.back().get());
  return Note(stream_->Begin());
}

absl::Status ModelFileWriter::End() {
  if (absl::Status status = stream_->Finish(); !status.ok()) return status;
  stream_.reset();
  return Note(written_.back()->Seal());
}

// Ends the shards before `shard` and begins it, if that was not done before.
absl::Status ModelFileWriter::GoTo(size_t shard) {
  while (written_.size() <= shard) {
    absl::Status status = stream_.has_value() ? End() : absl::OkStatus();
    if (status.ok()) status = Begin();
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

template <typename Call>
absl::Status ModelFileWriter::With(size_t i, Call&& call) {
  if (!failure_.ok()) return failure_;
  if (i >= places_.size()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("there is no tensor[%d]", i));
  }
  const Place& place = places_[i];
  if (absl::Status status = GoTo(place.shard); !status.ok()) return status;
  if (place.shard < written_.size() - 1) {
    return absl::InvalidArgumentError(
        absl::StrFormat("tensor[%d] is whole already", i));
  }
  return call(*stream_, place.tensor);
}

absl::Status ModelFileWriter::Write(size_t i, ByteSpan piece) {
  return With(i, [&](TensorStream& stream, size_t tensor) {
    return stream.Write(tensor, piece);
  });
}

absl::Status ModelFileWriter::WriteTensor(size_t i, const TensorView& view) {
  return With(i, [&](TensorStream& stream, size_t tensor) {
    return stream.WriteTensor(tensor, view);
  });
}

absl::Status ModelFileWriter::CopyRange(size_t i, int fd, uint64_t offset,
                                        uint64_t length) {
  return With(i, [&](TensorStream& stream, size_t tensor) {
    return stream.CopyRange(tensor, fd, offset, length);
  });
}

absl::Status ModelFileWriter::Finish() {
  if (!failure_.ok()) return failure_;
  if (!files_.shards.empty()) {
    absl::Status status = GoTo(files_.shards.size() - 1);
    if (status.ok()) status = End();
    if (!status.ok()) return status;
  }
  std::vector<std::unique_ptr<AtomicFile>> beside;
  for (const NamedText& text : files_.beside) {
    auto file = AtomicFile::Create(text.path);
    if (!file.ok()) return Note(file.status());
    absl::Status status = (*file)->Write(AsBytes(text.text));
    if (status.ok()) status = (*file)->Seal();
    if (!status.ok()) return Note(status);
    beside.push_back(*std::move(file));
  }
  for (; !written_.empty(); written_.pop_back()) {
    absl::Status status = Note(written_.back()->Commit());
    if (!status.ok()) return status;
  }
  for (const auto& file : beside) {
    absl::Status status = Note(file->Commit());
    if (!status.ok()) return status;
  }
  failure_ = absl::FailedPreconditionError("the model is written already");
  return absl::OkStatus();
}

absl::Status WriteModel(ModelFiles files, std::span<const ByteSpan> data) {
  ModelFileWriter writer(std::move(files));
  if (data.size() != writer.tensor_count()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("there are %d tensors, and data of %d",
                        writer.tensor_count(), data.size()));
  }
  for (size_t i = 0; i < data.size(); ++i) {
    if (absl::Status status = writer.Write(i, data[i]); !status.ok()) {
      return status;
    }
  }
  return writer.Finish();
}

}  // namespace loadgate
