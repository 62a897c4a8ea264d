#include "harness/worker_task.h"

#include <gtest/gtest.h>

#include <string>

namespace loadgate {
namespace {

WorkerRequest Full() {
  WorkerRequest request;
  request.size = uint64_t{1} << 40;
  request.name = "model.gguf";
  request.limits.header_bytes = 1;
  request.limits.key_values = 2;
  request.limits.tensors = 3;
  request.limits.safetensors_tensors = 4;
  request.limits.metadata_pairs = 5;
  request.limits.probes = 6;
  request.limits.probe_bytes = 7;
  request.limits.findings = 8;
  request.limits.findings_per_code = 9;
  request.limits.shards = 12;
  request.names = true;
  request.inspect = true;
  request.all_values = true;
  request.reply_records = 10;
  request.reply_bytes = 11;
  return request;
}

TEST(WorkerTaskTest, EveryFieldComesBack) {
  const auto decoded = DecodeTask(EncodeTask(Full()));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->size, uint64_t{1} << 40);
  EXPECT_EQ(decoded->name, "model.gguf");
  EXPECT_EQ(decoded->limits.header_bytes, 1u);
  EXPECT_EQ(decoded->limits.key_values, 2u);
  EXPECT_EQ(decoded->limits.tensors, 3u);
  EXPECT_EQ(decoded->limits.safetensors_tensors, 4u);
  EXPECT_EQ(decoded->limits.metadata_pairs, 5u);
  EXPECT_EQ(decoded->limits.probes, 6u);
  EXPECT_EQ(decoded->limits.probe_bytes, 7u);
  EXPECT_EQ(decoded->limits.findings, 8u);
  EXPECT_EQ(decoded->limits.findings_per_code, 9u);
  EXPECT_EQ(decoded->limits.shards, 12u);
  EXPECT_TRUE(decoded->names);
  EXPECT_TRUE(decoded->inspect);
  EXPECT_TRUE(decoded->all_values);
  EXPECT_EQ(decoded->reply_records, 10u);
  EXPECT_EQ(decoded->reply_bytes, 11u);
}

TEST(WorkerTaskTest, AStreamHasNoSize) {
  WorkerRequest request;
  const auto decoded = DecodeTask(EncodeTask(request));
  ASSERT_TRUE(decoded.has_value());
  EXPECT_EQ(decoded->size, std::nullopt);
  EXPECT_FALSE(decoded->inspect);
  request.size = 0;
  EXPECT_EQ(DecodeTask(EncodeTask(request))->size, 0u);
}

TEST(WorkerTaskTest, OfAPathTheFilesNameIsSentAndOfThatTheEnd) {
  WorkerRequest request;
  request.name = "/uploads/a b/m.safetensors";
  EXPECT_EQ(DecodeTask(EncodeTask(request))->name, "m.safetensors");
  request.name = std::string(300, 'x') + ".gguf";
  const std::string name = DecodeTask(EncodeTask(request))->name;
  EXPECT_EQ(name.size(), 255u);
  EXPECT_TRUE(name.ends_with("x.gguf"));
  request.name = "ends/";
  EXPECT_EQ(DecodeTask(EncodeTask(request))->name, "");
}

// What is in front of the name has one length; behind it anything is a name.
TEST(WorkerTaskTest, WhatIsCutOrPaddedIsNoTask) {
  WorkerRequest request;
  const std::string task = EncodeTask(request);
  for (size_t n = 0; n < task.size(); ++n) {
    EXPECT_FALSE(DecodeTask(task.substr(0, n)).has_value()) << n;
  }
  EXPECT_TRUE(DecodeTask(task + std::string(255, 'x')).has_value());
  EXPECT_FALSE(DecodeTask(task + std::string(256, 'x')).has_value());
}

TEST(WorkerTaskTest, AFlagThatThereIsNotIsNoTask) {
  std::string task = EncodeTask({});
  task[0] = 16;
  EXPECT_FALSE(DecodeTask(task).has_value());
  // A size, and no flag for it.
  task[0] = 0;
  task[1] = 1;
  EXPECT_FALSE(DecodeTask(task).has_value());
}

TEST(WorkerTaskTest, ALimitThatDoesNotFitIsNoTask) {
  WorkerRequest request;
  std::string task = EncodeTask(request);
  // Probes are a number of 32 bits, sent in 64: the seventh limit.
  task[1 + 8 + 6 * 8 + 4] = 1;
  EXPECT_FALSE(DecodeTask(task).has_value());
}

TEST(WorkerTaskTest, OnlyInspectHasCapsOfItsOwn) {
  WorkerRequest request = Full();
  EXPECT_EQ(LimitsOf(request).verb, ReplyVerb::kNames);
  request.names = false;
  const ReplyLimits inspect = LimitsOf(request);
  EXPECT_EQ(inspect.verb, ReplyVerb::kInspect);
  EXPECT_EQ(inspect.records, 10u);
  EXPECT_EQ(inspect.bytes, 11u);
  request.inspect = false;
  EXPECT_EQ(LimitsOf(request).verb, ReplyVerb::kCheck);
  EXPECT_EQ(LimitsOf(request).records, kCheckReply.records);
  EXPECT_EQ(LimitsOf(request).bytes, kCheckReply.bytes);
  const ReplyLimits plain = LimitsOf({.inspect = true});
  EXPECT_EQ(plain.records, uint64_t{1} << 24);
  EXPECT_EQ(plain.bytes, uint64_t{1} << 30);
}

}  // namespace
}  // namespace loadgate
