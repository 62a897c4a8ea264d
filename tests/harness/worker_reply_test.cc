// What the worker says of real files goes through the decoder as it is.

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "harness/worker/worker.h"
#include "loadgate/unique_fd.h"
#include "tests/harness/sample_replies.h"
#include "tests/support/temp_dir.h"

namespace loadgate {
namespace {

namespace fs = std::filesystem;
using testing_support::Decode;
using testing_support::Decoded;
using testing_support::Encoded;
using testing_support::Records;
using testing_support::TempDir;

// The seeds of fuzz targets that take files.
std::vector<fs::path> Files() {
  std::vector<fs::path> files;
  for (const char* target : {"gguf_reader_fuzzer", "safetensors_reader_fuzzer",
                             "other_file_fuzzer"}) {
    for (const auto& entry : fs::directory_iterator(fs::path(LG_SOURCE_DIR) /
                                                    "fuzz/corpus" / target)) {
      files.push_back(entry.path());
    }
  }
  return files;
}

Records ReplyTo(const fs::path& path, bool inspect, bool all_values) {
  const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  WorkerRequest request;
  request.size = fs::file_size(path);
  request.inspect = inspect;
  request.all_values = all_values;
  Records reply;
  RunWorker(request, fd.get(), {},
            [&reply](const Record& r) { reply.push_back(r); });
  return reply;
}

void ExpectTaken(const Records& reply, const ReplyLimits& limits,
                 const fs::path& path) {
  const std::string bytes = Encoded(reply);
  const Decoded decoded = Decode(bytes, limits);
  ASSERT_EQ(ReplyStateText(decoded.end), "") << path;
  // As bytes, since a NaN is not equal to itself.
  EXPECT_EQ(Encoded(decoded.records), bytes) << path;
  EXPECT_EQ(decoded.records.size(), reply.size()) << path;
}

TEST(WorkerReplyTest, TheReplyToEverySeedIsTakenAsItIs) {
  const std::vector<fs::path> files = Files();
  EXPECT_GT(files.size(), 300u);
  for (const fs::path& path : files) {
    ExpectTaken(ReplyTo(path, false, false), kCheckReply, path);
    ExpectTaken(ReplyTo(path, true, false), kInspectReply, path);
    ExpectTaken(ReplyTo(path, true, true), kInspectReply, path);
  }
}

TEST(WorkerReplyTest, AStringOfManyFramesComesWhole) {
  const std::string text(300000, 't');
  std::string header = R"({"__metadata__":{"k":")" + text + "\"}}";
  std::string bytes;
  for (size_t i = 0; i < 8; ++i) {
    bytes += static_cast<char>(
        static_cast<uint8_t>(i < 4 ? header.size() >> (8 * i) : size_t{0}));
  }
  TempDir dir;
  const std::string path = dir.WriteFile("f", AsBytes(bytes + header));
  const Records reply = ReplyTo(path, true, true);
  ExpectTaken(reply, kInspectReply, path);
  std::string shown;
  for (const Record& record : Decode(Encoded(reply), kInspectReply).records) {
    const auto* chunk = std::get_if<ArrayChunk>(&record);
    if (chunk == nullptr) continue;
    for (const ScalarValue& value : chunk->values) {
      shown += std::get<TextPiece>(value).bytes;
    }
  }
  EXPECT_EQ(shown, text);
}

}  // namespace
}  // namespace loadgate
