#include "inspect/judge_index.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "loadgate/byte_source.h"
#include "loadgate/bytes.h"
#include "loadgate/judge.h"
#include "tests/parser/test_sources.h"

namespace loadgate::testing_support {
namespace {

using testing::IsEmpty;

constexpr char kIndex[] = R"({"weight_map":{"\u0061":"1.safetensors"}})";

struct JudgedIndex {
  FindingSink sink;
  absl::StatusOr<Judgement> judgement = Judgement();
};

JudgedIndex JudgeOf(ByteSource& source, const Limits& limits = {},
                    bool in_set = true) {
  JudgedIndex judged;
  JudgeOptions options;
  options.limits = limits;
  options.name = "model.safetensors.index.json";
  options.in_set = in_set;
  judged.judgement = Judge(source, options, &judged.sink);
  return judged;
}

TEST(JudgeIndexTest, AnIndexIsReadToItsEnd) {
  const std::string text(kIndex);
  MemorySource source(AsBytes(text));
  const JudgedIndex judged = JudgeOf(source);
  ASSERT_TRUE(judged.judgement.ok());
  EXPECT_THAT(judged.sink.Findings(), IsEmpty());
  EXPECT_EQ(judged.judgement->format, Format::kSafetensorsIndex);
  ASSERT_TRUE(judged.judgement->index.has_value());
  EXPECT_EQ(judged.judgement->index->shard(0), "1.safetensors");
  EXPECT_EQ(judged.judgement->index->tensor(0).name, "a");
}

TEST(JudgeIndexTest, ALongIndexIsReadOfAFileAndOfAStream) {
  std::string map;
  for (int i = 0; i < 20000; ++i) {
    map +=
        (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":\"1.safetensors\"";
  }
  const std::string text = "{\"weight_map\":{" + map + "}}";
  MemorySource file(AsBytes(text));
  EXPECT_EQ(JudgeOf(file).judgement->index->tensor_count(), 20000u);
  FakeStream stream(AsBytes(text));
  const JudgedIndex judged = JudgeOf(stream);
  ASSERT_TRUE(judged.judgement.ok());
  ASSERT_TRUE(judged.judgement->index.has_value());
  EXPECT_EQ(judged.judgement->index->tensor_count(), 20000u);
  EXPECT_EQ(judged.judgement->size, text.size());
}

TEST(JudgeIndexTest, OneOverTheLimitIsUndecidedAndNotRead) {
  const std::string text(kIndex);
  MemorySource source(AsBytes(text));
  const JudgedIndex judged = JudgeOf(source, {.header_bytes = text.size() - 1});
  ASSERT_TRUE(judged.judgement.ok());
  EXPECT_EQ(judged.sink.verdict(), Verdict::kUndecided);
  EXPECT_EQ(judged.sink.count_of(Code::kLimitHeaderBytes), 1u);
  EXPECT_FALSE(judged.judgement->index.has_value());
  EXPECT_EQ(JudgeOf(source, {.header_bytes = text.size()}).sink.verdict(),
            Verdict::kAccept);
}

TEST(JudgeIndexTest, ByItselfAnIndexIsSaidToBeNoModel) {
  const std::string text(kIndex);
  MemorySource source(AsBytes(text));
  const JudgedIndex judged = JudgeOf(source, {}, false);
  EXPECT_EQ(judged.sink.count_of(Code::kIndexAlone), 1u);
  EXPECT_EQ(judged.sink.verdict(), Verdict::kAccept);
}

TEST(JudgeIndexTest, AnotherFileUnderItsNameIsNamed) {
  for (const auto& [text, code] :
       {std::pair<std::string, Code>{"<html>x</html>", Code::kFileWebPage},
        {std::string(200, '\0'), Code::kFileZeros},
        {"", Code::kFileEmpty},
        {"{\"weight_map\":", Code::kIndexJsonSyntax},
        {"[1]", Code::kIndexNotAnObject}}) {
    MemorySource source(AsBytes(text));
    const JudgedIndex judged = JudgeOf(source);
    EXPECT_EQ(judged.sink.count_of(code), 1u) << text;
    EXPECT_EQ(judged.sink.errors(), 1u) << text;
    EXPECT_FALSE(judged.judgement->index.has_value());
  }
}

}  // namespace
}  // namespace loadgate::testing_support
