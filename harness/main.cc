#include <cstddef>
#include <span>

#include "harness/commands.h"

int main(int argc, char** argv) {
  // The system hands over a pointer and a count; from here on it is a span.
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
  return loadgate::RunProgram(arguments);
}
