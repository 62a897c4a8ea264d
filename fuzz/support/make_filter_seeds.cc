// loadgate_make_filter_seeds OUTDIR | --check CORPUS
//
// The seeds of filter_fuzzer: see SeedsMain. Their layout is in
// tests/support/filter_properties.h.

#include <cstdint>
#include <initializer_list>
#include <string>

#include "fuzz/support/seeds.h"

namespace loadgate::testing_support {
namespace {

std::string Number(uint64_t value, size_t bytes) {
  std::string text;
  for (; text.size() < bytes; value >>= 8) {
    text += static_cast<char>(value & 0xff);
  }
  return text;
}

// Of the process 4711, with one input.
std::string Call(uint8_t policy, uint8_t architecture, uint32_t number,
                 std::initializer_list<uint64_t> arguments) {
  std::string text = Number(policy, 1) + Number(architecture, 1) +
                     Number(0, 2) + Number(4711, 4) + Number(number, 4) +
                     Number(0, 4);
  for (const uint64_t argument : arguments) text += Number(argument, 8);
  return text;
}

std::string Instruction(uint16_t code, uint8_t if_true, uint8_t if_false,
                        uint32_t k) {
  return Number(code, 2) + Number(if_true, 1) + Number(if_false, 1) +
         Number(k, 4);
}

constexpr uint16_t kLoad = 0x20;
constexpr uint16_t kIfEqual = 0x15;
constexpr uint16_t kReturn = 0x06;

Seeds AllSeeds() {
  const std::string call = Call(0, 0, 0, {0, 0, 0, 0, 0, 0});
  return {
      {"nothing", ""},
      {"pread64", Call(0, 0, 17, {3, 0, 4096, 0})},
      {"pread64-aarch64", Call(0, 1, 67, {3, 0, 4096, 0})},
      {"read-of-a-stream", Call(1, 0, 0, {3, 0, 4096})},
      {"write-the-reply", Call(0, 0, 1, {1, 0, 9})},
      {"write-an-error", Call(0, 0, 1, {2, 0, 9})},
      {"write-an-error-traced", Call(3, 0, 1, {2, 0, 9})},
      {"mmap", Call(0, 0, 9, {0, 1 << 20, 3, 0x22, UINT64_MAX, 0})},
      {"mmap-executable", Call(0, 0, 9, {0, 1 << 20, 7, 0x22, UINT64_MAX, 0})},
      {"mmap-shared", Call(0, 0, 9, {0, 1 << 20, 3, 0x21, UINT64_MAX, 0})},
      {"mmap-high-flags",
       Call(0, 0, 9, {0, 4096, 3, uint64_t{1} << 32 | 0x22, 0, 0})},
      {"mremap", Call(0, 0, 25, {0, 4096, 8192, 1})},
      {"madvise", Call(0, 0, 28, {0, 4096, 4})},
      {"futex", Call(0, 0, 202, {0, 129, 1})},
      {"tgkill-itself", Call(0, 0, 234, {4711, 4711, 6})},
      {"tgkill-another", Call(0, 0, 234, {1, 1, 9})},
      {"open", Call(0, 0, 2, {0, 0})},
      {"open-in-a-sanitizer", Call(2, 0, 2, {0, 0})},
      {"x32", Call(0, 0, 0x40000011, {3, 0, 1, 0})},
      {"program", call + Instruction(kLoad, 0, 0, 0) +
                      Instruction(kIfEqual, 0, 1, 0) +
                      Instruction(kReturn, 0, 0, 0x7fff0000) +
                      Instruction(kReturn, 0, 0, 0x80000000)},
      {"program-jumps-out",
       call + Instruction(kIfEqual, 9, 9, 0) + Instruction(kReturn, 0, 0, 1)},
      {"program-loads-from-nowhere",
       call + Instruction(kLoad, 0, 0, 64) + Instruction(kReturn, 0, 0, 1)},
      {"program-computes",
       call + Instruction(0x04, 0, 0, 1) + Instruction(kReturn, 0, 0, 1)},
  };
}

}  // namespace
}  // namespace loadgate::testing_support

int main(int argc, char** argv) {
  return loadgate::testing_support::SeedsMain(
      argc, argv, loadgate::testing_support::AllSeeds());
}
