// ggml's own GGUF reader as a command that scripts/fuzz_other can run.
//
//   loadgate_ggml_reader LIBRARY [FILE]
//
// It exits 2 when the library cannot be used; else see serve.h.

#include <cstdio>
#include <string>
#include <vector>

#include "bench/peers/ggml.h"
#include "fuzz/other/serve.h"
#include "loadgate/bytes.h"

using loadgate::bench::Ggml;

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.empty() || arguments.size() > 2) {
    std::fprintf(stderr, "usage: loadgate_ggml_reader LIBRARY [FILE]\n");
    return 2;
  }
  std::string error;
  const std::optional<Ggml> ggml = Ggml::Load(arguments[0], &error);
  if (!ggml.has_value()) {
    std::fprintf(stderr, "ggml: %s\n", error.c_str());
    return 2;
  }
  arguments.erase(arguments.begin());
  return loadgate::other::Serve(arguments, [&ggml](const std::string& file) {
    return ggml->Read(loadgate::AsBytes(file)).has_value();
  });
}
