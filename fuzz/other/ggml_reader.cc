// ggml's own GGUF reader as a command that scripts/fuzz_other can run.
//
//   loadgate_ggml_reader LIBRARY [FILE]
//
// With a FILE it exits 0 where ggml accepts it and 1 where not. Without one it
// serves: a path a line comes in on standard input, and each is answered with
// a line, "accepted" or "refused". It exits 2 when the library cannot be used.

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "bench/peers/ggml.h"
#include "loadgate/bytes.h"

namespace {

using loadgate::bench::Ggml;

bool Accepts(const Ggml& ggml, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string file(std::istreambuf_iterator<char>(in), {});
  return ggml.Read(loadgate::AsBytes(file)).has_value();
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
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
  if (arguments.size() == 2) return Accepts(*ggml, arguments[1]) ? 0 : 1;
  for (std::string path; std::getline(std::cin, path);) {
    std::puts(Accepts(*ggml, path) ? "accepted" : "refused");
    std::fflush(stdout);
  }
  return 0;
}
