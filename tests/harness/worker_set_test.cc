#include "harness/worker/worker_set.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "loadgate/unique_fd.h"
#include "tests/parser/judge_set.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing_support::Shard;
using testing_support::ShardFile;
using testing_support::TempDir;

// Files of a set, as a worker gets them.
class WorkerSetTest : public testing::Test {
 protected:
  uint64_t Add(ByteSpan bytes) {
    const std::string path =
        dir_.WriteFile(std::to_string(files_.size()), bytes);
    files_.emplace_back(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return bytes.size();
  }

  void AddIndex(const std::string& text) {
    request_.options.size = Add(AsBytes(text));
    request_.options.name = "m.safetensors.index.json";
  }

  void AddSafetensors(uint32_t number, const std::vector<std::string>& names) {
    request_.shards.push_back({number, Add(ShardFile({"", names}).bytes())});
  }

  void AddSplit(uint32_t number, const testing_support::GgufRecipe& recipe) {
    request_.names = NumberedSet{.stem = "m-",
                                 .count = 2,
                                 .digits = 5,
                                 .extension = ".gguf",
                                 .numbers = {}};
    request_.shards.push_back({number, Add(Build(recipe).bytes())});
  }

  std::vector<Record> Reply() const {
    std::vector<int> inputs;
    for (const UniqueFd& file : files_) inputs.push_back(file.get());
    std::vector<Record> reply;
    RunSetWorker(request_, inputs, {},
                 [&reply](const Record& r) { reply.push_back(r); });
    return reply;
  }

  template <typename T>
  std::vector<T> Sent() const {
    std::vector<T> out;
    for (const Record& record : Reply()) {
      if (const auto* wanted = std::get_if<T>(&record)) out.push_back(*wanted);
    }
    return out;
  }

  Verdict Judged() const { return Sent<EndRecord>().at(0).verdict; }

  TempDir dir_;
  std::vector<UniqueFd> files_;
  SetRequest request_;
};

constexpr char kIndex[] =
    R"({"weight_map":{"a":"1.safetensors","b":"2.safetensors"}})";

TEST_F(WorkerSetTest, AnIndexAndItsShardsAreOneReply) {
  AddIndex(kIndex);
  AddSafetensors(0, {"a"});
  AddSafetensors(1, {"b"});
  EXPECT_EQ(Judged(), Verdict::kAccept);
  EXPECT_THAT(Sent<Finding>(), IsEmpty());
  EXPECT_EQ(Sent<FormatRecord>().at(0).format, "safetensors-index");
  const std::vector<FileRecord> files = Sent<FileRecord>();
  ASSERT_THAT(files, SizeIs(3));
  EXPECT_EQ(files[0].bytes, std::string(kIndex).size());
  EXPECT_EQ(files[2].number, 2u);
  EXPECT_EQ(files[2].size, request_.shards[1].size);
  EXPECT_THAT(Sent<HeaderRecord>(), IsEmpty());
}

TEST_F(WorkerSetTest, AShardThatIsNotThereIsMissedByNobodyHere) {
  AddIndex(kIndex);
  AddSafetensors(1, {"b"});
  EXPECT_EQ(Judged(), Verdict::kAccept);
}

TEST_F(WorkerSetTest, AShardWithAnErrorIsNotComparedAndRejectsTheSet) {
  AddIndex(kIndex);
  AddSafetensors(0, {"b"});
  request_.shards.push_back({1, Add(AsBytes("no model at all"))});
  const std::vector<Finding> findings = Sent<Finding>();
  EXPECT_EQ(Judged(), Verdict::kReject);
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].where, "shard '2.safetensors', file");
}

TEST_F(WorkerSetTest, AnIndexThatIsNoneHasNoShards) {
  AddIndex("{}");
  AddSafetensors(0, {"a"});
  EXPECT_EQ(Judged(), Verdict::kReject);
  EXPECT_THAT(Sent<FileRecord>(), SizeIs(1));
}

TEST_F(WorkerSetTest, AShardThatTheIndexDoesNotNumberLeavesItUndecided) {
  AddIndex(kIndex);
  AddSafetensors(2, {"a"});
  EXPECT_EQ(Judged(), Verdict::kUndecided);
  EXPECT_EQ(Sent<Finding>().at(0).code, Code::kInputChanged);
}

TEST_F(WorkerSetTest, AFileThatBecameShorterLeavesTheSetUndecided) {
  AddIndex(kIndex);
  AddSafetensors(0, {"a"});
  request_.shards[0].size += 1000;
  request_.shards[0].size *= 1000;
  AddSafetensors(1, {"b"});
  EXPECT_NE(Judged(), Verdict::kAccept);
}

TEST_F(WorkerSetTest, ASplitIsComparedByItsKeys) {
  AddSplit(1, Shard(0, 2, 2, {"a"}));
  AddSplit(2, Shard(1, 2, 2, {"b"}));
  EXPECT_EQ(Judged(), Verdict::kAccept);
  EXPECT_EQ(Sent<FormatRecord>().at(0).format, "gguf-split");
  // A shard alone has a note; one of a set has none.
  EXPECT_THAT(Sent<Finding>(), IsEmpty());
}

TEST_F(WorkerSetTest, ASplitWithATensorTwiceIsRejected) {
  AddSplit(1, Shard(0, 2, 2, {"a"}));
  AddSplit(2, Shard(1, 2, 2, {"a"}));
  EXPECT_EQ(Judged(), Verdict::kReject);
  EXPECT_EQ(Sent<Finding>().at(0).code, Code::kSetTensorTwice);
}

TEST_F(WorkerSetTest, InspectionSendsTensorsWithTheFileThatHoldsThem) {
  AddIndex(kIndex);
  AddSafetensors(0, {"a"});
  AddSafetensors(1, {"b"});
  EXPECT_THAT(Sent<TensorRecord>(), IsEmpty());
  request_.options.inspect = true;
  const std::vector<TensorRecord> tensors = Sent<TensorRecord>();
  ASSERT_THAT(tensors, SizeIs(2));
  EXPECT_EQ(tensors[0].file, 1u);
  EXPECT_EQ(tensors[1].file, 2u);
  EXPECT_EQ(tensors[1].name, "b");
}

TEST_F(WorkerSetTest, InspectionOfASplitSendsThePairsOfEveryFile) {
  AddSplit(1, Shard(0, 2, 2, {"a"}));
  AddSplit(2, Shard(1, 2, 2, {"b"}));
  request_.options.inspect = true;
  std::vector<uint32_t> files;
  for (const KeyValueRecord& pair : Sent<KeyValueRecord>()) {
    files.push_back(pair.file.value_or(99));
  }
  EXPECT_THAT(files, ElementsAre(0u, 0u, 0u, 1u, 1u, 1u));
}

}  // namespace
}  // namespace loadgate
