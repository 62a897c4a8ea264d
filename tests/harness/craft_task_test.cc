#include "harness/craft_task.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/sandbox/orders.h"

namespace loadgate {
namespace {

CraftRequest Folder(size_t files) {
  CraftRequest request{
      .verb = CraftVerb::kDisasm, .set = true, .most_bytes = 99, .inputs = {}};
  for (size_t i = 0; i < files; ++i) {
    request.inputs.push_back({.size = i, .name = "f" + std::to_string(i)});
  }
  return request;
}

CraftRequest One(CraftVerb verb, bool set, std::optional<uint64_t> size) {
  return {.verb = verb,
          .set = set,
          .most_bytes = uint64_t{1} << 40,
          .inputs = {{.size = size, .name = ""}}};
}

TEST(CraftTaskTest, EveryFieldComesBack) {
  for (const CraftRequest& request :
       {Folder(1), Folder(3), Folder(sandbox::kMostOrderInputs),
        One(CraftVerb::kDisasm, false, 7),
        One(CraftVerb::kDisasm, false, std::nullopt),
        One(CraftVerb::kAsm, true, 0),
        One(CraftVerb::kAsm, false, std::nullopt)}) {
    const auto decoded = DecodeCraftTask(EncodeCraftTask(request));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->verb, request.verb);
    EXPECT_EQ(decoded->set, request.set);
    EXPECT_EQ(decoded->most_bytes, request.most_bytes);
    ASSERT_EQ(decoded->inputs.size(), request.inputs.size());
    for (size_t i = 0; i < request.inputs.size(); ++i) {
      EXPECT_EQ(decoded->inputs[i].size, request.inputs[i].size);
      EXPECT_EQ(decoded->inputs[i].name, request.inputs[i].name);
    }
  }
}

TEST(CraftTaskTest, WhatMakesNoSenseIsNoTask) {
  CraftRequest nameless = Folder(2);
  nameless.inputs[1].name.clear();
  CraftRequest stream = Folder(2);
  stream.inputs[1].size.reset();
  CraftRequest named = One(CraftVerb::kAsm, true, 1);
  named.inputs[0].name = "a";
  CraftRequest two = One(CraftVerb::kAsm, true, 1);
  two.inputs.push_back(two.inputs[0]);
  CraftRequest long_name = Folder(1);
  long_name.inputs[0].name.assign(256, 'n');
  for (const CraftRequest& request :
       {nameless, stream, named, two, long_name, Folder(0),
        Folder(sandbox::kMostOrderInputs + 1)}) {
    EXPECT_FALSE(DecodeCraftTask(EncodeCraftTask(request)).has_value());
  }
}

TEST(CraftTaskTest, PartsOfATaskAndMoreThanOneAreNone) {
  const std::string task = EncodeCraftTask(Folder(2));
  for (size_t length = 0; length < task.size(); ++length) {
    EXPECT_FALSE(DecodeCraftTask(task.substr(0, length)).has_value());
  }
  EXPECT_FALSE(DecodeCraftTask(task + '\0').has_value());
  EXPECT_FALSE(DecodeCraftTask('\2' + task.substr(1)).has_value());
}

TEST(CraftTaskTest, TheReplyMayBeWhatWasAskedFor) {
  EXPECT_FALSE(LimitsOf(Folder(3)).set);
  EXPECT_EQ(LimitsOf(Folder(3)).inputs, 3u);
  EXPECT_EQ(LimitsOf(Folder(3)).files, 1u);
  const CraftLimits made = LimitsOf(One(CraftVerb::kAsm, true, 1));
  EXPECT_TRUE(made.set);
  EXPECT_EQ(made.bytes, uint64_t{1} << 40);
  EXPECT_EQ(made.files, kMostCraftFiles);
  EXPECT_FALSE(LimitsOf(One(CraftVerb::kAsm, false, 1)).set);
}

}  // namespace
}  // namespace loadgate
