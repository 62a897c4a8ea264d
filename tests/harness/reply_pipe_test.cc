#include "harness/worker/reply_pipe.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "harness/gate/record_decoder.h"
#include "harness/gate/record_encoder.h"
#include "loadgate/unique_fd.h"

namespace loadgate {
namespace {

struct Pipe {
  Pipe() {
    std::array<int, 2> ends = {-1, -1};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    reader = UniqueFd(ends[0]);
    writer = UniqueFd(ends[1]);
  }
  UniqueFd reader;
  UniqueFd writer;
};

Finding FindingOf(Code code, Severity severity) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.where = "file";
  finding.message = std::string(500, 'm');
  return finding;
}

// What a broker makes of all that `send` sends.
std::vector<Record> Received(const ReplyLimits& limits,
                             const std::vector<Record>& records) {
  Pipe pipe;
  ::fcntl(pipe.writer.get(), F_SETPIPE_SZ, 1 << 20);
  ReplyPipe reply(pipe.writer.get(), limits);
  for (const Record& record : records) reply.Send(record);
  EXPECT_TRUE(reply.Finish());
  pipe.writer = UniqueFd();
  std::vector<Record> received;
  ReplyDecoder decoder(limits,
                       [&received](const Record& r) { received.push_back(r); });
  std::array<std::byte, 4096> piece;
  for (;;) {
    const ssize_t got = ::read(pipe.reader.get(), piece.data(), piece.size());
    if (got <= 0) break;
    decoder.Feed(std::span(piece).first(static_cast<size_t>(got)));
  }
  EXPECT_EQ(decoder.Finish(), ReplyState::kEnded)
      << ReplyStateText(decoder.state());
  return received;
}

std::string Encoded(const std::vector<Record>& records) {
  std::string bytes;
  for (const Record& record : records) EncodeRecord(record, &bytes);
  return bytes;
}

TEST(ReplyPipeTest, RecordsArriveAsTheyWereSent) {
  const std::vector<Record> sent = {
      FormatRecord{.format = "gguf", .size = 5},
      SummaryFact{.group = "", .name = "tensors", .value = uint64_t{3}},
      FindingOf(Code::kGgufTruncated, Severity::kError),
      EndRecord{.verdict = Verdict::kReject, .omitted = 2}};
  EXPECT_EQ(Encoded(Received(kCheckReply, sent)), Encoded(sent));
}

TEST(ReplyPipeTest, FindingsThatDoNotFitAreCounted) {
  std::vector<Record> sent = {FormatRecord{.format = "gguf", .size = 5}};
  for (int i = 0; i < 200; ++i) {
    sent.push_back(FindingOf(Code::kGgufTruncated, Severity::kError));
  }
  sent.push_back(EndRecord{.verdict = Verdict::kReject, .omitted = 1});
  ReplyLimits limits = kCheckReply;
  limits.findings = 1000;
  const std::vector<Record> received = Received(limits, sent);
  const auto& end = std::get<EndRecord>(received.back());
  EXPECT_GT(received.size(), 50u);
  EXPECT_LT(received.size(), 150u);
  EXPECT_EQ(end.omitted, 1 + 200 - (received.size() - 2));
  EXPECT_EQ(end.verdict, Verdict::kReject);
}

TEST(ReplyPipeTest, AReaderThatIsGoneIsNoticed) {
  ::signal(SIGPIPE, SIG_IGN);
  Pipe pipe;
  pipe.reader = UniqueFd();
  ReplyPipe reply(pipe.writer.get(), kCheckReply);
  reply.Send(FormatRecord{});
  reply.Send(EndRecord{});
  EXPECT_FALSE(reply.Finish());
}

}  // namespace
}  // namespace loadgate
