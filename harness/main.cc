#include <cstddef>
#include <span>

#include "harness/commands.h"

int main(int argc, char** argv) {
  // The kernel hands over a pointer and a count; from here on it is a span.
#if defined(__clang__) && __clang_major__ >= 16
#pragma clang unsafe_buffer_usage begin
#endif
  const std::span<char* const> arguments(argv, static_cast<size_t>(argc));
#if defined(__clang__) && __clang_major__ >= 16
#pragma clang unsafe_buffer_usage end
#endif
  return loadgate::RunProgram(arguments);
}
