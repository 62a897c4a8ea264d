// What a project that links loadgate::parser writes.

#include <cstdio>
#include <string>

#include "loadgate/version.h"

int main() {
  std::printf("loadgate %s\n", std::string(loadgate::Version()).c_str());
  return 0;
}
