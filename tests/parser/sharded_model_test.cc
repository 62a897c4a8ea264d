// What an opened model shows, and that what the writers write reads back equal.

#include "loadgate/sharded_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "loadgate/byte_source.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/model_file_writer.h"
#include "loadgate/safetensors_writer.h"
#include "loadgate/split_gguf.h"
#include "tests/support/model_dir.h"
#include "tests/support/written_file.h"

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using testing_support::kIndex;
using testing_support::ModelDir;
using testing_support::OpenedModel;
using testing_support::OpenModel;
using testing_support::PatternBytes;
using testing_support::WriteCheckpoint;
using testing_support::WriteSplit;

using Bytes = std::vector<std::byte>;

Bytes DataOf(const ShardedModel& model, const ModelTensor& tensor) {
  const ModelShard& shard = model.shards()[tensor.shard];
  FileSource source(shard.fd.get(), shard.size);
  Bytes data(static_cast<size_t>(tensor.bytes));
  EXPECT_EQ(source.ReadAt(tensor.offset, data).value_or(0), data.size());
  return data;
}

TEST(ShardedModelTest, ATensorOfACheckpointIsFoundByItsName) {
  ModelDir dir;
  WriteCheckpoint(dir);
  const OpenedModel opened = OpenModel(dir.path());
  ASSERT_TRUE(opened.model.has_value()) << opened.status;
  const auto tensor = opened.model->FindTensor("b");
  ASSERT_TRUE(tensor.has_value());
  EXPECT_EQ(tensor->name, "b");
  EXPECT_EQ(tensor->shard, 1U);
  EXPECT_EQ(tensor->offset, opened.model->shards()[1].size - 4);
  EXPECT_EQ(tensor->bytes, 4U);
  EXPECT_EQ(tensor->type, "F32");
  EXPECT_THAT(tensor->shape, ElementsAre(1));
  for (const char* other : {"", "B", "aa", "d"}) {
    EXPECT_FALSE(opened.model->FindTensor(other).has_value()) << other;
  }
}

TEST(ShardedModelTest, AShapeOfASplitIsRowMajor) {
  auto writer = *GgufWriter::Create();
  constexpr std::array<uint64_t, 2> kDimensions = {32, 3};
  ASSERT_TRUE(writer.AddTensor("t", kDimensions, /*type=*/2, 54).ok());
  ModelDir dir;
  const auto files = SplitGguf(writer, dir.PathOf("m"), {.max_tensors = 1});
  const Bytes data = PatternBytes(54, 1);
  ASSERT_TRUE(WriteModel(*files, std::vector<ByteSpan>{data}).ok());
  const OpenedModel opened = OpenModel(dir.path());
  ASSERT_TRUE(opened.model.has_value()) << opened.status;
  const auto tensor = opened.model->FindTensor("t");
  EXPECT_EQ(tensor->type, "q4_0");
  EXPECT_THAT(tensor->shape, ElementsAre(3, 32));
}

TEST(ShardedModelTest, AModelOutlivesItsNamesAndMoves) {
  ModelDir dir;
  WriteSplit(dir);
  OpenedModel opened = OpenModel(dir.path());
  ASSERT_TRUE(opened.model.has_value()) << opened.status;
  std::filesystem::remove_all(dir.path());
  const std::string_view name = opened.model->tensor(0).name;
  const ShardedModel moved = *std::move(opened.model);
  EXPECT_EQ(moved.tensor(0).name.data(), name.data());
  EXPECT_EQ(DataOf(moved, moved.tensor(2)).size(), 32U);
}

size_t OpenDescriptors() {
  using Iterator = std::filesystem::directory_iterator;
  return static_cast<size_t>(
      std::distance(Iterator("/proc/self/fd"), Iterator()));
}

TEST(ShardedModelTest, OneDescriptorAShardStaysOpenAndNoneOfARefusedModel) {
  ModelDir dir;
  WriteCheckpoint(dir);
  const size_t before = OpenDescriptors();
  {
    const OpenedModel opened = OpenModel(dir.path());
    ASSERT_TRUE(opened.model.has_value()) << opened.status;
    EXPECT_EQ(OpenDescriptors(), before + 2);
  }
  dir.Remove(kIndex);
  dir.Index({{"other", testing_support::kShard1}});
  EXPECT_FALSE(OpenModel(dir.path()).model.has_value());
  EXPECT_EQ(OpenDescriptors(), before);
}

// A tensor as it was written: its type, its row-major shape and its data.
struct Written {
  std::string type;
  std::vector<uint64_t> shape;
  Bytes data;
};
using Model = std::map<std::string, Written>;

// Every tensor of `model` is there, sorted, with its data, and no other.
void ExpectEqual(const ShardedModel& opened, const Model& model) {
  ASSERT_EQ(opened.tensor_count(), model.size());
  size_t i = 0;
  for (const auto& [name, written] : model) {
    const ModelTensor tensor = opened.tensor(i++);
    EXPECT_EQ(tensor.name, name);
    EXPECT_EQ(tensor.type, written.type);
    EXPECT_EQ(tensor.shape, written.shape);
    EXPECT_EQ(DataOf(opened, tensor), written.data);
    EXPECT_EQ(opened.FindTensor(name)->offset, tensor.offset);
  }
}

// A small model by chance, of types that both formats have.
Model AnyModel(std::mt19937& random) {
  constexpr std::array<std::string_view, 5> kTypes = {"F64", "F32", "BF16",
                                                      "I8", "I64"};
  Model model;
  const size_t tensors = random() % 12;
  for (size_t i = 0; i < tensors; ++i) {
    Written written;
    const std::string_view type = kTypes[random() % kTypes.size()];
    uint64_t bytes = FindSafetensorsDtype(type)->bits / 8;
    written.type = type;
    written.shape.resize(random() % 4 + 1);
    for (uint64_t& dimension : written.shape) {
      dimension = random() % 5;
      bytes *= dimension;
    }
    written.data = PatternBytes(bytes, i);
    model["t" + std::to_string(random() % 100)] = std::move(written);
  }
  return model;
}

TensorView ViewOf(const std::string& name, const Written& written) {
  return {.name = name,
          .dtype = FindSafetensorsDtype(written.type),
          .shape = written.shape,
          .bytes = written.data};
}

// Writes `model` to `prefix` as `files` lays it out.
absl::Status Write(const Model& model, ModelFiles files) {
  ModelFileWriter writer(std::move(files));
  for (size_t i = 0; i < writer.tensor_count(); ++i) {
    const std::string& name = writer.tensor(i).name;
    const absl::Status status =
        writer.WriteTensor(i, ViewOf(name, model.at(name)));
    if (!status.ok()) return status;
  }
  return writer.Finish();
}

TEST(ShardedModelPropertyTest, ACheckpointReadsBackEqual) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const Model model = AnyModel(random);
    SafetensorsWriter writer;
    for (const auto& [name, written] : model) {
      ASSERT_TRUE(writer.AddTensor(ViewOf(name, written)).ok());
    }
    ModelDir dir;
    const auto files =
        writer.Shards(dir.PathOf("model"), {.max_tensors = random() % 5 + 1});
    ASSERT_TRUE(files.ok());
    ASSERT_TRUE(Write(model, *files).ok());
    const OpenedModel opened = OpenModel(dir.path());
    ASSERT_TRUE(opened.model.has_value()) << opened.status;
    EXPECT_EQ(opened.model->shards().size(), files->shards.size());
    ExpectEqual(*opened.model, model);
  }
}

TEST(ShardedModelPropertyTest, ASplitReadsBackEqual) {
  std::mt19937 random(12);
  for (int round = 0; round < 60; ++round) {
    Model model = AnyModel(random);
    auto writer = *GgufWriter::Create({.alignment = 8U << random() % 5});
    for (auto& [name, written] : model) {
      ASSERT_TRUE(writer.AddTensor(ViewOf(name, written)).ok());
    }
    ModelDir dir;
    const ShardRule rule = {.max_tensors = random() % 5 + 1,
                            .first_without_tensors = random() % 2 == 0};
    const auto files = SplitGguf(writer, dir.PathOf("m"), rule);
    ASSERT_TRUE(files.ok());
    ASSERT_TRUE(Write(model, *files).ok());
    for (auto& [name, written] : model) {
      written.type = GgmlTypeOf(*FindSafetensorsDtype(written.type))->name;
    }
    std::vector<std::string> paths;
    for (const NamedLayout& shard : files->shards) paths.push_back(shard.path);
    const OpenedModel opened = OpenModel(dir.path());
    ASSERT_TRUE(opened.model.has_value()) << opened.status;
    ExpectEqual(*opened.model, model);
    const OpenedModel listed = testing_support::OpenSplitModel(paths);
    ASSERT_TRUE(listed.model.has_value()) << listed.status;
    ExpectEqual(*listed.model, model);
  }
}

}  // namespace
}  // namespace loadgate
