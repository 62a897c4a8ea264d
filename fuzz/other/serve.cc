#include "fuzz/other/serve.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>

namespace loadgate::other {
namespace {

std::string ReadWholeFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

int Serve(const std::vector<std::string>& files,
          const std::function<bool(const std::string& file)>& accepts) {
  if (!files.empty()) return accepts(ReadWholeFile(files[0])) ? 0 : 1;
  for (std::string path; std::getline(std::cin, path);) {
    std::puts(accepts(ReadWholeFile(path)) ? "accepted" : "refused");
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace loadgate::other
