#include "harness/worker/worker_gguf.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/parser/read_gguf.h"
#include "tests/support/gguf_bytes.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"

namespace loadgate::testing_support {
namespace {

class WorkerGgufTest : public testing::Test {
 protected:
  template <typename T, typename Send>
  static std::vector<T> Sent(const Send& send) {
    std::vector<T> sent;
    send([&sent](const Record& record) {
      if (const auto* wanted = std::get_if<T>(&record)) sent.push_back(*wanted);
    });
    return sent;
  }

  const GgufBytes bytes_ = Build(TinyLlama());
  const GgufFile file_ = ReadGguf(bytes_).file;
};

TEST_F(WorkerGgufTest, WhatIsOfAFileAloneSaysNoNumber) {
  const WorkerRequest request = {.inspect = true};
  const auto send = [&](const RecordSink& sink) {
    SendGguf(file_, bytes_.size(), request, sink);
  };
  for (const KeyValueRecord& pair : Sent<KeyValueRecord>(send)) {
    EXPECT_EQ(pair.file, std::nullopt);
  }
  EXPECT_EQ(Sent<TensorRecord>(send).size(), file_.tensor_count());
  EXPECT_FALSE(Sent<RegionRecord>(send).empty());
}

TEST_F(WorkerGgufTest, WhatIsOfASetSaysWhichFileHoldsIt) {
  const auto pairs = Sent<KeyValueRecord>(
      [&](const RecordSink& sink) { SendMetadata(file_, false, 7, sink); });
  EXPECT_EQ(pairs.size(), file_.key_value_count());
  for (const KeyValueRecord& pair : pairs) EXPECT_EQ(pair.file, 7u);
  const auto tensors = Sent<TensorRecord>(
      [&](const RecordSink& sink) { SendTensors(file_, 7, sink); });
  EXPECT_EQ(tensors.size(), file_.tensor_count());
  for (const TensorRecord& tensor : tensors) EXPECT_EQ(tensor.file, 7u);
}

TEST_F(WorkerGgufTest, TypesAddUpOverFilesAndNeverWrap) {
  TypeBytes once;
  AddTypes(file_, &once);
  TypeBytes twice;
  AddTypes(file_, &twice);
  AddTypes(file_, &twice);
  ASSERT_FALSE(once.empty());
  for (const auto& [type, bytes] : once) EXPECT_EQ(twice[type], 2 * bytes);
  TypeBytes full = once;
  for (auto& [type, bytes] : full) bytes = UINT64_MAX;
  AddTypes(file_, &full);
  for (const auto& [type, bytes] : full) EXPECT_EQ(bytes, UINT64_MAX);
}

}  // namespace
}  // namespace loadgate::testing_support
