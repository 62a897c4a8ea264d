#include "fuzz/other/reader.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <utility>

#include "fuzz/other/process.h"

namespace loadgate::other {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kFilePlace = "{}";

constexpr char kServing[] =
    "; with --serve it is to read a path a line from standard input, and to "
    "answer each with a line, accepted or refused";

// Why it cannot be started, by errno.
std::string CannotRun(const std::string& program) {
  return program + " cannot be run: " + std::strerror(errno);
}

// The words with the file in its place.
std::vector<std::string> WordsFor(const std::vector<std::string>& words,
                                  const std::string& path) {
  std::vector<std::string> with_file = words;
  bool placed = false;
  for (std::string& word : with_file) {
    const size_t at = word.find(kFilePlace);
    if (at == std::string::npos) continue;
    word.replace(at, kFilePlace.size(), path);
    placed = true;
  }
  if (!placed) with_file.push_back(path);
  return with_file;
}

// What the end of a process says of the file it had.
Answer AnswerOf(int end, const std::vector<int>& crash_statuses) {
  if (end < 0 || std::find(crash_statuses.begin(), crash_statuses.end(), end) !=
                     crash_statuses.end()) {
    return {Outcome::kCrashed, end};
  }
  return {end == 0 ? Outcome::kAccepted : Outcome::kRefused, end};
}

// A process a file.
class CommandReader : public Reader {
 public:
  explicit CommandReader(const Invocation& invocation) : how_(invocation) {}

  std::optional<Answer> Run(const std::string& path) override {
    Process process;
    if (!process.Start(WordsFor(how_.words, path), -1, -1)) {
      error_ = CannotRun(how_.words[0]);
      return std::nullopt;
    }
    const std::optional<int> end = process.Wait(how_.timeout);
    if (!end.has_value()) return Answer{Outcome::kHung};
    return AnswerOf(*end, how_.crash_statuses);
  }

 private:
  Invocation how_;
};

// One process for as many files as it survives.
class ServingReader : public Reader {
 public:
  explicit ServingReader(const Invocation& invocation) : how_(invocation) {
    std::signal(SIGPIPE, SIG_IGN);
  }
  ~ServingReader() override { Stop(); }

  std::optional<Answer> Run(const std::string& path) override {
    if (!process_.running() && !StartServer()) return std::nullopt;
    const std::string line = path + "\n";
    // Where this fails the server is gone, and the answer is its end.
    const bool asked = ::write(to_, line.data(), line.size()) ==
                       static_cast<ssize_t>(line.size());
    if (!asked && !WaitReadable(from_, milliseconds(0))) {
      Stop();
      error_ = how_.words[0] + " does not read its standard input" + kServing;
      return std::nullopt;
    }
    return ReadAnswer();
  }

 private:
  bool StartServer() {
    std::array<int, 2> input{};
    std::array<int, 2> output{};
    if (::pipe2(input.data(), O_CLOEXEC) != 0) {
      error_ = CannotRun(how_.words[0]);
      return false;
    }
    to_ = input[1];
    bool started = ::pipe2(output.data(), O_CLOEXEC) == 0;
    if (!started) {
      error_ = CannotRun(how_.words[0]);
    } else {
      from_ = output[0];
      started = process_.Start(how_.words, input[0], output[1]);
      if (!started) error_ = CannotRun(how_.words[0]);
      ::close(output[1]);
    }
    ::close(input[0]);
    if (!started) Stop();
    return started;
  }

  void Stop() {
    process_.Kill();
    if (to_ >= 0) ::close(std::exchange(to_, -1));
    if (from_ >= 0) ::close(std::exchange(from_, -1));
  }

  // Lines that are no answer are passed over: readers print things.
  std::optional<Answer> ReadAnswer() {
    const auto end = std::chrono::steady_clock::now() + how_.timeout;
    std::string line;
    for (;;) {
      const auto left = std::chrono::ceil<milliseconds>(
          end - std::chrono::steady_clock::now());
      if (left.count() <= 0 || !WaitReadable(from_, left)) {
        Stop();
        return Answer{Outcome::kHung};
      }
      char c = 0;
      if (::read(from_, &c, 1) != 1) return AnswerOfEnd();
      if (c != '\n') {
        line.push_back(c);
        continue;
      }
      if (line == "accepted" || line == "refused") {
        has_answered_ = true;
        return Answer{line == "accepted" ? Outcome::kAccepted
                                         : Outcome::kRefused};
      }
      line.clear();
    }
  }

  // A server that ends instead of answering has crashed, whatever its status;
  // but one that never answered and gave up has been started wrongly.
  std::optional<Answer> AnswerOfEnd() {
    const std::optional<int> end = process_.Wait(how_.timeout);
    Stop();
    if (!end.has_value()) return Answer{Outcome::kHung};
    if (*end >= 0 && !has_answered_) {
      error_ = how_.words[0] + " ended with status " + std::to_string(*end) +
               " before it answered anything" + kServing;
      return std::nullopt;
    }
    return Answer{Outcome::kCrashed, *end};
  }

  Invocation how_;
  Process process_;
  int to_ = -1;
  int from_ = -1;
  bool has_answered_ = false;
};

}  // namespace

std::unique_ptr<Reader> MakeReader(const Invocation& invocation) {
  if (invocation.serves) return std::make_unique<ServingReader>(invocation);
  return std::make_unique<CommandReader>(invocation);
}

}  // namespace loadgate::other
