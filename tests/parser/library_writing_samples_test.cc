// The samples of docs/library.md that write files: see library_samples_test.cc.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "loadgate/bytes.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/mapped_file.h"
#include "loadgate/model_file_writer.h"
#include "loadgate/safetensors_writer.h"
#include "loadgate/tensor_view.h"
#include "tests/support/temp_dir.h"
#include "tests/support/written_file.h"

namespace {

using loadgate::testing_support::TempDir;

// [write-gguf]
// Writes a GGUF model of two tensors, whole or not at all. `weights` has the 24
// bytes of the first; the second is copied from `offset` on of the file `fd`.
absl::Status WriteGguf(const std::string& path, loadgate::ByteSpan weights,
                       int fd, uint64_t offset) {
  auto writer = loadgate::GgufWriter::Create();
  if (!writer.ok()) return writer.status();
  auto status = writer->Set<std::string_view>("general.architecture", "tiny");
  if (!status.ok()) return status;
  // A row-major tensor, and one as ggml describes it: q4_0, two rows of 32.
  status = writer->AddTensor(
      loadgate::TensorView{.name = "grid",
                           .dtype = loadgate::FindSafetensorsDtype("F32"),
                           .shape = {2, 3},
                           .bytes = weights});
  if (!status.ok()) return status;
  constexpr std::array<uint64_t, 2> kDimensions = {32, 2};
  status = writer->AddTensor("table", kDimensions, /*type=*/2, /*bytes=*/36);
  if (!status.ok()) return status;
  auto layout = writer->Layout();
  if (!layout.ok()) return layout.status();

  loadgate::ModelFileWriter file(
      {.shards = {{path, *std::move(layout)}}, .beside = {}});
  status = file.Write(0, weights);
  if (status.ok()) status = file.CopyRange(1, fd, offset, 36);
  if (!status.ok()) return status;
  return file.Finish();
}
// [end]

// [write-shards]
// Writes tensors as a safetensors model, in files of at most 5 GB each.
absl::Status WriteShards(const std::string& prefix,
                         std::span<const loadgate::TensorView> tensors) {
  loadgate::SafetensorsWriter writer;
  auto status = writer.SetMetadata("format", "pt");
  if (!status.ok()) return status;
  for (const loadgate::TensorView& tensor : tensors) {
    status = writer.AddTensor(tensor);
    if (!status.ok()) return status;
  }
  auto files = writer.Shards(prefix, {.max_bytes = 5'000'000'000});
  if (!files.ok()) return files.status();
  loadgate::ModelFileWriter model(*std::move(files));
  // The data is laid out in another order than that of adding.
  for (size_t i = 0; i < model.tensor_count(); ++i) {
    status = model.WriteTensor(i, tensors[model.tensor(i).added]);
    if (!status.ok()) return status;
  }
  return model.Finish();
}
// [end]

// Judges the file at `path`, of which nothing may be said.
void ExpectAccepted(const std::string& path) {
  const auto mapped = loadgate::MappedFile::Open(path);
  ASSERT_TRUE(mapped.ok()) << path;
  const auto judged =
      loadgate::testing_support::JudgeBytes((*mapped)->bytes(), path);
  EXPECT_EQ(judged.verdict, loadgate::Verdict::kAccept);
  EXPECT_EQ(loadgate::testing_support::FindingTexts(judged), "");
}

TEST(LibraryWritingSamplesTest, WritesAGgufFile) {
  const TempDir dir;
  const std::string weights(24, 'w');
  const std::string from =
      dir.WriteFile("from", "....." + std::string(36, 'q'));
  const int fd = ::open(from.c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  const std::string path = dir.PathOf("tiny.gguf");
  EXPECT_TRUE(WriteGguf(path, loadgate::AsBytes(weights), fd, 5).ok());
  ExpectAccepted(path);
  EXPECT_FALSE(WriteGguf(path, loadgate::AsBytes("short"), fd, 5).ok());
  EXPECT_FALSE(WriteGguf(path, loadgate::AsBytes(weights), fd, 6).ok());
  ExpectAccepted(path);
  ::close(fd);
}

TEST(LibraryWritingSamplesTest, WritesASafetensorsModel) {
  const TempDir dir;
  const std::string data(12, 'd');
  const std::vector<loadgate::TensorView> tensors = {
      {.name = "bytes",
       .dtype = loadgate::FindSafetensorsDtype("U8"),
       .shape = {12},
       .bytes = loadgate::AsBytes(data)},
      {.name = "turned",
       .dtype = loadgate::FindSafetensorsDtype("F16"),
       .shape = {3, 2},
       .strides = {1, 3},
       .bytes = loadgate::AsBytes(data)}};
  EXPECT_TRUE(WriteShards(dir.PathOf("model"), tensors).ok());
  ExpectAccepted(dir.PathOf("model.safetensors"));
}

}  // namespace
