// A reader that does by the file's bytes all that a reader can do.
//
//   loadgate_fake_reader LOG [FILE]
//
// The sum of the bytes, modulo 16, decides: 0 crashes, 1 hangs, 2 ends with
// exit status 101, 3 to 7 are refused, the rest is accepted. Each file's bytes
// are added to LOG as a line of hexadecimal digits before. Without FILE it
// serves, as scripts/fuzz_other says; then 2 is refused. With FAKE_NEVER_HANGS
// in the environment 1 is refused too.

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int kRefusedStatus = 3;
constexpr int kPanicStatus = 101;

int StatusOf(const std::string& log, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file(std::istreambuf_iterator<char>(in), {});
  std::ofstream out(log, std::ios::app);
  uint64_t sum = 0;
  for (const char c : file) {
    const auto byte = static_cast<uint8_t>(c);
    sum += byte;
    out << "0123456789abcdef"[byte / 16] << "0123456789abcdef"[byte % 16];
  }
  out << std::endl;
  if (sum % 16 == 0) std::abort();
  while (sum % 16 == 1 && std::getenv("FAKE_NEVER_HANGS") == nullptr) {
    ::pause();
  }
  if (sum % 16 == 2) return kPanicStatus;
  return sum % 16 < 8 ? kRefusedStatus : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty()) return 2;
  if (arguments.size() > 1) return StatusOf(arguments[0], arguments[1]);
  std::puts("a line that is no answer");
  for (std::string path; std::getline(std::cin, path);) {
    std::puts(StatusOf(arguments[0], path) == 0 ? "accepted" : "refused");
    std::fflush(stdout);
  }
  return 0;
}
