// How a run over many files ends that is ended from outside: what was decided
// is said, what was not is undecided, and no process is left.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "loadgate/bytes.h"
#include "tests/sandbox/program_report.h"
#include "tests/sandbox/running_program.h"
#include "tests/support/gguf_recipe.h"
#include "tests/support/good_files.h"
#include "tests/support/temp_dir.h"
#include "tests/support/terminal.h"

namespace loadgate::testing_support {
namespace {

constexpr std::chrono::minutes kLong(2);

// More than a pipe of the smallest size holds the lines of, and those that are
// judged ahead: until it is read from, no run over them comes to its end.
constexpr size_t kFiles = 400;
constexpr size_t kPipeBytes = 4096;

class EndOfRunTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::vector<std::byte> bytes = Build(TinyLlama()).bytes();
    for (size_t i = 0; i < kFiles; ++i) {
      dir_.WriteFile("d/" + std::to_string(1000 + i) + ".gguf", bytes);
    }
  }

  // Starts a run and waits for its first words.
  void Start(const std::string& format = "jsonl",
             const std::string& terminal = "") {
    std::array<int, 2> ends = {-1, -1};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    reader_ = UniqueFd(ends[0]);
    const UniqueFd writer(ends[1]);
    ASSERT_GE(::fcntl(writer.get(), F_SETPIPE_SZ, kPipeBytes), 0);
    program_ = nullptr;  // One at a time.
    program_ = std::make_unique<RunningProgram>(
        std::vector<std::string>{"check", "--jobs=2", "--format=" + format,
                                 "d"},
        dir_.path(),
        ProgramStreams{.output = writer.get(), .terminal = terminal});
    pollfd polled = {reader_.get(), POLLIN, 0};
    EXPECT_EQ(::poll(&polled, 1, 60'000), 1);
  }

  std::string ReadAll() const {
    std::string text;
    std::array<char, kPipeBytes> piece{};
    for (;;) {
      const ssize_t got = ::read(reader_.get(), piece.data(), piece.size());
      if (got <= 0) return text;
      text.append(piece.data(), static_cast<size_t>(got));
    }
  }

  TempDir dir_;
  UniqueFd reader_;
  std::unique_ptr<RunningProgram> program_;
};

TEST_F(EndOfRunTest, ASignalLeavesTheRestUndecidedAndNoProcess) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Start();
    program_->Send(signal);
    const std::vector<InputWords> inputs = ReadReport(ReadAll());
    EXPECT_EQ(program_->Wait(kLong), 2);
    EXPECT_TRUE(RunningProgram::LeavesNothing());
    ASSERT_EQ(inputs.size(), kFiles);
    const auto decided = [](const InputWords& input) {
      return input.verdict == "accept" && !input.sha256.empty();
    };
    const auto interrupted = [](const InputWords& input) {
      return input.verdict == "undecided" &&
             input.codes == std::vector<std::string>{"input-interrupted"};
    };
    EXPECT_TRUE(decided(inputs.front()));
    EXPECT_TRUE(interrupted(inputs.back()));
    for (const InputWords& input : inputs) {
      EXPECT_NE(decided(input), interrupted(input)) << input.path;
    }
    EXPECT_EQ(program_->Errors(), "");
  }
}

TEST_F(EndOfRunTest, AnInterruptedRunInJsonIsWhole) {
  Start("json");
  program_->Send(SIGINT);
  const std::string text = ReadAll();
  EXPECT_EQ(program_->Wait(kLong), 2);
  EXPECT_EQ(ReadReport(text).size(), kFiles);
  EXPECT_TRUE(text.ends_with(",\"ignored\":0}}\n"));
}

TEST_F(EndOfRunTest, ASecondSignalEndsItAtOnceAndLeavesNoProcess) {
  Start();
  program_->Send(SIGINT);
  // Both at once would be one.
  ::usleep(100'000);
  program_->Send(SIGINT);
  EXPECT_EQ(program_->Wait(kLong), -SIGINT);
  EXPECT_TRUE(RunningProgram::LeavesNothing());
}

TEST_F(EndOfRunTest, AKilledProgramLeavesNoProcess) {
  Start();
  EXPECT_GT(program_->Zygote(), 0);
  program_->Send(SIGKILL);
  EXPECT_EQ(program_->Wait(kLong), -SIGKILL);
  EXPECT_TRUE(RunningProgram::LeavesNothing());
}

TEST_F(EndOfRunTest, WhoeverStopsReadingEndsItWithTwo) {
  Start("text");
  reader_ = UniqueFd();
  EXPECT_EQ(program_->Wait(kLong), 2);
  EXPECT_TRUE(RunningProgram::LeavesNothing());
  EXPECT_NE(program_->Errors().find("Broken pipe"), std::string::npos)
      << program_->Errors();
}

// A run that is made to take more than a second, the report going elsewhere.
TEST_F(EndOfRunTest, ProgressIsShownOnATerminalAndTakenAway) {
  Terminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "there is no /dev/pts here";
  Start("jsonl", terminal.name());
  ::usleep(1'200'000);
  EXPECT_EQ(ReadReport(ReadAll()).size(), kFiles);
  EXPECT_EQ(program_->Wait(kLong), 0);
  std::string shown;
  while (!shown.ends_with("\r\x1b[K")) {
    const std::string more = terminal.Read();
    if (more.empty()) break;
    shown += more;
  }
  EXPECT_TRUE(shown.starts_with("\r")) << shown;
  EXPECT_NE(shown.find(" of 400 files, "), std::string::npos) << shown;
  EXPECT_NE(shown.find(" KiB, 0 rejected, "), std::string::npos) << shown;
  EXPECT_TRUE(shown.ends_with("/s\x1b[K\r\x1b[K")) << shown;
  EXPECT_EQ(shown.find('\n'), std::string::npos) << shown;
}

TEST_F(EndOfRunTest, ProgressIsShownNowhereElse) {
  Start();
  ::usleep(1'200'000);
  EXPECT_EQ(ReadReport(ReadAll()).size(), kFiles);
  EXPECT_EQ(program_->Wait(kLong), 0);
  EXPECT_EQ(program_->Errors(), "");
}

// Ctrl-C reaches all processes of a terminal, and the zygote is none of them.
TEST_F(EndOfRunTest, CtrlCOnATerminalLetsTheReportComeToItsEnd) {
  Terminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "there is no /dev/pts here";
  RunningProgram program({"check", "--jobs=2", "d"}, dir_.path(),
                         {.terminal = terminal.name()});
  std::string shown = terminal.Read();
  terminal.Type("\x03");
  while (!program.HasEnded() || shown.find("inputs:") == std::string::npos) {
    const std::string more = terminal.Read();
    shown += more;
    if (more.empty()) break;
  }
  EXPECT_EQ(program.Wait(kLong), 2);
  EXPECT_TRUE(RunningProgram::LeavesNothing());
  EXPECT_NE(shown.find("d/1000.gguf  (gguf v3"), std::string::npos);
  EXPECT_NE(shown.find("input-interrupted"), std::string::npos);
  EXPECT_EQ(shown.find("worker-"), std::string::npos);
  EXPECT_NE(shown.find("400 inputs:"), std::string::npos);
}

TEST_F(EndOfRunTest, ATerminalThatIsClosedEndsItAndLeavesNoProcess) {
  Terminal terminal;
  if (!terminal.is_open()) GTEST_SKIP() << "there is no /dev/pts here";
  RunningProgram program({"check", "--jobs=2", "d"}, dir_.path(),
                         {.terminal = terminal.name()});
  EXPECT_NE(terminal.Read(), "");
  terminal.Close();
  EXPECT_EQ(program.Wait(kLong), 2);
  EXPECT_TRUE(RunningProgram::LeavesNothing());
}

}  // namespace
}  // namespace loadgate::testing_support
