// The naive readers of the tests as a command that scripts/fuzz_other can run.
//
//   loadgate_naive_reader gguf|safetensors [FILE]
//
// It exits 2 when it is called in another way; else see serve.h.

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "fuzz/other/serve.h"
#include "tests/naive/gguf.h"
#include "tests/naive/safetensors.h"

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const bool is_gguf = !arguments.empty() && arguments[0] == "gguf";
  if (arguments.empty() || arguments.size() > 2 ||
      (!is_gguf && arguments[0] != "safetensors")) {
    std::fprintf(stderr,
                 "usage: loadgate_naive_reader gguf|safetensors [FILE]\n");
    return 2;
  }
  arguments.erase(arguments.begin());
  return loadgate::other::Serve(arguments, [is_gguf](const std::string& file) {
    const std::vector<uint8_t> bytes(file.begin(), file.end());
    return is_gguf ? naive::JudgeGguf(bytes).accept
                   : naive::safetensors::JudgeSafetensors(bytes).accept;
  });
}
