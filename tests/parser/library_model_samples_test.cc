// The samples of docs/library.md that open models: see library_samples_test.cc.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "loadgate/byte_source.h"
#include "loadgate/escape.h"
#include "loadgate/finding.h"
#include "loadgate/random_hash_key.h"
#include "loadgate/sharded_model.h"
#include "tests/support/model_dir.h"

namespace {

// [model]
// Returns the data of a tensor of `model`.
absl::StatusOr<std::vector<std::byte>> ReadTensor(
    const loadgate::ShardedModel& model, std::string_view name) {
  const auto tensor = model.FindTensor(name);
  if (!tensor) return absl::NotFoundError("there is no such tensor");
  const loadgate::ModelShard& shard = model.shards()[tensor->shard];
  loadgate::FileSource source(shard.fd.get(), shard.size);
  std::vector<std::byte> data(tensor->bytes);
  const auto got = source.ReadAt(tensor->offset, data);
  if (!got.ok()) return got.status();
  if (*got < data.size()) return absl::DataLossError("the file shrank");
  return data;
}
// [end]

// [open-model]
// Opens the model at `path`, and says why not in lines for a log.
absl::StatusOr<loadgate::ShardedModel> OpenOrLog(
    const std::string& path, std::vector<std::string>* log) {
  loadgate::ModelOptions options;
  options.hash_key = loadgate::RandomHashKey();
  std::vector<loadgate::FileFindings> findings;
  auto model = loadgate::ShardedModel::Open(path, options, &findings);
  for (const loadgate::FileFindings& file : findings) {
    for (const loadgate::Finding& finding : file.findings) {
      log->push_back(loadgate::EscapedQuoted(file.path) + " " +
                     std::string(loadgate::CodeName(finding.code)) + ": " +
                     loadgate::Escaped(finding.message));
    }
  }
  return model;
}
// [end]

using loadgate::testing_support::kIndex;
using loadgate::testing_support::kShard2;
using loadgate::testing_support::ModelDir;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(LibraryModelSamplesTest, ReadsATensorOfACheckpoint) {
  ModelDir dir;
  WriteCheckpoint(dir);
  std::vector<std::string> log;
  const auto model = OpenOrLog(dir.path(), &log);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(log, IsEmpty());
  EXPECT_THAT(ReadTensor(*model, "c").value(), SizeIs(4));
  EXPECT_EQ(ReadTensor(*model, "none").status().code(),
            absl::StatusCode::kNotFound);
}

TEST(LibraryModelSamplesTest, SaysWhyAModelIsNotOpened) {
  ModelDir dir;
  WriteCheckpoint(dir);
  dir.Remove(kShard2);
  std::vector<std::string> log;
  EXPECT_EQ(OpenOrLog(dir.path(), &log).status().code(),
            absl::StatusCode::kFailedPrecondition);
  ASSERT_THAT(log, SizeIs(1));
  EXPECT_THAT(log[0], HasSubstr(kIndex));
  EXPECT_THAT(log[0], HasSubstr("set-shard-missing"));
}

}  // namespace
