// A worker that lies as its input says: it replies what the input holds, as it
// stands, up to the last "!!", and then does what that and what follows it
// names.
//
// It is the program of a zygote in the place of loadgate's own, for tests of
// what becomes of replies that no honest worker sends.

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "harness/policy/descriptors.h"
#include "harness/sandbox/exit_status.h"
#include "harness/sandbox/zygote_program.h"
#include "harness/write_all.h"

namespace loadgate::testing_support {
namespace {

// Compilers must not see that it is never set.
volatile bool enough = false;

std::string ReadInput() {
  std::string bytes;
  std::array<char, 4096> piece = {};
  while (true) {
    const ssize_t got = ::pread(sandbox::kFirstInput, piece.data(),
                                piece.size(), static_cast<off_t>(bytes.size()));
    if (got <= 0) return bytes;
    bytes.append(piece.data(), static_cast<size_t>(got));
  }
}

void Eat() {
  while (!enough) {
    // Written to, and never given back.
    auto* const block = new std::string(size_t{1} << 20, 'x');
    enough = block->empty();
  }
}

void AppendNumber(uint64_t value, size_t bytes, std::string* out) {
  for (size_t i = 0; i < bytes; ++i) {
    out->push_back(static_cast<char>(value >> (8 * i)));
  }
}

// Goes on with a text of 2^40 bytes, of which 1 has come, as long as anybody
// listens.
void SendPieces() {
  constexpr uint32_t kBytes = 60'000;
  constexpr uint8_t kArrayChunk = 5;
  constexpr uint8_t kText = 5;
  uint64_t left = (uint64_t{1} << 40) - 1;
  bool written = true;
  while (written && left >= kBytes) {
    left -= kBytes;
    std::string frame;
    AppendNumber(kArrayChunk, 1, &frame);
    AppendNumber(1 + 4 + 1 + 4 + kBytes + 8, 4, &frame);
    AppendNumber(1, 1, &frame);  // It joins.
    AppendNumber(1, 4, &frame);
    AppendNumber(kText, 1, &frame);
    AppendNumber(kBytes, 4, &frame);
    frame.append(kBytes, 'x');
    AppendNumber(left, 8, &frame);
    written = WriteAll(sandbox::kReply, frame);
  }
}

int Reply(std::string_view, int) {
  const std::string input = ReadInput();
  const size_t mark = std::min(input.rfind("!!"), input.size());
  const std::string_view act = std::string_view(input).substr(mark);
  const bool whole =
      WriteAll(sandbox::kReply, std::string_view(input).substr(0, mark));
  if (act == "!!crash") std::abort();
  if (act == "!!exit") return 7;
  if (act == "!!exec") ::execl("/bin/true", "true", nullptr);
  if (act == "!!pieces") SendPieces();
  if (act == "!!eat") Eat();
  while (act == "!!spin" && !enough) {
  }
  return whole ? sandbox::kExitDone : sandbox::kExitNoReader;
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  namespace sandbox = loadgate::sandbox;
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
  // It is whatever it is installed as.
  const std::string_view path = arguments.empty() ? "" : arguments.front();
  return sandbox::RunZygoteProgram(arguments,
                                   {.prepare = sandbox::EndWithoutMemory,
                                    .run = loadgate::testing_support::Reply,
                                    .name = path.substr(path.rfind('/') + 1)});
}
