#include "harness/gate/reply_budget.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/harness/sample_replies.h"

namespace loadgate {
namespace {

using testing_support::Decode;
using testing_support::Decoded;
using testing_support::Encoded;
using testing_support::FindingOf;
using testing_support::Records;

std::vector<Code> CodesOf(const std::vector<Finding>& findings) {
  std::vector<Code> codes;
  for (const Finding& finding : findings) codes.push_back(finding.code);
  return codes;
}

// Limits of a reply that has room for `findings` and the end.
ReplyLimits RoomFor(const Records& findings) {
  ReplyLimits limits = kCheckReply;
  limits.bytes = Encoded(findings).size() + Encoded({EndRecord{}}).size();
  return limits;
}

TEST(ReplyBudgetTest, WhatFitsIsLeftAlone) {
  const Finding warning = FindingOf(Code::kGgufTailBytes);
  const Finding error = FindingOf(Code::kGgufMagic);
  std::vector<Finding> findings = {warning, error};
  EndRecord end{.verdict = Verdict::kReject, .omitted = 7};
  KeepWhatFits(RoomFor({warning, error}), 0, &findings, &end);
  EXPECT_EQ(findings, (std::vector<Finding>{warning, error}));
  EXPECT_EQ(end.omitted, 7u);
}

TEST(ReplyBudgetTest, AByteLessAndTheLightestIsCountedInstead) {
  const std::vector<Code> codes = {Code::kGgufKeySpelling, Code::kGgufTailBytes,
                                   Code::kInputChanged, Code::kGgufMagic};
  std::vector<Finding> findings;
  Records records;
  for (const Code code : codes) {
    findings.push_back(FindingOf(code));
    records.push_back(FindingOf(code));
  }
  for (size_t dropped = 1; dropped <= codes.size(); ++dropped) {
    ReplyLimits limits = RoomFor(
        Records(records.begin() + static_cast<std::ptrdiff_t>(dropped) - 1,
                records.end()));
    --limits.bytes;
    std::vector<Finding> kept = findings;
    EndRecord end{.verdict = Verdict::kReject, .omitted = 7};
    KeepWhatFits(limits, 0, &kept, &end);
    EXPECT_EQ(
        CodesOf(kept),
        std::vector<Code>(codes.begin() + static_cast<std::ptrdiff_t>(dropped),
                          codes.end()));
    EXPECT_EQ(end.omitted, 7 + dropped);
    EXPECT_EQ(end.verdict, Verdict::kReject);
  }
}

TEST(ReplyBudgetTest, ALightOneDoesNotTakeThePlaceOfAHeavyOne) {
  const Finding large =
      FindingOf(Code::kGgufMagic, "here", std::string(500, 'm'));
  const Finding small = FindingOf(Code::kGgufTailBytes);
  std::vector<Finding> findings = {large, small};
  EndRecord end;
  KeepWhatFits(RoomFor({small}), 0, &findings, &end);
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(end.omitted, 2u);
}

TEST(ReplyBudgetTest, WhatWasSentTakesRoom) {
  const Finding error = FindingOf(Code::kGgufMagic);
  for (const uint64_t sent : {uint64_t{0}, uint64_t{1}, ~uint64_t{0}}) {
    std::vector<Finding> findings = {error};
    EndRecord end;
    KeepWhatFits(RoomFor({error}), sent, &findings, &end);
    EXPECT_EQ(findings.size(), sent == 0 ? 1u : 0u);
  }
}

TEST(ReplyBudgetTest, NoMoreAreKeptThanWereAskedFor) {
  ReplyLimits limits = kCheckReply;
  limits.findings = 2;
  std::vector<Finding> findings(3, FindingOf(Code::kGgufMagic));
  EndRecord end;
  KeepWhatFits(limits, 0, &findings, &end);
  EXPECT_EQ(findings.size(), 2u);
  EXPECT_EQ(end.omitted, 1u);
}

// The states of a reply of `head` and as many findings as fit it.
struct Filled {
  size_t findings = 0;
  ReplyState state = ReplyState::kGoingOn;
};

Filled Fill(const Records& head, const ReplyLimits& limits) {
  std::vector<Finding> findings(limits.findings, FindingOf(Code::kGgufMagic));
  EndRecord end{.verdict = Verdict::kReject, .omitted = 0};
  std::string bytes = Encoded(head);
  KeepWhatFits(limits, bytes.size(), &findings, &end);
  for (const Finding& finding : findings) EncodeRecord(finding, &bytes);
  EncodeRecord(end, &bytes);
  return {findings.size(), Decode(bytes, limits).end};
}

TEST(ReplyBudgetTest, FilesAndNamesTakeNoRoomFromFindings) {
  Records files = {FormatRecord{.format = "gguf", .size = 9}};
  Records names = files;
  for (uint32_t i = 0; i < kMostShardNames; ++i) {
    files.push_back(FileRecord{.number = i});
    names.push_back(ShardNameRecord{.name = std::string(kMaxShardName, 'n')});
  }
  for (const uint64_t most : {uint64_t{100}, uint64_t{1000}}) {
    const Filled of_set = Fill(files, SetReply(most, kMostShardNames));
    EXPECT_EQ(of_set.findings, most);
    EXPECT_EQ(ReplyStateText(of_set.state), "");
    const Filled of_index = Fill(names, NamesReply(most));
    EXPECT_EQ(of_index.findings, most);
    EXPECT_EQ(ReplyStateText(of_index.state), "");
  }
}

TEST(ReplyBudgetTest, TheLongestFindingsMakeAReplyThatIsTaken) {
  const Records head = {FormatRecord{.format = "gguf", .size = 9},
                        HeaderRecord{}};
  std::vector<Finding> findings(
      100, FindingOf(Code::kGgufMagic, std::string(9999, 'w'),
                     std::string(9999, 'm')));
  EndRecord end{.verdict = Verdict::kReject, .omitted = 0};
  std::string bytes = Encoded(head);
  KeepWhatFits(kCheckReply, bytes.size(), &findings, &end);
  EXPECT_EQ(findings.size() + end.omitted, 100u);
  EXPECT_EQ(findings.size(), 12u);
  for (const Finding& finding : findings) EncodeRecord(finding, &bytes);
  EncodeRecord(end, &bytes);
  const Decoded decoded = Decode(bytes, kCheckReply);
  EXPECT_EQ(decoded.end, ReplyState::kEnded);
  EXPECT_EQ(decoded.records.back(), Record(end));
}

}  // namespace
}  // namespace loadgate
