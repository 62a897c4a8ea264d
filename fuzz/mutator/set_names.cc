#include "fuzz/mutator/set_names.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace loadgate::mutator {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kPrefixes[] = {
    "model",         "m",
    "pytorch_model", "diffusion_pytorch_model",
    "a-b.Q4_K",      "x-00001-of-00002"};

constexpr std::string_view kFronts[] = {"./",
                                        "../",
                                        "sub/",
                                        "/",
                                        "/etc/",
                                        ".\\",
                                        "..\\",
                                        "C:\\",
                                        "c:",
                                        "\\\\host\\s\\",
                                        "https://example.com/",
                                        "file:///",
                                        "%2e%2e/",
                                        "~/",
                                        "sub/../",
                                        " "};

constexpr std::string_view kBacks[] = {
    "\0"sv, "\0.safetensors"sv, ".bin",  ".part", ".aria2", " ", "/", ".",
    "\n",   "?download=true",   "\xff"sv};

constexpr std::string_view kEndings[] = {
    "",      ".bin",         ".pt",         ".pkl",    ".gguf", ".safetensors",
    ".GGUF", ".Safetensors", ".index.json", ".gguf.00"};

constexpr std::string_view kNoParts[] = {
    "", ".", "..", "model", "\0"sv, "-00001-of-00001.gguf"};

std::string SwapCase(std::string name, Random* random) {
  if (name.empty()) return name;
  char& c = random->Pick(name);
  const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  if (letter) c = static_cast<char>(c ^ 0x20);
  return name;
}

// A digit more, less or other, or another dash, somewhere in the name.
std::string ChangeNumber(std::string name, Random* random) {
  constexpr std::string_view kInNumbers = "-0123456789";
  std::string_view rest = name;
  std::string marks;
  for (const char c : rest) {
    if (kInNumbers.find(c) != std::string_view::npos) marks += c;
  }
  if (marks.empty()) return name + "-1";
  const size_t wanted = static_cast<size_t>(random->Below(marks.size()));
  size_t at = name.find_first_of(kInNumbers);
  for (size_t i = 0; i < wanted; ++i) {
    at = name.find_first_of(kInNumbers, at + 1);
  }
  switch (random->Below(4)) {
    case 0:
      name.erase(at, 1);
      return name;
    case 1:
      name.insert(at, 1, '0');
      return name;
    case 2:
      name[at] = name[at] == '-' ? '_' : '9';
      return name;
    default:
      name[at] =
          name[at] == '-' ? '.' : static_cast<char>('0' + random->Below(10));
      return name;
  }
}

}  // namespace

std::string SetPrefix(Random* random) {
  return std::string(random->Pick(std::span(kPrefixes)));
}

std::string OddName(std::string name, Random* random) {
  switch (random->Below(10)) {
    case 0:
    case 1:
    case 2:
      return std::string(random->Pick(std::span(kFronts))) + name;
    case 3:
      return name + std::string(random->Pick(std::span(kBacks)));
    case 4:
      return name.substr(0, name.rfind('.')) +
             std::string(random->Pick(std::span(kEndings)));
    case 5:
    case 6:
      return SwapCase(std::move(name), random);
    case 7:
    case 8:
      return ChangeNumber(std::move(name), random);
    default:
      return std::string(random->Pick(std::span(kNoParts)));
  }
}

}  // namespace loadgate::mutator
