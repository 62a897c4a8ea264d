// A writer that is killed at any moment leaves a whole file, or none.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "loadgate/check.h"
#include "loadgate/gguf_writer.h"
#include "loadgate/model_file_writer.h"
#include "loadgate/safetensors_writer.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file),
          std::istreambuf_iterator<char>()};
}

// Runs `body` over and over in a child, and kills that within the next
// milliseconds.
template <typename Body>
void KillWithin(int microseconds, Body&& body) {
  const pid_t child = ::fork();
  LG_CHECK(child >= 0);
  if (child == 0) {
    for (;;) {
      if (!body()) ::_exit(1);
    }
  }
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  ::kill(child, SIGKILL);
  int status = 0;
  LG_CHECK(::waitpid(child, &status, 0) == child);
  EXPECT_TRUE(WIFSIGNALED(status)) << "the child could not write";
}

// A model of tensors that are full of one byte.
class Model {
 public:
  explicit Model(char fill) {
    for (int i = 0; i < 4; ++i) {
      data_.emplace_back(30'000 + i, fill);
      bytes_.push_back(AsBytes(data_.back()));
    }
  }

  ModelFiles Gguf(const std::string& path) const {
    auto writer = GgufWriter::Create();
    LG_CHECK(writer.ok());
    for (const std::string& data : data_) {
      const std::vector<uint64_t> ne = {data.size()};
      LG_CHECK(
          writer->AddTensor(std::to_string(data.size()), ne, 24, data.size())
              .ok());
    }
    return {.shards = {{path, *writer->Layout()}}, .beside = {}};
  }

  ModelFiles Shards(const std::string& prefix) const {
    SafetensorsWriter writer;
    for (const std::string& data : data_) {
      const std::vector<uint64_t> shape = {data.size()};
      LG_CHECK(writer
                   .AddTensor(std::to_string(data.size()),
                              *FindSafetensorsDtype("U8"), shape, data.size())
                   .ok());
    }
    return *writer.Shards(prefix, {.max_tensors = 1});
  }

  bool Write(ModelFiles files) const {
    return WriteModel(std::move(files), bytes_).ok();
  }

 private:
  std::vector<std::string> data_;
  std::vector<ByteSpan> bytes_;
};

TEST(WriterCrashTest, TheOldFileOrTheNewOneIsThereAfterAKillAtAnyMoment) {
  const testing_support::TempDir dir;
  const std::string path = dir.PathOf("m.gguf");
  const Model a('a');
  const Model b('b');
  ASSERT_TRUE(b.Write(b.Gguf(path)));
  const std::string whole_b = ReadAll(path);
  ASSERT_TRUE(a.Write(a.Gguf(path)));
  const std::string whole_a = ReadAll(path);
  ASSERT_NE(whole_a, whole_b);
  std::mt19937 random(1);
  for (int i = 0; i < 150; ++i) {
    KillWithin(static_cast<int>(random() % 8'000),
               [&] { return b.Write(b.Gguf(path)) && a.Write(a.Gguf(path)); });
    const std::string there = ReadAll(path);
    ASSERT_TRUE(there == whole_a || there == whole_b)
        << "moment " << i << ": a file of " << there.size() << " bytes";
  }
}

TEST(WriterCrashTest, AnIndexIsThereOnlyWithAllOfItsShards) {
  const Model model('m');
  std::mt19937 random(2);
  for (int i = 0; i < 50; ++i) {
    const testing_support::TempDir dir;
    KillWithin(static_cast<int>(random() % 20'000),
               [&] { return model.Write(model.Shards(dir.PathOf("model"))); });
    size_t shards = 0;
    bool index = false;
    for (const auto& entry : fs::directory_iterator(dir.path())) {
      const std::string name = entry.path().filename().string();
      index = index || name.ends_with(".index.json");
      if (!name.ends_with(".safetensors")) continue;
      ++shards;
      EXPECT_GT(entry.file_size(), 30'000U) << name;
    }
    EXPECT_TRUE(!index || shards == 4) << "moment " << i;
  }
}

}  // namespace
}  // namespace loadgate
